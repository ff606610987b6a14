package discord

import (
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"
)

// tokens remember by which interaction a message of the bot's came, or was last used: by its
// token the message can be changed in a channel whose limit is used up, or where the bot may
// do nothing.
type tokens struct {
	mu  sync.Mutex
	all map[string]token // by the ids of messages
}

// token is where a message is for an interaction.
type token struct {
	address string
	until   time.Time
}

const mostTokens = 4096

// note remembers the interaction of a message, which is its response if it is the original,
// or came after that.
func (t *tokens) note(i *dg.Interaction, m *dg.Message, original bool, now time.Time) {
	if m == nil || m.ID == "" {
		return
	}
	address := dg.EndpointWebhookMessage(i.AppID, i.Token, m.ID)
	if original {
		address = dg.EndpointInteractionResponseActions(i.AppID, i.Token)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.all) >= mostTokens {
		for id, old := range t.all {
			if now.After(old.until) {
				delete(t.all, id)
			}
		}
	}
	if t.all == nil || len(t.all) >= mostTokens {
		t.all = map[string]token{} // messages can be changed without, too
	}
	t.all[m.ID] = token{address: address, until: now.Add(tokenLives)}
}

// address returns where a message is by an interaction; "" if it is known by none.
func (t *tokens) address(message string, now time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if at, ok := t.all[message]; ok && now.Before(at.until) {
		return at.address
	}
	return ""
}

func (t *tokens) forget(message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.all, message)
}
