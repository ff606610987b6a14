package bot

import (
	"errors"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// canBegin reports whether games may begin in the channel of a request, or in the parent of a thread.
func (req *request) canBegin() bool {
	return req.settings.allows(req.channel) || req.inThread() && req.settings.allows(req.i.Parent)
}

// isHere reports whether a game is played in the channel of a request.
func (req *request) isHere(g *game.Game) bool { return g.Room == req.channel }

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

// isThread reports whether a channel is a thread that the bot can see: it may be gone. If Discord does not answer,
// it is taken for one, so that the games in it stay there.
func (b *Bot) isThread(req *request, channel game.RoomID) bool {
	if channel == req.channel {
		return req.inThread()
	}
	parent, err := b.discord.Parent(req, channel)
	return parent != 0 || err != nil && !errors.Is(err, delivery.ErrUnreachable)
}

// isElsewhere reports whether the board of a game is not in the channel of a request: it is in another guild
// or DM, or in a thread.
func (b *Bot) isElsewhere(req *request, g *game.Game) bool {
	isThere := g.Post != 0 || g.Tournament != ""
	return g.Place != req.place || isThere && g.Room != req.channel && b.isThread(req, g.Room)
}
