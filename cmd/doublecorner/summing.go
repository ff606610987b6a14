package main

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// How many warnings and errors with the same message are logged one by one, and in which time.
const (
	sumAfter = 3
	sumEvery = 10 * time.Second
)

// summing is a handler that sums up what fails again and again, as everything does while the database is away. Of warnings and
// errors with the same message it passes on sumAfter in sumEvery, and then the last of the others, with their number. It
// passes on every panic.
type summing struct {
	slog.Handler
	repeated *repeated // shared with the handlers that are made of this one
}

// repeated are the warnings and errors of the last sumEvery.
type repeated struct {
	mu  sync.Mutex
	all map[repeatedKey]*repetition
}

// repeatedKey tells them apart: those of one shard have a handler of their own.
type repeatedKey struct {
	to      slog.Handler
	message string
}

type repetition struct {
	number int
	last   slog.Record
}

func newSumming(to slog.Handler) summing {
	return summing{to, &repeated{all: map[repeatedKey]*repetition{}}}
}

// Handle implements slog.Handler.
func (h summing) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn || r.Message == "panic" || h.repeated.passes(repeatedKey{h.Handler, r.Message}, r) {
		return h.Handler.Handle(ctx, r)
	}
	return nil
}

// passes reports whether a record is among the first sumAfter, and keeps it otherwise.
func (r *repeated) passes(key repeatedKey, record slog.Record) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	one := r.all[key]
	if one == nil {
		one = &repetition{}
		r.all[key] = one
		time.AfterFunc(sumEvery, func() { r.sum(key) })
	}
	one.number++
	if one.number <= sumAfter {
		return true
	}
	one.last = record.Clone()
	return false
}

// sum logs how many records were kept.
func (r *repeated) sum(key repeatedKey) {
	r.mu.Lock()
	one := r.all[key]
	delete(r.all, key)
	r.mu.Unlock()
	if one.number > sumAfter {
		one.last.AddAttrs(slog.Int("times", one.number-sumAfter))
		key.to.Handle(context.Background(), one.last)
	}
}

// WithAttrs implements slog.Handler.
func (h summing) WithAttrs(attrs []slog.Attr) slog.Handler {
	return summing{h.Handler.WithAttrs(attrs), h.repeated}
}

// WithGroup implements slog.Handler.
func (h summing) WithGroup(name string) slog.Handler {
	return summing{h.Handler.WithGroup(name), h.repeated}
}
