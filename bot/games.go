package bot

import (
	"slices"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// games lists running or finished games privately: the user's in all guilds, or a member's or everybody's
// in this one.
func (b *Bot) games(req *request) (delivery.Response, error) {
	words, from, ok := req.page(req.listedGames())
	if !ok {
		return delivery.Response{}, errUnknown
	}
	list, ok := req.gameList(words)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	var page game.Page[*game.Game]
	var summary string
	var err error
	viewer := game.Anyone // of a list of others' games, which names both players
	if list.whose == "mine" && !list.over {
		viewer = req.by.Person
		page, summary, err = b.ownGames(req, from)
	} else {
		page, err = b.referee.Games(req, list.games, req.viewer(), game.Cursor(from), pageSize)
	}
	if err != nil {
		return delivery.Response{}, err
	}
	about := []any{"whose", list.whose, "over", list.over}
	if len(page.Items) == 0 {
		m := req.private("games.none", append(about, "button", req.public.Say("button."+string(moreAction)))...)
		return delivery.Response{Message: m}, b.addOpenChallenges(req, m, list)
	}
	m := &message.Builder{Private: true}
	m.Text(req.lang.Say("games.title", about...) + summary)
	for _, g := range page.Items {
		if err := b.addGame(req, m, g, viewer); err != nil {
			return delivery.Response{}, err
		}
	}
	words[0] = list.whose
	addPageButtons(m, req.lang, gamesAction, words, from, string(page.Next))
	return delivery.Response{Message: m}, b.addOpenChallenges(req, m, list)
}

// listedGames returns the words for the games that the options of /games name: whose they are, whether they are over,
// and the user.
func (req *request) listedGames() (whose, state, user string) {
	whose, user = "mine", req.member("member", req.by.Person).String()
	switch {
	case req.text("whose") == "followed":
		whose, user = "followed", req.by.Person.String()
	case req.text("whose") == "here" && req.text("member") == "":
		whose, user = "here", "0"
	}
	state = "now"
	if req.boolean("finished", false) {
		state = "over"
	}
	return whose, state, user
}

// addGame adds a game to a list, with the button that opens it, and notes if it is the user's and there is room. A list of
// the viewer's own running games names only the opponents.
func (b *Bot) addGame(req *request, m *message.Builder, g *game.Game, viewer game.PersonID) error {
	text, err := b.gameLine(req, req.lang, g, viewer)
	if err != nil {
		return err
	}
	style, open := dg.SecondaryButton, customID{action: stepAction, game: g.ID, arg: stepOpen}
	if viewer == req.by.Person && req.waits(g) {
		style, text = dg.PrimaryButton, "▶ "+text
	}
	if _, plays := g.Side(req.by.Person); plays && !g.IsOver() {
		open = customID{action: openAction, arg: string(g.ID)}
		notes, err := b.ownNotes(req, g)
		if err != nil {
			return err
		}
		if m.TextLength()+len(text)+len(notes) <= maxGamesText {
			text += notes
		}
	}
	m.Section(text, buttonLabelled(req.lang.Say("button.open"), open, style))
	return nil
}

// maxGamesText is the length of a page of games beyond which it has no more notes: a message of so
// many leaves room for the last games, and for open challenges.
const maxGamesText = 2500

// ownGames returns a page of the user's running games, and how many there are and wait for the user. These come
// first; of both kinds, those whose time runs out first.
func (b *Bot) ownGames(req *request, from string) (page game.Page[*game.Game], summary string, err error) {
	games, err := b.runningGames(req)
	if err != nil || len(games) == 0 {
		return page, "", err
	}
	until := map[game.GameID]time.Time{}
	for _, g := range games {
		deadline, err := b.composer.deadline(req, g)
		if err != nil {
			return page, "", err
		}
		if until[g.ID] = deadline; deadline.IsZero() { // a game without a clock can wait
			until[g.ID] = g.Changed().AddDate(1, 0, 0)
		}
	}
	waiting := keep(games, req.waits)
	slices.SortStableFunc(games, func(g, h *game.Game) int {
		if waits := req.waits(g); waits != req.waits(h) {
			if waits {
				return -1
			}
			return 1
		}
		return until[g.ID].Compare(until[h.ID])
	})
	items, next := slicePage(games, from)
	summary = " · " + req.lang.Say("games.waiting", "n", len(games), "waiting", len(waiting))
	return game.Page[*game.Game]{Items: items, Next: game.Cursor(next)}, summary, nil
}

// ownNotes returns small lines about a game of the user: offers, the win that can be claimed, and conditional
// moves.
func (b *Bot) ownNotes(req *request, g *game.Game) (string, error) {
	var notes []string
	for _, o := range game.Offers {
		for _, s := range draughts.Sides {
			if g.Offered(s, o) {
				notes = append(notes, say.Offer(req.lang, g, s, o))
			}
		}
	}
	if side, _ := g.Side(req.by.Person); g.CanClaimWin(side) {
		until, err := b.composer.until(req, g)
		if err != nil {
			return "", err
		}
		notes = append(notes, strings.TrimSpace(say.Until(req.lang, g, until)))
	}
	if planned := say.Plan(req.lang, g, req.by.Person); planned != "" {
		notes = append(notes, planned)
	}
	text := ""
	for _, note := range notes {
		text += "\n-# " + note
	}
	return text, nil
}

// useOpen shows a player the game that they chose in a list, which stays: to move, or to plan while the
// opponent is to move.
func (b *Bot) useOpen(req *request) (delivery.Response, error) {
	id, ok := game.ReadGameID(req.id.arg)
	if !ok {
		return delivery.Response{}, errUnknown
	}
	g, err := b.referee.Game(req, id, req.viewer())
	if err != nil {
		return delivery.Response{}, err
	}
	req = req.withID(inGame(g, openAction))
	if g, err = b.playedGame(req); err != nil {
		return delivery.Response{}, err
	}
	if req.mayPlan(g) {
		r, err := b.planAfter(req, g, nil)
		r.Placement = delivery.Beside
		return r, err
	}
	r := delivery.Response{Placement: delivery.Beside, PrivateBoard: b.privateBoard(req, g)}
	r.Message, err = r.PrivateBoard.Compose(req, g)
	return r, err
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
// accept them in this guild, while there is room for buttons. They can only decline with the challenge's own message, which
// everybody sees.
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
		found, err := b.referee.Challenges(req, l, req.viewer(), message.MaxOptions)
		if err != nil {
			return err
		}
		for _, ch := range found {
			if l.Kind == game.ChallengesIn && (ch.To != game.Anyone || list.whose == "mine" && ch.From == me) {
				continue // it is for another member, or in another list
			}
			open = append(open, ch)
		}
	}
	for _, ch := range open[:min(len(open), maxOpenChallenges)] {
		text := say.Challenge(req.lang, ch) + "\n" + req.lang.Say("games.open", "channel", say.Channel(ch.Room)) + "\n" +
			b.composer.ratingsText(req, req.lang, ch)
		text = strings.TrimSpace(text)
		room := message.MaxParts - 1 - m.Len() // one is for what may be added for every user
		switch canAccept := ch.From != me && ch.Place == req.place && !ch.IsForChannels(); {
		case m.TextLength()+len(text) > message.MaxText || room == 0:
			return nil
		case canAccept && room >= 3:
			m.Section(text, button(req.lang, onChallenge(ch, acceptAction), dg.SuccessButton))
		default:
			m.Text(text)
		}
	}
	return nil
}

// gameLine returns a line of a list of games, with a link to the game's board, for a viewer.
func (b *Bot) gameLine(req *request, l *lang.Language, g *game.Game, viewer game.PersonID) (string, error) {
	until, err := b.composer.deadline(req, g)
	if err != nil {
		return "", err
	}
	return say.GameLine(l, g, b.listedLink(req, g), viewer, until), nil
}
