package bot

import (
	"context"
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
	switch {
	case req.text("whose") == "followed":
		whose, user = "followed", req.by.Person.String()
	case req.text("whose") == "here" && req.text("member") == "":
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
	var plans []dg.SelectMenuOption // games with conditional moves of the user
	for _, g := range page.Items {
		line, err := b.gameLine(req, req.lang, g)
		if err != nil {
			return delivery.Response{}, err
		}
		lines = append(lines, line)
		if planned := planText(req, g); planned != "" {
			lines = append(lines, "-# "+planned)
		}
		if len(g.BranchesOf(req.by.Person)) > 0 {
			c := b.gameChoice(req, g)
			plans = append(plans, dg.SelectMenuOption{Label: c.Name, Value: string(g.ID)})
		}
	}
	m := &message.Builder{Private: true}
	m.Text(strings.Join(lines, "\n"))
	if len(plans) > 0 {
		m.Row(selectOne(customID{action: planAction}, req.lang.Say("menu.plans"), plans))
	}
	words[0] = list.whose
	addPageButtons(m, req.lang, gamesAction, words, from, string(page.Next))
	return delivery.Response{Message: m}, b.addOpenChallenges(req, m, list)
}

// gameList is a list of games in the terms of /games, and of the referee.
type gameList struct {
	whose string // mine, theirs, followed or here
	over  bool
	games game.GameList
}

// gameList reads the words that identify a list in custom IDs: whose games, whether over or now, and a user.
// Lists of another member, and of games to follow, are those of this guild.
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
	case "followed":
		list.games = game.FollowedGamesOf(person).In(req.place)
	default:
		return gameList{}, false
	}
	return list, ok
}

// maxOpenChallenges is the number of open challenges that a list of games shows.
const maxOpenChallenges = 5

// addOpenChallenges adds open challenges to a list of running games, and says where they are: to the
// user's games those to them, by them, and to anybody here; to the games here only the last. They can
// accept them in this guild. They can only decline with the challenge's own message, which everybody
// sees.
func (b *Bot) addOpenChallenges(req *request, m *message.Builder, list gameList) error {
	if list.whose == "theirs" || list.whose == "followed" || list.over {
		return nil
	}
	me, lists := req.by.Person, []game.ChallengeList{game.OpenChallengesIn(req.place)}
	if list.whose == "mine" {
		lists = []game.ChallengeList{game.OpenChallengesTo(me), lists[0], game.OpenChallengesBy(me)}
	}
	var open []*game.Challenge
	for _, l := range lists {
		page, err := b.referee.Challenges(req, l, req.viewer(), "", maxOptions)
		if err != nil {
			return err
		}
		for _, ch := range page.Items {
			if l.Kind == game.ChallengesIn && (ch.To != game.Anyone || list.whose == "mine" && ch.From == me) {
				continue // it is for another member, or in another list
			}
			open = append(open, ch)
		}
	}
	for _, ch := range open[:min(len(open), maxOpenChallenges)] {
		m.Text(challengeText(req.lang, ch) + "\n" + req.lang.Say("games.open", "channel", "<#"+ch.Room.String()+">"))
		m.Text(b.ratingsText(req, req.lang, ch))
		if ch.From != me && ch.Place == req.place {
			m.Row(button(req.lang, customID{action: acceptAction, challenge: ch.ID}, dg.SuccessButton))
		}
	}
	return nil
}

// gameLine returns a line of a list of games, with a link to the game's board. It ends with when the game
// ended, or with when the time of the player to move runs out, or without a clock, when the last move was.
func (b *Bot) gameLine(ctx context.Context, l *lang.Language, g *game.Game) (string, error) {
	about := []any{"game", b.boardLink(ctx, g), "white", player(l, g, draughts.White), "black", player(l, g, draughts.Black),
		"rules", ruleName(l, g.Variant)}
	if result, over := g.Result(); over {
		line := l.Say("games.finished", append(about, "moves", fullMoves(g.Len()), "outcome", lang.Key("", result.Outcome))...)
		return line + " · " + timestamp(g.Changed(), "D"), nil
	}
	line := l.Say("games.line", append(about, "n", moveNumber(g), "turn", player(l, g, g.Turn()))...)
	left, err := b.timeLeft(ctx, g)
	if err != nil {
		return "", err
	}
	if left == nil {
		return line + " · " + timestamp(g.Changed(), "R"), nil
	}
	return line + " · ⏳ " + timestamp(b.now().Add(left(g.Turn())), "R"), nil
}

// boardLink returns the ID of a game, as a link to its board if a message shows it.
func (b *Bot) boardLink(ctx context.Context, g *game.Game) string {
	if g.Post == 0 {
		return "`" + string(g.ID) + "`"
	}
	return b.gameLink(ctx, g)
}
