package discord

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
)

// firstPause is how long the second try of a request waits; each further one waits
// twice as long.
const firstPause = 50 * time.Millisecond

// respond answers an interaction, and returns the message that shows the answer, if it is
// told. It tries until the context ends: Discord takes one answer, however often it comes,
// and says so if one has come already.
func (c *Client) respond(ctx context.Context, i *dg.Interaction, r *bot.Response) (*dg.Message, error) {
	var files []*dg.File
	if r.Data != nil {
		files = r.Data.Files
	}
	var answered struct {
		Resource struct {
			Message *whereabouts `json:"message"`
		} `json:"resource"`
	}
	address := dg.EndpointInteractionResponse(i.ID, i.Token)
	if shows(r.Type) {
		address += "?with_response=true"
	}
	err := again(ctx, files, always, func() error {
		return c.request(ctx, http.MethodPost, address, r, files, &answered)
	})
	return c.noted(i, answered.Resource.Message, true), err
}

// whereabouts is where a message is, and by its flags whether it is only a promise of one:
// all that is read of one that the bot has just said.
// What else Discord tells of it, the bot knows, and to read it costs as much as to say it.
type whereabouts struct {
	ID      string          `json:"id"`
	Channel string          `json:"channel_id"`
	Flags   dg.MessageFlags `json:"flags"`
}

// noted returns a message that an interaction has led to, and remembers that it did.
func (c *Client) noted(i *dg.Interaction, w *whereabouts, original bool) *dg.Message {
	m := w.message()
	if m != nil && m.Flags&dg.MessageFlagsEphemeral == 0 { // who sees it alone presses it themselves
		c.tokens.note(i, m.ID, original, time.Now())
	}
	return m
}

func (w *whereabouts) message() *dg.Message {
	if w == nil {
		return nil
	}
	return &dg.Message{ID: w.ID, ChannelID: w.Channel, Flags: w.Flags}
}

// shows tells whether an answer is a message.
func shows(t dg.InteractionResponseType) bool {
	return t == dg.InteractionResponseChannelMessageWithSource || t == dg.InteractionResponseUpdateMessage
}

// shown returns the message that is the answer to an interaction.
func (c *Client) shown(ctx context.Context, i *dg.Interaction) (*dg.Message, error) {
	m := &whereabouts{}
	err := again(ctx, nil, always, func() error {
		return c.request(ctx, http.MethodGet, dg.EndpointInteractionResponseActions(i.AppID, i.Token), nil, nil, m)
	})
	return c.noted(i, m, true), err
}

// follow says something more about an interaction that has been answered.
func (c *Client) follow(ctx context.Context, i *dg.Interaction, p *bot.Message) (*dg.Message, error) {
	m := &whereabouts{}
	err := again(ctx, p.Files, unlessDone, func() error {
		return c.request(ctx, http.MethodPost, dg.EndpointFollowupMessage(i.AppID, i.Token)+"?wait=true", p, p.Files, m)
	})
	return c.noted(i, m, false), err
}

// fill puts a message in the place of the answer to an interaction.
func (c *Client) fill(ctx context.Context, i *dg.Interaction, p *bot.Message) (*dg.Message, error) {
	m := &whereabouts{}
	edit := *p
	edit.Flags &= dg.MessageFlagsIsComponentsV2 | dg.MessageFlagsSuppressEmbeds
	err := again(ctx, p.Files, always, func() error {
		return c.request(ctx, http.MethodPatch, dg.EndpointInteractionResponseActions(i.AppID, i.Token), edit, p.Files, m)
	})
	return c.noted(i, m, true), err
}

// remove takes the answer to an interaction away, if it is there: a second try may find that
// the first has done it.
func (c *Client) remove(ctx context.Context, i *dg.Interaction) error {
	err := again(ctx, nil, always, func() error {
		return c.request(ctx, http.MethodDelete, dg.EndpointInteractionResponseActions(i.AppID, i.Token), nil, nil, nil)
	})
	if isMissing(err) {
		return nil
	}
	return err
}

// always tries requests again that do no harm when they are done twice.
func always(e *Error) bool { return e.Temporary() }

// unlessDone tries requests again that were certainly not done.
func unlessDone(e *Error) bool { return e.Temporary() && e.Status != 0 }

// again makes a request until it is done, cannot be done, or there is no time left. It
// sends files from their beginning each time.
func again(ctx context.Context, files []*dg.File, worth func(*Error) bool, request func() error) error {
	for pause := firstPause; ; pause *= 2 {
		for _, f := range files {
			if s, ok := f.Reader.(io.Seeker); ok {
				if _, err := s.Seek(0, io.SeekStart); err != nil {
					return err
				}
			}
		}
		err := request()
		var failed *Error
		if !errors.As(err, &failed) || !worth(failed) {
			return err
		}
		wait := max(pause, failed.After)
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
	}
}
