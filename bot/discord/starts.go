package discord

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"
)

// starts has sessions started no faster and no more often than Discord wants: a shard
// has one of a few lanes, in each of which a start must be a while after the last one,
// and on one day all bots of a token have so many. Who starts more often loses the token.
type starts struct {
	ask      func(context.Context) (*dg.GatewayBotResponse, error)
	patience time.Duration
	between  time.Duration // two starts in one lane

	asking sync.Mutex            // held while Discord is asked
	mu     sync.Mutex            // guards what follows
	info   dg.GatewayBotResponse // what Discord said last, less what was done since
	asked  time.Time
	lanes  map[int]chan time.Time // each holds when its last start was, unless somebody's turn is now
}

// fresh is for how long an answer of Discord's about starts counts. Other processes may
// use them too.
const fresh = time.Minute

func newStarts(ask func(context.Context) (*dg.GatewayBotResponse, error), patience, between time.Duration) *starts {
	return &starts{ask: ask, patience: patience, between: between, lanes: map[int]chan time.Time{}}
}

// known returns what Discord said last, if that still counts. That there are no starts
// left is not believed without asking again.
func (s *starts) known() (info dg.GatewayBotResponse, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.info, time.Since(s.asked) < fresh && s.info.SessionStartLimit.Remaining > 0
}

// know returns what Discord says.
func (s *starts) know(ctx context.Context) (dg.GatewayBotResponse, error) {
	s.asking.Lock()
	defer s.asking.Unlock()
	before, ok := s.known()
	if ok {
		return before, nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	info, err := s.ask(ctx)
	switch {
	case err != nil && final(err):
		return before, &GatewayError{Text: "Discord does not tell where its gateway is. Look whether it accepts the bot's token, and whether the address of its API is right", Cause: err}
	case err != nil:
		return before, err
	case info == nil || info.Shards < 1 || info.Shards > maxShards:
		return before, errors.New("what Discord says about its gateway makes no sense")
	}
	if _, err := gatewayAddress(info.URL); err != nil {
		return before, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.info, s.asked = *info, time.Now()
	if s.info.SessionStartLimit.Total < 1 { // it does not say how often
		s.info.SessionStartLimit.Remaining = math.MaxInt
	}
	return s.info, nil
}

// url returns where sessions are started.
func (s *starts) url() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.info.URL
}

// turn waits until a shard may start a session. It must then do so, or not, soon, and
// tell, as the next in its lane waits for that.
func (s *starts) turn(ctx context.Context, id int) (done func(started bool), err error) {
	info, err := s.know(ctx)
	if err != nil {
		return nil, err
	}
	lane := s.lane(id % max(1, info.SessionStartLimit.MaxConcurrency))
	var last time.Time
	select {
	case last = <-lane:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	err = sleep(ctx, time.Until(last.Add(s.between)))
	if err == nil {
		info, err = s.know(ctx)
	}
	if err == nil && info.SessionStartLimit.Remaining < 1 {
		err = usedUp(info.SessionStartLimit, 1)
	}
	if err != nil {
		lane <- last
		return nil, err
	}
	return func(started bool) {
		if started {
			last = time.Now()
			s.mu.Lock()
			s.info.SessionStartLimit.Remaining--
			s.mu.Unlock()
		}
		lane <- last
	}, nil
}

// lane returns one of the lanes.
func (s *starts) lane(n int) chan time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	lane, ok := s.lanes[n]
	if !ok {
		lane = make(chan time.Time, 1)
		lane <- time.Time{}
		s.lanes[n] = lane
	}
	return lane
}

// usedUp says that there are fewer starts left than are needed.
func usedUp(limit dg.SessionInformation, needed int) *GatewayError {
	renewed := time.Now().Add(time.Duration(limit.ResetAfter) * time.Millisecond)
	return &GatewayError{Passes: true, Text: fmt.Sprintf(
		"Discord lets a bot connect so often a day, and this one has %d of %d connections left, but needs %d. They are renewed on %s. Start again then, and look in the log for why it connected so often",
		limit.Remaining, limit.Total, needed, renewed.Format("2 January at 15:04 MST"))}
}

// final tells whether an error says that trying again does not help. Errors of the
// network say so of most that happens to them, and are not believed.
func final(err error) bool {
	refusal, ok := errors.AsType[interface {
		error
		Temporary() bool
	}](err)
	_, network := errors.AsType[net.Error](err)
	return ok && !network && !refusal.Temporary()
}
