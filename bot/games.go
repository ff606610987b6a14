package bot

import (
	"fmt"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// games lists running or finished games: the user's in all guilds, or a member's or everybody's in
// this one.
func (b *Bot) games(req *request) (delivery.Response, error) {
	list := gameList{whose: "mine", user: req.by.Person, over: req.boolean("finished", false)}
	if _, id, ok := req.user("member"); ok {
		if id != req.by.Person {
			list.whose, list.user = "theirs", id
		}
	} else if req.text("whose") == "here" {
		list = gameList{whose: "here", over: list.over}
	}
	return b.gamesPage(req, list, "")
}

// gamesPage returns a private page of a list of games.
func (b *Bot) gamesPage(req *request, list gameList, from game.Cursor) (delivery.Response, error) {
	page, err := b.referee.Games(req, list.query(req), req.viewer(), from, pageSize)
	if err != nil {
		return delivery.Response{}, err
	}
	m := &message.Builder{Private: true}
	about := []any{"whose", list.whose, "over", list.over}
	if len(page.Items) == 0 {
		m.Text(req.lang.Say("games.none", about...))
		return delivery.Response{Message: m}, b.addOpenChallenges(req, m, list)
	}
	lines := []string{req.lang.Say("games.title", about...)}
	for _, g := range page.Items {
		lines = append(lines, gameLine(req.lang, g))
	}
	m.Text(strings.Join(lines, "\n"))
	addPageButtons(m, req.lang, gamesAction, list.args(), string(from), string(page.Next))
	return delivery.Response{Message: m}, b.addOpenChallenges(req, m, list)
}

// maxOpenChallenges is the number of open challenges that a list of games shows.
const maxOpenChallenges = 5

// addOpenChallenges adds the challenges that the user can accept in this guild to the list of their
// running games. They can only decline with the challenge's own message, which everybody sees.
func (b *Bot) addOpenChallenges(req *request, m *message.Builder, list gameList) error {
	if list.whose != "mine" || list.over {
		return nil
	}
	personal, err := b.referee.Challenges(req, game.OpenChallengesTo(req.by.Person), req.viewer(), "", maxOptions)
	if err != nil {
		return err
	}
	public, err := b.referee.Challenges(req, game.OpenChallengesIn(req.place), req.viewer(), "", maxOptions)
	if err != nil {
		return err
	}
	var open []*game.Challenge
	for _, ch := range personal.Items {
		if ch.Place == req.place {
			open = append(open, ch)
		}
	}
	for _, ch := range public.Items {
		if ch.To == game.Anyone && ch.From != req.by.Person {
			open = append(open, ch)
		}
	}
	for _, ch := range open[:min(len(open), maxOpenChallenges)] {
		m.Text(challengeText(req.lang, ch))
		m.Row(button(req.lang, customID{action: acceptAction, challenge: ch.ID}, dg.SuccessButton))
	}
	return nil
}

// useGames shows another page of a list of games.
func (b *Bot) useGames(req *request, id customID) (delivery.Response, error) {
	list, from, ok := parsePage(id.arg, 3)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	games := gameList{whose: list[0], over: list[1] == "over"}
	if games.whose != "here" {
		user, ok := message.Snowflake(list[2])
		if !ok {
			return delivery.Response{}, errUnknown
		}
		games.user = game.PersonID(user)
	}
	switch {
	case games.whose == "mine" && games.user != req.by.Person:
		games.whose = "theirs"
	case games.whose != "mine" && games.whose != "theirs" && games.whose != "here":
		return delivery.Response{}, errUnknown
	}
	return replacing(b.gamesPage(req, games, game.Cursor(from)))
}

// gameLine returns a line of a list of games.
func gameLine(l *lang.Language, g *game.Game) string {
	about := []any{"id", string(g.ID), "white", player(l, g, draughts.White), "black", player(l, g, draughts.Black),
		"rules", ruleName(l, g.Variant), "moves", g.Len()}
	if result, over := g.Result(); over {
		return l.Say("games.finished", append(about, "outcome", lang.Key("", result.Outcome))...)
	}
	return l.Say("games.line", append(about, "turn", mention(g.Player(g.Turn())))...)
}

// gameList is a list of games in the terms of /games.
type gameList struct {
	whose string // mine, theirs or here
	over  bool
	user  game.PersonID
}

// query returns the list in the terms of the referee. Lists of another member are those of this guild.
func (l gameList) query(req *request) game.GameList {
	in, of := game.RunningGamesIn, game.RunningGamesOf
	if l.over {
		in, of = game.FinishedGamesIn, game.FinishedGamesOf
	}
	switch l.whose {
	case "here":
		return in(req.place)
	case "mine":
		return of(l.user)
	default:
		return of(l.user).In(req.place)
	}
}

// args returns the words that identify the list in custom IDs.
func (l gameList) args() []string {
	state := "now"
	if l.over {
		state = "over"
	}
	return []string{l.whose, state, fmt.Sprint(uint64(l.user))}
}
