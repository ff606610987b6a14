package bot

import (
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
)

// Broken answers an interaction that a mistake of ours kept from being answered. The log
// knows more about it by the reference.
func (b *Bot) Broken(i *dg.Interaction, reference string) Reply {
	return b.apology(i, "sorry.failed", "reference", reference)
}

// Busy answers an interaction of somebody who asks more than can be answered, or in a
// place where that happens.
func (b *Bot) Busy(i *dg.Interaction) Reply {
	return b.apology(i, "sorry.busy")
}

// TooMuchWork answers an interaction of somebody for whom, or for whose place, so much was
// worked that they have to wait.
func (b *Bot) TooMuchWork(i *dg.Interaction, wait time.Duration) Reply {
	return b.apology(i, "sorry.too-much-work", "n", int(wait.Seconds())+1)
}

// apology says something privately, without looking at what was asked.
func (b *Bot) apology(i *dg.Interaction, key string, values ...any) Reply {
	r := &Response{
		Type: dg.InteractionApplicationCommandAutocompleteResult,
		Data: &Message{Choices: completions(nil)},
	}
	if i.Type != dg.InteractionApplicationCommandAutocomplete {
		m := &message{private: true}
		m.say(understood(string(i.Locale), lang.English()).Say(key, values...))
		r = &Response{Type: dg.InteractionResponseChannelMessageWithSource, Data: m.outgoing()}
	}
	return Reply{Response: r}
}
