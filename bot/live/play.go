package live

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// action is what a player does on a page.
type action struct {
	ID    string // of the request: one that arrives twice is done once
	Ply   game.Ply
	Do    string
	Move  string // for "move"
	Offer string // for "agree", "no" and "withdraw"
}

// requestID is the form of the ids that pages make.
var requestID = regexp.MustCompile(`^[0-9a-zA-Z-]{8,40}$`)

// maxTyped is the greatest length of a move.
const maxTyped = 300

// actions do what players do in a game.
var actions = map[string]func(*Boards, *request, game.GameRequest, action) (game.Answer, error){
	"move": func(b *Boards, r *request, q game.GameRequest, a action) (game.Answer, error) {
		return b.Referee.Move(r.Context(), game.MoveRequest{GameRequest: q, Text: a.Move})
	},
	"draw":  propose(game.OfferDraw),
	"back":  propose(game.OfferTakeBack),
	"abort": propose(game.OfferAbort),
	"agree": func(b *Boards, r *request, q game.GameRequest, a action) (game.Answer, error) {
		return b.Referee.Propose(r.Context(), game.OfferRequest{GameRequest: q, Offer: offerNamed(a.Offer), Answers: true})
	},
	"no": func(b *Boards, r *request, q game.GameRequest, a action) (game.Answer, error) {
		return b.Referee.Dismiss(r.Context(), game.OfferRequest{GameRequest: q, Offer: offerNamed(a.Offer), Answers: true})
	},
	"withdraw": func(b *Boards, r *request, q game.GameRequest, a action) (game.Answer, error) {
		return b.Referee.Dismiss(r.Context(), game.OfferRequest{GameRequest: q, Offer: offerNamed(a.Offer)})
	},
	"resign": func(b *Boards, r *request, q game.GameRequest, _ action) (game.Answer, error) {
		return b.Referee.Resign(r.Context(), q)
	},
	"claim": func(b *Boards, r *request, q game.GameRequest, _ action) (game.Answer, error) {
		return b.Referee.ClaimWin(r.Context(), q)
	},
	"again": func(b *Boards, r *request, q game.GameRequest, _ action) (game.Answer, error) {
		g, err := b.Referee.Game(r.Context(), q.Game, r.session.Viewer())
		if err != nil {
			return game.Answer{}, err
		} else if !mayRepeat(g) {
			return game.Answer{}, &game.RequestError{Code: game.NoSuchGame}
		}
		return b.Referee.Rematch(r.Context(), game.RematchRequest{
			Request: q.Request, Game: g.ID, Room: g.Room, Unrated: b.Friendly(r.Context(), g.Place),
		})
	},
}

func propose(o game.Offer) func(*Boards, *request, game.GameRequest, action) (game.Answer, error) {
	return func(b *Boards, r *request, q game.GameRequest, _ action) (game.Answer, error) {
		return b.Referee.Propose(r.Context(), game.OfferRequest{GameRequest: q, Offer: o})
	}
}

func offerNamed(name string) game.Offer {
	for o, other := range offerNames {
		if other == name {
			return game.Offer(o)
		}
	}
	return game.Offer(len(offerNames)) // which nobody has made
}

// refusal says why something was not done, and how the game stands.
type refusal struct {
	Why     string    `json:"why"`
	Squares []int     `json:"squares"` // that it is about
	Game    *snapshot `json:"game"`
}

// act does what a player does. The id of the request is one of this person: the referee answers a known one without asking
// whose it is.
func (b *Boards) act(w http.ResponseWriter, r *request) {
	var a action
	if !read(w, r.Request, &a) {
		return
	}
	id, ok := game.ParseGameID(r.PathValue("game"))
	do := actions[a.Do]
	if !ok || do == nil || !requestID.MatchString(a.ID) || len(a.Move) > maxTyped {
		fail(w, http.StatusBadRequest)
		return
	}
	q := game.GameRequest{Game: id, Ply: a.Ply, Request: game.Request{
		ID: game.RequestID(fmt.Sprintf("live %d %s", r.session.Person, a.ID)),
		By: game.Actor{Person: r.session.Person}, Place: r.session.Place, Arrived: r.arrived, Unanswered: true,
	}}
	answer, err := do(b, r, q, a)
	if refused, ok := errors.AsType[*game.RequestError](err); ok {
		b.explain(w, r, refused)
		return
	} else if err != nil {
		b.refuse(w, err)
		return
	}
	if answer.Game == nil { // a rematch was asked for
		b.answer(w, map[string]any{"asked": true})
		return
	}
	snap, err := b.current(r, answer.Game.ID)
	if err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, snap)
}

// current returns a game as it stands for the person of a request.
func (b *Boards) current(r *request, id game.GameID) (*snapshot, error) {
	g, err := b.Referee.Game(r.Context(), id, r.session.Viewer())
	if err != nil {
		return nil, err
	}
	s, err := b.stateOf(r.Context(), g)
	if err != nil {
		return nil, err
	}
	return b.snapshot(r.Context(), s, r.session.Person, r.lang)
}

// explain says in the words of the bot why the referee refused a request.
func (b *Boards) explain(w http.ResponseWriter, r *request, refused *game.RequestError) {
	g := refused.Game
	if g == nil {
		b.refuse(w, refused)
		return
	}
	out := refusal{Squares: []int{}}
	if refused.Code == game.IllegalMove && refused.Before != nil {
		out.Why = say.WhyNot(r.lang, refused.Before.Position(), refused.Move)
		if illegal, ok := errors.AsType[*draughts.IllegalMove](refused.Move); ok {
			out.Squares = numbers(illegal.Squares)
			if illegal.At != 0 {
				out.Squares = append(out.Squares, int(illegal.At))
			}
		}
	} else if out.Why, _ = say.Refused(r.lang, refused, say.Asker{Person: r.session.Person, Button: true}); out.Why == "" {
		b.refuse(w, refused)
		return
	}
	out.Why = b.plain(r.Context(), g.Place, out.Why)
	var err error
	if out.Game, err = b.current(r, g.ID); err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, out)
}

// show answers with a game.
func (b *Boards) show(w http.ResponseWriter, r *request) {
	id, _ := game.ParseGameID(r.PathValue("game"))
	snap, err := b.current(r, id)
	if err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, snap)
}

// showPast answers with a game as it was after so many moves.
func (b *Boards) showPast(w http.ResponseWriter, r *request) {
	id, _ := game.ParseGameID(r.PathValue("game"))
	g, err := b.Referee.Game(r.Context(), id, r.session.Viewer())
	if err != nil {
		b.refuse(w, err)
		return
	}
	b.answerPast(w, r.PathValue("ply"), g)
}

func (b *Boards) answerPast(w http.ResponseWriter, after string, g *game.Game) {
	h, err := g.History()
	if err != nil {
		b.refuse(w, err)
		return
	}
	ply, err := strconv.Atoi(after)
	if err != nil || ply < 0 || ply > h.Len() {
		fail(w, http.StatusNotFound)
		return
	}
	b.answer(w, boardAt(h, ply))
}

// listed is a line of a list of games.
type listed struct {
	ID    game.GameID `json:"id"`
	Text  string      `json:"text"`
	Yours bool        `json:"yours"` // the game is one of the person's
	Waits bool        `json:"waits"` // for the person
}

// maxListed is how many games a list has.
const maxListed = 25

// list answers with the games that the person plays, those that wait first, and with others of the place.
func (b *Boards) list(w http.ResponseWriter, r *request) {
	own, err := b.lines(r, game.RunningGamesOf(r.session.Person))
	if err != nil {
		b.refuse(w, err)
		return
	}
	here, err := b.lines(r, game.RunningGamesIn(r.session.Place))
	if err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, map[string]any{"yours": own, "here": here})
}

func (b *Boards) lines(r *request, list game.GameList) ([]listed, error) {
	page, err := b.Referee.Games(r.Context(), list, r.session.Viewer(), "", maxListed)
	if err != nil {
		return nil, err
	}
	waiting, others := []listed{}, []listed{}
	for _, g := range page.Items {
		names := say.Players(r.Context(), r.lang, g, b.Names)
		line := listed{ID: g.ID, Text: names[draughts.White] + " – " + names[draughts.Black] + " · " + say.GameName(r.lang, &g.Terms)}
		side, plays := g.Side(r.session.Person)
		line.Yours, line.Waits = plays, plays && side == g.Turn()
		switch {
		case list.Place != game.Everywhere && plays: // it is in the other list
		case line.Waits:
			waiting = append(waiting, line)
		default:
			others = append(others, line)
		}
	}
	return append(waiting, others...), nil
}
