package when

import (
	"strings"
	"testing"

	"doublecorner/bot/lang"
	"doublecorner/game"
)

// A clock can be typed as its name or its short form, in the user's language or in English.
func TestClocks(t *testing.T) {
	german := lang.For("de")
	for typed, want := range map[string]string{
		"5+3": "300+3", "1+0": "60+0", "1440+600": "86400+600", " 5 + 3 ": "300+3", "10 min": "600+0", "5 min + 3 s": "300+3",
		"5 min + 0 s": "300+0", "300 min": "18000+0", "5 h + 30 s": "18000+30", "5 Std + 30 Sek": "18000+30", "2 days + 0 s": "",
		"2d": "2d", "2 days": "2d", "2 DAYS per move": "2d", "2 Tage": "2d", "30 Tage pro Zug": "30d",
		"10 minutes": "600+0", "10 Minuten": "600+0", "10m": "600+0", "1 hour": "3600+0", "2 hours each": "7200+0", "24 h": "86400+0",
		"2 Stunden pro Spieler": "7200+0", "10 Min.": "600+0", "1 час": "",
		"25 hours": "", "10 minutes per move": "", "2 hours per day": "", "2 months": "", "0 min": "",
		"1.5 hours": "", "2.5 min": "", "1,5 hours": "",
		"3 days + 5": "3d+5d", "3d+5d": "3d+5d", "3 days per move + 5 spare": "3d+5d", "1 Tag + 2 Tage Reserve": "1d+2d", "3 d + 5 d": "3d+5d",
		"3d+0": "", "3 days + 31": "", "3 days + 5 hours": "", "3 days + 5 + 2": "", "3 min + 5 days": "",
		"none": "none", "No time limit": "none", "ohne Zeitlimit": "none",
		"5 minutes + 3 seconds": "300+3", "10 Min. + 5 Sek.": "600+5", "1 hour + 30 sec": "3600+30", "5m+3s": "300+3",
		"10 Minuten je Spieler + 5 Sekunden": "600+5", "5 minutes + 3 minutes": "", "5 minutes + 3": "300+3", "5 minutes +": "",
		"5": "300+0", " 15 ": "900+0", "5 je Spieler": "300+0", "5+": "300+0", "0": "", "1441": "", "5d": "5d",
		"blitz": "300+3", "BLITZ": "300+3", "rapid": "900+10", "Schnellpartie": "900+10", "blit": "", "рапид": "", "5 blitz": "",
		"0+5": "", "31 days": "", "1441+0": "", "5+601": "", "5 weeks": "", "time": "", "5+3+1": "", "99999999999999999999": "",
	} {
		found := Clocks(german, typed)
		if got := len(found) == 1; got != (want != "") || got && found[0].String() != want {
			t.Errorf("%q is %v, want %q", typed, found, want)
		}
	}
	for _, code := range lang.Codes() {
		l := lang.For(code)
		for _, each := range append(strings.Split(l.Say("clock.each"), ", "), "") {
			for unit, seconds := range map[string]string{"minutes": "120+0", "hours": "7200+0"} {
				for _, word := range strings.Split(l.Say("clock."+unit), ", ") {
					typed := "2 " + word + " " + each
					if found := Clocks(l, typed); len(found) != 1 || found[0].String() != seconds {
						t.Errorf("%s: %q is %v", l.Code, typed, found)
					}
				}
			}
		}
		for _, word := range strings.Split(l.Say("clock.seconds"), ", ") {
			typed := "2 min + 5 " + word
			if found := Clocks(l, typed); len(found) != 1 || found[0].String() != "120+5" {
				t.Errorf("%s: %q is %v", l.Code, typed, found)
			}
		}
		for text, key := range speeds {
			for _, word := range strings.Split(l.Say(key), ", ") {
				if found := Clocks(l, word); len(found) != 1 || found[0].String() != text {
					t.Errorf("%s: %q is %v", l.Code, word, found)
				}
			}
		}
		for _, text := range append([]string{"300+0", "3600+0", "18000+30", "5400+30"}, commonClocks...) {
			c, err := game.ParseClock(text)
			for _, name := range []string{ShortClock(c), ClockName(l, c)} {
				if found := Clocks(l, name); err != nil || len(found) != 1 || found[0] != c {
					t.Errorf("%s: %s is written %s, which reads as %v, %v", l.Code, text, name, found, err)
				}
			}
		}
	}
}
