package when

import (
	"slices"
	"strings"
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

// ZoneName names a time zone by its city, in a language: Berlin.
func ZoneName(l *lang.Language, name string) string {
	city := name[strings.LastIndexByte(name, '/')+1:]
	return l.Say("when.city", "id", name, "city", strings.ReplaceAll(city, "_", " "))
}

// ZoneOf returns the time zone that a text names by itself or by its city in a language; none if it names none.
func ZoneOf(l *lang.Language, typed string) string {
	if IsZone(typed) {
		return typed
	}
	i := slices.IndexFunc(commonZones, func(name string) bool { return lang.Fold(ZoneName(l, name)) == lang.Fold(typed) })
	if i < 0 {
		return ""
	}
	return commonZones[i]
}

// OfferedZones returns the time zones that a typed text may mean: itself if it is one, and the common ones whose name, or
// whose city in a language, contains it.
func OfferedZones(l *lang.Language, typed string) (names []string) {
	if IsZone(typed) && !slices.Contains(commonZones, typed) {
		names = append(names, typed)
	}
	for _, name := range commonZones {
		if lang.Includes(name, typed) || lang.Includes(ZoneName(l, name), typed) {
			names = append(names, name)
		}
	}
	return names
}
