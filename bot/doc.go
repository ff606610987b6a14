// Package bot turns Discord's interactions into requests to package game, and what game answers
// into messages.
//
// Its files, in about the order in which to read them. layers_test.go has the exact one, in which each uses what those
// before it define.
//
//   - component.go has the buttons and selects with their custom IDs, bot.go what the bot is and remembers, and
//     declaration.go what a declaration of a command is.
//   - settings.go, rulesets.go and names.go load what is stored about guilds and users, request.go reads an interaction
//     as a request, and channel.go says what may happen in its channel.
//   - board.go builds the messages of a game, movemenu.go selects of moves, and rulespage.go buttons to the rules.
//   - response.go builds responses that show a game, chosengame.go finds the one that a command is about, and error.go
//     explains errors.
//   - One file for each group of commands, and the buttons, selects and modals that belong to it.
//   - composer.go composes messages without a request, complete.go completes options, command.go declares all commands,
//     buttons, selects and modals with their handlers, and dispatch.go calls the handler of an interaction.
//
// Package when reads and writes times and clocks, package say puts the domain into sentences, and package
// standings shows tournaments and leaderboards. Package delivery delivers responses and announcements,
// package message builds messages, and package discord talks to Discord.
package bot
