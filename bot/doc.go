// Package bot turns Discord's interactions into requests to package game, and what game answers
// into messages.
//
// Its files form layers; a file uses files of its own layer and of those before it:
//
//   - component.go: buttons and selects, their custom IDs, and those of modals; movemenu.go: selects of moves.
//   - request.go reads an interaction; settings.go, preferences.go, rulesets.go and names.go load what is stored about
//     its guild and its users; clock.go reads clocks.
//   - boardtext.go and board.go build the messages of a game, response.go builds responses that show one, and error.go
//     those that explain an error.
//   - One file for each group of commands, and the buttons, selects and modals that belong to it; and
//     declaration.go, which says what a declaration of a command is, and registers it.
//   - command.go declares all of them.
//   - bot.go calls the handler of an interaction.
//
// Package delivery delivers responses and announcements, package message builds messages, and
// package discord talks to Discord.
package bot
