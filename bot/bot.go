package bot

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	dg "github.com/bwmarrin/discordgo"
	"golang.org/x/sync/singleflight"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/mind"
	"doublecorner/game/search"
	"doublecorner/internal/recent"
	"doublecorner/internal/work"
)

// Bot responds to interactions. It is safe for use by many goroutines.
type Bot struct {
	*delivery.Courier
	Guide         string // the address of a page for players, to which /help links; "": none
	referee       *game.Referee
	discord       delivery.Discord
	mind          *mind.Mind
	now           func() time.Time
	log           *slog.Logger
	names         *recent.Map[nameKey, string]
	drafts        *recent.Map[draftKey, draft]
	languageHints *recent.Map[game.PersonID, bool]       // see addLanguageHint
	thoughts      *recent.Map[momentKey, search.Thought] // see useHint
	threads       *recent.Map[game.RoomID, struct{}]     // that requests came from
	ownThreads    *recent.Map[shownGame, game.RoomID]    // that useThread created
	reviews       singleflight.Group                     // of games that are being reviewed, by their IDs
	commands      []command

	crowning sync.Mutex // Crown does one after another

	dailyDue    atomic.Pointer[time.Time]            // when to look for puzzles of the day that are to be posted
	dailyFailed *recent.Map[game.PlaceID, time.Time] // until when not to try again
	finished    chan *game.Game                      // whose puzzles are to be found
	searched    *recent.Map[game.GameID, bool]       // whose puzzles were

	// commandIDs are the IDs of the registered commands by their names, which mentions of commands need.
	commandIDs map[string]string
}

// Config is what a Bot needs. The bot is the composer of its courier.
type Config = delivery.Config

// New returns a bot. What thinking it asks of the mind is not done where others wait for it.
func New(c Config, m *mind.Mind) *Bot {
	b := &Bot{
		referee: c.Referee, discord: c.Discord, mind: m, now: c.Now, log: c.Log, commands: commands,
		names:         recent.NewMap[nameKey, string](maxNames),
		drafts:        recent.NewMap[draftKey, draft](maxDrafts),
		languageHints: recent.NewMap[game.PersonID, bool](maxLanguageHints),
		thoughts:      recent.NewMap[momentKey, search.Thought](maxThoughts),
		threads:       recent.NewMap[game.RoomID, struct{}](maxThreads),
		ownThreads:    recent.NewMap[shownGame, game.RoomID](maxThreads),
		dailyFailed:   recent.NewMap[game.PlaceID, time.Time](maxRetries),
		finished:      make(chan *game.Game, maxFinished),
		searched:      recent.NewMap[game.GameID, bool](maxSearched),
	}
	c.Composer = b
	if m.IsOn() {
		c.Patience = patience
	}
	b.Courier = delivery.New(c)
	return b
}

// Handle responds to an interaction. It returns false if an interaction needs no response.
func (b *Bot) Handle(ctx context.Context, i delivery.Interaction) (delivery.Plan, bool) {
	r, ok := b.respond(ctx, i)
	if !ok {
		return delivery.Plan{}, false
	}
	return b.Plan(i.Interaction, r), true
}

// respond handles an interaction. It returns false if the interaction needs no response.
func (b *Bot) respond(ctx context.Context, i delivery.Interaction) (delivery.Response, bool) {
	switch i.Type {
	case dg.InteractionApplicationCommand, dg.InteractionApplicationCommandAutocomplete,
		dg.InteractionMessageComponent, dg.InteractionModalSubmit:
	default:
		return delivery.Response{}, false
	}
	req, ok := newRequest(ctx, i)
	if !ok {
		b.log.Error("interaction without a readable user, guild or channel", "interaction", i.ID)
		return b.sentence(i.Interaction, "error.failed", "reference", i.ID), true
	}
	b.rememberNames(req)
	if req.inThread() {
		b.threads.Put(req.channel, struct{}{})
	}
	if err := b.loadRecords(req); err != nil {
		return b.errorResponse(req, err), true
	}
	if req.settings.List.Channel != 0 {
		b.EnsureBulletin(delivery.Bulletin{Guild: req.place}, req.settings.List.Channel)
	}
	r, err := b.dispatch(req)
	if err != nil {
		return b.errorResponse(req, work.Cause(ctx, err)), true
	}
	b.addLanguageHint(req, r)
	return r, true
}

// dispatch calls the handler of a request. The request is not trusted.
func (b *Bot) dispatch(req *request) (delivery.Response, error) {
	switch data := req.i.Data.(type) {
	case dg.ApplicationCommandInteractionData:
		if req.i.Type == dg.InteractionApplicationCommandAutocomplete {
			return delivery.Response{Choices: b.complete(req)}, nil
		}
		c := commandNamed(b.commands, req.commandName(), req.sub)
		if c == nil || !c.accepts(req) {
			break
		}
		if c.moderators && !req.by.Moderator {
			return delivery.Response{}, &game.RequestError{Code: game.NotAModerator}
		}
		b.chooseTyped(req)
		return c.handle(b, req)
	case dg.MessageComponentInteractionData:
		id, ok := parseCustomID(data.CustomID)
		c := components[id.action]
		if !ok || c.handle == nil {
			break
		}
		if len(data.Values) > 0 {
			id.arg = data.Values[0]
		}
		req.id = &id
		r, err := c.handle(b, req)
		if r.Placement == delivery.Beside && !r.IsNote() {
			r.Placement = c.placement
		}
		return r, err
	case dg.ModalSubmitInteractionData:
		if id, ok := parseCustomID(data.CustomID); ok && modals[id.action].handle != nil {
			req.id, req.inputs = &id, message.Inputs(data.Components)
			return modals[id.action].handle(b, req)
		}
	}
	return delivery.Response{}, errUnknown
}

// ReadsOnly reports whether an interaction changes nothing.
func (b *Bot) ReadsOnly(i *dg.Interaction) bool {
	return b.declared(i).readsOnly
}

// OpensModal reports whether the response to an interaction can be a modal.
func (b *Bot) OpensModal(i *dg.Interaction) bool {
	return b.declared(i).opensModal
}

// Budget returns how long a processor may work for a slow response to an interaction; 0 if none is slow.
func (b *Bot) Budget(i *dg.Interaction) time.Duration { return b.declared(i).budget }

// declared returns what is declared of a command or component, as that of a component.
func (b *Bot) declared(i *dg.Interaction) component {
	switch data := i.Data.(type) {
	case dg.ApplicationCommandInteractionData:
		sub := ""
		if len(data.Options) > 0 {
			sub = data.Options[0].Name
		}
		if c := commandNamed(b.commands, data.Name, sub); c != nil {
			return component{readsOnly: c.readsOnly, opensModal: c.opensModal, budget: c.budget}
		}
	case dg.MessageComponentInteractionData:
		if id, ok := parseCustomID(data.CustomID); ok {
			return components[id.action]
		}
	case dg.ModalSubmitInteractionData:
		if id, ok := parseCustomID(data.CustomID); ok {
			return modals[id.action]
		}
	}
	return component{}
}
