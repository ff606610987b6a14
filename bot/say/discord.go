package say

import (
	"fmt"
	"strconv"
	"time"

	"doublecorner/game"
)

// Mention mentions a user; Discord shows the name they have in the guild.
func Mention(p game.PersonID) string { return "<@" + p.String() + ">" }

// Channel mentions a channel; Discord shows its name, and leads to it.
func Channel(channel game.RoomID) string { return "<#" + channel.String() + ">" }

// ChannelLink returns a link to a channel of a guild.
func ChannelLink(guild game.PlaceID, channel game.RoomID) string {
	return fmt.Sprintf("https://discord.com/channels/%d/%d", guild, channel)
}

// TournamentLink returns a link to the message of a tournament, or to its channel until that is there.
func TournamentLink(t *game.Tournament) string {
	if t.Post == 0 {
		return ChannelLink(t.Place, t.Room)
	}
	return fmt.Sprintf("%s/%d", ChannelLink(t.Place, t.Room), t.Post)
}

// Role returns the text that names a role. It notifies nobody.
func Role(role game.RoleID) string { return "<@&" + role.String() + ">" }

// Timestamp writes a time as each user's Discord client shows it: R as in “in 3 days”, D as a date.
func Timestamp(at time.Time, style string) string {
	return "<t:" + strconv.FormatInt(at.Unix(), 10) + ":" + style + ">"
}
