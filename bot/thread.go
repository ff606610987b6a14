package bot

import (
	"errors"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// threadName returns what the thread of a game is called.
func (b *Bot) threadName(req *request, g *game.Game) string {
	names := say.Players(req, req.public, g, b.nameOf)
	return message.Clip(req.public.Say("board.thread", "white", names[draughts.White], "black", names[draughts.Black], "id", string(g.ID)))
}

// shownGame is a game as a message showed it.
type shownGame struct {
	game game.GameID
	post game.PostID
}

// useThread continues a game in a new thread, unless it is in one or, because both players want that at once, about to
// be.
func (b *Bot) useThread(req *request, g *game.Game) (delivery.Response, error) {
	switch {
	case g.Place != req.place || b.isThread(req, g.Room):
		return delivery.Response{Message: req.linkTo(g), Placement: req.replacing()}, nil
	case !req.mayThread():
		return delivery.Response{}, errThreads
	}
	shown := shownGame{g.ID, g.Post}
	if thread, ok := b.ownThreads.Get(shown); ok {
		return delivery.Response{Message: req.shownIn(g, thread), Placement: req.replacing()}, nil
	}
	thread, err := b.discord.Thread(req, g.Room, b.threadName(req, g))
	if errors.Is(err, delivery.ErrUnreachable) {
		return delivery.Response{}, errThreads
	} else if err != nil {
		return delivery.Response{}, err
	}
	b.ownThreads.Put(shown, thread)
	g.Room = thread
	mentions := delivery.ToAct(g).Without(g, req.by.Person)
	return delivery.Response{
		Message: req.linkTo(g), Placement: req.replacing(), Board: &delivery.Board{Game: g, Mentions: mentions, In: delivery.InChannel},
	}, nil
}

// threadPermissions are what the bot needs in a channel to give each game a thread.
const threadPermissions = dg.PermissionCreatePublicThreads | dg.PermissionSendMessagesInThreads | dg.PermissionAttachFiles

// threads reports whether games have threads of their own in the channel of a request.
func (s *settings) threads(req *request) bool {
	if s.Threads != nil {
		return *s.Threads && req.canHaveThreads()
	}
	return req.mayThread()
}

// mayThread reports whether the bot may give games threads in the channel of a request.
func (req *request) mayThread() bool {
	return req.canHaveThreads() && req.i.AppPermissions&threadPermissions == threadPermissions
}

// canHaveThreads reports whether Discord has threads in the channel of a request: in voice channels there are none.
func (req *request) canHaveThreads() bool {
	kind := req.i.ChannelType
	return req.i.GuildID != "" && kind != dg.ChannelTypeGuildVoice && kind != dg.ChannelTypeGuildStageVoice
}

// inThread reports whether a request comes from a thread.
func (req *request) inThread() bool { return req.i.Parent != 0 }

// isGone reports whether a channel is gone, or closed to the bot. If Discord does not answer, it is not.
func (b *Bot) isGone(req *request, channel game.RoomID) bool {
	gone, known := req.gone[channel]
	if !known && channel != req.channel {
		_, err := b.discord.Parent(req, channel)
		gone = errors.Is(err, delivery.ErrUnreachable)
		req.gone[channel] = gone
	}
	return gone
}

// maxThreads limits how many threads are remembered.
const maxThreads = 10000

// isThread reports whether a channel is a thread that the bot can see: it may be gone. If Discord does not answer,
// it is taken for one, so that the games in it stay there.
func (b *Bot) isThread(req *request, channel game.RoomID) bool {
	if channel == req.channel {
		return req.inThread()
	}
	parent, err := b.discord.Parent(req, channel)
	return parent != 0 || err != nil && !errors.Is(err, delivery.ErrUnreachable)
}
