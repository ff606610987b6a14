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
	giving map[int]bool   // parts to give up
	unsure map[int]bool   // parts that updates before may have taken
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
		notes: notes, giving: maps.Clone(h.giving), unsure: maps.Clone(h.unsure), seen: maps.Clone(h.seen),
	}
}

// update makes an update.
func (h *Holder) update(ctx context.Context, u update) result {
	ctx, cancel := context.WithTimeout(ctx, updateTimeout)
	defer cancel()
	r := result{update: u}
	r.err = h.table.Update(ctx, func(s *State) bool {
		r.buried, r.took = nil, nil
		r.renewed = h.share(s, &r)
		r.state = s.Clone()
		return r.renewed
	})
	r.read = time.Now()
	return r
}

// share frees the parts of dead processes, gives up what is to be given up, and takes what is due to this
// process. It reports whether it changed anything, which also renews the lease.
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
	return changed || !known || r.renews
}
