package lesson

import (
	"slices"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

const repeatedKey = "lesson.draws.repeated"

// addDraws adds the points about draws.
func (c *Chapter) addDraws() {
	draws := c.rules.Draws
	c.add("lesson.draws.agreed", nil)
	if draws.Repetition > 0 && (c.kings() || c.rules.Man.Moves&draughts.Sideways != 0) { // else no position comes up again
		c.add(repeatedKey, c.toAndFro, "n", draws.Repetition, "claimed", draws.RepetitionClaimed, "own", c.v.Remarks().HasOwnRepetition())
	}
	for _, counter := range draws.Counters {
		if c.kings() || !counter.Quiet { // else every move is a man's
			c.addCounter(counter)
		}
	}
	for _, b := range draws.Dead {
		c.addBalance("lesson.draws.dead", b, func(p draughts.Position) bool {
			end, over := draughts.NewHistory(p).Ending()
			return over && end.Rule == draughts.DeadBalance
		}, balance(b)...)
	}
	if len(draws.Dead) > 0 {
		c.addElsewhere("lesson.draws.elsewhere", draughts.DeadPlayedOut)
	}
	for _, b := range draws.Unwinnable {
		c.addBalance("lesson.draws.unwinnable", b, func(p draughts.Position) bool {
			return !p.CanWin(draughts.White)
		}, balance(b)...)
	}
}

// addCounter adds the point about a draw after a number of moves.
func (c *Chapter) addCounter(counter draughts.Counter) {
	about := aboutCounter(c.v, counter)
	c.addBalance(about.key, counter.Balance, func(p draughts.Position) bool {
		return slices.ContainsFunc(draughts.NewHistory(p).Countdowns(), func(left draughts.Countdown) bool {
			return left.Counter == counter
		})
	}, about.values...)
	if counter.Quiet {
		c.addReading("lesson.draws.claim", draughts.DrawsClaimed)
		c.addReading("lesson.draws.each-side", draughts.EachSideCounted)
		c.addReading("lesson.draws.three-kings", draughts.ThreeKingsCounted)
	}
}

// aboutCounter returns the point about a counter, without its diagram.
func aboutCounter(v *draughts.Variant, counter draughts.Counter) Point {
	b := counter.Balance
	key := "lesson.draws.quiet"
	values := []any{"n", counter.Moves, "by", counter.By, "quiet", counter.Quiet, "claimed", counter.Claimed, "own", v.Remarks().IsOwn(counter)}
	if b != (draughts.Balance{}) || counter.Exact && !counter.Quiet { // no man that moves means none that is crowned
		key = "lesson.draws.counter"
		if b.Strong == b.Weak && !b.LongDiagonal && !b.OffLongDiagonal && !b.StrongOnDiagonal {
			key = "lesson.draws.each"
		}
		values = slices.Concat(values, []any{"exact", counter.Exact, "lasts", counter.Lasts}, balance(b))
	}
	return Point{key: key, values: values}
}

// DrawPage returns the page about the counter or the repetition that ended a game, and what the rule says; false for
// another ending.
func DrawPage(l *lang.Language, v *draughts.Variant, end draughts.Ending) (topic Topic, page int, says string, ok bool) {
	topic = "draws"
	ended := func(p Point) bool { return p.key == repeatedKey }
	switch end.Rule {
	case draughts.Repeated:
	case draughts.CounterRanOut:
		about := aboutCounter(v, end.Counter)
		ended = func(p Point) bool { return p.content() == about.content() }
	default:
		return "", 0, "", false
	}
	c, _ := ChapterOn(v, topic)
	for page, points := range c.pages {
		if i := slices.IndexFunc(points, ended); i >= 0 {
			p := points[i]
			return topic, page, l.Say(p.key, phrased(l, p.values)...), true
		}
	}
	return "", 0, "", false
}

// toAndFro shows a piece of each side that goes to and fro until the position has repeated.
func (f *finder) toAndFro() *Diagram {
	white, black, dirs := draughts.WhiteKing, draughts.BlackKing, f.dirs(f.rules.King.Moves)
	if !f.kings() {
		white, black, dirs = draughts.WhiteMan, draughts.BlackMan, f.dirs(f.rules.Man.Moves&draughts.Sideways)
	}
	whites, blacks := draughts.WhiteMan, draughts.BlackMan
	if f.limitedRun() { // a king's run is limited only beside men of its side
		whites, blacks = white, black
	}
	var game *draughts.History
	repeats := func(p draughts.Position, legal []draughts.Move) bool {
		game = f.repeats(p, legal[0])
		return game != nil
	}
	var patterns []pattern
	for _, d := range dirs {
		for _, other := range []vec{4i, -4 + 2i, 4 + 2i} {
			patterns = append(patterns, pattern{
				pieces: []piece{{0, white}, {-2, whites}, {other, black}, {other + 2, blacks}},
				legal:  []path{{0, d}}, holds: repeats,
			})
		}
	}
	diagram := f.find(patterns...)
	if diagram == nil {
		return nil
	}
	// The reply is drawn, too; after it both sides go back.
	reply := game.Moves()[1]
	diagram.addArrow(render.Proposed, reply.From(), reply.To())
	diagram.legal = nil
	return diagram
}

// repeats plays a move, a reply, and both back, again and again, until the game is drawn by
// repetition or the draw can be claimed. It returns nil if that does not happen, or if the
// budget does not suffice.
func (f *finder) repeats(p draughts.Position, m draughts.Move) *draughts.History {
	replies := p.Play(m).Moves()
	for _, reply := range replies[:min(len(replies), 8)] {
		h := draughts.NewHistory(p)
	again:
		for range f.rules.Draws.Repetition {
			for _, ends := range [][]draughts.Square{
				{m.From(), m.To()}, {reply.From(), reply.To()}, {m.To(), m.From()}, {reply.To(), reply.From()},
			} {
				if f.plies--; f.plies < 0 {
					return nil
				}
				next, ok := legalAlong(h.Position(), ends)
				if !ok || next.IsCapture() || h.Play(next) != nil {
					break again
				}
				end, drawn := h.Ending()
				if !drawn {
					end, drawn = h.Claim(h.Position().Turn())
				}
				if drawn && end.Rule == draughts.Repeated {
					return h
				}
			}
		}
	}
	return nil
}
