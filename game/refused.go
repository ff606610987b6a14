package game

import "sync"

// refused remembers the last requests that were refused, and why, so that one that
// comes twice is not refused first and done later. It is not kept in the store: a
// refusal must cost nothing. After a restart a request that comes again is judged
// anew, and one about a game is then stale if anything has moved.
type refused struct {
	underway sync.Map // of channels by RequestID: closed when a request has its answer

	mu    sync.Mutex
	known map[RequestID]refusedOnce
	last  [mostRefused]RequestID // the ids known, in a ring
	next  int
}

type refusedOnce struct {
	verb    Verb
	refusal *Refusal
}

// mostRefused bounds the memory: a refusal holds a game, of some 15 KB.
const mostRefused = 1024

// enter waits until no other copy of a request is underway, and keeps others waiting until
// leave is called: what one copy was told is known to the next.
func (r *refused) enter(id RequestID) (leave func()) {
	mine := make(chan struct{})
	for {
		other, busy := r.underway.LoadOrStore(id, mine)
		if !busy {
			return func() { r.underway.Delete(id); close(mine) }
		}
		<-other.(chan struct{})
	}
}

// again returns the refusal of a request, if it was refused.
func (r *refused) again(id RequestID, verb Verb) *Refusal {
	r.mu.Lock()
	defer r.mu.Unlock()
	once, ok := r.known[id]
	switch {
	case !ok:
		return nil
	case once.verb != verb:
		return refuse(RequestReused)
	}
	return once.refusal.clone()
}

// remember remembers why a request was refused.
func (r *refused) remember(id RequestID, verb Verb, refusal *Refusal) {
	if refusal.Code == RequestReused { // the request that has this id was not refused
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[RequestID]refusedOnce{}
	}
	if _, ok := r.known[id]; ok {
		return
	}
	delete(r.known, r.last[r.next])
	r.known[id] = refusedOnce{verb, refusal.clone()}
	r.last[r.next] = id
	r.next = (r.next + 1) % mostRefused
}

// clone returns a refusal whose game is its own.
func (r *Refusal) clone() *Refusal {
	c := *r
	if r.Game != nil {
		c.Game = r.Game.AsOf(r.Game.Seq())
	}
	if r.Challenge != nil {
		challenge := *r.Challenge
		c.Challenge = &challenge
	}
	return &c
}
