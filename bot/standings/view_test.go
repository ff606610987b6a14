package standings

import (
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
