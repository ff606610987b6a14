package puzzle

import "doublecorner/game/draughts"

// Theme is what a solution does.
type Theme uint8

const (
	Shot         Theme = iota // pieces are given up, and more are captured
	Breakthrough              // a man gets through and is crowned
	Endgame                   // a third of the pieces are left, or fewer
	Defence                   // the game is saved
)

// AllThemes lists the themes.
var AllThemes = [...]Theme{Shot, Breakthrough, Endgame, Defence}

func (t Theme) String() string {
	return draughts.Word(t, "shot", "breakthrough", "endgame", "defence")
}

// themesOf finds the themes of a puzzle by what its solution does.
func themesOf(p *Puzzle) (themes []Theme) {
	var given, taken int
	crowned := false
	for i, m := range p.Moves {
		if i%2 == 0 {
			taken += m.Captured().Len()
			crowned = crowned || m.Crowns()
		} else {
			given += m.Captured().Len()
		}
	}
	if p.Saves {
		themes = append(themes, Defence)
	}
	if given > 0 && taken > 1 && taken >= given && !p.Moves[0].IsCapture() && p.Moves[1].IsCapture() {
		themes = append(themes, Shot)
	}
	if crowned && !p.Saves {
		themes = append(themes, Breakthrough)
	}
	all := 0
	for _, s := range draughts.Sides {
		all += p.Start.Variant().Start().Pieces(s).Len()
	}
	if p.Start.Occupied().Len() <= all/3 {
		themes = append(themes, Endgame)
	}
	return themes
}
