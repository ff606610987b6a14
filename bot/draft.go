package bot

import (
	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
)

// keepDraft keeps what a request submitted, and returns the button that opens the modal with it again.
func (b *Bot) keepDraft(req *request) dg.MessageComponent {
	return b.keepDraftOf(req, *req.id, req.inputs)
}

// keepDraftOf does so for a modal and what was written.
func (b *Bot) keepDraftOf(req *request, modal customID, inputs map[string]string) dg.MessageComponent {
	b.drafts.Put(draftKey{req.by.Person, req.i.ID}, draft{modal, inputs})
	return button(req.lang, customID{action: retryAction, arg: req.i.ID}, dg.PrimaryButton)
}

// afterRetry places the response to a modal. If the button of a draft opened it, the message with that button is replaced, or
// loses it: the form is not to be submitted twice.
func (req *request) afterRetry(r delivery.Response) delivery.Response {
	switch {
	case !req.isPrivate():
	case r.Private || r.Message != nil && r.Message.Private:
		r.Placement = delivery.Replace
	default:
		r.Placement = delivery.Follow
	}
	return r
}

// useRetry opens a refused modal with what the user wrote.
func (b *Bot) useRetry(req *request) (delivery.Response, error) {
	d, ok := b.drafts.Get(draftKey{req.by.Person, req.id.arg})
	if reopen := modals[d.modal.action].reopen; ok && reopen != nil {
		return reopen(b, req, d.modal, d.inputs)
	}
	return delivery.Response{}, errNoDraft
}
