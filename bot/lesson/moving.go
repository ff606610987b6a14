package lesson

import "doublecorner/game/draughts"

// addMoving adds the points about moves without capture.
func (c *Chapter) addMoving() {
	man, king := c.rules.Man, c.rules.King
	c.add("lesson.moving.man", c.manMoving, "how", directions(man.Moves))
	c.add("lesson.moving.no-backward", c.manBackward, "jumps", man.Captures&backward != 0)
	if c.kings() {
		c.add("lesson.moving.king", c.kingMoving, "range", king.Range, "how", directions(king.Moves))
	}
	c.add("lesson.moving.empty", c.occupied)
	if c.limitedRun() {
		c.add("lesson.moving.run", c.tiredKing, "n", king.RunLimit)
	}
}

func (f *finder) manMoving() *Diagram {
	return f.find(steps(draughts.WhiteMan, f.dirs(f.rules.Man.Moves)))
}

func (f *finder) manBackward() *Diagram {
	k := pattern{pieces: white(draughts.WhiteMan), quiet: true}
	for _, d := range f.dirs(f.rules.Man.Moves) {
		if imag(d) > 0 {
			k = k.refuse(path{0, -d}, draughts.NoManBackward)
		}
	}
	return f.find(k)
}

func (f *finder) kingMoving() *Diagram {
	k := steps(draughts.WhiteKing, f.dirs(f.rules.King.Moves))
	k.far = f.rules.King.Range == draughts.Far
	return f.find(k)
}

func (f *finder) occupied() *Diagram {
	var patterns []pattern
	for _, d := range f.dirs(f.rules.Man.Moves) {
		k := pattern{pieces: []piece{{0, draughts.WhiteMan}, {d, draughts.WhiteMan}}, quiet: true}
		patterns = append(patterns, k.refuse(path{0, d}, draughts.TargetOccupied))
	}
	return f.find(patterns...)
}

// limitedRun reports whether a king may make only some moves in a row.
func (f *finder) limitedRun() bool { return f.kings() && f.rules.King.RunLimit > 0 }

// tiredKing shows a king that has made its run, with a turn after each move: another piece must move.
func (f *finder) tiredKing() *Diagram {
	const man = -4
	d, e, _ := turn(f.dirs(f.rules.King.Moves))
	k := pattern{
		pieces: []piece{{0, draughts.WhiteKing}, {man, draughts.WhiteMan}}, run: path{0},
		legal: []path{{man, man + f.dirs(f.rules.Man.Moves)[0]}}, quiet: true,
	}
	around := []vec{-e, -d, e, d} // backward from where the king stands
	for i := range f.rules.King.RunLimit {
		k.run = append(path{k.run[0] + around[i%len(around)]}, k.run...)
	}
	return f.find(k.refuse(path{0, d}, draughts.KingRunOver))
}
