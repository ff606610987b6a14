package bot

import (
	"sync"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/internal/recent"
	"doublecorner/game"
)

// draft is what a user wrote into a modal that was refused.
type draft struct {
	modal  customID
	inputs map[string]string
}

// drafts keeps the last drafts until the process ends.
type drafts struct {
	mu  sync.Mutex
	all *recent.Map[draftKey, draft]
}

type draftKey struct {
	by          game.PersonID
	interaction string // that submitted the modal
}

const maxDrafts = 200

// keep keeps what a request submitted, and returns the button that opens the modal with it again.
func (d *drafts) keep(req *request) dg.MessageComponent {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.all == nil {
		d.all = recent.NewMap[draftKey, draft](maxDrafts)
	}
	d.all.Put(draftKey{req.by.Person, req.i.ID}, draft{*req.id, req.inputs})
	return button(req.lang, customID{action: retryAction, arg: req.i.ID}, dg.PrimaryButton)
}

func (d *drafts) get(key draftKey) (draft, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.all == nil {
		return draft{}, false
	}
	return d.all.Get(key)
}

// useRetry opens a refused modal with what the user wrote.
func (b *Bot) useRetry(req *request) (delivery.Response, error) {
	d, ok := b.drafts.get(draftKey{req.by.Person, req.id.arg})
	switch {
	case ok && d.modal.action == addRuleSetAction:
		return delivery.Response{Modal: ruleSetModal(req.lang, d.inputs[rulesInput])}, nil
	case ok && d.modal.action == counterTermsAction:
		return b.openCounterModal(req, d.modal.challenge, d.inputs)
	}
	return delivery.Response{}, errNoDraft
}
