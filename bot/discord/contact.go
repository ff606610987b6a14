package discord

import (
	"context"
	"net/http"
	"sync"
	"time"

	dg "github.com/bwmarrin/discordgo"
)

// contact knows whether Discord answers the requests of a process. It may not, although the gateway goes on: because it
// bans an address, or a route is broken.
type contact struct {
	mu   sync.Mutex
	lost time.Time // when the first request began that was not answered, unless one was answered since
}

// maxUnanswered is how long after its first unanswered request a process is cut off.
const maxUnanswered = 15 * time.Second

// probeEvery is how often a process without contact makes a request to learn whether that is over.
const probeEvery = 5 * time.Second

// record records whether a request that began at a time was answered.
func (c *contact) record(began time.Time, answered bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if answered {
		c.lost = time.Time{}
	} else if c.lost.IsZero() {
		c.lost = began
	}
}

// isAnswer reports whether an error comes from Discord's API and not from what is before it.
func (e *Error) isAnswer(h http.Header) bool {
	if e.Status == http.StatusTooManyRequests {
		return !isOfCloudflare(h, e.Code)
	}
	return e.Status < 500
}

// Unanswered returns since when Discord has answered no request; the zero time if it answered the last one.
func (c *Client) Unanswered() time.Time {
	c.contact.mu.Lock()
	defer c.contact.mu.Unlock()
	return c.contact.lost
}

// CutOff reports whether Discord has answered no request for so long that the process cannot do its work.
func (c *Client) CutOff() bool {
	lost := c.Unanswered()
	return !lost.IsZero() && time.Since(lost) >= maxUnanswered
}

// KeepContact has Discord asked now and then while it answers no request, until the context ends.
func (c *Client) KeepContact(ctx context.Context) {
	for sleep(ctx, probeEvery) == nil {
		if !c.Unanswered().IsZero() {
			c.probe(ctx)
		}
	}
}

// probe makes the smallest request that there is.
func (c *Client) probe(ctx context.Context) error {
	return c.request(ctx, http.MethodGet, dg.EndpointGateway, nil, nil)
}
