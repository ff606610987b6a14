package discord

import (
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/internal/recent"
)

// interactionTokens remembers the last interaction that sent or edited each message of the bot.
// The token of an interaction allows the bot to edit its message when the rate limit of the
// channel is used up, or when the bot lacks permissions there. A forgotten message is edited
// with the bot's own token.
type interactionTokens struct {
	mu       sync.Mutex
	messages *recent.Map[string, tokenAddress] // by ID
}

// tokenAddress is the address at which the token of an interaction allows edits of a message.
type tokenAddress struct {
	address string
	expires time.Time
}

// maxTokens is how many messages interactionTokens remembers.
const maxTokens = 16384

func newInteractionTokens() *interactionTokens {
	return &interactionTokens{messages: recent.NewMap[string, tokenAddress](maxTokens)}
}

// put remembers the interaction of a message. The message is the original response to the
// interaction or a followup message.
func (t *interactionTokens) put(i *dg.Interaction, message string, original bool, now time.Time) {
	if message == "" {
		return
	}
	address := dg.EndpointWebhookMessage(i.AppID, i.Token, message)
	if original {
		address = dg.EndpointInteractionResponseActions(i.AppID, i.Token)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.messages.Put(message, tokenAddress{address, now.Add(tokenLifetime)})
}

// address returns the address of a message by the token of an interaction, or "" if no valid
// token is known.
func (t *interactionTokens) address(message string, now time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known, ok := t.messages.Get(message); ok && now.Before(known.expires) {
		return known.address
	}
	return ""
}

// forget forgets the interaction of a message.
func (t *interactionTokens) forget(message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.messages.Delete(message)
}
