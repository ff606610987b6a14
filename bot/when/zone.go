package when

import (
	"slices"
	"time"
	_ "time/tzdata" // systems may lack the time zones

	"doublecorner/bot/lang"
)

// IsZone reports whether a time zone has a name, such as Europe/Berlin.
func IsZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "" && name != "Local" // which is that of the machine
}

// Zone returns the time zone of a name, or if it has none, the common one of a language.
func Zone(l *lang.Language, name string) *time.Location {
	for _, name := range []string{name, l.Say("when.zone")} {
		if zone, err := time.LoadLocation(name); err == nil && IsZone(name) {
			return zone
		}
	}
	return time.UTC
}

// commonZones are the time zones that completion offers. Users can type any other.
var commonZones = []string{
	"Europe/London", "Europe/Amsterdam", "Europe/Berlin", "Europe/Paris", "Europe/Rome", "Europe/Madrid", "Europe/Warsaw", "Europe/Budapest",
	"Europe/Athens", "Europe/Kyiv", "Europe/Istanbul", "Europe/Moscow", "Asia/Jerusalem", "Asia/Yekaterinburg", "Asia/Manila", "America/New_York",
	"America/Chicago", "America/Denver", "America/Los_Angeles", "America/Toronto", "America/Mexico_City", "America/Sao_Paulo",
	"America/Argentina/Buenos_Aires", "Australia/Sydney", "UTC",
}

// OfferedZones returns the names of the time zones that a typed text may mean: itself if it is one, and the common ones that
// contain it.
func OfferedZones(typed string) (names []string) {
	if IsZone(typed) && !slices.Contains(commonZones, typed) {
		names = append(names, typed)
	}
	for _, name := range commonZones {
		if lang.Includes(name, typed) {
			names = append(names, name)
		}
	}
	return names
}
