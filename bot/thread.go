package bot

import (
	"context"
	"errors"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// threadName returns what the thread of a game is called.
func (b *Bot) threadName(req *request, g *game.Game) string {
	names := playerNames(req, req.public, g, b.nameOf)
	return message.Clip(req.public.Say("board.thread", "white", names[draughts.White], "black", names[draughts.Black], "id", string(g.ID)))
}

// useThread continues a game in a new thread, unless it is in one.
func (b *Bot) useThread(req *request, g *game.Game) (delivery.Response, error) {
	switch {
	case g.Place != req.place || b.isThread(req, g.Room):
		return delivery.Response{Message: req.linkTo(g), Placement: req.replacing()}, nil
	case !req.mayThread():
		return delivery.Response{}, errThreads
	}
	thread, err := b.discord.Thread(req, g.Room, b.threadName(req, g))
	if errors.Is(err, delivery.ErrUnreachable) {
		return delivery.Response{}, errThreads
	} else if err != nil {
		return delivery.Response{}, err
	}
	g.Room = thread
	mentions := delivery.ToAct(g).Without(g, req.by.Person)
	return delivery.Response{
		Message: req.linkTo(g), Placement: req.replacing(), Board: &delivery.Board{Game: g, Mentions: mentions, In: delivery.InChannel},
	}, nil
}

// threadPermissions are what the bot needs in a channel to give each game a thread.
const threadPermissions = dg.PermissionCreatePublicThreads | dg.PermissionSendMessagesInThreads

// threads reports whether games have threads of their own in the channel of a request.
func (s *settings) threads(req *request) bool {
	if s.Threads != nil {
		return *s.Threads
	}
	return req.mayThread()
}

// mayThread reports whether the bot may give games threads in the channel of a request.
func (req *request) mayThread() bool {
	return req.i.GuildID != "" && req.i.AppPermissions&threadPermissions == threadPermissions
}

// isThread reports whether a channel is a thread that the bot can see. If that is not known, it takes the
// channel for one, so that the games in it stay there.
func (b *Bot) isThread(req *request, channel game.RoomID) bool {
	parent, err := b.discord.Parent(req, channel)
	return parent != 0 || err != nil && !errors.Is(err, delivery.ErrUnreachable)
}

// maxChannels limits how many channels are remembered to be threads, or none.
const maxChannels = 10000

// isInThread reports whether a request comes from a thread.
func (b *Bot) isInThread(req *request) bool { return b.isKnownThread(req, req.place, req.channel) }

// isKnownThread reports whether a channel of a guild or DM is known to be a thread. A channel stays what it
// is, so Discord is asked only once.
func (b *Bot) isKnownThread(ctx context.Context, place game.PlaceID, channel game.RoomID) bool {
	if isThread, known := b.threads.Get(channel); known || uint64(place) == uint64(channel) {
		return isThread
	}
	parent, err := b.discord.Parent(ctx, channel)
	if err == nil {
		b.threads.Put(channel, parent != 0)
	}
	return parent != 0
}
