package when

import (
	"strings"
	"testing"
	"time"

	"doublecorner/bot/lang"
)

// Each language writes an instant, a day, a month, a large number and what to type as its readers do.
func TestWritten(t *testing.T) {
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 1, 17, 30, 0, 0, rome)
	for code, want := range map[string]string{
		"en":    "Sunday, March 1, 5:30 PM (Rome) | March 1, 2026 | March 2026 | 12,345 | 1.125 | Saturday 6:00 PM",
		"de":    "Sonntag, 1. März, 17:30 Uhr (Rom) | 1. März 2026 | März 2026 | 12.345 | 1,125 | Samstag 18:00",
		"nl":    "zondag 1 maart, 17:30 uur (Rome) | 1 maart 2026 | maart 2026 | 12.345 | 1,125 | zaterdag 18:00",
		"fr":    "dimanche 1er mars, 17:30 (Rome) | 1er mars 2026 | mars 2026 | 12\u202f345 | 1,125 | samedi 18:00",
		"es":    "domingo 1 de marzo, 17:30 (Roma) | 1 de marzo de 2026 | marzo de 2026 | 12.345 | 1,125 | sábado 18:00",
		"it":    "domenica 1º marzo, 17:30 (Roma) | 1º marzo 2026 | marzo 2026 | 12.345 | 1,125 | sabato 18:00",
		"pt-BR": "domingo, 1º de março, 17:30 (Roma) | 1º de março de 2026 | março de 2026 | 12.345 | 1,125 | sábado 18:00",
		"pl":    "niedziela, 1 marca, 17:30 (Rzym) | 1 marca 2026 | marzec 2026 | 12\u00a0345 | 1,125 | sobota 18:00",
		"ru":    "воскресенье, 1 марта, 17:30 (Рим) | 1 марта 2026 г. | март 2026 | 12\u00a0345 | 1,125 | суббота 18:00",
		"hu":    "március 1., vasárnap 17:30 (Róma) | 2026. március 1. | 2026. március | 12\u00a0345 | 1,125 | szombat 18:00",
		"tr":    "1 Mart Pazar, 17:30 (Roma) | 1 Mart 2026 | Mart 2026 | 12.345 | 1,125 | Cumartesi 18:00",
		"fil":   "Linggo, Marso 1, 5:30 PM (Rome) | Marso 1, 2026 | Marso 2026 | 12,345 | 1.125 | Sabado 6:00 PM",
	} {
		l := lang.For(code)
		got := []string{Written(l, at), Date(l, at), Period(l, "2026-03"), l.Number(12345), l.Decimal("1.125"), Example(l)}
		if got := strings.Join(got, " | "); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}

// Users can type a day as it is written, in every month of every language.
func TestDatesAreRead(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, code := range lang.Codes() {
		l := lang.For(code)
		for month := range time.Month(12) {
			day := time.Date(2026, 1+month, 1+int(month)*2, 0, 0, 0, 0, time.UTC)
			if got, err := ParseDay(l, Date(l, day), now, time.UTC); err != nil || !got.Equal(day) {
				t.Errorf("%s: %s is read as %v, %v", code, Date(l, day), got, err)
			}
		}
		if _, err := Parse(l, Example(l), now, time.UTC); err != nil {
			t.Errorf("%s: %s is not read", code, Example(l))
		}
	}
}

// A time zone is named by its city, and found by it, as well as by its ID.
func TestZoneNames(t *testing.T) {
	german := lang.For("de")
	for typed, want := range map[string]string{
		"moskau": "Europe/Moscow", "Mexiko-Stadt": "America/Mexico_City", "Asia/Tokyo": "Asia/Tokyo",
		"Buenos Aires": "America/Argentina/Buenos_Aires", "UTC": "UTC", "Atlantis": "", "": "",
	} {
		if got := ZoneOf(german, typed); got != want {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
	if got := ZoneName(german, "America/Argentina/Buenos_Aires"); got != "Buenos Aires" {
		t.Errorf("Buenos Aires is named %s", got)
	}
	if got := OfferedZones(german, "mosk"); len(got) != 1 || got[0] != "Europe/Moscow" {
		t.Errorf("Moskau is offered as %q", got)
	}
}
