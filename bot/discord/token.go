package discord

import (
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"
)

// tokens remember by which interaction a message of the bot's came, or was last used: by its
// token the message can be changed in a channel whose limit is used up, or where the bot may
// do nothing. The oldest are forgotten: messages can be changed without, too.
type tokens struct {
	mu         sync.Mutex
	young, old map[string]token // by the ids of messages
}

// token is where a message is for an interaction.
type token struct {
	address string
	until   time.Time
}

const mostTokens = 8192 // young ones, and as many old ones

// note remembers the interaction of a message, which is its response if it is the original,
// or came after that.
func (t *tokens) note(i *dg.Interaction, message string, original bool, now time.Time) {
	if message == "" {
		return
	}
	address := dg.EndpointWebhookMessage(i.AppID, i.Token, message)
	if original {
		address = dg.EndpointInteractionResponseActions(i.AppID, i.Token)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.young == nil || len(t.young) >= mostTokens {
		t.young, t.old = map[string]token{}, t.young
	}
	t.young[message] = token{address: address, until: now.Add(tokenLives)}
}

// address returns where a message is by an interaction; "" if it is known by none.
func (t *tokens) address(message string, now time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, known := range []map[string]token{t.young, t.old} {
		if at, ok := known[message]; ok && now.Before(at.until) {
			return at.address
		}
	}
	return ""
}

func (t *tokens) forget(message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.young, message)
	delete(t.old, message)
}
