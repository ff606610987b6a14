package standings

import (
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/say"
	"doublecorner/game/tournament"
)

// tiebreakKey returns the key of a tie-break in a group.
func tiebreakKey(group string, t tournament.Tiebreak) string {
	return strings.ToLower(lang.Key(group, t))
}

// TiebreakNames names tie-breaks in their order, by the headings of their columns.
func TiebreakNames(l *lang.Language, tiebreaks []tournament.Tiebreak) string {
	return strings.Join(say.Each(tiebreaks, func(t tournament.Tiebreak) string {
		return l.Say(tiebreakKey("tournament.tiebreak-short.", t))
	}), ", ")
}

// ReadTiebreaks reads tie-breaks of a format as TiebreakNames writes them, or by their international names. If nothing
// is typed, they are the usual ones. It returns false if one is none of the format, or there twice.
func ReadTiebreaks(l *lang.Language, f tournament.Format, typed string) (tiebreaks []tournament.Tiebreak, ok bool) {
	if strings.TrimSpace(typed) == "" {
		return f.DefaultTiebreaks(), true
	}
	same := func(a, b string) bool { return strings.Trim(lang.Fold(a), ".") == strings.Trim(lang.Fold(b), ".") }
	fit := f.Tiebreaks()
	for _, name := range strings.FieldsFunc(typed, func(r rune) bool { return strings.ContainsRune(",;·/\n", r) }) {
		i := slices.IndexFunc(fit, func(t tournament.Tiebreak) bool {
			return same(name, l.Say(tiebreakKey("tournament.tiebreak-short.", t))) || same(name, t.String())
		})
		if i < 0 || slices.Contains(tiebreaks, fit[i]) {
			return nil, false
		}
		tiebreaks = append(tiebreaks, fit[i])
	}
	return tiebreaks, true
}

// ExplainTiebreaks says of tie-breaks what they are.
func ExplainTiebreaks(l *lang.Language, tiebreaks []tournament.Tiebreak) []string {
	return say.Each(tiebreaks, func(t tournament.Tiebreak) string {
		return l.Say(tiebreakKey("tournament.tiebreak-short.", t)) + " = " + l.Say(tiebreakKey("tournament.tiebreak.", t))
	})
}
