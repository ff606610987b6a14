package delivery

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// A move is two updates of the store: the move, and the record of what its response delivered.
func TestMoveIsTwoUpdates(t *testing.T) {
	w := newWorld(t)
	g, old := w.begin()
	before := w.store.updates.Load()
	moved := w.move(anna, g, "11-15")
	if n := w.store.updates.Load() - before; n != 1 {
		t.Errorf("a move is %d updates", n)
	}
	shown := w.done(w.boardResponse(moved, g.Seq()))
	if n := w.store.updates.Load() - before; n != 2 {
		t.Errorf("a move and its delivery are %d updates", n)
	}
	w.shows(g, shown)
	w.pending(0)
	if edits := w.discord.take("edit"); len(edits) != 1 || edits[0].id != old.ID ||
		w.discord.hasControls(old) || !w.discord.hasControls(shown) {
		t.Errorf("edits: %+v; only the new board has buttons", edits)
	}
	w.announces(ResponseTimeout + time.Second)
}

// A move is two updates of the store wherever its board is shown.
func TestMoveShownElsewhereIsTwoUpdates(t *testing.T) {
	for name, in := range map[string]Target{"edited": InMessage, "in the channel": InChannel, "in a thread": InThread} {
		w := newWorld(t)
		g, _ := w.begin()
		before := w.store.updates.Load()
		w.done(w.boardIn(in, w.move(anna, g, "11-15")))
		if n := w.store.updates.Load() - before; n != 2 {
			t.Errorf("%s: %d updates", name, n)
		}
		w.pending(0)
	}
}

// A board that cannot be recorded is announced later, and then found by its fingerprint.
func TestUnrecordedBoardIsFound(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	r := w.boardResponse(w.move(anna, g, "11-15"), g.Seq())
	w.store.fails.Store(true)
	shown := w.done(r)
	w.store.fails.Store(false)
	w.pending(1)
	w.announces(ResponseTimeout + time.Second)
	w.pending(0)
	w.shows(g, shown)
}

// A response that may not have arrived is announced, unless its message is found.
func TestFailedResponseIsAnnounced(t *testing.T) {
	for _, arrived := range []bool{true, false} {
		w := newWorld(t)
		g, _ := w.begin()
		r := w.boardResponse(w.move(anna, g, "11-15"), g.Seq())
		if arrived {
			w.discord.show(channel, r.Message.Build())
		}
		w.courier.Shown(t.Context(), &dg.Interaction{}, r, nil, errors.New("timeout"))
		w.announces(ResponseTimeout - 2*time.Second) // not yet
		w.pending(1)
		if arrived {
			w.announces(2 * time.Second)
		} else {
			w.announces(2*time.Second, "[11 15]")
		}
		w.pending(0)
	}
}

// A message that the response has made a line is not read or edited again; one that lost only its
// buttons, because it was not known to be the board, becomes a line then.
func TestUsedMessageIsNotEditedAgain(t *testing.T) {
	w := newWorld(t)
	g, old := w.begin()
	r := w.boardResponse(w.move(anna, g, "11-15"), g.Seq())
	before, err := w.composer.ComposeLine(t.Context(), g)
	w.must(err)
	r.Placement, r.Before = Follow, before
	pressed := &dg.Interaction{Type: dg.InteractionMessageComponent, Message: old}
	if removed := w.discord.received(r.Initial(pressed).Data); message.HasControls(&dg.Message{Components: removed}) ||
		textOf(removed) != "line 0" {
		t.Errorf("the message becomes %+v", removed)
	}
	w.discord.take("message")
	shown := w.discord.show(channel, r.FollowUp())
	w.courier.Shown(t.Context(), pressed, r, shown, nil)
	w.courier.Wait()
	if read, edits := w.discord.take("message"), w.discord.take("edit"); len(read)+len(edits) != 0 {
		t.Errorf("read: %+v, edits: %+v", read, edits)
	}
	w.shows(g, shown)

	r = w.boardResponse(w.move(ben, g, "22-18"), 1)
	r.Placement = Follow
	pressed = &dg.Interaction{Type: dg.InteractionMessageComponent, Message: shown}
	w.courier.Shown(t.Context(), pressed, r, w.discord.show(channel, r.FollowUp()), nil)
	w.courier.Wait()
	if text := w.discord.text(shown); text != "line 1" {
		t.Errorf("the message becomes %q", text)
	}
}

// A board that arrives after a newer one does not take its place, and loses its buttons.
func TestLateBoardLosesItsButtons(t *testing.T) {
	w := newWorld(t)
	g, _ := w.begin()
	first := w.boardResponse(w.move(anna, g, "11-15"), 0)
	second := w.boardResponse(w.move(ben, g, "22-18"), 1)
	newest := w.done(second)
	late := w.done(first)
	w.shows(g, newest)
	w.pending(0)
	if w.discord.hasControls(late) || !w.discord.hasControls(newest) {
		t.Error("the late board has buttons, or the newest has none")
	}
}

// Discord is answered first as each response asks for.
func TestInitial(t *testing.T) {
	used := &dg.Message{ID: "5", ChannelID: channel.String()}
	slow := func(context.Context) *message.Builder { return notice() }
	for name, test := range map[string]struct {
		interaction dg.InteractionType
		response    Response
		want        dg.InteractionResponseType
		flags       dg.MessageFlags
		followUp    bool
	}{
		"a message": {dg.InteractionApplicationCommand,
			Response{Message: notice()}, dg.InteractionResponseChannelMessageWithSource,
			dg.MessageFlagsIsComponentsV2 | dg.MessageFlagsEphemeral, false},
		"a follow-up": {dg.InteractionMessageComponent, Response{Message: notice(), Placement: Follow},
			dg.InteractionResponseUpdateMessage, dg.MessageFlagsIsComponentsV2, true},
		"a replacement": {dg.InteractionMessageComponent,
			Response{Message: &message.Builder{}, Placement: Replace},
			dg.InteractionResponseUpdateMessage, dg.MessageFlagsIsComponentsV2, false},
		"choices": {dg.InteractionApplicationCommandAutocomplete,
			Response{Choices: []*message.Choice{{Name: "11-15", Value: "11-15"}}},
			dg.InteractionApplicationCommandAutocompleteResult, 0, false},
		"a modal": {dg.InteractionApplicationCommand,
			Response{Modal: &message.Modal{CustomID: "rules", Title: "Rules"}}, dg.InteractionResponseModal, 0, false},
		"later": {dg.InteractionApplicationCommand, Response{Slow: true, Compose: slow},
			dg.InteractionResponseDeferredChannelMessageWithSource, 0, false},
		"later, in place": {dg.InteractionMessageComponent,
			Response{Slow: true, Compose: slow, Private: true, Placement: Replace},
			dg.InteractionResponseDeferredMessageUpdate, 0, false},
		"later, privately": {dg.InteractionApplicationCommand,
			Response{Slow: true, Compose: slow, Private: true},
			dg.InteractionResponseDeferredChannelMessageWithSource, dg.MessageFlagsEphemeral, false},
	} {
		got := test.response.Initial(&dg.Interaction{Type: test.interaction, Message: used})
		var flags dg.MessageFlags
		if got.Data != nil {
			flags = got.Data.Flags
		}
		if got.Type != test.want || flags != test.flags || (test.response.FollowUp() != nil) != test.followUp {
			t.Errorf("%s: first comes %+v with %+v, and then %+v", name, got, got.Data, test.response.FollowUp())
		}
	}
}

// A board is composed when the transport asks for it. If that fails, or a newer board is on its
// way, the response says where the board is, and announcements are left to Announce.
func TestDraw(t *testing.T) {
	for name, test := range map[string]struct {
		deferred, movedOn, fails bool
		placement                Placement
		want                     string
		wantType                 dg.InteractionResponseType
	}{
		"composed":                        {want: "board, [11 15]", wantType: dg.InteractionResponseChannelMessageWithSource},
		"composed in place":               {placement: Replace, want: "board, [11 15]", wantType: dg.InteractionResponseUpdateMessage},
		"composed late":                   {deferred: true, want: "board, [11 15]", wantType: dg.InteractionResponseChannelMessageWithSource},
		"in time though the game went on": {movedOn: true, want: "board, [11 15]", wantType: dg.InteractionResponseChannelMessageWithSource},
		"too late": {deferred: true, movedOn: true,
			want: "the board is elsewhere", wantType: dg.InteractionResponseChannelMessageWithSource},
		"not composed": {fails: true, want: "the board is elsewhere",
			wantType: dg.InteractionResponseChannelMessageWithSource},
		"not composed in place": {fails: true, placement: Replace,
			want: "the board is elsewhere", wantType: dg.InteractionResponseChannelMessageWithSource},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			g, old := w.begin()
			moved := w.move(anna, g, "11-15")
			if test.movedOn {
				w.done(w.boardIn(InChannel, w.move(ben, g, "22-18")))
			}
			w.discord.take("post")
			pressed := &dg.Interaction{Message: old}
			drawn := w.courier.Draw(t.Context(), Response{
				Placement: test.placement, Announcements: moved.Announced,
				Board: &Board{Game: moved.Game, Notice: notice()},
				Compose: func(ctx context.Context) *message.Builder {
					if test.fails {
						return nil
					}
					m, err := w.composer.ComposeBoard(ctx, moved.Game, Mentions{})
					w.must(err)
					return m
				},
			}, test.deferred)
			first := drawn.Initial(pressed)
			if text := textOf(w.discord.received(first.Data)); text != test.want || first.Type != test.wantType {
				t.Errorf("the response of type %d says %q, want type %d, %q", first.Type, text, test.wantType, test.want)
			}
			w.courier.Shown(t.Context(), pressed, drawn, w.discord.show(channel, first.Data), nil)
			w.courier.Wait()
			if test.want == "the board is elsewhere" {
				w.pending(1)
			} else {
				w.pending(0)
			}
		})
	}
}

// The board of a new game goes into a thread, or into the channel if there can be no thread.
func TestThreads(t *testing.T) {
	for name, test := range map[string]struct {
		fails error
		want  game.RoomID
	}{"a thread": {nil, threadIn(channel)}, "no thread": {errGone, channel}} {
		w := newWorld(t)
		w.discord.fail("thread", channel, test.fails)
		begun := w.accept(w.challenge(anna, ben).Challenge)
		r := w.boardIn(InThread, begun)
		r.Board.Mentions = Mentioned(begun.Game, JustBegun)
		w.done(r)
		posts := w.discord.take("post")
		if len(posts) != 1 || posts[0].channel != test.want || !slices.Equal(posts[0].mentions, []string{anna.String()}) {
			t.Errorf("%s: posted: %+v", name, posts)
		}
		if now := w.game(begun.Game.ID); now.Room != test.want || now.Post.String() != posts[0].id {
			t.Errorf("%s: the game is in %d/%d", name, now.Room, now.Post)
		}
		if threads := w.discord.take("thread"); test.fails == nil && (len(threads) != 1 || threads[0].text != "Anna against Ben") {
			t.Errorf("%s: threads: %+v", name, threads)
		}
	}
}

// A message that a response finds out of date loses its buttons; without Outdated it retains them.
func TestOutdated(t *testing.T) {
	for _, outdated := range []bool{true, false} {
		w := newWorld(t)
		old := w.discord.show(channel, w.composeChallenge(w.challenge(anna, ben).Challenge).Build())
		w.courier.Shown(t.Context(), &dg.Interaction{Message: old}, Response{Message: notice(), Outdated: outdated}, nil, nil)
		w.courier.Wait()
		if w.discord.hasControls(old) == outdated {
			t.Errorf("outdated: %v; it has buttons: %v", outdated, !outdated)
		}
		w.discord.take("edit")
		plain := w.discord.show(channel, notice().Build())
		w.courier.Shown(t.Context(), &dg.Interaction{Message: plain}, Response{Message: notice(), Outdated: outdated}, nil, nil)
		w.courier.Wait()
		if edits := w.discord.take("edit"); len(edits) != 0 {
			t.Errorf("a message without buttons is edited: %+v", edits)
		}
	}
}

// A challenge that is closed by other means than its own buttons loses them.
func TestClosedChallenges(t *testing.T) {
	open := func(t *testing.T) (*world, *game.Challenge, *dg.Message) {
		w := newWorld(t)
		made := w.challenge(anna, ben)
		shown := w.done(Response{Message: w.composeChallenge(made.Challenge), Challenge: made.Challenge.ID, Announcements: made.Announced})
		w.pending(0)
		return w, made.Challenge, shown
	}
	t.Run("by a command", func(t *testing.T) {
		w, ch, shown := open(t)
		w.done(Response{Message: notice(), Closed: ch.ID})
		if w.discord.hasControls(shown) {
			t.Error("it has buttons")
		}
		w.discord.take("message")
		w.done(Response{Message: notice(), Closed: ch.ID})
		if read := w.discord.take("message"); len(read) != 0 {
			t.Errorf("it is read again: %+v", read)
		}
	})
	t.Run("after a restart", func(t *testing.T) {
		w, ch, shown := open(t)
		w.pass(time.Second)
		w.restart()
		_, err := w.referee.Withdraw(t.Context(), game.ReplyRequest{Request: w.request(anna), Challenge: ch.ID})
		w.must(err)
		w.discord.fail("recent", channel, errBusy)
		w.done(Response{Message: notice(), Closed: ch.ID})
		w.discord.fail("recent", channel, nil)
		w.announces(0)
		if text := w.discord.text(shown); text != "challenge withdrawn" || w.discord.hasControls(shown) {
			t.Errorf("it says %q", text)
		}
	})
	t.Run("by its own button", func(t *testing.T) {
		w, ch, shown := open(t)
		w.courier.Shown(t.Context(), &dg.Interaction{Message: shown}, Response{Message: notice(), Closed: ch.ID, Placement: Replace}, shown, nil)
		w.courier.Wait()
		if read := w.discord.take("message"); len(read) != 0 {
			t.Errorf("the message that the response replaces is read: %+v", read)
		}
	})
	t.Run("by its own button, in a response that did not arrive", func(t *testing.T) {
		w, ch, shown := open(t)
		a, err := w.referee.Decline(t.Context(), game.ReplyRequest{Request: w.request(ben), Challenge: ch.ID})
		w.must(err)
		r := Response{Message: w.composeChallenge(a.Challenge), Announcements: a.Announced, Closed: ch.ID, Placement: Replace}
		w.courier.Shown(t.Context(), &dg.Interaction{Message: shown}, r, nil, errBusy)
		w.courier.Wait()
		if w.discord.hasControls(shown) {
			t.Error("it has buttons")
		}
	})
	t.Run("says how", func(t *testing.T) {
		w, ch, shown := open(t)
		r := w.boardIn(InThread, w.accept(ch)) // only then is it known where the game is
		r.Closed = ch.ID
		w.done(r)
		if text := w.discord.text(shown); text != "challenge accepted" {
			t.Errorf("it says %q", text)
		}
	})
	t.Run("by a response that is lost", func(t *testing.T) {
		w, ch, shown := open(t)
		_, err := w.referee.Decline(t.Context(), game.ReplyRequest{Request: w.request(ben), Challenge: ch.ID})
		w.must(err)
		w.announces(ResponseTimeout+time.Second, "challenge declined")
		if w.discord.hasControls(shown) {
			t.Error("it has buttons")
		}
	})
	t.Run("after it was announced", func(t *testing.T) {
		w := newWorld(t)
		ch := w.challenge(anna, ben).Challenge
		w.announces(ResponseTimeout+time.Second, "challenge open")
		shown := w.discord.channels[channel][0]
		w.done(Response{Message: notice(), Closed: ch.ID})
		if w.discord.hasControls(shown) {
			t.Error("it has buttons")
		}
	})
	t.Run("by a response that failed to show it", func(t *testing.T) {
		w := newWorld(t)
		ch := w.challenge(anna, ben).Challenge
		r := Response{Message: w.composeChallenge(ch), Challenge: ch.ID}
		w.courier.Shown(t.Context(), &dg.Interaction{}, r, w.discord.show(channel, r.Message.Build()), errBusy)
		w.done(Response{Message: notice(), Closed: ch.ID})
		if read := w.discord.take("message"); len(read) != 0 {
			t.Errorf("read: %+v", read)
		}
	})
}

// The message of a challenge becomes the result of its game in a thread, also after a restart, by one edit. That of a game in
// the same channel stays as it is.
func TestChallengeBecomesResult(t *testing.T) {
	for in, want := range map[Target]string{InThread: "result of board, ended", InResponse: "challenge accepted"} {
		w := newWorld(t)
		made := w.challenge(anna, ben)
		shown := w.done(Response{Message: w.composeChallenge(made.Challenge), Challenge: made.Challenge.ID, Announcements: made.Announced})
		r := w.boardIn(in, w.accept(made.Challenge))
		r.Closed = made.Challenge.ID
		w.done(r)
		w.restart()
		g := r.Board.Game
		ended, err := w.referee.Resign(t.Context(), w.about(ben, g))
		w.must(err)
		w.discord.take("edit")
		w.done(w.boardIn(InChannel, ended))
		w.done(w.boardResponse(game.Answer{Game: w.game(g.ID)}, g.Seq())) // shown again
		if text := w.discord.text(shown); text != want {
			t.Errorf("it says %q, want %q", text, want)
		}
		edits := slices.DeleteFunc(w.discord.take("edit"), func(e call) bool { return e.id != shown.ID })
		if len(edits) != map[Target]int{InThread: 1}[in] {
			t.Errorf("its edits are %+v", edits)
		}
	}
}

// A response without a board delivers its announcements.
func TestResponseWithoutBoard(t *testing.T) {
	w := newWorld(t)
	made := w.challenge(anna, ben)
	r := Response{Message: w.composeChallenge(made.Challenge), Announcements: made.Announced}
	w.store.fails.Store(true)
	w.done(r)
	w.store.fails.Store(false)
	w.pending(1)
	w.done(r)
	w.pending(0)
}

// A response whose message is not known delivers its announcements, and the game stays where it is.
func TestUnknownMessages(t *testing.T) {
	for _, m := range []*dg.Message{nil, {}, {ID: "x", ChannelID: "78"}, {ID: "5", ChannelID: ""}} {
		w := newWorld(t)
		g, shown := w.begin()
		w.courier.Shown(t.Context(), &dg.Interaction{}, w.boardResponse(w.move(anna, g, "11-15"), g.Seq()), m, nil)
		w.courier.Wait()
		if now := w.game(g.ID); now.Post.String() != shown.ID {
			t.Errorf("after %+v the game is in %d", m, now.Post)
		}
		w.pending(0)
	}
}
