package game

import "fmt"

// word returns the word for a value, for logs and for what is written out.
func word[E ~uint8](words []string, e E) string {
	if int(e) < len(words) {
		return words[e]
	}
	return fmt.Sprintf("unknown(%d)", e)
}
