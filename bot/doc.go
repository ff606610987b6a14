// Package bot turns Discord's interactions into requests to package game, and what game answers
// into messages.
//
// Its files form layers; a file uses files of its own layer and of those before it:
//
//   - custom_id.go, component.go and page.go: the custom IDs of buttons, selects and modals.
//   - request.go reads an interaction; records.go and names.go load what is stored about its guild
//     and its users; custom_rules.go has the rule sets of a guild.
//   - board_text.go and move_menu.go: the texts and selects of a board.
//   - board.go builds the message of a game; board_response.go and response.go build responses.
//   - One file for each group of commands, and the buttons, selects and modals that belong to it.
//     command.go declares all of them, and register.go registers the commands.
//   - bot.go calls the handler of an interaction.
//
// Package delivery delivers responses and announcements, package message builds messages, and
// package discord talks to Discord.
package bot
