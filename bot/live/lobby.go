package live

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"

	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// listed is a line of a list of games.
type listed struct {
	ID    game.GameID `json:"id"`
	Text  string      `json:"text"`
	Waits bool        `json:"waits"` // for the person
	After game.GameID `json:"after"` // the game before, if it is a rematch
}

// offered is a challenge that the person can accept.
type offered struct {
	ID      game.ChallengeID `json:"id"`
	Changes int              `json:"changes"` // of its terms
	Text    string           `json:"text"`
}

const (
	maxListed = 25  // games or challenges in a list
	maxLooked = 100 // games of a place among which those of a channel are looked for
)

// list answers with the games that the person plays, those that wait first, with the challenges that they can accept, and with the
// games of others in the channel.
func (b *Boards) list(w http.ResponseWriter, r *request) {
	room, err := b.room(r.Context(), r.session)
	own, ownErr := b.ownGames(r)
	open, openErr := b.openChallenges(r, room)
	here, hereErr := b.gamesIn(r, room)
	if err := errors.Join(err, ownErr, openErr, hereErr); err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, map[string]any{"yours": own, "challenges": open, "here": here})
}

// room returns the channel of a session: that of the game with which it began, or of the challenge to it if the game has a thread of
// its own; 0 if the game is of another place.
func (b *Boards) room(ctx context.Context, s *game.Session) (game.RoomID, error) {
	if s.Direct {
		return game.RoomID(s.Place), nil
	}
	g, err := b.game(ctx, s.Game, s.Viewer())
	if refused, ok := errors.AsType[*game.RequestError](err); ok && refused.Code == game.NoSuchGame || err == nil && g.Place != s.Place {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	return channelOf(g), nil
}

func channelOf(g *game.Game) game.RoomID { return cmp.Or(g.ChallengeRoom, g.Room) }

func (b *Boards) ownGames(r *request) ([]listed, error) {
	page, err := b.Referee.Games(r.Context(), game.RunningGamesOf(r.session.Person), r.session.Viewer(), "", maxListed)
	all := []listed{}
	for _, g := range page.Items {
		side, plays := g.Side(r.session.Person)
		if g.IsBetween() || !plays {
			continue
		}
		all = append(all, b.line(r, g, side == g.Turn()))
	}
	slices.SortStableFunc(all, func(x, y listed) int {
		switch {
		case x.Waits == y.Waits:
			return 0
		case x.Waits:
			return -1
		}
		return 1
	})
	return all, err
}

// gamesIn returns the games of others in a channel, or for 0 in the whole place.
func (b *Boards) gamesIn(r *request, room game.RoomID) ([]listed, error) {
	page, err := b.Referee.Games(r.Context(), game.RunningGamesIn(r.session.Place), r.session.Viewer(), "", maxLooked)
	all := []listed{}
	for _, g := range page.Items {
		if _, plays := g.Side(r.session.Person); !plays && (room == 0 || channelOf(g) == room) && len(all) < maxListed {
			all = append(all, b.line(r, g, false))
		}
	}
	return all, err
}

func (b *Boards) line(r *request, g *game.Game, waits bool) listed {
	names := say.Players(r.Context(), r.lang, g, b.Names)
	return listed{g.ID, names[draughts.White] + " – " + names[draughts.Black] + " · " + say.GameName(r.lang, &g.Terms), waits, g.RematchOf}
}

// openChallenges returns the challenges to the person in the place, and those to anyone in a channel, or for 0 in the whole place.
func (b *Boards) openChallenges(r *request, room game.RoomID) ([]offered, error) {
	me, all := r.session.Person, []offered{}
	for _, list := range []game.ChallengeList{game.OpenChallengesTo(me), game.OpenChallengesIn(r.session.Place)} {
		open, err := b.Referee.Challenges(r.Context(), list, r.session.Viewer(), maxListed)
		if err != nil {
			return nil, err
		}
		for _, c := range open {
			toMe := list.Kind == game.ChallengesTo && c.Place == r.session.Place
			open := c.To == game.Anyone && c.From != me && !c.IsForChannels()
			if toMe || open && (room == 0 || c.Room == room) {
				all = append(all, offered{c.ID, c.Changes, b.plain(r.Context(), c.Place, say.Challenge(r.lang, c))})
			}
		}
	}
	return all, nil
}

// challenged has the pages of a person list their challenges anew.
func (b *Boards) challenged(p game.PersonID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.relist(p)
}

// accept accepts a challenge, and answers with the game.
func (b *Boards) accept(w http.ResponseWriter, r *request) {
	var asked struct {
		ID      string
		Changes int
	}
	id, ok := game.ParseChallengeID(r.PathValue("challenge"))
	if !read(w, r.Request, &asked) {
		return
	} else if !ok || !requestID.MatchString(asked.ID) {
		fail(w, http.StatusBadRequest)
		return
	}
	a, err := b.Referee.Accept(r.Context(), game.ReplyRequest{Request: r.asks(asked.ID), Challenge: id, Changes: asked.Changes})
	b.answerBegun(w, r, a, err)
}

// SetUp is what a person can choose before a game against the computer, and what they chose last.
type SetUp struct {
	Choice
	Levels  []Named `json:"levels"`
	Colours []Named `json:"colours"`
	Sets    []Named `json:"sets"` // of rules
}

// Choice is a choice of a game against the computer: values of the options of /challenge.
type Choice struct {
	Level  string `json:"level"`
	Colour string `json:"colour"`
	Rules  string `json:"rules"`
}

// beginGame begins a game against the computer, and answers with it.
func (b *Boards) beginGame(w http.ResponseWriter, r *request) {
	var asked struct {
		ID string
		Choice
	}
	if !read(w, r.Request, &asked) {
		return
	} else if !requestID.MatchString(asked.ID) {
		fail(w, http.StatusBadRequest)
		return
	}
	room, setUp, err := b.setUp(r)
	if err == nil && setUp == nil {
		err = &game.RequestError{Code: game.NoSuchGame}
	}
	if err != nil {
		b.refuse(w, err)
		return
	}
	terms, err := b.Terms(r.Context(), r.session, asked.Choice)
	if err != nil {
		b.refuse(w, err)
		return
	}
	a, err := b.Referee.Challenge(r.Context(), game.ChallengeRequest{Request: r.asks(asked.ID), Room: room, To: game.Computer, Terms: terms})
	b.answerBegun(w, r, a, err)
}

// setUp returns in which room the person can play the computer, and how; nil if nowhere.
func (b *Boards) setUp(r *request) (game.RoomID, *SetUp, error) {
	room, err := b.room(r.Context(), r.session)
	if err != nil || room == 0 {
		return 0, nil, err
	}
	setUp, err := b.SetUp(r.Context(), r.session, room)
	return room, setUp, err
}

// answerBegun answers with a game that has begun, or with why it has not.
func (b *Boards) answerBegun(w http.ResponseWriter, r *request, a game.Answer, err error) {
	refused, ok := errors.AsType[*game.RequestError](err)
	if why := ""; ok {
		if why, ok = say.Refused(r.lang, refused, say.Asker{Person: r.session.Person, Button: true}); ok {
			b.answer(w, map[string]any{"why": b.plain(r.Context(), r.session.Place, why)})
			return
		}
	}
	if err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, map[string]any{"game": a.Game.ID})
}

// Taste is how a person likes their boards.
type Taste struct {
	Theme  string `json:"theme"` // "" for that of the place, which is Usual
	Usual  string `json:"usual"`
	Silent bool   `json:"silent"` // without sounds
}

// me answers with who the person is and what they like, with what the page says in their language, and with what they can choose.
func (b *Boards) me(w http.ResponseWriter, r *request) {
	_, setUp, err := b.setUp(r)
	if err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, map[string]any{
		"you": r.lang.Say("live.you", "name", r.session.Name), "lang": r.lang.Code, "taste": r.taste, "words": words(r.lang),
		"game": r.session.Game, "themes": themesIn(r.lang), "setUp": setUp, "direct": r.session.Direct,
	})
}

// prefer stores what the person likes.
func (b *Boards) prefer(w http.ResponseWriter, r *request) {
	var taste Taste
	if !read(w, r.Request, &taste) {
		return
	}
	isKnown := slices.ContainsFunc(render.Themes(), func(t render.Theme) bool { return t.Key == taste.Theme })
	if taste.Theme != "" && !isKnown {
		fail(w, http.StatusBadRequest)
		return
	}
	if err := b.Prefer(r.Context(), r.session.Person, taste); err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, map[string]any{})
}
