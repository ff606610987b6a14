package bot

import (
	"context"

	dg "github.com/bwmarrin/discordgo"
)

// Reply is what to tell Discord about an interaction: the response, what is said after
// it, and what to do when it is known how that went.
type Reply struct {
	Response  *Response
	FollowUps []*Message
	// Later, if there is one, works out what the response only promises. It is called once,
	// and what it returns takes the promise's place.
	Later func(context.Context) *Message
	// Finish, if there is one, makes the rest of the reply, which takes work: all else is empty
	// before. late tells that Discord was told that the answer comes later.
	Finish func(ctx context.Context, late bool) Reply
	// Done must be called once: with the message that shows what was said, if it arrived,
	// or with why it did not.
	Done func(ctx context.Context, shown *dg.Message, err error)
}

// Handle answers an interaction. It returns false for what is no interaction of ours,
// which needs no answer.
func (b *Bot) Handle(ctx context.Context, i *dg.Interaction) (Reply, bool) {
	a, ok := b.hear(ctx, i)
	if !ok {
		return Reply{}, false
	}
	if a.finish == nil {
		return b.reply(i, a), true
	}
	return Reply{Finish: func(ctx context.Context, late bool) Reply {
		a.finish(ctx, &a, late)
		return b.reply(i, a)
	}}, true
}

// reply returns an answer as Discord is told it.
func (b *Bot) reply(i *dg.Interaction, a answer) Reply {
	reply := Reply{Response: &Response{}, Done: b.told(i, a)}
	r := reply.Response
	switch {
	case i.Type == dg.InteractionApplicationCommandAutocomplete:
		r.Type = dg.InteractionApplicationCommandAutocompleteResult
		r.Data = &Message{Choices: completions(a.choices)}
	case a.form != nil:
		r.Type, r.Data = dg.InteractionResponseModal, a.form.response()
	case a.later != nil:
		r.Type = dg.InteractionResponseDeferredChannelMessageWithSource
		r.Data = &Message{}
		if a.private {
			r.Data.Flags = dg.MessageFlagsEphemeral
		}
		reply.Later = func(ctx context.Context) *Message { return a.later(ctx).outgoing() }
	case a.manner == following:
		r.Type, r.Data = dg.InteractionResponseUpdateMessage, withoutControls(i.Message)
		reply.FollowUps = []*Message{a.message.outgoing()}
	case a.manner == instead:
		r.Type, r.Data = dg.InteractionResponseUpdateMessage, a.message.outgoing()
	default:
		r.Type, r.Data = dg.InteractionResponseChannelMessageWithSource, a.message.outgoing()
	}
	return reply
}

// told returns what to do when it is known whether people have read an answer: news
// that was in it is delivered, and a board is where it says.
func (b *Bot) told(i *dg.Interaction, a answer) func(context.Context, *dg.Message, error) {
	return func(ctx context.Context, shown *dg.Message, err error) {
		defer b.disarm(ctx, a.closes, i.Message)
		if a.afterwards != nil {
			a.afterwards(ctx)
		}
		if err != nil {
			b.log.Warn("answer did not arrive", "interaction", i.ID, "err", err)
			return
		}
		if err := b.referee.Delivered(ctx, a.announced...); err != nil {
			b.log.Error("delivery not noted", "interaction", i.ID, "err", err)
		}
		if a.asks != "" && shown != nil {
			b.asked.note(a.asks, shown)
		}
		if a.shows != nil && shown != nil {
			var bare *dg.Message
			if a.manner == following {
				bare = i.Message
			}
			b.settle(ctx, a.shows, shown, bare)
		}
	}
}

func completions(choices []choice) []*dg.ApplicationCommandOptionChoice {
	all := make([]*dg.ApplicationCommandOptionChoice, 0, len(choices))
	for _, c := range choices {
		all = append(all, &dg.ApplicationCommandOptionChoice{Name: c.label, Value: c.value})
	}
	return all
}
