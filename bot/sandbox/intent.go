package sandbox

// Intents are the sorts of events that a bot asks for, as Discord's bits.
type Intents uint64

const (
	needNothing    Intents = 0
	needGuilds     Intents = 1 << 0
	GuildMembers   Intents = 1 << 1
	GuildPresences Intents = 1 << 8
	needInGuild    Intents = 1 << 9
	needInDirect   Intents = 1 << 12
	MessageContent Intents = 1 << 15

	privileged           = GuildMembers | GuildPresences | MessageContent
	knownIntents Intents = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

func needMessages(c *Channel) Intents {
	if c.Kind.private() {
		return needInDirect
	}
	return needInGuild
}
