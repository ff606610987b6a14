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
	for _, test := range []struct {
		code, want string // "" is refused
		typed      []string
	}{
		{"en", saturday, []string{
			"Nov 28 6 PM",
			"2026-11-28 18:00", "2026-11-28T18:00", "Saturday 18:00", "sat 6pm", "Saturday, 6:00 PM",
			"next saturday 6 pm", "Nov 28 18:00", "2026 Nov 28 18:00", "2026.11.28 18:00",
			"28th of November, 18:00", "11/28 18:00", "Saturday 17:00 UTC", "Sat 28 Nov 2026 18:00",
		}},
		{"en", "2026-11-23 18:00", []string{"18:00"}},
		{"en", "2026-11-24 09:00", []string{"9:00"}},
		{"en", "2026-11-24 18:00", []string{"tomorrow 18:00"}},
		{"en", "2026-11-23 11:30", []string{"in 2 h"}},
		{"en", "2026-11-23 11:45", []string{"in 2 hours 15 min"}},
		{"en", "2026-11-26 09:30", []string{"in 3 days"}},
		{"en", "2026-11-23 11:00", []string{"90 minutes"}},
		{"en", "2026-11-30 09:00", []string{"Mon 9:00"}},
		{"en", "2027-01-02 12:00", []string{"2027-01-02 12:00", "2 January 12:00"}},
		{"en", "2026-11-23 23:00", []string{"tonight at 11"}},
		{"en", "2026-11-28 20:30", []string{"Saturday evening 8:30"}},
		{"en", "2026-11-23 20:00", []string{"8 in the evening", "tonight 20:00"}},
		{"en", "", []string{
			"on Saturday at 6 p.m", "2026 18:00", "2027 Saturday 18:00", "tonight at 1", "tonight 12:30", "",
			"Saturday", "soon", "2026-11-22 18:00", "2031-11-22 18:00", "11/12 18:00", "25:00", "18:00 19:00",
			"6 pm 19:00", "2027-02-30 18:00", "Friday 28 November 18:00", "in 18:00", "Saturday 18:00 PST",
			"in 99999999999999999999 hours", "in 5124096 hours", "in 307445735 minutes", "2026-13-01 18:00",
			"in 8784 hours",
		}},

		{"de", saturday, []string{
			"Samstag 18 Uhr", "am Samstag um 18:00 Uhr", "Sa 18:00", "Sonnabend 18.00", "28.11. 18:00",
			"28.11.2026, 18 Uhr", "28. November 18 Uhr", "Saturday 6pm", "28.11 18:00", "28.11, 18.00",
		}},
		{"de", "2026-11-23 11:30", []string{"in 2 Stunden"}},
		{"de", "2026-11-24 18:00", []string{"morgen 18 Uhr"}},
		{"de", "2026-12-01 18:00", []string{"1.12 18:00"}},
		{"de", "2026-11-23 20:00", []string{"heute Abend 8 Uhr"}},
		{"de", "2026-11-28 20:00", []string{"Samstagabend 8 Uhr"}},
		{"de", "2026-11-28 08:00", []string{"samstags 8 Uhr"}},
		{"de", "", []string{"28.11 um 18:00", "28.11.27 18:00", "Samstagnachmittag 3 Uhr", "28.13. 18:00"}},

		{"es", saturday, []string{"sábado 18:00", "el sabado a las 18h", "28 de noviembre, 18:00"}},
		{"es", "2026-11-23 11:30", []string{"en 2 horas"}},
		{"es", "2026-11-24 18:00", []string{"mañana 18:00"}},
		{"es", "2026-11-23 22:00", []string{"esta noche a las 10"}},
		{"es", "2026-11-24 20:00", []string{"mañana a las 8 de la noche"}},

		{"fil", saturday, []string{"Sabado 18:00", "Nobyembre 28 6 PM", "Nobyembre 28 18:00", "sa Sabado, alas 6 pm"}},
		{"fil", "2026-11-24 18:00", []string{"bukas ng 18:00"}},
		{"fil", "2026-11-23 11:30", []string{"sa loob ng 2 oras"}},
		{"fil", "2026-11-23 22:00", []string{"mamayang gabi alas 10"}},
		{"fil", "2026-11-24 20:00", []string{"bukas alas 8 ng gabi"}},

		{"fr", saturday, []string{"samedi 18h", "samedi à 18h00"}},
		{"fr", "2026-11-28 18:30", []string{"28 novembre 18 h 30"}},
		{"fr", "2027-03-03 18:00", []string{"3 mars 18h"}},
		{"fr", "2026-11-23 11:30", []string{"dans 2 h"}},
		{"fr", "2026-11-24 18:00", []string{"demain 18h"}},
		{"fr", "2026-11-23 20:00", []string{"ce soir à 20h"}},
		{"fr", "2026-11-23 22:00", []string{"ce soir à 10h"}},
		{"fr", "2026-12-01 20:00", []string{"1er décembre à 8 h du soir"}},
		{"fr", "", []string{"mar 18h"}},

		{"hu", saturday, []string{
			"szombat 18:00", "szombaton 18 órakor", "november 28. 18:00", "2026. november 28. 18:00",
			"2026.11.28. 18:00", "11.28. 18:00",
		}},
		{"hu", "2026-12-11 18:00", []string{"12.11 18:00"}},
		{"hu", "2026-11-23 11:30", []string{"2 óra múlva"}},
		{"hu", "2026-11-24 18:00", []string{"holnap 18:00"}},
		{"hu", "2026-11-23 22:00", []string{"ma este 10-kor"}},
		{"hu", "2026-11-24 20:00", []string{"holnap este 8"}},
		{"hu", "", []string{"holnap délután 3"}},

		{"it", saturday, []string{"sabato alle 18:00", "sabato alle ore 18"}},
		{"it", "2026-11-23 11:30", []string{"tra 2 ore"}},
		{"it", "2026-11-24 18:00", []string{"domani 18.00"}},
		{"it", "2026-11-23 22:00", []string{"stasera alle 10"}},
		{"it", "2026-11-24 20:00", []string{"domani sera alle 8"}},
		{"it", "2026-12-01 18:00", []string{"1º dicembre alle 18"}},

		{"nl", saturday, []string{"zaterdag om 18.00", "za 18 u", "za 18 uur", "28 nov 18:00"}},
		{"nl", "2026-11-23 11:30", []string{"over 2 uur"}},
		{"nl", "2026-11-23 22:00", []string{"vanavond 10 uur"}},
		{"nl", "2026-11-24 20:00", []string{"morgenavond om 8 uur"}},
		{"nl", "2026-11-28 20:00", []string{"zaterdagavond 8 uur"}},
		{"nl", "2026-11-23 20:00", []string{"om 8 uur ’s avonds"}},
		{"nl", "", []string{"zaterdagmiddag 3 uur"}},

		{"pl", saturday, []string{"sobota 18:00", "w sobotę o 18", "28 listopada, 18:00"}},
		{"pl", "2026-11-23 11:30", []string{"za 2 godziny"}},
		{"pl", "2026-11-24 18:00", []string{"jutro o 18:00"}},
		{"pl", "2026-11-23 22:00", []string{"dziś wieczorem o 10"}},

		{"pt-BR", saturday, []string{"sábado às 18h"}},
		{"pt-BR", "2026-11-27 18:00", []string{"sexta-feira 18:00"}},
		{"pt-BR", "2026-11-23 11:30", []string{"daqui a 2 horas"}},
		{"pt-BR", "2026-11-24 18:30", []string{"amanhã às 18h30"}},
		{"pt-BR", "2026-11-23 22:00", []string{"hoje às 10 da noite"}},
		{"pt-BR", "2026-12-01 18:00", []string{"1º de dezembro às 18h"}},

		{"ru", saturday, []string{"в субботу в 18:00", "сб 18:00", "28 ноября 18:00"}},
		{"ru", "2026-11-23 11:30", []string{"через 2 часа"}},
		{"ru", "2026-11-24 18:00", []string{"завтра в 18:00"}},
		{"ru", "2026-11-23 22:00", []string{"сегодня вечером в 10"}},
		{"ru", "2026-11-24 20:00", []string{"завтра в 8 вечера"}},

		{"tr", saturday, []string{"Cumartesi 18:00", "cumartesi günü saat 18:00", "28 Kasım 18:00"}},
		{"tr", "2026-11-23 11:30", []string{"2 saat sonra"}},
		{"tr", "2026-11-27 18:00", []string{"Cuma 18:00"}},
		{"tr", "2026-11-24 18:00", []string{"yarın 18:00"}},
		{"tr", "2026-11-23 20:00", []string{"bu akşam 20:00"}},
		{"tr", "2026-11-29 18:00", []string{"pazar 18:00"}},
		{"tr", "2026-11-23 22:00", []string{"bu akşam 10"}},
		{"tr", "2026-11-24 20:00", []string{"yarın akşam saat 8'de"}},
	} {
		for _, typed := range test.typed {
			got, err := Parse(lang.For(test.code), typed, now, berlin)
			if err != nil && test.want != "" || err == nil && got.In(berlin).Format("2006-01-02 15:04") != test.want {
				t.Errorf("%s, %q: %v, %v, want %s", test.code, typed, got, err, test.want)
			}
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
