package draughts

// captures appends the captures that the rules' preferences leave, and returns how many
// landings it followed. If that is more than mostLandings, it appends only what it found until then.
func (e *engine64) captures(b board64, buf []move64) ([]move64, int) {
	kings := b.us.And(b.kings)
	jumpers := e.jumpers(b)
	if jumpers.Or(kings).Empty() {
		return buf, 0
	}
	s := captureSearch64{
		engine64: e, moves: buf, first: len(buf),
		theirs: b.them, theirKings: b.them.And(b.kings), open: e.openToMen(b),
		crown: e.crown[b.turn], manCaptures: e.manCaptures[b.turn],
	}
	empty := e.squares.Without(b.us.Or(b.them))
	var nothing set64
	for jumpers.some() {
		at := jumpers.first()
		jumpers = jumpers.Without(at)
		s.start(at, empty)
		s.man(at, nothing, 0, 0)
	}
	for kings.some() {
		at := kings.first()
		kings = kings.Without(at)
		s.start(at, empty)
		s.king(at, nothing, e.withKing, 0, noCompass, false)
	}
	return s.moves, s.landings
}

// openToMen returns the pieces that a man may capture.
func (e *engine64) openToMen(b board64) set64 {
	if !e.man.CapturesKings {
		return b.them.Without(b.kings)
	}
	return b.them
}

// jumpers returns our men that can jump.
func (e *engine64) jumpers(b board64) set64 {
	men, open := b.us.Without(b.kings), e.openToMen(b)
	empty := e.squares.Without(b.us.Or(b.them))
	var found set64
	for _, d := range e.manCaptures[b.turn] {
		found = found.Or(men.step(d).And(open).step(d).And(empty).back(d).back(d))
	}
	return found
}

// captureSearch64 looks for the captures of one side, piece after piece.
type captureSearch64 struct {
	*engine64
	moves      []move64
	first      int    // where the captures found begin in moves
	firstOfOne int    // where those of the piece at hand begin
	best       uint64 // the rank of those kept so far

	origin      uint8
	theirs      set64 // the pieces that a king may capture
	open        set64 // the pieces that a man may capture
	theirKings  set64
	empty       set64 // with the origin vacated
	crown       set64
	manCaptures []dir

	landings int                // how often pieces have landed
	found    map[move64]bool    // the captures of the piece at hand, once there are many
	followed map[landing64]bool // whether the piece at hand could jump on from there, once it has landed often
}

// landing64 is a piece in the middle of a capture, with all that decides how it can go on.
type landing64 struct {
	captured      set64
	rank          uint64
	at, last      uint8
	king, crowned bool
}

func (s *captureSearch64) start(at, empty set64) {
	s.firstOfOne = len(s.moves)
	s.origin = at.index()
	s.empty = empty.Or(at)
	s.followed = nil
}

// recall reports whether a piece could jump on from a landing, if it has landed so before: very
// many paths can lead to the same square with the same pieces captured. After mostLandings
// it reports of every landing that the piece could jump on, so that no capture ends too early.
func (s *captureSearch64) recall(l landing64) (could, known bool) {
	if s.followed == nil {
		s.followed = make(map[landing64]bool, fewLandings)
	}
	if s.landings > mostLandings {
		return true, true
	}
	if could, known = s.followed[l]; known {
		s.landings--
	}
	return could, known
}

// man lets a man that has come to at jump on, and reports whether it could.
func (s *captureSearch64) man(at, captured set64, rank uint64, jumps uint) bool {
	if s.landings++; s.landings > fewLandings {
		could, known := s.recall(landing64{captured: captured, rank: rank, at: at.index()})
		if known {
			return could
		}
	}
	could := false
	open, free := s.open.Without(captured), s.free(captured)
	for i := range s.manCaptures {
		d := s.manCaptures[i]
		over := at.step(d).And(open)
		land := over.step(d).And(free)
		if land.Empty() {
			continue
		}
		could = true
		captured, rank := captured.Or(over), rank+s.worth(over, jumps)
		crowned := land.And(s.crown).some()
		goesOn := false
		switch {
		case !crowned || s.traits.man.Crowning == Passes:
			goesOn = s.man(land, captured, rank, jumps+1)
		case s.traits.man.Crowning == GoesOn:
			goesOn = s.king(land, captured, rank, jumps+1, d.compass, true)
		}
		if !goesOn || !s.capture.Obligatory {
			s.end(land, captured, rank, crowned)
		}
	}
	if s.followed != nil {
		s.followed[landing64{captured: captured, rank: rank, at: at.index()}] = could
	}
	return could
}

// king lets a king that has come to at jump on, and reports whether it could.
func (s *captureSearch64) king(at, captured set64, rank uint64, jumps uint, last uint8, crowned bool) bool {
	if s.traits.king.TurnsBack {
		last = noCompass
	}
	if s.landings++; s.landings > fewLandings {
		could, known := s.recall(landing64{captured, rank, at.index(), last, true, crowned})
		if known {
			return could
		}
	}
	could := false
	open, free := s.theirs.Without(captured), s.free(captured)
	for i := range s.kingCaptures {
		d := s.kingCaptures[i]
		if !s.traits.king.TurnsBack && d.isOppositeOf(last) {
			continue
		}
		ahead := at.step(d)
		if s.traits.king.Reach == Far {
			for ahead.And(free).some() {
				ahead = ahead.step(d)
			}
		}
		over := ahead.And(open)
		behind := over.step(d).And(free)
		if behind.Empty() {
			continue
		}
		could = true
		captured, rank := captured.Or(over), rank+s.worth(over, jumps)
		goesOn := false
		for land := behind; land.some(); land = land.step(d).And(free) {
			if s.king(land, captured, rank, jumps+1, d.compass, crowned) {
				goesOn = true
			}
			if s.traits.king.Landing == JustBehind {
				break
			}
		}
		if goesOn && s.capture.Obligatory {
			continue
		}
		for land := behind; land.some(); land = land.step(d).And(free) {
			s.end(land, captured, rank, crowned)
			if s.traits.king.Landing == JustBehind {
				break
			}
		}
	}
	if s.followed != nil {
		s.followed[landing64{captured, rank, at.index(), last, true, crowned}] = could
	}
	return could
}

// free returns the squares a capturing piece may pass and land on.
func (s *captureSearch64) free(captured set64) set64 {
	if s.capture.Removal == AtOnce {
		return s.empty.Or(captured)
	}
	return s.empty
}

// worth returns what capturing a piece, after so many jumps, adds to the rank of a capture.
func (s *captureSearch64) worth(piece set64, jumps uint) uint64 {
	if piece.And(s.theirKings).some() {
		return s.capturesKing + s.soonKing>>jumps
	}
	return s.capturesMan
}

// end keeps a finished capture if none of a higher rank is known and it is new.
func (s *captureSearch64) end(at, captured set64, rank uint64, crowns bool) {
	if rank != s.best {
		if rank < s.best {
			return
		}
		s.best = rank
		s.moves = s.moves[:s.first]
		s.firstOfOne = s.first
	}
	m := move64{from: s.origin, to: at.index(), crowns: crowns, captured: captured}
	if s.knows(m) {
		return
	}
	s.moves = append(s.moves, m)
}

// knows reports whether a capture was found before, on another path.
func (s *captureSearch64) knows(m move64) bool {
	before := s.moves[s.firstOfOne:]
	if len(before) < fewCaptures {
		for _, known := range before {
			if known == m {
				return true
			}
		}
		return false
	}
	// One piece rarely has so many, but where a jump may stop it can have thousands.
	if len(before) == fewCaptures {
		s.found = make(map[move64]bool, 4*fewCaptures)
		for _, known := range before {
			s.found[known] = true
		}
	}
	known := s.found[m]
	s.found[m] = true
	return known
}
