package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/rulefile"
)

// showRuleSet sends a rule set as a file.
func (b *Bot) showRuleSet(req *request) (delivery.Response, error) {
	key := cmp.Or(req.text("rules"), req.settings.defaultRules())
	v, err := req.settings.variant(key)
	if err != nil {
		return delivery.Response{}, err
	}
	rules := v.Rules()
	custom, ok := req.settings.ruleSet(key)
	text := custom.File
	if !ok {
		var full strings.Builder
		if err := rulefile.Write(&full, rules, v.Remarks()); err != nil {
			return delivery.Response{}, err
		}
		text = full.String()
	}
	m := req.private("rule-sets.shown", "rules", say.Rules(req.lang, rules), "size", rules.Board.Size, "side", rules.Starts)
	m.File(textFile(key+".yaml", text))
	return delivery.Response{Message: m}, nil
}

// rulesInput is the custom ID of the text input of a rule file.
const rulesInput = "file"

// openRuleSetModal opens the modal in which moderators write rules. It begins with the guild's own file of
// the rules that the new ones are like, or with an example based on them.
func (b *Bot) openRuleSetModal(req *request) (delivery.Response, error) {
	key := cmp.Or(req.text("like"), req.settings.defaultRules())
	if _, err := req.settings.variant(key); err != nil {
		return delivery.Response{}, err
	}
	text := req.lang.NamingCommands(req.client.Command).Say("rule-sets.example", "key", key) // text inputs show no mentions
	if custom, ok := req.settings.ruleSet(key); ok {
		text = custom.File
	}
	return delivery.Response{Modal: ruleSetModal(req.lang, text)}, nil
}

// reopenRuleSetModal opens that modal with what the user wrote.
func (b *Bot) reopenRuleSetModal(req *request, _ customID, inputs map[string]string) (delivery.Response, error) {
	return delivery.Response{Modal: ruleSetModal(req.lang, inputs[rulesInput])}, nil
}

// ruleSetModal returns the modal in which moderators write rules.
func ruleSetModal(l *lang.Language, text string) *message.Modal {
	return &message.Modal{
		CustomID: customID{action: addRuleSetAction}.String(), Title: l.Say("rule-sets.title"),
		Inputs: []message.Input{{CustomID: rulesInput, Label: l.Say("rule-sets.field"), Value: text}},
	}
}

// addRuleSet adds the rule set of a modal, or replaces the one with its key. Checking it takes long.
func (b *Bot) addRuleSet(req *request) (delivery.Response, error) {
	if !req.by.Moderator {
		return delivery.Response{}, &game.RequestError{Code: game.NotAModerator}
	}
	r := b.slowResponse(req, true, func(context.Context) (*message.Builder, error) { return b.saveRuleSet(req, req.inputs[rulesInput]) })
	return req.afterRetry(r), nil
}

// saveRuleSet stores the rule set of a file unless the file has faults.
func (b *Bot) saveRuleSet(req *request, text string) (*message.Builder, error) {
	added, err := newRuleSet(text)
	if wrong, ok := errors.AsType[*draughts.RulesError](err); ok {
		return b.rejectRuleSet(req, text, say.RulesFaults(req.lang, wrong)), nil
	} else if err != nil {
		return nil, err
	}
	full, replaced := false, false
	err = change(req, b.referee, game.PlaceSettings(req.place), func(s *settings) {
		i := slices.IndexFunc(s.Own, func(r ruleSet) bool { return r.Key == added.Key })
		replaced, full = i >= 0, i < 0 && len(s.Own) >= maxRuleSets
		switch {
		case replaced:
			s.Own[i] = added
		case !full:
			s.Own = append(s.Own, added)
		}
	})
	if isRefused(err, game.SettingsTooLong) {
		return b.rejectRuleSet(req, text, req.lang.Say("error.settings-too-long")), nil
	} else if err != nil {
		return nil, err
	}
	if full {
		return b.rejectRuleSet(req, text, req.lang.Say("rule-sets.full", "n", maxRuleSets)), nil
	}
	return req.private("rule-sets.added", "rules", message.Escape(added.Name), "replaced", replaced), nil
}

// rejectRuleSet returns the message that says why rules were not added, with what the user wrote.
func (b *Bot) rejectRuleSet(req *request, text, why string) *message.Builder {
	m := req.private("rule-sets.wrong")
	m.Text(why)
	if text != "" {
		m.File(textFile("rules.yaml", text))
	}
	m.Row(b.keepDraft(req))
	return m
}

// removeRuleSet removes a rule set of the guild. Games keep the rules with which they began.
func (b *Bot) removeRuleSet(req *request) (delivery.Response, error) {
	key := req.text("rules")
	removed, ok := req.settings.ruleSet(key)
	if !ok {
		return delivery.Response{}, errRules
	}
	err := change(req, b.referee, game.PlaceSettings(req.place), func(s *settings) {
		s.Own = slices.DeleteFunc(s.Own, func(r ruleSet) bool { return r.Key == key })
		if s.Rules == key {
			s.Rules = ""
		}
	})
	if err != nil {
		return delivery.Response{}, err
	}
	m := req.private("rule-sets.removed", "rules", message.Escape(removed.Name))
	// The moderators may have no other copy.
	m.File(textFile(key+".yaml", removed.File))
	return delivery.Response{Message: m}, nil
}
