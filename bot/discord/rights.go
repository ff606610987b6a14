package discord

import dg "github.com/bwmarrin/discordgo"

// Right is something that Discord lets the bot do in a channel, or not.
type Right struct {
	Bit  int64
	Name string // as Discord calls it
	What string // it is needed for
}

// Rights are what the bot needs where people play.
var Rights = []Right{
	{dg.PermissionViewChannel, "View Channel", "to be there"},
	{dg.PermissionSendMessages, "Send Messages", "to tell news"},
	{dg.PermissionAttachFiles, "Attach Files", "to show boards with them"},
	{dg.PermissionReadMessageHistory, "Read Message History", "to take the controls off old boards, and to tell nothing twice"},
	{dg.PermissionCreatePublicThreads, "Create Public Threads", "if games are to have threads"},
	{dg.PermissionSendMessagesInThreads, "Send Messages in Threads", "if games are to have threads"},
}
