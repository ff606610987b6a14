package bot

import (
	"fmt"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
)

// What turns pages. The arguments say which list it is, and last where its page begins:
// nowhere in particular is the first.
const (
	pageVerb    verb = "page"    // of a leaderboard: pool, where, period
	gamesVerb   verb = "games"   // of games: whose, whether they are over, who
	profileVerb verb = "profile" // of how somebody stands: who, and the rules of the chart
	versusVerb  verb = "versus"  // of what two people have against each other: both
)

// mostRows is how much of a list is on one page.
const mostRows = 10

// turn adds the controls that turn the pages of a list.
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

// linesOf returns the lines of a page of a list that is at hand as a whole, and where the
// next page begins.
func linesOf(all []string, from string) (page []string, next string) {
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

// pressPage turns the page of a leaderboard.
func (b *Bot) pressPage(c *call, pressed control) (answer, error) {
	list, from, ok := listed(pressed.arg, 3)
	if !ok {
		return answer{}, errUnknown
	}
	of := game.Board{Pool: game.Pool(list[0]), Place: c.place}
	known := of.Pool.IsBuiltin() || c.settings.hasPool(of.Pool)
	switch list[1] {
	case "everywhere":
		of.Place = game.Everywhere
	case "here":
	default:
		known = false
	}
	switch list[2] {
	case "month":
		of.Month = game.MonthOf(b.now())
	case "all":
	default:
		known = false
	}
	if !known {
		return answer{}, errUnknown
	}
	return replacing(b.leaderPage(c, of, game.Cursor(from)))
}

// hasPool tells whether a pool may be that of a rule set of the place's own.
func (s *settings) hasPool(p game.Pool) bool {
	key, _, own := strings.Cut(string(p), "~")
	_, known := s.own(key)
	return own && known
}

// pressGames turns the page of a list of games.
func (b *Bot) pressGames(c *call, pressed control) (answer, error) {
	list, from, ok := listed(pressed.arg, 3)
	if !ok {
		return answer{}, errUnknown
	}
	of := gameList{whose: list[0], over: list[1] == "over"}
	if of.whose != "here" {
		who, ok := snowflake(list[2])
		if !ok {
			return answer{}, errUnknown
		}
		of.who = game.PersonID(who)
	}
	switch {
	case of.whose == "mine" && of.who != c.by.Person:
		of.whose = "theirs"
	case of.whose != "mine" && of.whose != "theirs" && of.whose != "here":
		return answer{}, errUnknown
	}
	return replacing(b.gamesPage(c, of, game.Cursor(from)))
}

// pressProfile turns the page of a profile.
func (b *Bot) pressProfile(c *call, pressed control) (answer, error) {
	list, from, ok := listed(pressed.arg, 2)
	if !ok {
		return answer{}, errUnknown
	}
	who, ok := snowflake(list[0])
	if !ok {
		return answer{}, errUnknown
	}
	return replacing(b.profilePage(c, game.PersonID(who), list[1], from))
}

// pressVersus turns the page of what two people have against each other.
func (b *Bot) pressVersus(c *call, pressed control) (answer, error) {
	list, from, ok := listed(pressed.arg, 2)
	if !ok {
		return answer{}, errUnknown
	}
	one, ok := snowflake(list[0])
	other, known := snowflake(list[1])
	if !ok || !known {
		return answer{}, errUnknown
	}
	return replacing(b.versusPage(c, game.PersonID(one), game.PersonID(other), from))
}

// gameList is a list of games as people ask for it.
type gameList struct {
	whose string // mine, theirs or here
	over  bool
	who   game.PersonID
}

// list returns it as the referee knows it.
func (l gameList) list(c *call) game.GameList {
	switch {
	case l.whose == "here" && l.over:
		return game.FinishedGamesIn(c.place)
	case l.whose == "here":
		return game.RunningGamesIn(c.place)
	case l.over:
		return game.FinishedGamesOf(l.who)
	default:
		return game.RunningGamesOf(l.who)
	}
}

// words are what its controls say of it.
func (l gameList) words() []string {
	state := "now"
	if l.over {
		state = "over"
	}
	return []string{l.whose, state, fmt.Sprint(uint64(l.who))}
}
