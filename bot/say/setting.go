package say

import (
	"slices"

	"doublecorner/bot/lang"
	"doublecorner/game"
)

// OnOff returns the value of what is on or off.
func OnOff(l *lang.Language, on bool) string { return l.Say("settings.state", "on", on) }

// ChannelOrOff returns the value of what is posted in a channel, or off.
func ChannelOrOff(l *lang.Language, id game.RoomID) string {
	if id == 0 {
		return OnOff(l, false)
	}
	return Channel(id)
}

// RoleOrOff returns the value of what gives a role, or is off.
func RoleOrOff(l *lang.Language, id game.RoleID) string {
	if id == 0 {
		return OnOff(l, false)
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
