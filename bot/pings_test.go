package bot

import (
	"slices"
	"strings"
	"testing"

	"doublecorner/bot/delivery"
)

// pinged is a club in which everybody's pings are counted from some event on.
type pinged struct {
	*club
	anna, ben, carl *someone
}

// settles delivers a response and what follows from it, whose pings do not count.
func (p *pinged) settles(a answer) answer {
	p.t.Helper()
	p.names(a)
	return a
}

// names delivers a response and what follows from it, and returns the names of the users whom that pings.
func (p *pinged) names(a answer) string {
	p.t.Helper()
	isPublic := a.Message != nil && !a.Message.Private
	if isPublic && (a.Board == nil || a.showsBoard()) {
		p.arrives(a, 78)
	}
	p.announce(delivery.ResponseTimeout)
	ids := p.discord.pings
	if isPublic && a.Placement != delivery.Replace { // an edit pings nobody
		ids = append(ids, a.Message.Mentions...)
	}
	p.discord.pings = nil
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = map[string]string{p.anna.id: "Anna", p.ben.id: "Ben", p.carl.id: "Carl", p.mod.id: "Mod"}[id]
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// challenged has Anna challenge Ben, and play a color.
func (p *pinged) challenged(color string) answer {
	p.t.Helper()
	return p.settles(p.anna.types("challenge", "opponent", p.ben, "colour", color))
}

// played has Anna, who begins, and Ben play some moves, and returns the board.
func (p *pinged) played(moves string) answer {
	p.t.Helper()
	board := p.settles(p.ben.presses(p.challenged("black"), "Accept"))
	for i, move := range strings.Fields(moves) {
		board = p.settles([]*someone{p.anna, p.ben}[i%2].types("move", "move", move))
	}
	return board
}

// resigned has Ben resign, and returns the last board.
func (p *pinged) resigned() answer {
	p.t.Helper()
	return p.ben.presses(p.settles(p.ben.types("resign")), "Yes, resign")
}

// organized has Anna and Ben join a tournament.
func (p *pinged) organized() {
	p.t.Helper()
	_, made := p.creates("round-robin", map[string]string{"starts": ""})
	for _, s := range []*someone{p.anna, p.ben} {
		p.settles(s.presses(p.shown(made.ID), "Join"))
	}
}

// directs has the moderator direct the tournament.
func (p *pinged) directs(options ...any) answer {
	p.t.Helper()
	return p.mod.directs(manages, options...)
}

// Each event pings a user once at most, and nobody by what they do themselves.
func TestPings(t *testing.T) {
	for _, tt := range []struct {
		event string
		act   func(p *pinged) answer
		want  string // the names of those whom it pings
	}{
		{"a challenge", func(p *pinged) answer { return p.anna.types("challenge", "opponent", p.ben) }, "Ben"},
		{"other terms", func(p *pinged) answer {
			return p.ben.fills(p.ben.presses(p.challenged("black"), "Other terms"), map[string]string{"clock": "2d"})
		}, "Anna"},
		{"a challenge declined", func(p *pinged) answer {
			i := p.ben.click(customIDOf(p.t, p.challenged("black"), "Decline"))
			i.Message = p.discord.channels[78][0]
			return p.ben.do(i)
		}, "Anna"},
		{"a game accepted, which the challenger begins", func(p *pinged) answer {
			return p.ben.presses(p.challenged("black"), "Accept")
		}, "Anna"},
		{"a game accepted, to begin it", func(p *pinged) answer { return p.ben.presses(p.challenged("white"), "Accept") }, ""},
		{"a game in a thread, which the challenger begins", func(p *pinged) answer {
			p.decides("threads", true)
			return p.ben.presses(p.challenged("black"), "Accept")
		}, "Anna"},
		{"a game in a thread, to begin it, for which the ping adds Ben", func(p *pinged) answer {
			p.decides("threads", true)
			return p.ben.presses(p.challenged("white"), "Accept")
		}, "Ben"},
		{"a thread for a running game", func(p *pinged) answer {
			i := p.anna.click(customIDOf(p.t, p.anna.presses(p.played("11-15"), "More"), "Own thread"))
			i.AppPermissions = threadPermissions
			return p.anna.do(i)
		}, "Ben"},
		{"a move", func(p *pinged) answer {
			p.played("")
			return p.anna.types("move", "move", "11-15")
		}, "Ben"},
		{"a move that was expected, and the planned answer", func(p *pinged) answer {
			p.played("11-15")
			p.settles(p.anna.types("plan", "moves", "22-18 15x22"))
			return p.ben.types("move", "move", "22-18")
		}, ""},
		{"an offer", func(p *pinged) answer { return p.anna.presses(p.played("11-15"), "Draw") }, "Ben"},
		{"an offer declined", func(p *pinged) answer {
			return p.anna.presses(p.settles(p.ben.presses(p.played("11-15"), "Draw")), "Decline")
		}, "Ben"},
		{"a draw agreed", func(p *pinged) answer {
			p.played("11-15 22-18")
			p.settles(p.anna.types("draw"))
			return p.ben.types("draw")
		}, "Anna"},
		{"a take-back allowed", func(p *pinged) answer {
			p.played("11-15")
			p.settles(p.anna.types("takeback"))
			return p.ben.types("takeback")
		}, "Anna"},
		{"a resignation", func(p *pinged) answer {
			p.played("11-15 22-18")
			return p.resigned()
		}, "Anna"},
		{"a resignation in a thread", func(p *pinged) answer {
			p.decides("threads", true)
			p.played("11-15 22-18")
			return p.resigned()
		}, "Anna"},
		{"the end of a game that somebody follows", func(p *pinged) answer {
			p.carl.pressesMore(p.played("11-15 22-18"), "Ping every move")
			return p.resigned()
		}, "Anna Carl"},
		{"a rematch", func(p *pinged) answer {
			p.played("11-15 22-18")
			return p.ben.presses(p.settles(p.resigned()), "Rematch")
		}, "Anna"},
		{"a rematch accepted, which the other begins", func(p *pinged) answer {
			p.played("11-15 22-18")
			offered := p.settles(p.anna.presses(p.settles(p.resigned()), "Rematch"))
			return p.ben.presses(offered, "Accept")
		}, "Anna"},
		{"a game that a moderator cancels", func(p *pinged) answer {
			p.played("11-15 22-18")
			return p.mod.rules("cancel", manages, "game", string(p.running(p.anna).ID), "reason", "spam")
		}, "Anna Ben"},
		{"a round of a tournament", func(p *pinged) answer {
			p.organized()
			return p.directs("act", "begin")
		}, "Anna Ben"},
		{"a game that a director decides", func(p *pinged) answer {
			p.organized()
			p.settles(p.directs("act", "begin"))
			return p.directs("act", "adjudicate", "player", p.anna, "opponent", p.ben, "result", "draw", "reason", "agreed")
		}, "Anna Ben"},
	} {
		t.Run(tt.event, func(t *testing.T) {
			c := newClub(t, 0)
			p := &pinged{c, c.member(1, "Anna"), c.member(2, "Ben"), c.member(3, "Carl")}
			if got := p.names(tt.act(p)); got != tt.want {
				t.Errorf("pinged are %q, want %q", got, tt.want)
			}
		})
	}
}
