package standings

import (
	"slices"
	"testing"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/game/tournament"
)

// The picture that announces a tournament tells the lowest rating that is admitted from the highest: signs that its font
// lacks are omitted.
func TestBoundsOfRatings(t *testing.T) {
	picture := func(d tournament.Declaration) string {
		t.Helper()
		v := View{Tournament: game.RestoreTournament(game.TournamentHeader{}, d, nil), Lang: lang.English()}
		png, err := v.Poster(draughtstest.Variant(t, "american"), "", time.UTC).Picture()
		if err != nil {
			t.Fatal(err)
		}
		return string(png)
	}
	if picture(tournament.Declaration{MinRating: 2000}) == picture(tournament.Declaration{MaxRating: 2000}) {
		t.Error("at least 2000 and at most 2000 look the same")
	}
}

// The results of a round name opponents by their rows, which are numbered also where places are shared.
func TestSharedPlaces(t *testing.T) {
	events := []tournament.Event{{Kind: tournament.Started}, {Kind: tournament.RoundBegan, Pairs: []tournament.Pair{
		{White: "a", Black: "b"}, {White: "c", Black: "d"},
	}}, {Kind: tournament.GameBegan, Pairing: 1, Game: "GGGG"}, {Kind: tournament.GameEnded, Pairing: 1, Score: tournament.BlackWins}}
	for _, player := range []tournament.PlayerID{"d", "c", "b", "a"} {
		events = slices.Insert(events, 0, tournament.Event{Kind: tournament.Entered, Player: player})
	}
	d := tournament.Declaration{Format: tournament.Swiss, Rounds: 3}
	v := View{Tournament: game.RestoreTournament(game.TournamentHeader{}, d, events), Lang: lang.English()}
	v.NameOf = func(id tournament.PlayerID) string { return string(id) }
	table, _ := v.Table(0)
	var got []string
	for _, row := range table.Rows {
		got = append(got, row[0].Text+" "+row[1].Text+" "+row[2].Text)
	}
	if want := []string{"1 b +2", "2 a –1", "3 c ·4", "4= d ·3"}; !slices.Equal(got, want) {
		t.Errorf("the table is %q", got)
	}
}
