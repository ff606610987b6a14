package game

import (
	"errors"
	"sync"
)

// refusals remembers why the last requests were refused, so that a request that arrives twice
// is not refused first and done later. It is not stored, so that a refusal costs nothing. After
// a restart a request that arrives again is a new one.
type refusals struct {
	attempts sync.Map // of *attempt by RequestID: those that are running or were refused

	mu   sync.Mutex
	ring [maxRefusals]RequestID // those that were refused
	next int                    // the index in ring of the oldest
}

// attempt is a request that is running or was refused.
type attempt struct {
	kind    RequestKind
	ended   chan struct{}
	refusal *RequestError // nil unless it was refused
}

// maxRefusals bounds the memory: a refusal holds a game of about 15 KB.
const maxRefusals = 1024

// begin waits until no other request of that id is running. It returns the refusal if one of them was
// refused. Otherwise others wait until the caller calls end with the result of the request.
func (r *refusals) begin(id RequestID, kind RequestKind) (end func(error), refusal *RequestError) {
	mine := &attempt{kind: kind, ended: make(chan struct{})}
	for {
		other, found := r.attempts.LoadOrStore(id, mine)
		if !found {
			return func(err error) { r.end(id, mine, err) }, nil
		}
		before := other.(*attempt)
		<-before.ended
		switch {
		case before.refusal == nil:
		case before.kind != kind:
			return nil, refuse(RequestReused)
		default:
			return nil, before.refusal.clone()
		}
	}
}

// end ends an attempt, and remembers it if it was refused.
func (r *refusals) end(id RequestID, a *attempt, err error) {
	defer close(a.ended)
	refusal, refused := errors.AsType[*RequestError](err)
	if !refused || refusal.Code == RequestReused { // the request that has this id was not refused
		r.attempts.Delete(id)
		return
	}
	a.refusal = refusal.clone()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.attempts.Delete(r.ring[r.next])
	r.ring[r.next] = id
	r.next = (r.next + 1) % maxRefusals
}
