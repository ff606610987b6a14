package discord

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
)

// firstBackoff is the time before the second try of a request. It doubles with each further try.
const firstBackoff = 50 * time.Millisecond

// messageRef is what the client reads of a message that the bot has just sent: where it is, and
// its flags, which tell whether it is a deferral. Reading all of it would cost as much as writing
// it.
type messageRef struct {
	ID      string          `json:"id"`
	Channel string          `json:"channel_id"`
	Flags   dg.MessageFlags `json:"flags"`
}

// message returns the message as discordgo's type.
func (ref messageRef) message() *dg.Message {
	return &dg.Message{ID: ref.ID, ChannelID: ref.Channel, Flags: ref.Flags}
}

// requestFor makes a request for an interaction until it succeeds. It returns the message that
// results, if there is one, and remembers the token by which it can be edited.
func (c *Client) requestFor(ctx context.Context, i *dg.Interaction, again func(*Error) bool, method, address string, body any) (*dg.Message, error) {
	var result struct {
		messageRef
		Resource struct {
			Message messageRef `json:"message"`
		} `json:"resource"` // of an initial response
	}
	err := retry(ctx, again, func() error { return c.request(ctx, method, address, body, &result) })
	ref := cmp.Or(result.Resource.Message, result.messageRef)
	if err != nil || ref.ID == "" {
		return nil, err
	}
	if ref.Flags&dg.MessageFlagsEphemeral == 0 { // no other interaction edits a private message
		c.tokens.put(i, ref.ID, address != followUpAddress(i), time.Now())
	}
	return ref.message(), nil
}

// respond sends the initial response to an interaction, and returns the message that shows it, if
// it is one. It tries until the context ends, because Discord accepts only one initial response,
// and says so if it has one already.
func (c *Client) respond(ctx context.Context, i *dg.Interaction, r *message.Response) (*dg.Message, error) {
	address := dg.EndpointInteractionResponse(i.ID, i.Token)
	if showsMessage(r.Type) {
		address += "?with_response=true"
	}
	return c.requestFor(ctx, i, ifTemporary, http.MethodPost, address, r)
}

// showsMessage reports whether a response is a message.
func showsMessage(t dg.InteractionResponseType) bool {
	return t == dg.InteractionResponseChannelMessageWithSource || t == dg.InteractionResponseUpdateMessage
}

// originalResponse returns the message that is the initial response to an interaction.
func (c *Client) originalResponse(ctx context.Context, i *dg.Interaction) (*dg.Message, error) {
	return c.requestFor(ctx, i, ifTemporary, http.MethodGet, dg.EndpointInteractionResponseActions(i.AppID, i.Token), nil)
}

// followUp sends a followup message to an interaction.
func (c *Client) followUp(ctx context.Context, i *dg.Interaction, m *message.Message) (*dg.Message, error) {
	return c.requestFor(ctx, i, ifNotDone, http.MethodPost, followUpAddress(i), m)
}

func followUpAddress(i *dg.Interaction) string {
	return dg.EndpointFollowupMessage(i.AppID, i.Token) + "?wait=true"
}

// editOriginal replaces the message that is the initial response to an interaction.
func (c *Client) editOriginal(ctx context.Context, i *dg.Interaction, m *message.Message) (*dg.Message, error) {
	edit := *m
	edit.Flags &= dg.MessageFlagsIsComponentsV2 | dg.MessageFlagsSuppressEmbeds
	return c.requestFor(ctx, i, ifTemporary, http.MethodPatch, dg.EndpointInteractionResponseActions(i.AppID, i.Token), &edit)
}

// deleteOriginal deletes the message that is the initial response to an interaction. It succeeds
// if there is none, because an earlier try may have deleted it.
func (c *Client) deleteOriginal(ctx context.Context, i *dg.Interaction) error {
	_, err := c.requestFor(ctx, i, ifTemporary, http.MethodDelete, dg.EndpointInteractionResponseActions(i.AppID, i.Token), nil)
	if isMissing(err) {
		return nil
	}
	return err
}

// ifTemporary decides to retry requests that do no harm if they are done twice.
func ifTemporary(e *Error) bool { return e.Temporary() }

// ifNotDone decides to retry only requests that Discord certainly did not do.
func ifNotDone(e *Error) bool { return e.Temporary() && e.Status != 0 }

// retry makes a request until it succeeds, fails for good, or there is no time left.
func retry(ctx context.Context, again func(*Error) bool, request func() error) error {
	for backoff := firstBackoff; ; backoff *= 2 {
		err := request()
		var failed *Error
		if !errors.As(err, &failed) || !again(failed) {
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
