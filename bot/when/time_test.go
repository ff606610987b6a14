package when

import (
	"testing"
	"time"

	"doublecorner/bot/lang"
)

// People type when something begins as they write it in their language.
func TestParse(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 23, 9, 30, 0, 0, berlin) // a Monday
	const saturday = "2026-11-28 18:00"
	for _, test := range []struct{ code, typed, want string }{
		{"en", "2026-11-28 18:00", saturday}, {"en", "2026-11-28T18:00", saturday}, {"en", "Saturday 18:00", saturday},
		{"en", "sat 6pm", saturday}, {"en", "on Saturday at 6 p.m", ""}, {"en", "Saturday, 6:00 PM", saturday}, {"en", "next saturday 6 pm", saturday},
		{"en", "Nov 28 18:00", saturday}, {"en", "2026 Nov 28 18:00", saturday}, {"en", "2026.11.28 18:00", saturday}, {"en", "2026 18:00", ""}, {"en", "2027 Saturday 18:00", ""}, {"en", "28th of November, 18:00", saturday}, {"en", "11/28 18:00", saturday},
		{"en", "Saturday 17:00 UTC", "2026-11-28 18:00"}, {"en", "18:00", "2026-11-23 18:00"}, {"en", "9:00", "2026-11-24 09:00"},
		{"en", "tomorrow 18:00", "2026-11-24 18:00"}, {"en", "in 2 h", "2026-11-23 11:30"}, {"en", "in 2 hours 15 min", "2026-11-23 11:45"},
		{"en", "in 3 days", "2026-11-26 09:30"}, {"en", "90 minutes", "2026-11-23 11:00"}, {"en", "Mon 9:00", "2026-11-30 09:00"},
		{"en", "2027-01-02 12:00", "2027-01-02 12:00"}, {"en", "2 January 12:00", "2027-01-02 12:00"}, {"en", "Sat 28 Nov 2026 18:00", saturday},

		{"de", "Samstag 18 Uhr", saturday}, {"de", "am Samstag um 18:00 Uhr", saturday}, {"de", "Sa 18:00", saturday}, {"de", "Sonnabend 18.00", saturday},
		{"de", "28.11. 18:00", saturday}, {"de", "28.11.2026, 18 Uhr", saturday}, {"de", "28. November 18 Uhr", saturday},
		{"de", "in 2 Stunden", "2026-11-23 11:30"}, {"de", "morgen 18 Uhr", "2026-11-24 18:00"}, {"de", "Saturday 6pm", saturday},
		{"de", "28.11 18:00", saturday}, {"de", "28.11, 18.00", saturday}, {"de", "28.11 um 18:00", ""}, {"de", "1.12 18:00", "2026-12-01 18:00"}, {"de", "28.11.27 18:00", ""},
		{"es", "sábado 18:00", saturday}, {"es", "el sabado a las 18h", saturday}, {"es", "28 de noviembre, 18:00", saturday}, {"es", "en 2 horas", "2026-11-23 11:30"}, {"es", "mañana 18:00", "2026-11-24 18:00"},
		{"fil", "Sabado 18:00", saturday}, {"fil", "Nobyembre 28 18:00", saturday}, {"fil", "sa Sabado, alas 6 pm", saturday}, {"fil", "bukas ng 18:00", "2026-11-24 18:00"}, {"fil", "sa loob ng 2 oras", "2026-11-23 11:30"},
		{"fr", "samedi 18h", saturday}, {"fr", "samedi à 18h00", saturday}, {"fr", "28 novembre 18 h 30", "2026-11-28 18:30"}, {"fr", "3 mars 18h", "2027-03-03 18:00"}, {"fr", "mar 18h", ""}, {"fr", "dans 2 h", "2026-11-23 11:30"}, {"fr", "demain 18h", "2026-11-24 18:00"}, {"fr", "ce soir à 20h", "2026-11-23 20:00"},
		{"hu", "szombat 18:00", saturday}, {"hu", "szombaton 18 órakor", saturday}, {"hu", "november 28. 18:00", saturday}, {"hu", "2026. november 28. 18:00", saturday}, {"hu", "2026.11.28. 18:00", saturday}, {"hu", "11.28. 18:00", saturday}, {"hu", "12.11 18:00", "2026-12-11 18:00"}, {"hu", "2 óra múlva", "2026-11-23 11:30"}, {"hu", "holnap 18:00", "2026-11-24 18:00"},
		{"it", "sabato alle 18:00", saturday}, {"it", "sabato alle ore 18", saturday}, {"it", "tra 2 ore", "2026-11-23 11:30"}, {"it", "domani 18.00", "2026-11-24 18:00"},
		{"nl", "zaterdag om 18.00", saturday}, {"nl", "za 18 u", saturday}, {"nl", "over 2 uur", "2026-11-23 11:30"}, {"nl", "za 18 uur", saturday}, {"nl", "28 nov 18:00", saturday},
		{"pl", "sobota 18:00", saturday}, {"pl", "w sobotę o 18", saturday}, {"pl", "28 listopada, 18:00", saturday}, {"pl", "za 2 godziny", "2026-11-23 11:30"}, {"pl", "jutro o 18:00", "2026-11-24 18:00"},
		{"pt-BR", "sábado às 18h", saturday}, {"pt-BR", "sexta-feira 18:00", "2026-11-27 18:00"}, {"pt-BR", "daqui a 2 horas", "2026-11-23 11:30"}, {"pt-BR", "amanhã às 18h30", "2026-11-24 18:30"},
		{"ru", "в субботу в 18:00", saturday}, {"ru", "сб 18:00", saturday}, {"ru", "28 ноября 18:00", saturday}, {"ru", "через 2 часа", "2026-11-23 11:30"}, {"ru", "завтра в 18:00", "2026-11-24 18:00"},
		{"tr", "Cumartesi 18:00", saturday}, {"tr", "cumartesi günü saat 18:00", saturday}, {"tr", "28 Kasım 18:00", saturday}, {"tr", "2 saat sonra", "2026-11-23 11:30"}, {"tr", "Cuma 18:00", "2026-11-27 18:00"}, {"tr", "yarın 18:00", "2026-11-24 18:00"}, {"tr", "bu akşam 20:00", "2026-11-23 20:00"}, {"tr", "pazar 18:00", "2026-11-29 18:00"},

		{"en", "tonight at 11", "2026-11-23 23:00"}, {"en", "Saturday evening 8:30", "2026-11-28 20:30"}, {"en", "8 in the evening", "2026-11-23 20:00"}, {"en", "tonight 20:00", "2026-11-23 20:00"}, {"en", "tonight at 1", ""}, {"en", "tonight 12:30", ""},
		{"de", "heute Abend 8 Uhr", "2026-11-23 20:00"}, {"de", "Samstagabend 8 Uhr", "2026-11-28 20:00"}, {"de", "Samstagnachmittag 3 Uhr", ""}, {"de", "samstags 8 Uhr", "2026-11-28 08:00"},
		{"es", "esta noche a las 10", "2026-11-23 22:00"}, {"es", "mañana a las 8 de la noche", "2026-11-24 20:00"},
		{"fil", "mamayang gabi alas 10", "2026-11-23 22:00"}, {"fil", "bukas alas 8 ng gabi", "2026-11-24 20:00"},
		{"fr", "ce soir à 10h", "2026-11-23 22:00"}, {"fr", "1er décembre à 8 h du soir", "2026-12-01 20:00"},
		{"hu", "ma este 10-kor", "2026-11-23 22:00"}, {"hu", "holnap este 8", "2026-11-24 20:00"}, {"hu", "holnap délután 3", ""},
		{"it", "stasera alle 10", "2026-11-23 22:00"}, {"it", "domani sera alle 8", "2026-11-24 20:00"}, {"it", "1º dicembre alle 18", "2026-12-01 18:00"},
		{"nl", "vanavond 10 uur", "2026-11-23 22:00"}, {"nl", "morgenavond om 8 uur", "2026-11-24 20:00"}, {"nl", "zaterdagavond 8 uur", "2026-11-28 20:00"}, {"nl", "zaterdagmiddag 3 uur", ""}, {"nl", "om 8 uur ’s avonds", "2026-11-23 20:00"},
		{"pl", "dziś wieczorem o 10", "2026-11-23 22:00"}, {"pt-BR", "hoje às 10 da noite", "2026-11-23 22:00"}, {"pt-BR", "1º de dezembro às 18h", "2026-12-01 18:00"},
		{"ru", "сегодня вечером в 10", "2026-11-23 22:00"}, {"ru", "завтра в 8 вечера", "2026-11-24 20:00"},
		{"tr", "bu akşam 10", "2026-11-23 22:00"}, {"tr", "yarın akşam saat 8'de", "2026-11-24 20:00"},

		{"en", "", ""}, {"en", "Saturday", ""}, {"en", "soon", ""}, {"en", "2026-11-22 18:00", ""}, {"en", "2031-11-22 18:00", ""}, {"en", "11/12 18:00", ""}, {"en", "25:00", ""}, {"en", "18:00 19:00", ""}, {"en", "6 pm 19:00", ""},
		{"en", "2027-02-30 18:00", ""}, {"en", "Friday 28 November 18:00", ""}, {"en", "in 18:00", ""}, {"en", "Saturday 18:00 PST", ""}, {"en", "in 99999999999999999999 hours", ""},
		{"en", "in 5124096 hours", ""}, {"en", "in 307445735 minutes", ""}, {"en", "2026-13-01 18:00", ""}, {"de", "28.13. 18:00", ""}, {"en", "in 8784 hours", ""},
	} {
		got, err := Parse(lang.For(test.code), test.typed, now, berlin)
		if err != nil && test.want != "" || err == nil && got.In(berlin).Format("2006-01-02 15:04") != test.want {
			t.Errorf("%s, %q: %v, %v, want %s", test.code, test.typed, got, err, test.want)
		}
	}
	for _, code := range lang.Codes() { // every weekday and month is understood as it is written
		l := lang.For(code)
		for weekday := range 7 {
			name := weekdayName(l, weekday)
			if got, err := Parse(l, name+" 18:00", now, berlin); err != nil || weekdayOf(got.In(berlin)) != weekday {
				t.Errorf("%s, %s: %v, %v", code, name, got, err)
			}
		}
		if Zone(l, "").String() != l.Say("when.zone") {
			t.Errorf("%s has no time zone", code)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("tr", "28 Kasım saat 18:00")
	now := time.Date(2026, 11, 23, 9, 30, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, code, typed string) {
		l := lang.For(code)
		if l == nil {
			l = lang.English()
		}
		if got, err := Parse(l, typed, now, time.UTC); err == nil && (got.Before(now) || got.Sub(now) > maxAhead) {
			t.Errorf("%q is %v", typed, got)
		}
	})
}
