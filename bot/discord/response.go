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

// requestFor makes a request for an interaction until it succeeds. It returns the message that
// results, if there is one, and remembers the token by which it can be edited.
func (c *Client) requestFor(ctx context.Context, i *dg.Interaction, method, address string, body any) (*dg.Message, error) {
	var result struct {
		messageRef
		Resource struct {
			Message messageRef `json:"message"`
		} `json:"resource"` // of an initial response
	}
	followUp := address == followUpAddress(i)
	again := func(e *Error) bool { return e.Temporary() && !(followUp && e.mayBeDone()) }
	err := retry(ctx, again, func() error { return c.request(ctx, method, address, body, &result) })
	ref := cmp.Or(result.Resource.Message, result.messageRef)
	if err != nil || ref.ID == "" {
		return nil, err
	}
	c.tokens.Put(ref.ID, newTokenAddress(i, ref.ID, !followUp, time.Now()))
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
	return c.requestFor(ctx, i, http.MethodPost, address, r)
}

// showsMessage reports whether a response is a message.
func showsMessage(t dg.InteractionResponseType) bool {
	return t == dg.InteractionResponseChannelMessageWithSource || t == dg.InteractionResponseUpdateMessage
}

// originalResponse returns the message that is the initial response to an interaction.
func (c *Client) originalResponse(ctx context.Context, i *dg.Interaction) (*dg.Message, error) {
	return c.requestFor(ctx, i, http.MethodGet, dg.EndpointInteractionResponseActions(i.AppID, i.Token), nil)
}

// followUp sends a followup message to an interaction.
func (c *Client) followUp(ctx context.Context, i *dg.Interaction, m *message.Message) (*dg.Message, error) {
	return c.requestFor(ctx, i, http.MethodPost, followUpAddress(i), m)
}

func followUpAddress(i *dg.Interaction) string {
	return dg.EndpointFollowupMessage(i.AppID, i.Token) + "?wait=true"
}

// editOriginal replaces the message that is the initial response to an interaction.
func (c *Client) editOriginal(ctx context.Context, i *dg.Interaction, m *message.Message) (*dg.Message, error) {
	edit := *m
	edit.Flags &= dg.MessageFlagsIsComponentsV2
	return c.requestFor(ctx, i, http.MethodPatch, dg.EndpointInteractionResponseActions(i.AppID, i.Token), &edit)
}

// deleteOriginal deletes the message that is the initial response to an interaction. It succeeds
// if there is none, because an earlier try may have deleted it.
func (c *Client) deleteOriginal(ctx context.Context, i *dg.Interaction) error {
	_, err := c.requestFor(ctx, i, http.MethodDelete, dg.EndpointInteractionResponseActions(i.AppID, i.Token), nil)
	if isMissing(err) {
		return nil
	}
	return err
}

// retry makes a request until it succeeds, fails for good, or there is no time left.
func retry(ctx context.Context, again func(*Error) bool, request func() error) error {
	for backoff := firstBackoff; ; backoff *= 2 {
		err := request()
		failed, ok := errors.AsType[*Error](err)
		if !ok || !again(failed) {
			return err
		}
		wait := max(backoff, failed.After)
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait || sleep(ctx, wait) != nil {
			return err
		}
	}
}

// tokenAddress is the address at which the token of an interaction allows edits of a message, also when the
// rate limit of the channel is used up, or when the bot lacks permissions there.
type tokenAddress struct {
	address string
	expires time.Time
}

// maxTokens is how many messages have their token remembered. Others are edited with the bot's own token.
const maxTokens = 16384

// newTokenAddress returns the address of a message of an interaction: its original response or a followup
// message.
func newTokenAddress(i *dg.Interaction, message string, original bool, now time.Time) tokenAddress {
	address := dg.EndpointWebhookMessage(i.AppID, i.Token, message)
	if original {
		address = dg.EndpointInteractionResponseActions(i.AppID, i.Token)
	}
	return tokenAddress{address, now.Add(tokenLifetime)}
}

func (a tokenAddress) isValid(now time.Time) bool { return now.Before(a.expires) }
