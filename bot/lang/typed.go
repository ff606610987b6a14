package lang

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold removes the spaces, the case and the accents of a text.
func Fold(text string) string { return strings.Join(strings.Fields(WithoutAccents(text)), "") }

// WithoutAccents returns a text without accents and case, as people type it on a telephone.
func WithoutAccents(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'ı':
			return 'i'
		case r == 'ł':
			return 'l'
		}
		return r
	}, norm.NFD.String(strings.ToLower(text)))
}

// Includes reports whether a text contains another one, apart from spaces, case and accents.
func Includes(text, typed string) bool { return strings.Contains(Fold(text), Fold(typed)) }
