package lease

import (
	"context"
	"maps"
	"slices"
	"time"
)

// update is one update of the table: what it does and when it began.
type update struct {
	number int64 // differs from that of every other update of this process
	began  time.Time
	renews bool
	able   bool           // the process can do its work
	notes  map[int]string // of all parts
	doing  map[int]time.Time
	giving map[int]bool // parts to give up
	unsure map[int]bool // parts that updates before may have taken
	seen   map[string]sight
}

// result is the table after an update.
type result struct {
	update
	state   State
	renewed bool
	waits   bool     // this process waits until it can do its work, because others can
	buried  []string // processes that were found dead
	took    []int    // parts that this process has taken
	quota   int      // how many it is to hold
	read    time.Time
	err     error
}

// prepare prepares the next update. The update runs in another goroutine, so it gets copies.
func (h *Holder) prepare(now time.Time) update {
	h.updates++
	notes := maps.Clone(h.left)
	maps.Copy(notes, h.work.Notes())
	return update{
		number: h.updates, began: now, renews: h.renewed.IsZero() || now.Sub(h.renewed) >= renewEvery, able: h.work.Able(),
		notes: notes, doing: maps.Clone(h.doing), giving: maps.Clone(h.giving), unsure: maps.Clone(h.unsure), seen: maps.Clone(h.seen),
	}
}

// update reads the table and does what follows from it: nothing, a renewal of the lease, or a change of who holds what.
func (h *Holder) update(ctx context.Context, u update) result {
	ctx, cancel := context.WithTimeout(ctx, updateTimeout)
	defer cancel()
	r := result{update: u}
	done, err := h.renew(ctx, &r)
	if err == nil && !done {
		err = h.table.Update(ctx, func(s *State) bool {
			r.buried, r.took = nil, nil
			changed := h.share(s, &r)
			r.renewed = changed || r.renews && !r.waits
			r.state = s.Clone()
			return r.renewed
		})
	}
	r.read, r.err = time.Now(), err
	return r
}

// renew reads the table, and renews the lease if that is due. It reports whether this was all: no part is to change its
// holder, and this process does those that it holds.
func (h *Holder) renew(ctx context.Context, r *result) (done bool, err error) {
	if r.state, err = h.table.Read(ctx); err != nil {
		return false, err
	}
	shared := r.state.Clone()
	switch changed := h.share(&shared, r); {
	case r.waits:
		return true, nil
	case changed || !r.does(shared.held(h.name)):
		return false, nil
	case !r.renews:
		return true, nil
	}
	r.renewed, err = h.table.Renew(ctx, h.name, r.state.Processes[h.name].Renewal, shared.Processes[h.name])
	return r.renewed, err
}

// does reports whether these parts are those that the process did when the update began.
func (u *update) does(parts []int) bool {
	return len(parts) == len(u.doing) && !slices.ContainsFunc(parts, func(n int) bool { _, ok := u.doing[n]; return !ok })
}

// share frees the parts of dead processes, gives up what is to be given up, and takes what is due to this
// process. It reports whether it changed anything, besides renewing the lease.
func (h *Holder) share(s *State, r *result) (changed bool) {
	names, dead := []string{h.name}, []string(nil)
	for name, p := range s.Processes {
		silent := time.Duration(0)
		if last, ok := r.seen[name]; ok && p.Renewal == last.renewal {
			silent = time.Since(last.at)
		}
		switch {
		case name == h.name:
		case silent >= lifetime:
			dead = append(dead, name)
		case silent < suspectAfter:
			names = append(names, name)
		}
	}
	if r.waits = !r.able && len(names) > 1; r.waits {
		return false
	}
	for _, name := range dead {
		s.remove(name, s.Processes[name].Notes, false)
		changed = true
	}
	r.buried = dead
	_, known := s.Processes[h.name]
	me := Process{Renewal: r.number, Notes: map[int]string{}}
	s.Processes[h.name] = me
	if len(s.Processes) == 1 && len(s.Parts) != h.wanted && len(s.held(h.name)) == 0 {
		s.Parts = make([]Part, h.wanted)
		changed = true
	}
	for n := range r.giving {
		if n < len(s.Parts) && s.Parts[n].Holder == h.name && !r.unsure[n] {
			s.Parts[n] = Part{Note: r.notes[n], GivenUp: true}
			changed = true
		}
	}
	r.quota = s.quota(h.name, names)
	for missing := r.quota - len(s.held(h.name)); missing > 0; missing-- {
		n := slices.IndexFunc(s.Parts, func(p Part) bool { _, isHeld := s.Processes[p.Holder]; return !isHeld })
		if n < 0 {
			break
		}
		s.Parts[n].Holder = h.name
		r.took = append(r.took, n)
		changed = true
	}
	for _, n := range s.held(h.name) {
		if r.unsure[n] && !slices.Contains(r.took, n) {
			r.took = append(r.took, n) // by an update whose success was not heard of
		}
		if note, ok := r.notes[n]; ok && !slices.Contains(r.took, n) {
			me.Notes[n] = note
		} else {
			me.Notes[n] = s.Parts[n].Note
		}
	}
	return changed || !known
}
