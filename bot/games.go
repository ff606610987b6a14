package bot

import (
	"fmt"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// gamesVerb turns the pages of a list of games: whose, whether they are over, who.
const gamesVerb verb = "games"

// games lists games that are being played, or finished: those of who asks, wherever they
// are, those of a member here, or all here.
func (b *Bot) games(c *call) (answer, error) {
	list := gameList{whose: "mine", who: c.by.Person, over: c.truth("finished", false)}
	if _, id, ok := c.person("member"); ok {
		if id != c.by.Person {
			list.whose, list.who = "theirs", id
		}
	} else if c.text("whose") == "here" {
		list = gameList{whose: "here", over: list.over}
	}
	return b.gamesPage(c, list, "")
}

// gamesPage shows a page of a list of games to who asks.
func (b *Bot) gamesPage(c *call, list gameList, from game.Cursor) (answer, error) {
	page, err := b.referee.Games(c, list.list(c), c.viewer(), from, mostRows)
	if err != nil {
		return answer{}, err
	}
	m := &message{private: true}
	about := []any{"whose", list.whose, "over", list.over}
	if len(page.Items) == 0 {
		m.say(c.lang.Say("games.none", about...))
		return answer{message: m}, b.showWaiting(c, m, list)
	}
	lines := []string{c.lang.Say("games.title", about...)}
	for _, g := range page.Items {
		lines = append(lines, gameLine(c.lang, g))
	}
	m.say(strings.Join(lines, "\n"))
	m.turn(c.lang, gamesVerb, list.words(), string(from), string(page.Next))
	return answer{message: m}, b.showWaiting(c, m, list)
}

// mostWaiting is how many challenges are shown with somebody's games.
const mostWaiting = 5

// showWaiting adds to the games somebody is playing what they could accept here: the
// messages that said so may be long gone by. It can only be accepted there, as what is
// declined has to be told to others.
func (b *Bot) showWaiting(c *call, m *message, list gameList) error {
	if list.whose != "mine" || list.over {
		return nil
	}
	toThem, err := b.referee.Challenges(c, game.OpenChallengesTo(c.by.Person), c.viewer(), "", mostOptions)
	if err != nil {
		return err
	}
	here, err := b.referee.Challenges(c, game.OpenChallengesIn(c.place), c.viewer(), "", mostOptions)
	if err != nil {
		return err
	}
	var waiting []*game.Challenge
	for _, ch := range toThem.Items {
		if ch.Place == c.place {
			waiting = append(waiting, ch)
		}
	}
	for _, ch := range here.Items {
		if ch.To == game.Anyone && ch.From != c.by.Person {
			waiting = append(waiting, ch)
		}
	}
	for _, ch := range waiting[:min(len(waiting), mostWaiting)] {
		m.say(challengeText(c.lang, ch))
		m.row(button(c.lang, control{verb: acceptVerb, challenge: ch.ID}, dg.SuccessButton))
	}
	return nil
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

// gameLine is one line of a list of games.
func gameLine(l *lang.Language, g *game.Game) string {
	about := []any{"id", string(g.ID), "white", player(l, g, draughts.White), "black", player(l, g, draughts.Black),
		"rules", ruleName(l, g.Variant), "moves", g.Len()}
	if result, over := g.Result(); over {
		return l.Say("games.finished", append(about, "outcome", outcomeKey(result.Outcome))...)
	}
	return l.Say("games.line", append(about, "turn", mention(g.Player(g.Turn())))...)
}

// gameList is a list of games as people ask for it.
type gameList struct {
	whose string // mine, theirs or here
	over  bool
	who   game.PersonID
}

// list returns it as the referee knows it. Others' games are those of this place.
func (l gameList) list(c *call) game.GameList {
	here, of := game.RunningGamesIn, game.RunningGamesOf
	if l.over {
		here, of = game.FinishedGamesIn, game.FinishedGamesOf
	}
	switch l.whose {
	case "here":
		return here(c.place)
	case "mine":
		return of(l.who)
	default:
		return of(l.who).In(c.place)
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
