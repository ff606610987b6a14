package bot

import (
	"context"
	"errors"
	"iter"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// games lists running or finished games privately: the user's in all guilds, or a member's or everybody's
// in this one.
func (b *Bot) games(req *request) (delivery.Response, error) {
	whose, user := "mine", req.member("member", req.by.Person).String()
	if req.text("whose") == "here" && req.text("member") == "" {
		whose, user = "here", "0"
	}
	state := "now"
	if req.boolean("finished", false) {
		state = "over"
	}
	words, from, ok := req.page(whose, state, user)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	list, ok := req.gameList(words)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	page, err := b.referee.Games(req, list.games, req.viewer(), game.Cursor(from), pageSize)
	if err != nil {
		return delivery.Response{}, err
	}
	about := []any{"whose", list.whose, "over", list.over}
	if len(page.Items) == 0 {
		m := req.private("games.none", about...)
		return delivery.Response{Message: m}, b.addOpenChallenges(req, m, list)
	}
	lines := []string{req.lang.Say("games.title", about...)}
	for _, g := range page.Items {
		lines = append(lines, gameLine(req.lang, g))
	}
	m := &message.Builder{Private: true}
	m.Text(strings.Join(lines, "\n"))
	words[0] = list.whose
	addPageButtons(m, req.lang, gamesAction, words, from, string(page.Next))
	return delivery.Response{Message: m}, b.addOpenChallenges(req, m, list)
}

// gameList is a list of games in the terms of /games, and of the referee.
type gameList struct {
	whose string // mine, theirs or here
	over  bool
	games game.GameList
}

// gameList reads the words that identify a list in custom IDs: whose games, whether over or now, and a user.
// Lists of another member are those of this guild.
func (req *request) gameList(words []string) (gameList, bool) {
	list := gameList{whose: words[0], over: words[1] == "over"}
	in, of := game.RunningGamesIn, game.RunningGamesOf
	if list.over {
		in, of = game.FinishedGamesIn, game.FinishedGamesOf
	}
	person, ok := message.Snowflake[game.PersonID](words[2])
	if list.whose == "mine" && person != req.by.Person {
		list.whose = "theirs"
	}
	switch list.whose {
	case "here":
		list.games, ok = in(req.place), true
	case "mine":
		list.games = of(person)
	case "theirs":
		list.games = of(person).In(req.place)
	default:
		return gameList{}, false
	}
	return list, ok
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

// gameLine returns a line of a list of games.
func gameLine(l *lang.Language, g *game.Game) string {
	about := []any{"id", string(g.ID), "white", player(l, g, draughts.White), "black", player(l, g, draughts.Black),
		"rules", ruleName(l, g.Variant), "moves", g.Len()}
	if result, over := g.Result(); over {
		return l.Say("games.finished", append(about, "outcome", lang.Key("", result.Outcome))...)
	}
	return l.Say("games.line", append(about, "turn", mention(g.Player(g.Turn())))...)
}

// chosenGame returns the game of a component. For a command, it returns the game that the command names,
// or the only running game of the user in the guild, or their only one anywhere.
func (b *Bot) chosenGame(req *request) (*game.Game, error) {
	if req.id != nil {
		return b.referee.Game(req, req.id.game, req.viewer())
	}
	if text := req.text("game"); text != "" {
		id, ok := game.ParseGameID(text)
		if !ok {
			return nil, &game.RequestError{Code: game.NoSuchGame}
		}
		return b.referee.Game(req, id, req.viewer())
	}
	games, err := b.runningGames(req)
	if err != nil {
		return nil, err
	}
	if len(games) == 1 {
		return games[0], nil
	}
	// A repeated request may have ended its game.
	if g, err := b.referee.GameOfRequest(req, req.gameRequest().ID, req.viewer()); !isRefused(err, game.NoSuchGame) {
		return g, err
	}
	if len(games) == 0 {
		return nil, errNoGame
	}
	return nil, errWhichGame
}

// maxRunningGames is the number of a user's newest running games that are searched.
const maxRunningGames = 1000

// runningGames returns the running games of the user in the guild; if there are none, anywhere.
func (b *Bot) runningGames(req *request) ([]*game.Game, error) {
	var inGuild, anywhere []*game.Game
	for g, err := range b.allGames(req, game.RunningGamesOf(req.by.Person), req.viewer()) {
		if err != nil {
			return nil, err
		}
		if g.Place == req.place {
			inGuild = append(inGuild, g)
		}
		if anywhere = append(anywhere, g); len(anywhere) == maxRunningGames {
			break
		}
	}
	if len(inGuild) > 0 {
		return inGuild, nil
	}
	return anywhere, nil
}

// allGames yields the games of a list.
func (b *Bot) allGames(ctx context.Context, list game.GameList, viewer game.Viewer) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		for from := game.Cursor(""); ; {
			page, err := b.referee.Games(ctx, list, viewer, from, 50)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, g := range page.Items {
				if !yield(g, nil) {
					return
				}
			}
			if from = page.Next; from == "" {
				return
			}
		}
	}
}

// finishedOrChosenGame returns the chosen game, or if there is none, the last game that the user finished.
func (b *Bot) finishedOrChosenGame(req *request) (*game.Game, error) {
	g, err := b.chosenGame(req)
	notChosen, ok := errors.AsType[userError](err)
	if !ok {
		return g, err
	}
	g, err = b.lastFinishedGame(req)
	if err == errNoGames && notChosen != errNoGame {
		return nil, notChosen
	}
	return g, err
}

// playedBefore returns the game of a button, or that a command names, or the last one that the user finished.
func (b *Bot) playedBefore(req *request) (*game.Game, error) {
	if _, named := game.ParseGameID(req.text("game")); req.id != nil || named {
		return b.chosenGame(req)
	}
	return b.lastFinishedGame(req)
}

// lastFinishedGame returns the last game that the user finished.
func (b *Bot) lastFinishedGame(req *request) (*game.Game, error) {
	last, err := b.referee.Games(req, game.FinishedGamesOf(req.by.Person), req.viewer(), "", 1)
	if err != nil {
		return nil, err
	}
	if len(last.Items) == 0 {
		return nil, errNoGames
	}
	return last.Items[0], nil
}
