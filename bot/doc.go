// Package bot turns Discord's interactions into requests to package game, and what game answers
// into messages.
//
// Its files, in the order in which to read them:
//
//   - bot.go reads an interaction as a request, and calls its handler. command.go declares all commands, buttons, selects
//     and modals with their handlers, and declaration.go says what a declaration is, and registers commands.
//   - request.go is a request; settings.go, preferences.go, rulesets.go and names.go load what is stored about
//     its guild and its users.
//   - board.go builds the messages of a game, response.go builds responses that show one, and error.go
//     those that explain an error.
//   - component.go builds buttons and selects with their custom IDs, movemenu.go selects of moves, and rulespage.go
//     buttons to the rules.
//   - One file for each group of commands, and the buttons, selects and modals that belong to it.
//
// Package when reads and writes times and clocks, package say puts the domain into sentences, and package
// standings shows tournaments and leaderboards. Package delivery delivers responses and announcements,
// package message builds messages, and package discord talks to Discord.
package bot
