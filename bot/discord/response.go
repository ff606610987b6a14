package discord

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
)

// firstBackoff is the time before the second try of a request. It doubles with each further try.
const firstBackoff = 50 * time.Millisecond

// respond sends the initial response to an interaction, and returns the message that shows it, if
// it is one. It tries until the context ends, because Discord accepts only one initial response,
// and says so if it has one already.
func (c *Client) respond(ctx context.Context, i *dg.Interaction, r *message.Response) (*dg.Message, error) {
	var files []*dg.File
	if r.Data != nil {
		files = r.Data.Files
	}
	var created struct {
		Resource struct {
			Message *messageRef `json:"message"`
		} `json:"resource"`
	}
	address := dg.EndpointInteractionResponse(i.ID, i.Token)
	if showsMessage(r.Type) {
		address += "?with_response=true"
	}
	err := retry(ctx, files, ifTemporary, func() error {
		return c.request(ctx, http.MethodPost, address, r, files, &created)
	})
	return c.recordMessage(i, created.Resource.Message, true), err
}

// messageRef is what the client reads of a message that the bot has just sent: where it is, and
// its flags, which tell whether it is a deferral. Reading all of it would cost as much as writing
// it.
type messageRef struct {
	ID      string          `json:"id"`
	Channel string          `json:"channel_id"`
	Flags   dg.MessageFlags `json:"flags"`
}

// recordMessage returns the message of an interaction, and remembers the token by which it can be
// edited.
func (c *Client) recordMessage(i *dg.Interaction, ref *messageRef, original bool) *dg.Message {
	m := ref.message()
	if m != nil && m.Flags&dg.MessageFlagsEphemeral == 0 { // no other interaction edits a private message
		c.tokens.put(i, m.ID, original, time.Now())
	}
	return m
}

// message returns the message as discordgo's type, or nil.
func (ref *messageRef) message() *dg.Message {
	if ref == nil {
		return nil
	}
	return &dg.Message{ID: ref.ID, ChannelID: ref.Channel, Flags: ref.Flags}
}

// showsMessage reports whether a response is a message.
func showsMessage(t dg.InteractionResponseType) bool {
	return t == dg.InteractionResponseChannelMessageWithSource || t == dg.InteractionResponseUpdateMessage
}

// originalResponse returns the message that is the initial response to an interaction.
func (c *Client) originalResponse(ctx context.Context, i *dg.Interaction) (*dg.Message, error) {
	ref := &messageRef{}
	err := retry(ctx, nil, ifTemporary, func() error {
		return c.request(ctx, http.MethodGet, dg.EndpointInteractionResponseActions(i.AppID, i.Token), nil, nil, ref)
	})
	return c.recordMessage(i, ref, true), err
}

// followUp sends a followup message to an interaction.
func (c *Client) followUp(ctx context.Context, i *dg.Interaction, m *message.Message) (*dg.Message, error) {
	ref := &messageRef{}
	err := retry(ctx, m.Files, ifNotDone, func() error {
		return c.request(ctx, http.MethodPost, dg.EndpointFollowupMessage(i.AppID, i.Token)+"?wait=true", m, m.Files, ref)
	})
	return c.recordMessage(i, ref, false), err
}

// editOriginal replaces the message that is the initial response to an interaction.
func (c *Client) editOriginal(ctx context.Context, i *dg.Interaction, m *message.Message) (*dg.Message, error) {
	ref := &messageRef{}
	edit := *m
	edit.Flags &= dg.MessageFlagsIsComponentsV2 | dg.MessageFlagsSuppressEmbeds
	err := retry(ctx, m.Files, ifTemporary, func() error {
		return c.request(ctx, http.MethodPatch, dg.EndpointInteractionResponseActions(i.AppID, i.Token), edit, m.Files, ref)
	})
	return c.recordMessage(i, ref, true), err
}

// deleteOriginal deletes the message that is the initial response to an interaction. It succeeds
// if there is none, because an earlier try may have deleted it.
func (c *Client) deleteOriginal(ctx context.Context, i *dg.Interaction) error {
	err := retry(ctx, nil, ifTemporary, func() error {
		return c.request(ctx, http.MethodDelete, dg.EndpointInteractionResponseActions(i.AppID, i.Token), nil, nil, nil)
	})
	if isMissing(err) {
		return nil
	}
	return err
}

// ifTemporary decides to retry requests that do no harm if they are done twice.
func ifTemporary(e *Error) bool { return e.Temporary() }

// ifNotDone decides to retry only requests that Discord certainly did not do.
func ifNotDone(e *Error) bool { return e.Temporary() && e.Status != 0 }

// retry makes a request until it succeeds, fails for good, or there is no time left. It rewinds
// the files before each try.
func retry(ctx context.Context, files []*dg.File, retries func(*Error) bool, request func() error) error {
	for backoff := firstBackoff; ; backoff *= 2 {
		for _, f := range files {
			if s, ok := f.Reader.(io.Seeker); ok {
				if _, err := s.Seek(0, io.SeekStart); err != nil {
					return err
				}
			}
		}
		err := request()
		var failed *Error
		if !errors.As(err, &failed) || !retries(failed) {
			return err
		}
		wait := max(backoff, failed.After)
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
