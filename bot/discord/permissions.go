package discord

import dg "github.com/bwmarrin/discordgo"

// Permission is a permission of the bot in a channel.
type Permission struct {
	Bit     int64
	Name    string // in Discord's words
	Purpose string // what it is needed for
}

// RequiredPermissions are the permissions that the bot needs in channels where games are played.
var RequiredPermissions = []Permission{
	{dg.PermissionViewChannel, "View Channel", "to see the channel"},
	{dg.PermissionSendMessages, "Send Messages", "to announce moves and results"},
	{dg.PermissionAttachFiles, "Attach Files", "to show boards"},
	{dg.PermissionReadMessageHistory, "Read Message History", "to remove the buttons of old boards, and to announce nothing twice"},
	{dg.PermissionCreatePublicThreads, "Create Public Threads", "if games are to have threads"},
	{dg.PermissionSendMessagesInThreads, "Send Messages in Threads", "if games are to have threads"},
}
