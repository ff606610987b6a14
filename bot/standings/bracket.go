package standings

import (
	"doublecorner/game/tournament"
	"doublecorner/render"
)

// Brackets returns the bracket of a knockout in parts that are pictures each; none if there is no bracket.
func (v *View) Brackets() []render.Bracket {
	rounds := v.Bracket()
	if len(rounds) == 0 {
		return nil
	}
	b := render.Bracket{Theme: v.Theme, Title: v.Title(), Note: v.Note()}
	for i, meetings := range rounds {
		r := render.BracketRound{Name: v.roundName(i + 1)}
		for _, m := range meetings {
			pair := [2]render.Entrant{v.entrant(&m, m.White), v.entrant(&m, m.Black)}
			if m.ThirdPlace {
				b.Third = &render.BracketRound{Name: v.Lang.Say("tournament.third-place"), Pairs: [][2]render.Entrant{pair}}
			} else {
				r.Pairs = append(r.Pairs, pair)
			}
		}
		b.Rounds = append(b.Rounds, r)
	}
	return b.Parts()
}

// entrant returns a player of a meeting.
func (v *View) entrant(m *tournament.Meeting, id tournament.PlayerID) render.Entrant {
	if id == "" {
		if m.Round == 1 {
			return render.Entrant{Name: v.Lang.Say("tournament.bye"), Look: render.Lost}
		}
		return render.Entrant{}
	}
	e := render.Entrant{Name: v.NameOf(id)}
	if m.Pairing != nil && m.Pairing.Over && !m.Pairing.IsBye() {
		e.Score = m.Pairing.For(id).White.String()
	}
	switch m.Winner {
	case "":
	case id:
		e.Look = render.Won
	default:
		e.Look = render.Lost
	}
	return e
}
