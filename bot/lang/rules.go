package lang

import (
	"strings"

	"doublecorner/game/draughts"
)

// RulesName is what a built-in rule set is called, by its key.
func (l *Language) RulesName(key string) string {
	for _, house := range draughts.HouseRules() {
		if family, ok := strings.CutSuffix(key, "-"+house.Key); ok {
			return l.Say("rules-with."+house.Key, "rules", l.RulesName(family))
		}
	}
	return l.Say("rules." + key)
}
