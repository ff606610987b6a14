package lesson

import (
	"fmt"
	"slices"
	"testing"

	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/render"
)

// claim checks that the engine does in a diagram what a sentence says.
type claim func(c *claimed) error

type claimed struct {
	rules   draughts.Rules
	p       draughts.Position
	diagram *Diagram
	say     map[string]any
}

// claims holds the claim of each sentence by its key.
var claims = map[string]claim{
	"lesson.setup.men": func(c *claimed) error {
		return c.want(c.p.Men(draughts.White).Len() == c.say["n"] && c.p == c.p.Variant().Start(), "as many men")
	},
	"lesson.setup.pieces": func(c *claimed) error {
		return c.want(c.p.Men(draughts.White).Len() == 1 && c.p.Men(draughts.Black).Len() == 1, "a piece of each side")
	},
	"lesson.start.side": func(c *claimed) error { return c.want(c.p.Turn() == c.say["side"], "that side to move") },
	"lesson.moving.man": func(c *claimed) error {
		return c.want(len(c.p.Moves()) == len(c.diagram.legal), "no other move than those shown")
	},
	"lesson.moving.king": func(c *claimed) error {
		far := slices.ContainsFunc(c.p.Moves(), func(m draughts.Move) bool { return c.rows(m) > 2 })
		return c.want(far == (fmt.Sprint(c.say["range"]) == "far"), "a king that goes as far")
	},
	"lesson.moving.no-backward": func(c *claimed) error { return c.refuses(draughts.NoManBackward) },
	"lesson.moving.empty":       func(c *claimed) error { return c.refuses(draughts.TargetOccupied) },
	"lesson.moving.run": func(c *claimed) error {
		made, at := 0, draughts.Square(0)
		for _, arrow := range c.diagram.View.Arrows {
			if arrow.Kind == render.Played && (at == 0 || at == arrow.Squares[0]) {
				made, at = made+1, arrow.Squares[1]
			}
		}
		run := c.p.Run(draughts.White)
		return c.both(c.refuses(draughts.KingRunOver), c.want(run.Moves == c.say["n"] && made == run.Moves && at == run.King, "a run as long"))
	},
	"lesson.jumping.how": func(c *claimed) error { return c.takes(1) },
	"lesson.jumping.man": func(c *claimed) error {
		back := slices.ContainsFunc(c.p.Moves(), func(m draughts.Move) bool { return c.up(m) < 0 })
		if c.say["back"] == false && c.rules.Man.Captures&draughts.DiagonalForward|c.rules.Man.Captures&draughts.StraightForward != 0 {
			return c.both(c.want(!back, "no jump backward"), c.refuses(draughts.NoManJumpBackward))
		}
		return c.want(back, "a jump backward")
	},
	"lesson.jumping.straight": func(c *claimed) error {
		return c.want(!slices.ContainsFunc(c.diagram.legal, func(m draughts.Move) bool { return c.rows(m) == 2 }), "jumps as long as that")
	},
	"lesson.jumping.man-over-king": func(c *claimed) error {
		if c.say["may"] == false {
			return c.refuses(draughts.NoManCapturesKing)
		}
		return c.want(c.p.At(c.diagram.legal[0].Captured().List()[0]).IsKing(), "a king taken")
	},
	"lesson.jumping.king": func(c *claimed) error {
		far := slices.ContainsFunc(c.diagram.legal, func(m draughts.Move) bool { return c.rows(m) > 2 })
		if fmt.Sprint(c.say["reach"]) == "far" {
			return c.want(far, "a capture from afar")
		}
		return c.both(c.want(!far, "only short captures"), c.refusesOne(draughts.KingCapturesAdjacent, draughts.TooFar))
	},
	"lesson.jumping.behind": func(c *claimed) error { return c.refuses(draughts.TargetOccupied) },
	"lesson.jumping.own":    func(c *claimed) error { return c.refuses(draughts.OwnPieceJumped) },
	"lesson.jumping.guard": func(c *claimed) error {
		unguarded := c.p.Setup()
		unguarded.Pieces = slices.DeleteFunc(unguarded.Pieces, func(on draughts.Placed) bool {
			path := c.diagram.refused[0].path
			return on.Square == path[len(path)-1]
		})
		p, err := c.p.Variant().Position(unguarded)
		captures := err == nil && p.CanCapture() && p.At(p.Moves()[0].From()) == draughts.BlackKing
		return c.both(c.refuses(draughts.TargetOccupied), c.want(captures, "a man of the reader that a king else could capture"))
	},
	"lesson.several.kings": func(c *claimed) error {
		m := c.diagram.legal[0]
		man := !c.p.At(m.From()).IsKing()
		return c.both(c.takes(2), c.want(c.p.Kings(draughts.Black) == m.Captured() && man == c.say["man"], "kings that are captured"))
	},
	"lesson.several.on": func(c *claimed) error {
		if c.say["must"] == true {
			return c.both(c.takes(2), c.refuses(draughts.MustGoOn))
		}
		return c.both(c.takes(2), c.want(c.diagram.legal[1].Captured().Len() == 1, "a jump that stops"))
	},
	"lesson.several.once": func(c *claimed) error {
		if fmt.Sprint(c.say["removal"]) == "at-once" {
			return c.takes(2)
		}
		return c.both(c.takes(4), c.refuses(draughts.JumpedTwice))
	},
	"lesson.several.land": func(c *claimed) error { return c.both(c.takes(2), c.refuses(draughts.MustLandWhereGoesOn)) },
	"lesson.several.back": func(c *claimed) error {
		if c.say["may"] == true {
			return c.takes(2)
		}
		return c.refuses(draughts.NoTurningBack)
	},
	"lesson.crowning.row": func(c *claimed) error {
		_, over := c.p.Play(c.diagram.legal[0]).Over()
		wins := over && c.rules.Object == draughts.Breakthrough
		return c.both(c.want(c.diagram.legal[0].Crowns(), "a crowning"), c.want(c.say["wins"] == wins, "a win by it"))
	},
	"lesson.crowning.king": func(c *claimed) error {
		m := c.diagram.legal[0]
		return c.both(c.takes(2), c.want(c.p.At(m.From()).IsKing() && passes(c.p, c.diagram.legal), "a king that jumps on"))
	},
	"lesson.crowning.crown": func(c *claimed) error {
		return c.want(c.p.Kings(draughts.White).Len() == 1 && c.p.Men(draughts.White).Len() == 1, "a king and a man")
	},
	"lesson.crowning.jump": func(c *claimed) error {
		m := c.diagram.legal[0]
		switch fmt.Sprint(c.say["crowning"]) {
		case "ends-move":
			return c.both(c.want(m.Crowns(), "a crowning"), c.refuses(draughts.CrownedSoEnded))
		case "goes-on":
			return c.both(c.want(m.Crowns(), "a crowning"), c.takes(2))
		}
		_, y := c.p.Variant().XY(m.To())
		return c.both(c.want(m.Crowns() == (y == 0), "a crowning just if the move ends there"), c.takes(2))
	},
	"lesson.obligatory.take": func(c *claimed) error {
		if c.say["must"] == true {
			return c.refuses(draughts.CaptureObligatory)
		}
		return c.want(slices.ContainsFunc(c.diagram.legal, func(m draughts.Move) bool { return !m.IsCapture() }), "another move")
	},
	"lesson.obligatory.any": func(c *claimed) error {
		return c.want(c.diagram.legal[0].Captured().Len() != c.diagram.legal[1].Captured().Len(), "captures of several lengths")
	},
	"lesson.obligatory.bait": func(c *claimed) error {
		m := c.diagram.legal[0]
		only := len(c.p.Moves()) == 1 && c.p.At(m.Captured().List()[0]).IsKing()
		for _, reply := range c.p.Play(m).Moves() {
			only = only && reply.Captured().Has(m.To())
		}
		return c.want(only, "a king that must be captured, and an answer that must capture, too")
	},
	"lesson.obligatory.sacrifice": func(c *claimed) error {
		after := c.p.Play(c.diagram.legal[0])
		reply, err := after.Read(c.diagram.reply)
		if err != nil || len(after.Moves()) != 1 || after.At(reply.From()) != draughts.BlackKing {
			return c.want(false, "a king that must capture")
		}
		back, err := after.Play(reply).Read(c.diagram.back)
		return c.want(err == nil && back.Captured().Has(reply.To()), "a capture of that king")
	},
	"lesson.obligatory.most-pieces":   func(c *claimed) error { return c.refuses(draughts.MorePieces) },
	"lesson.obligatory.most-kings":    func(c *claimed) error { return c.refuses(draughts.MoreKings) },
	"lesson.obligatory.most-value":    func(c *claimed) error { return c.refuses(draughts.MoreValue) },
	"lesson.obligatory.with-king":     func(c *claimed) error { return c.refuses(draughts.KingFirst) },
	"lesson.obligatory.kings-soonest": func(c *claimed) error { return c.refuses(draughts.KingsSooner) },
	"lesson.ending.king":              func(c *claimed) error { return c.ends(draughts.KingMade, draughts.White) },
	"lesson.ending.pieces": func(c *claimed) error {
		return c.ends(draughts.NoPieces, c.winner())
	},
	"lesson.ending.blocked": func(c *claimed) error {
		end, over := c.p.Over()
		return c.want(over && end.Rule == draughts.NoMoves && end.Winner == c.winner(), "an end like that")
	},
	"lesson.draws.repeated": func(c *claimed) error {
		for _, m := range c.p.Moves() {
			h := newFinder(c.p.Variant()).repeats(c.p, m)
			if h == nil {
				continue
			}
			end, claimed := h.Claim(h.Position().Turn())
			if !claimed {
				end, _ = h.Ending()
			}
			return c.want(end.Times == c.say["n"] && c.say["claimed"] == claimed, "a draw after as many times")
		}
		return c.want(false, "a draw")
	},
	"lesson.draws.quiet":   (*claimed).countsDown,
	"lesson.draws.counter": (*claimed).countsDown,
	"lesson.draws.each":    (*claimed).countsDown,
	"lesson.draws.dead": func(c *claimed) error {
		end, over := draughts.NewHistory(c.p).Ending()
		return c.want(over && end.Rule == draughts.DeadBalance, "a draw")
	},
	"lesson.draws.unwinnable": func(c *claimed) error { return c.want(!c.p.CanWin(draughts.White), "no way to win") },
	"lesson.notation.move":    (*claimed).readsBack,
	"lesson.notation.capture": (*claimed).readsBack,
	"lesson.board.size": func(c *claimed) error {
		return c.want(c.p.Variant().Squares() == c.say["n"] && c.rules.Board.Size == c.say["size"], "such a board")
	},
	"lesson.board.corner": func(c *claimed) error {
		last := c.rules.Board.Size - 1
		left := c.p.Variant().SquareAt(0, last) != 0
		return c.want(left == (fmt.Sprint(c.say["corner"]) == "left") && len(c.diagram.View.Marks) == 3, "such corners")
	},
	"lesson.board.diagonal": func(c *claimed) error {
		diagonal, last := c.p.Variant().LongDiagonal(), c.rules.Board.Size-1
		left := diagonal.Has(c.p.Variant().SquareAt(0, last))
		return c.want(left == (fmt.Sprint(c.say["corner"]) == "left") && len(c.diagram.View.Marks) == diagonal.Len(), "the long diagonal")
	},
	"lesson.notation.squares": func(c *claimed) error {
		name := c.p.Variant().Name(1)
		return c.want((name == "1") == (fmt.Sprint(c.say["notation"]) == "numbers"), "such names")
	},
}

// The engine does in every diagram what the sentence says.
func TestSentencesAreTrue(t *testing.T) {
	for _, key := range draughts.Keys() {
		v := draughtstest.Variant(t, key)
		for _, chapter := range chaptersOf(v) {
			for _, p := range chapter.points {
				holds := claims[p.key]
				if holds == nil && !slices.Contains(withoutDiagram, p.key) {
					t.Errorf("%s: nobody knows whether %s is true", key, p.key)
				}
				if holds == nil || p.Diagram == nil {
					continue
				}
				c := &claimed{v.Rules(), p.Diagram.View.Position, p.Diagram, map[string]any{}}
				about := slices.Concat(p.values, p.example)
				for i := 0; i < len(about); i += 2 {
					c.say[about[i].(string)] = about[i+1]
				}
				if err := holds(c); err != nil {
					t.Errorf("%s: %s %v: %v", key, p.key, p.values, err)
				}
			}
		}
	}
}

func (c *claimed) want(ok bool, what string) error {
	if !ok {
		return fmt.Errorf("the picture does not show %s", what)
	}
	return nil
}

func (c *claimed) both(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

func (c *claimed) refuses(reason draughts.Reason) error { return c.refusesOne(reason) }

func (c *claimed) refusesOne(reasons ...draughts.Reason) error {
	return c.want(slices.ContainsFunc(c.diagram.refused, func(a attempt) bool {
		r := c.p.WhyNot(a.path...)
		return r != nil && slices.Contains(reasons, r.Reason)
	}), fmt.Sprint("a move refused because: ", reasons[0]))
}

func (c *claimed) takes(n int) error {
	return c.want(c.diagram.legal[0].Captured().Len() >= n, fmt.Sprintf("%d pieces taken", n))
}

// up returns how many rows a move goes up the board, rows how far it goes in any direction.
func (c *claimed) up(m draughts.Move) int {
	_, from := c.p.Variant().XY(m.From())
	_, to := c.p.Variant().XY(m.To())
	return from - to
}

func (c *claimed) rows(m draughts.Move) int {
	x1, y1 := c.p.Variant().XY(m.From())
	x2, y2 := c.p.Variant().XY(m.To())
	return max(x1-x2, x2-x1, y1-y2, y2-y1)
}

func (c *claimed) ends(rule draughts.EndRule, winner draughts.Side) error {
	end, over := c.p.Play(c.diagram.legal[0]).Over()
	return c.want(over && end.Rule == rule && end.Winner == winner, "an end like that")
}

// winner returns who wins, by the sentence, when Black has no move left.
func (c *claimed) winner() draughts.Side {
	if c.say["wins"] == true {
		return draughts.Black
	}
	return draughts.White
}

// countsDown checks that a counter runs that is as long as the sentence says, and ends the
// game as it says.
func (c *claimed) countsDown() error {
	for _, left := range draughts.NewHistory(c.p).Countdowns() {
		if left.Left == c.say["n"] && left.Counter.By == c.say["by"] &&
			c.say["claimed"] == left.Counter.Claimed && c.say["quiet"] == left.Counter.Quiet {
			return nil
		}
	}
	return c.want(false, "a counter that runs")
}

// readsBack checks that both texts of the move are read as the move shown.
func (c *claimed) readsBack() error {
	for _, name := range []string{"move", "short"} {
		m, err := c.p.Read(c.say[name].(string))
		if err != nil || m != c.diagram.legal[0] {
			return fmt.Errorf("%v is read as %v, %v", c.say[name], m, err)
		}
	}
	return nil
}
