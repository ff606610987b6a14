package say

import (
	"slices"

	"doublecorner/bot/lang"
	"doublecorner/game"
)

// OnOff returns the value of what is on or off.
func OnOff(l *lang.Language, on bool) string { return l.Say("settings.state", "on", on) }

// ChannelOrNone returns the value of what is posted in a channel, or nowhere.
func ChannelOrNone(l *lang.Language, id game.RoomID) string {
	if id == 0 {
		return l.Say("settings.none")
	}
	return Channel(id)
}

// RoleOrNone returns the value of what gives a role, or none.
func RoleOrNone(l *lang.Language, id game.RoleID) string {
	if id == 0 {
		return l.Say("settings.none")
	}
	return Role(id)
}

// Language returns the name of a language, or of the automatic choice.
func Language(l *lang.Language, code string) string {
	if slices.Contains(lang.Codes(), code) {
		return lang.For(code).Name()
	}
	return l.Say("choice.language.auto")
}
