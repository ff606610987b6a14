package draughts

// runs counts, for each side, the moves without capture that one king has made
// one after another: in the low half where the king of the side to move stands
// and how many moves it made, in the high half the same of the other side.
type runs uint32

func (r runs) at() uint8     { return uint8(r) }
func (r runs) length() uint8 { return uint8(r >> 8) }

// after returns the runs when the side to move has moved a piece; the other side
// is then to move. A run longer than the limit, which a side without men can
// have, counts as long as the limit.
func (r runs) after(from, to uint8, counts bool, limit uint8) runs {
	ours := runs(0)
	if counts {
		length := uint8(1)
		if r.length() > 0 && r.at() == from {
			length = min(r.length()+1, limit)
		}
		ours = runOf(to, length, false)
	}
	return r>>16 | ours<<16
}

// ended returns the runs with that of the side to move over.
func (r runs) ended() runs { return r &^ 0xffff }

// mover is whose turn it is, with what the rules remember about kings' runs.
type mover struct {
	turn Side
	runs runs // only kept where the rules limit a king's run
}

// runOf returns the run of one side.
func runOf(at, length uint8, otherSide bool) runs {
	r := runs(at) | runs(length)<<8
	if otherSide {
		r <<= 16
	}
	return r
}
