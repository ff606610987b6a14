package delivery

import (
	"context"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
)

// Interaction is an interaction as Discord sends it.
type Interaction struct {
	*dg.Interaction
	Parent      game.RoomID // the channel of the thread that it comes from; 0 if it comes from no thread
	ChannelName string      // "" in a DM
	ChannelType dg.ChannelType
	Arrived     time.Time // in the process
}

// Response is the response to a request: what is shown, where, and what is recorded and delivered once it is.
type Response struct {
	Message   *message.Builder
	Placement Placement
	Choices   []*message.Choice // of an option that is being typed; instead of a message
	Modal     *message.Modal    // instead of a message
	// Compose composes the message, instead of Message, while the channel's next request is
	// handled. It is called also if the response cannot be sent, but not for a board that comes too
	// late. If it returns nil, the board's notice is the message, and the board is announced.
	Compose func(context.Context) *message.Builder
	// Slow says that Compose takes long, so that Discord shows the user that the bot works on it, unless
	// Placement is Replace. Private says whether the message will be private.
	Slow, Private bool

	// Wait waits for what is done for many requests at once, and returns the response, instead of all else. Meanwhile
	// the next requests of the channel are handled.
	Wait func(context.Context) Response

	// Think does what Compose of a slow response waits for. Others are composed meanwhile.
	Think func(context.Context)

	// Board is the board that the request made out of date.
	Board *Board
	// PrivateBoard is the private board that Message shows, or Before if Placement is Follow; nil: none.
	PrivateBoard *PrivateBoard
	// Announcements are delivered once Message, or the board, is.
	Announcements []game.AnnouncementID
	// Challenge is the open challenge that Message shows.
	Challenge game.ChallengeID
	// Closed is the challenge that the request closed.
	Closed game.ChallengeID
	// Before is what the message whose component was used becomes if Placement is Follow; nil: it
	// loses its buttons.
	Before *message.Builder
	// Outdated says that the buttons of the message whose component was used are to be removed. If it showed
	// the Closed challenge, it says how that ended.
	Outdated bool
}

// IsNote reports whether the message is a note about a game.
func (r *Response) IsNote() bool { return r.Board != nil && r.Board.In == Unchanged }

// Board is the board of a game, which a request made out of date.
type Board struct {
	Game     *game.Game
	Mentions Mentions
	In       Target
	Notice   *message.Builder // takes the place of a board that is not composed, or comes too late
	// Parent is the channel in which a thread of that name is created.
	Parent game.RoomID
	Thread string
}

// Target is where a board is shown.
type Target uint8

const (
	InResponse Target = iota // the board is the message of the response
	InMessage                // the message that shows the game is edited
	InChannel                // a new message in the game's channel
	InThread                 // a new message in a new thread
	Unchanged                // it stays as it is, and the response is a note: see IsNote
)

// Placement is where the message of a response goes.
type Placement uint8

const (
	Unplaced Placement = iota // nobody has decided, and it is a message of its own
	Beside                    // it is a message of its own
	Follow                    // so it is, and the message whose component was used becomes Response.Before
	Replace                   // it replaces the message whose component was used, or without one, that stays as it is
)

// Initial returns how an interaction is answered first: with a response, or with the promise of one.
func (r *Response) Initial(i *dg.Interaction) *message.Response {
	switch {
	case i.Type == dg.InteractionApplicationCommandAutocomplete:
		choices := append([]*message.Choice{}, r.Choices...) // Discord accepts no null
		return &message.Response{Type: dg.InteractionApplicationCommandAutocompleteResult, Data: &message.Message{Choices: choices}}
	case r.Modal != nil:
		return &message.Response{Type: dg.InteractionResponseModal, Data: r.Modal.Build()}
	case r.Placement == Replace && (r.Slow || r.Message == nil):
		return &message.Response{Type: dg.InteractionResponseDeferredMessageUpdate}
	case r.Slow:
		promise := &message.Message{}
		if r.Private {
			promise.Flags = dg.MessageFlagsEphemeral
		}
		return &message.Response{Type: dg.InteractionResponseDeferredChannelMessageWithSource, Data: promise}
	case r.Placement == Follow:
		before := message.WithoutControls(i.Message)
		if r.Before != nil {
			before = r.Before.Build()
		}
		return &message.Response{Type: dg.InteractionResponseUpdateMessage, Data: before}
	case r.Placement == Replace:
		return &message.Response{Type: dg.InteractionResponseUpdateMessage, Data: r.Message.Build()}
	}
	return &message.Response{Type: dg.InteractionResponseChannelMessageWithSource, Data: r.Message.Build()}
}

// FollowUp returns the message that is sent after Initial; nil if none is.
func (r *Response) FollowUp() *message.Message {
	if r.Placement != Follow || r.Message == nil {
		return nil
	}
	return r.Message.Build()
}

// Draw returns a response with its message composed, unless a later response shows a newer board. deferred says that
// Discord was told to wait.
func (c *Courier) Draw(ctx context.Context, r Response, deferred bool) Response {
	if r.Board != nil && deferred {
		g := r.Board.Game
		if now, err := c.referee.UnrestrictedGame(ctx, g.ID); err == nil && now.Seq() > g.Seq() {
			r.omitBoard()
			return r
		}
	}
	if m := r.Compose(ctx); m != nil {
		r.Message = m
	} else {
		r.omitBoard()
	}
	return r
}

// omitBoard replaces the board of a response by its notice.
func (r *Response) omitBoard() {
	r.Message, r.Board, r.Announcements, r.PrivateBoard = r.Board.Notice, nil, nil, nil
	if r.Placement == Replace {
		r.Placement = Beside
	}
}

// Shown delivers what belongs to a response, and records the message that Discord shows. It is called once, also with the
// error for which Discord shows none.
func (c *Courier) Shown(ctx context.Context, i *dg.Interaction, r Response, shown *dg.Message, err error) {
	if at, ok := whereIs(i.Message); ok && r.Outdated {
		at.challenge = r.Closed
		c.refresh(at)
	}
	if err == nil && r.Placement == Follow {
		c.follow(r.PrivateBoard, i.Message)
	} else if err == nil {
		c.follow(r.PrivateBoard, shown)
	}
	here := r // what the message of the response shows and delivers
	if r.Board != nil && r.Board.In != InResponse && !r.IsNote() {
		c.deliverBoard(ctx, r.Board, r.Announcements, r.Closed)
		here.Board, here.Announcements = nil, nil
	}
	replaced := i.Message
	if err != nil {
		c.log.Warn("response did not arrive", "interaction", i.ID, "err", err)
		replaced = nil
	} else {
		c.recordResponse(ctx, i, here, shown)
	}
	if r.Board == nil {
		c.closeChallenge(r.Closed, replaced)
		return
	}
	c.closeOffers(r.Board.Game, replaced)
	if r.Board.In != InThread { // else deliverBoard does it
		c.closeChallenge(r.Closed, nil) // the response could not link to the board of the game that the challenge began
	}
}

// recordResponse records what the message of a response shows and delivers.
func (c *Courier) recordResponse(ctx context.Context, i *dg.Interaction, r Response, shown *dg.Message) {
	var g *game.Game
	if r.IsNote() {
		c.openOffers(r.Board.Game, r.Board.Game.Seq()-1, shown)
	} else if r.Board != nil {
		g = r.Board.Game
	}
	var updated *dg.Message
	if r.Placement == Follow && r.Before != nil { // otherwise it still has its picture
		updated = i.Message
	}
	if err := c.record(ctx, g, shown, updated, r.Announcements); err != nil { // Announce delivers them
		c.log.Error("delivery not recorded", "interaction", i.ID, "err", err)
	}
	if r.Challenge != "" {
		c.openChallenge(r.Challenge, shown)
	}
}

// deliverBoard delivers a board apart from the response. The message of the challenge that began the
// game then says in which thread it is.
func (c *Courier) deliverBoard(ctx context.Context, b *Board, announcements []game.AnnouncementID, closed game.ChallengeID) {
	g := b.Game
	channel := g.Room
	switch b.In {
	case InMessage: // an edit notifies nobody
		c.addPending(boardKey(g.ID), batch{ids: announcements, until: g.Seq()})
		c.refresh(shownMessage{channel: g.Room, id: g.Post, game: g.ID})
		return
	case InThread:
		var err error
		if channel, err = c.discord.Thread(ctx, b.Parent, b.Thread); err != nil {
			c.log.Info("game without a thread", "game", g.ID, "err", err)
			channel = b.Parent
		}
	}
	delivers := batch{announcements, b.Mentions, g.Seq() - 1, g.Seq()}
	if b.In == InThread {
		delivers.since = JustBegun
	}
	c.postBoard(g, channel, delivers, func() {
		if b.In == InThread {
			c.closeChallenge(closed, nil)
		}
	})
}
