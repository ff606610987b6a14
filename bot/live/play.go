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
	Move  string   // for "move"
	Moves []string // for "plan" and "unplan"
	Offer string   // for "agree", "no" and "withdraw"
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
	"plan": func(b *Boards, r *request, q game.GameRequest, a action) (game.Answer, error) {
		return b.Referee.AddBranches(r.Context(), game.BranchRequest{GameRequest: q, Branches: [][]string{a.Moves}})
	},
	"unplan": func(b *Boards, r *request, q game.GameRequest, a action) (game.Answer, error) {
		return b.Referee.RemoveBranches(r.Context(), game.BranchRequest{GameRequest: q, Branches: [][]string{a.Moves}})
	},
	"again": func(b *Boards, r *request, q game.GameRequest, _ action) (game.Answer, error) {
		g, err := b.game(r.Context(), q.Game, r.session.Viewer())
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

// asks returns a request to the referee. Its id is one of this person: the referee answers a known one without asking whose it is.
func (r *request) asks(id string) game.Request {
	return game.Request{
		ID: game.RequestID(fmt.Sprintf("live %d %s", r.session.Person, id)),
		By: game.Actor{Person: r.session.Person}, Place: r.session.Place, Arrived: r.arrived, Unanswered: true,
	}
}

// act does what a player does.
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
	answer, err := do(b, r, game.GameRequest{Game: id, Ply: a.Ply, Request: r.asks(a.ID)}, a)
	if refused, ok := errors.AsType[*game.RequestError](err); ok {
		b.explain(w, r, refused)
		return
	} else if err != nil {
		b.refuse(w, err)
		return
	}
	if answer.Game == nil { // a rematch was asked for
		b.challenged(answer.Challenge.To)
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
	g, err := b.game(r.Context(), id, r.session.Viewer())
	if err != nil {
		return nil, err
	}
	return b.snapshotFor(r, g)
}

func (b *Boards) snapshotFor(r *request, g *game.Game) (*snapshot, error) {
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

// ofGame returns the handler of requests about a game that the person may see.
func ofGame(do func(*Boards, http.ResponseWriter, *request, *game.Game)) func(*Boards, http.ResponseWriter, *request) {
	return func(b *Boards, w http.ResponseWriter, r *request) {
		id, _ := game.ParseGameID(r.PathValue("game"))
		g, err := b.game(r.Context(), id, r.session.Viewer())
		if err != nil {
			b.refuse(w, err)
			return
		}
		do(b, w, r, g)
	}
}

// show answers with a game.
func (b *Boards) show(w http.ResponseWriter, r *request, g *game.Game) {
	snap, err := b.snapshotFor(r, g)
	if err != nil {
		b.refuse(w, err)
		return
	}
	b.answer(w, snap)
}

// showPast answers with a game as it was after so many moves.
func (b *Boards) showPast(w http.ResponseWriter, r *request, g *game.Game) {
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

// ahead is a position that a player looks at while the opponent is to move, with the legal moves in it.
type ahead struct {
	board
	Moves [][]int `json:"moves"`
	Takes [][]int `json:"takes"`
}

// showAhead answers a player who waits with the position on the board, or after a move of the opponent that they expect.
func (b *Boards) showAhead(w http.ResponseWriter, r *request, g *game.Game) {
	if !mayPlan(g, r.session.Person) {
		fail(w, http.StatusNotFound)
		return
	}
	moves := r.URL.Query()["move"]
	if len(moves) > 0 && len(moves[0]) > maxTyped {
		fail(w, http.StatusBadRequest)
		return
	}
	h, err := g.Ahead(moves[:min(len(moves), 1)])
	if err != nil {
		b.refuse(w, err)
		return
	}
	out := ahead{board: boardAt(h, h.Len())}
	out.Moves, out.Takes = legal(h.Position())
	b.answer(w, out)
}
