package bot

import (
	"context"
	"slices"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/internal/work"
)

// Handle responds to an interaction. It returns false if the interaction needs no response.
func (b *Bot) Handle(ctx context.Context, i delivery.Interaction) (delivery.Response, bool) {
	switch i.Type {
	case dg.InteractionApplicationCommand, dg.InteractionApplicationCommandAutocomplete,
		dg.InteractionMessageComponent, dg.InteractionModalSubmit:
	default:
		return delivery.Response{}, false
	}
	req, ok := newRequest(ctx, i)
	if !ok {
		b.log.Error("interaction without a readable user, guild or channel", "interaction", i.ID)
		return b.sentence(clientLanguage(i.Interaction), i.Interaction, "error.failed", "reference", i.ID), true
	}
	b.rememberNames(req)
	if req.inThread() {
		b.composer.threads.Put(req.channel, struct{}{})
	}
	if err := b.loadRecords(req); err != nil {
		return b.errorResponse(req, err), true
	}
	if req.settings.List.Channel != 0 {
		b.Courier.EnsureBulletin(delivery.Bulletin{Guild: req.place}, req.settings.List.Channel)
	}
	return b.dispatch(req), true
}

// Draw composes the message of a response.
func (b *Bot) Draw(ctx context.Context, r delivery.Response, deferred bool) delivery.Response {
	return b.Courier.Draw(ctx, r, deferred)
}

// Shown records what Discord shows of a response.
func (b *Bot) Shown(ctx context.Context, i *dg.Interaction, r delivery.Response, shown *dg.Message, err error) {
	b.Courier.Shown(ctx, i, r, shown, err)
}

// dispatch calls the handler of a request. The request is not trusted.
func (b *Bot) dispatch(req *request) delivery.Response {
	switch data := req.i.Data.(type) {
	case dg.ApplicationCommandInteractionData:
		c := b.commandOf(data)
		isTyped := req.i.Type == dg.InteractionApplicationCommandAutocomplete
		if c == nil || !isTyped && !c.accepts(req) {
			break
		}
		req = req.asCommand(c, req.options)
		if isTyped {
			return delivery.Response{Choices: b.complete(req)}
		}
		if c.moderators && !req.by.Moderator {
			return b.errorResponse(req, &game.RequestError{Code: game.NotAModerator})
		}
		return b.answer(b.chooseTyped(req.withGameOfMove()), c.handle)
	case dg.MessageComponentInteractionData:
		if c := components[req.action()]; c.handle != nil {
			if c.moderators && !req.by.Moderator {
				return b.errorResponse(req, &game.RequestError{Code: game.NotAModerator})
			}
			r := b.answer(req, c.handle)
			c.place(&r)
			return r
		}
	case dg.ModalSubmitInteractionData:
		if m := modals[req.action()]; m.handle != nil {
			if m.moderators && !req.by.Moderator {
				return b.errorResponse(req, &game.RequestError{Code: game.NotAModerator})
			}
			return b.answer(req, m.handle)
		}
	}
	return b.errorResponse(req, errUnknown)
}

// answer returns the response of a handler to a request, or the explanation of its error.
func (b *Bot) answer(req *request, handle handler) delivery.Response {
	r, err := handle(b, req)
	if err != nil {
		return b.errorResponse(req, work.Cause(req, err))
	}
	b.addLanguageHint(req, r)
	return r
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
		if c := b.commandOf(data); c != nil {
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

// commandOf returns the declaration of the command that an interaction names, or that is in the context menu of members or
// of messages; nil if there is none.
func (b *Bot) commandOf(data dg.ApplicationCommandInteractionData) *command {
	switch data.CommandType {
	case dg.UserApplicationCommand:
		return &b.commands[slices.IndexFunc(b.commands, func(c command) bool { return c.menu != "" })]
	case dg.MessageApplicationCommand:
		return &b.commands[slices.IndexFunc(b.commands, func(c command) bool { return c.messageMenu != "" })]
	}
	sub := ""
	if len(data.Options) > 0 && data.Options[0] != nil {
		sub = data.Options[0].Name
	}
	return commandNamed(b.commands, data.Name, sub)
}

// addLanguageHint adds to the first private response of a user whose client is in English that the bot speaks the
// guild's language, too, if Discord has no such language.
func (b *Bot) addLanguageHint(req *request, r delivery.Response) {
	l := lang.For(req.settings.Language)
	if l == nil || isOfDiscord(l) || req.prefs.Language != "" || req.client != lang.English() ||
		r.Message == nil || !r.Message.Private {
		return
	}
	if b.isFirstLanguageHint(req) {
		r.Message.Text("-# " + b.records.naming(l, req.client).Say("preferences.hint", "language", l.Name()))
	}
}

// isOfDiscord reports whether Discord can be set to a language.
func isOfDiscord(l *lang.Language) bool {
	for locale := range dg.Locales {
		if lang.For(string(locale)) == l {
			return true
		}
	}
	return false
}
