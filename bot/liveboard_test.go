package bot

import (
	"testing"

	"doublecorner/bot/live"
	"doublecorner/game"
)

// A live board offers the game against the bot that its user chose last, where the bot plays, and looks as they like it.
func TestLiveChoices(t *testing.T) {
	w := newWorld(t)
	at := &game.Session{Person: 11, Place: 22, Reads: "en"}
	const here, elsewhere game.RoomID = 33, 44
	must(t, change(t.Context(), w.bot.referee, game.PlaceSettings(at.Place), func(s *settings) {
		s.Channels, s.Theme = []game.RoomID{here}, "paper"
	}))
	offers := func(want live.Choice) {
		t.Helper()
		setUp, err := w.bot.setUpOf(t.Context(), at, here)
		must(t, err)
		if setUp == nil || setUp.Choice != want {
			t.Errorf("it offers %+v, want %+v", setUp, want)
		}
	}
	offers(live.Choice{Level: "2", Colour: "lot", Rules: "american"})
	terms, err := w.bot.chosenTerms(t.Context(), at, live.Choice{Level: "8", Colour: "black", Rules: "russian"})
	must(t, err)
	if terms.Level != 8 || terms.Colour != game.PlayBlack || terms.Variant.Rules().Key != "russian" {
		t.Errorf("the terms are %+v", terms)
	}
	offers(live.Choice{Level: "8", Colour: "black", Rules: "russian"})
	if setUp, err := w.bot.setUpOf(t.Context(), at, elsewhere); setUp != nil || err != nil {
		t.Errorf("where no games may begin, it offers %+v, %v", setUp, err)
	}
	for _, wrong := range []live.Choice{
		{Level: "9", Colour: "lot", Rules: "american"},
		{Level: "1", Colour: "red", Rules: "american"},
		{Level: "1", Colour: "lot", Rules: "chess"},
	} {
		if _, err := w.bot.chosenTerms(t.Context(), at, wrong); err == nil {
			t.Errorf("%+v are terms", wrong)
		}
	}

	likes := func(want live.Taste) {
		t.Helper()
		if _, taste := w.bot.readerOf(t.Context(), at); taste != want {
			t.Errorf("it looks like %+v, want %+v", taste, want)
		}
	}
	likes(live.Taste{Usual: "paper"})
	must(t, w.bot.storeTaste(t.Context(), at.Person, live.Taste{Theme: "slate", Silent: true}))
	likes(live.Taste{Theme: "slate", Usual: "paper", Silent: true})
}
