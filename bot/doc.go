// Package bot is the referee on Discord: commands, buttons and menus in, messages and
// pictures out.
//
// An interaction goes straight through: call.go finds out who asks, where and in which
// language; the table in command.go, or the control that was pressed (control.go),
// says what is asked; a method asks package game; a message is built of what the game
// is now (board.go). What must be heard of besides the answer waits with the game until
// announce.go has delivered it.
//
// How Discord is talked to is the business of package discord.
package bot
