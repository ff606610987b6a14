package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/draughts/rulefile"
)

// ruleFlags name a rule set.
type ruleFlags struct {
	Rules     string `help:"Rule set, by its key; \"doublecorner rules\" lists them." placeholder:"KEY" xor:"rules"`
	RulesFile string `help:"Rule set of your own, as a YAML file; \"doublecorner rules show KEY\" prints one to start from." placeholder:"FILE" type:"path" xor:"rules"`
}

// variant returns the rule set that the flags name; nil if they name none.
func (f *ruleFlags) variant() (*draughts.Variant, error) {
	switch {
	case f.RulesFile != "":
		in, err := os.Open(f.RulesFile)
		if err != nil {
			return nil, usageError{err}
		}
		defer in.Close()
		v, err := rulefile.Read(in)
		if wrong := (*draughts.RulesError)(nil); errors.As(err, &wrong) {
			return nil, usageError{fmt.Errorf("%s: %s", f.RulesFile, strings.Join(lang.English().WrongRules(wrong), "\n"))}
		} else if err != nil {
			return nil, usageError{fmt.Errorf("%s: %w", f.RulesFile, err)}
		}
		return v, nil
	case f.Rules != "":
		v, err := draughts.Builtin(strings.ToLower(f.Rules))
		if err != nil {
			return nil, usageError{err}
		}
		return v, nil
	}
	return nil, nil
}

// positionFlags name a position.
type positionFlags struct {
	ruleFlags
	FEN string `name:"fen" help:"Position, such as W:W31,K32:B1-12; the start of the game if left out." placeholder:"FEN"`
}

// position returns the position that the flags name.
func (f *positionFlags) position() (draughts.Position, error) {
	v, err := f.variant()
	if err != nil {
		return draughts.Position{}, err
	}
	if v == nil {
		return draughts.Position{}, usageError{fmt.Errorf("say which rules: --rules KEY or --rules-file FILE")}
	}
	if f.FEN == "" {
		return v.Start(), nil
	}
	p, err := pdn.ParseFEN(v, f.FEN)
	if err != nil {
		return draughts.Position{}, usageError{err}
	}
	return p, nil
}
