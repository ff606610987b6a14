package main

import (
	"testing"

	"doublecorner/internal/sandbox"
)

// in returns the fixture as seen from another channel.
func (w *fixture) in(channel sandbox.ID) *fixture {
	there := *w
	there.channel = channel
	return &there
}

// thread waits for a thread of the channel, other than one.
func (w *fixture) thread(than sandbox.ID) (thread sandbox.ID) {
	w.t.Helper()
	w.eventually("a thread", func() bool {
		places, err := w.anna.Channels(w.t.Context())
		must(w.t, err)
		for _, p := range places {
			if p.Parent == w.channel && p.ID != than {
				thread = p.ID
			}
		}
		return thread != 0
	})
	return thread
}

// TestChannels plays a game in each kind of channel where the bot can be used: in a thread, and in a group
// where only one member has installed it; and reads the rules in a DM with the bot.
func TestChannels(t *testing.T) {
	w := newFixture(t, sandbox.Options{})
	w.serve()

	t.Run("thread", func(t *testing.T) {
		w := w.in(w.channel)
		w.t = t
		must(t, w.Overwrite(w.channel, w.AppID(), sandbox.Overwrite{})) // games get threads where the bot may create them
		w.types(w.anna, "challenge", "opponent", w.ben.ID, "colour", "black")
		w.presses(w.ben, "Accept")
		inside := w.in(w.thread(0))
		inside.sees(w.anna, "Game on!")
		inside.presses(w.anna, "11-15")
		inside.sees(w.ben, "played **11-15**")
		if m := w.types(w.ben, "move", "move", "22-18"); !m.OnlyYou { // from outside
			t.Errorf("outside everybody reads %q", said(*m))
		}
		inside.sees(w.anna, "played **22-18**")
		inside.presses(w.anna, "Resign")
		inside.presses(w.anna, "Yes, resign")
		inside.sees(w.ben, "resigned.")
		inside.presses(w.ben, "Rematch")
		inside.presses(w.anna, "Accept")
		inside.eventually("another game in the thread",
			func() bool { return inside.count(w.anna, "Game on!") == 1 }) // the first board is a line by now
		other, err := w.Channel(w.channel, "elsewhere")
		must(t, err)
		w.types(w.mod, "settings", "channel", w.channel, "threads", false)
		if m := inside.types(w.anna, "challenge"); m.OnlyYou {
			t.Errorf("in a thread of a channel for games Anna reads %q", said(*m))
		}
		if m := w.in(other).types(w.anna, "challenge"); !m.OnlyYou {
			t.Errorf("in a channel that is not for games everybody reads %q", said(*m))
		}
		w.types(w.mod, "settings", "channel", w.channel)
		if n := w.count(w.anna, "Game on!"); n != 0 {
			t.Errorf("%d boards are outside of the thread", n)
		}

		// Where the server wants no threads, players can have one.
		w.types(w.mod, "challenge", "opponent", w.ben.ID, "colour", "black")
		w.presses(w.ben, "Accept")
		w.presses(w.mod, "More")
		w.presses(w.mod, "Own thread")
		own := w.in(w.thread(inside.channel))
		own.sees(w.mod, "Game on!")
		w.eventually("no board above the thread", func() bool { return w.count(w.mod, "Game on!") == 0 })
		if m := w.types(w.mod, "move", "move", "11-15"); !m.OnlyYou {
			t.Errorf("above the thread everybody reads %q", said(*m))
		}
		own.sees(w.ben, "played **11-15**")
	})

	t.Run("group", func(t *testing.T) {
		must(t, w.anna.Change(t.Context(), sandbox.UserChange{Installed: new(true)}))
		group, err := w.Group(w.anna.ID, w.ben.ID)
		must(t, err)
		w := w.in(group)
		w.t = t
		w.types(w.anna, "challenge", "opponent", w.ben.ID, "colour", "black", "rules", "gamezer", "house-rules", "breakthrough")
		w.presses(w.ben, "Accept")
		w.sees(w.anna, "Game on!")
		w.types(w.anna, "leaderboard")
		w.presses(w.ben, "Resign")
		w.presses(w.ben, "Yes, resign")
		w.sees(w.anna, "resigned.")
	})

	t.Run("alone", func(t *testing.T) {
		alone, err := w.anna.DM(t.Context())
		must(t, err)
		w := w.in(alone.ID)
		w.t = t
		for _, command := range []string{"help", "rules", "games", "profile", "preferences", "privacy export"} {
			w.types(w.anna, command)
		}
		w.types(w.anna, "challenge")
		w.presses(w.anna, "Start")
		w.sees(w.anna, "Double Corner · level 2") // whom else could they play here
		out, err := w.anna.Command(t.Context(), sandbox.CommandRequest{Channel: alone.ID, Command: "settings"})
		if err == nil {
			t.Errorf("the settings of a server can be changed outside of one: %+v", out)
		}
	})
}
