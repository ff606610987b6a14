package bot

import (
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
)

// mostRows is how much of a list is on one page.
const mostRows = 10

// turn adds the controls that turn the pages of a list. They carry words that say which
// list it is, and last where the page begins: nowhere in particular is the first.
func (m *message) turn(l *lang.Language, v verb, list []string, from, next string) {
	to := func(label, where string) dg.MessageComponent {
		return labelled(l.Say(label), control{verb: v, arg: strings.Join(append(list[:len(list):len(list)], where), " ")}, dg.SecondaryButton)
	}
	var row []dg.MessageComponent
	if from != "" {
		row = append(row, to("button.first", ""))
	}
	if next != "" {
		row = append(row, to("button.page", next))
	}
	m.row(row...)
}

// listed reads what a control that turns pages says: so many words about the list, and
// where the page begins.
func listed(arg string, words int) (list []string, from string, ok bool) {
	parts := strings.Split(arg, " ")
	if len(parts) != words+1 {
		return nil, "", false
	}
	return parts[:words], parts[words], true
}

// pageOf returns a page of a list that is at hand as a whole, and where the next begins.
func pageOf[T any](all []T, from string) (page []T, next string) {
	start, err := strconv.Atoi(from)
	if err != nil || start < 0 || start >= len(all) {
		start = 0
	}
	end := min(start+mostRows, len(all))
	if end < len(all) {
		next = strconv.Itoa(end)
	}
	return all[start:end], next
}
