package bot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/rulefile"
)

// ruleSet is a rule set of a guild's own: the file that a moderator wrote, and the full file of the
// same rules. If the written file names a base, a later version of the base does not change the rules.
type ruleSet struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	File string `json:"file"`
	Full string `json:"full"`
}

// newRuleSet reads the file of a rule set.
func newRuleSet(file string) (ruleSet, error) {
	v, err := rulefile.Read(strings.NewReader(file))
	if err != nil {
		return ruleSet{}, err
	}
	rules := v.Rules()
	if isBuiltin(rules) { // a file can have that key only if its rules are the built-in ones
		return ruleSet{}, &draughts.RulesError{Faults: []draughts.RulesFault{{Code: draughts.BuiltinKey, Field: "key", Text: rules.Key}}}
	}
	if err := v.CheckCaptures(); err != nil {
		return ruleSet{}, err
	}
	var full strings.Builder
	if err := rulefile.Write(&full, rules); err != nil {
		return ruleSet{}, err
	}
	custom := ruleSet{Key: rules.Key, Name: rules.Name, File: file, Full: stripComments(full.String())}
	if stored, err := custom.variant(); err != nil || game.IdentifyRules(stored.Rules()) != game.IdentifyRules(rules) {
		custom.Full = full.String() // a name contains #
	}
	return custom, nil
}

// stripComments removes the comments of a rule file.
func stripComments(file string) string {
	var b strings.Builder
	for line := range strings.Lines(file) {
		rule, _, _ := strings.Cut(line, "#")
		if rule = strings.TrimRight(rule, " \n"); rule != "" {
			b.WriteString(rule + "\n")
		}
	}
	return b.String()
}

// variant compiles the rule set.
func (r ruleSet) variant() (*draughts.Variant, error) {
	v, err := rulefile.ReadStored(strings.NewReader(r.Full))
	if err != nil {
		return nil, errRules // another version wrote the file, for example
	}
	return v, nil
}

// maxRuleSets is the number of rule sets a guild can have.
const maxRuleSets = 10

// ruleSet returns a rule set of the guild's own.
func (s *settings) ruleSet(key string) (ruleSet, bool) {
	i := slices.IndexFunc(s.Own, func(r ruleSet) bool { return r.Key == key })
	if i < 0 {
		return ruleSet{}, false
	}
	return s.Own[i], true
}

// variant compiles the rule set of a key: the guild's own, or a built-in one.
func (s *settings) variant(key string) (*draughts.Variant, error) {
	if custom, ok := s.ruleSet(key); ok {
		return custom.variant()
	}
	v, err := draughts.Builtin(key)
	if err != nil {
		return nil, errRules
	}
	return v, nil
}

// defaultRules is the key of the default rules of guilds that have not chosen any.
const defaultRules = "american"

// defaultRules is the key of the rules of a challenge that names none.
func (s *settings) defaultRules() string {
	_, custom := s.ruleSet(s.Rules)
	if _, err := draughts.Find(s.Rules); custom || err == nil {
		return s.Rules
	}
	return defaultRules
}

// hasPool reports whether a pool may be that of a rule set of the guild's own.
func (s *settings) hasPool(p game.Pool) bool {
	key, _, custom := strings.Cut(string(p), "~")
	_, known := s.ruleSet(key)
	return custom && known
}

// ruleName returns the name of a rule set, escaped for messages.
func ruleName(l *lang.Language, v *draughts.Variant) string { return rulesName(l, v.Rules()) }

// rulesName returns the name of rules, escaped for messages. Built-in rules have a name in every language.
func rulesName(l *lang.Language, r draughts.Rules) string {
	if isBuiltin(r) {
		return l.RulesName(r.Key)
	}
	return message.Escape(r.Name)
}

// plainRulesName returns the name of rules for pictures, where nothing is escaped.
func plainRulesName(l *lang.Language, r draughts.Rules) string {
	if isBuiltin(r) {
		return l.RulesName(r.Key)
	}
	return r.Name
}

// isBuiltin reports whether rules are built in. A guild may have had others of that key before.
func isBuiltin(r draughts.Rules) bool {
	known, err := draughts.Find(r.Key)
	return err == nil && known.Name == r.Name
}

// poolNamed returns the rating pool of the rules that a command names; "" if it names none, or of a button.
func (req *request) poolNamed(key string) (string, error) {
	if key == "" || req.id != nil {
		return "", nil
	}
	v, err := req.settings.variant(key)
	if err != nil {
		return "", err
	}
	return string(game.PoolOf(v)), nil
}

// poolName returns the name of a pool's rules, escaped for messages for everybody.
func (req *request) poolName(p game.Pool) string {
	return rulesName(req.public, req.settings.poolRules(p))
}

// poolRules returns the key and the name of a pool's rules.
func (s *settings) poolRules(p game.Pool) draughts.Rules {
	key, _, custom := strings.Cut(string(p), "~")
	if rules, err := draughts.Find(key); err == nil && !custom {
		return rules
	}
	return s.namedRules(key)
}

// namedRules returns the key and the name of the rules of a key: the guild's own, or built-in ones.
func (s *settings) namedRules(key string) draughts.Rules {
	rules := draughts.Rules{Key: key, Name: key}
	if own, ok := s.ruleSet(key); ok {
		rules.Name = own.Name
	} else if known, err := draughts.Find(key); err == nil {
		return known
	}
	return rules
}

// showRuleSet sends a rule set as a file.
func (b *Bot) showRuleSet(req *request) (delivery.Response, error) {
	key := or(req.text("rules"), req.settings.defaultRules())
	v, err := req.settings.variant(key)
	if err != nil {
		return delivery.Response{}, err
	}
	rules := v.Rules()
	custom, ok := req.settings.ruleSet(key)
	text := custom.File
	if !ok {
		var full strings.Builder
		if err := rulefile.Write(&full, rules); err != nil {
			return delivery.Response{}, err
		}
		text = full.String()
	}
	m := req.private("rule-sets.shown", "rules", rulesName(req.lang, rules), "size", rules.Board.Size, "side", rules.Starts)
	m.File(textFile(key+".yaml", text))
	return delivery.Response{Message: m}, nil
}

// rulesInput is the custom ID of the text input of a rule file.
const rulesInput = "file"

// openRuleSetModal opens the modal in which moderators write rules. It begins with the guild's own file of
// the rules that the new ones are like, or with an example based on them.
func (b *Bot) openRuleSetModal(req *request) (delivery.Response, error) {
	key := or(req.text("like"), req.settings.defaultRules())
	if _, err := req.settings.variant(key); err != nil {
		return delivery.Response{}, err
	}
	text := req.lang.NamingCommands(req.client.Command).Say("rule-sets.example", "key", key) // text inputs show no mentions
	if custom, ok := req.settings.ruleSet(key); ok {
		text = custom.File
	}
	return delivery.Response{Modal: ruleSetModal(req.lang, text)}, nil
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
	return b.slowResponse(req, true, func(context.Context) (*message.Builder, error) { return b.saveRuleSet(req, req.inputs[rulesInput]) }), nil
}

// saveRuleSet stores the rule set of a file unless the file has faults.
func (b *Bot) saveRuleSet(req *request, text string) (*message.Builder, error) {
	added, err := newRuleSet(text)
	if wrong := (*draughts.RulesError)(nil); errors.As(err, &wrong) {
		return b.rejectRuleSet(req, text, faultList(req.lang, wrong)), nil
	} else if err != nil {
		return nil, err
	}
	full, replaced := false, false
	err = change(req, b, game.PlaceSettings(req.place), func(s *settings) {
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
		return b.rejectRuleSet(req, text, req.lang.Say("error.long-note")), nil
	} else if err != nil {
		return nil, err
	}
	if full {
		return b.rejectRuleSet(req, text, req.lang.Say("rule-sets.full", "n", maxRuleSets)), nil
	}
	return req.private("rule-sets.added", "rules", message.Escape(added.Name), "replaced", replaced), nil
}

// maxFaults is the number of faults that one response lists.
const maxFaults = 8

// faultList returns the sentences about faults, as a list if there are several.
func faultList(l *lang.Language, wrong *draughts.RulesError) string {
	sentences := l.WrongRules(wrong)
	if len(sentences) == 1 {
		return sentences[0]
	}
	if len(sentences) > maxFaults {
		sentences = append(sentences[:maxFaults], "…")
	}
	return "- " + strings.Join(sentences, "\n- ")
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
	err := change(req, b, game.PlaceSettings(req.place), func(s *settings) {
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
