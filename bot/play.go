package bot

import (
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// about returns the handler of a command, a component or a modal about what choose returns: a game, for example.
func about[T any](
	choose func(*Bot, *request) (T, error), do func(*Bot, *request, T) (delivery.Response, error),
) handler {
	return func(b *Bot, req *request) (delivery.Response, error) {
		subject, err := choose(b, req)
		if err != nil {
			return delivery.Response{}, err
		}
		return do(b, req, subject)
	}
}

// act returns the handler that changes the game of a component, or the chosen game of a command.
func act(do func(*Bot, *request, game.GameRequest) (game.Answer, error)) handler {
	return func(b *Bot, req *request) (delivery.Response, error) {
		q := game.GameRequest{Request: req.gameRequest()}
		if req.id != nil {
			q.Game, q.Ply = req.id.game, req.id.ply
		} else {
			g, err := b.chosenGame(req)
			if err != nil {
				return delivery.Response{}, err
			}
			q.Game, q.Ply = g.ID, g.Ply()
		}
		a, err := do(b, req, q)
		if err != nil {
			return delivery.Response{}, err
		}
		return b.boardResponse(req, a), nil
	}
}

// maxTypedMove is the length of the longest choice that Discord allows.
const maxTypedMove = 100

// move makes a move that the user typed.
func (b *Bot) move(req *request, q game.GameRequest) (game.Answer, error) {
	return b.referee.Move(req, game.MoveRequest{GameRequest: q, Text: req.text("move")})
}

// useMove makes a move that the user selected.
func (b *Bot) useMove(req *request, q game.GameRequest) (game.Answer, error) {
	text := req.id.arg
	if strings.HasPrefix(text, "#") {
		g, err := b.chosenGame(req)
		if err != nil {
			return game.Answer{}, err
		}
		h, err := g.History()
		if err != nil {
			return game.Answer{}, err
		}
		if g.Ply() == q.Ply {
			text = moveText(h.Position(), text)
		}
	}
	return b.referee.Move(req, game.MoveRequest{GameRequest: q, Text: text})
}

// usePiece shows selects of the moves of the piece that the user selected.
func (b *Bot) usePiece(req *request, g *game.Game) (delivery.Response, error) {
	if side, _ := g.Side(req.by.Person); side != g.Turn() {
		return delivery.Response{}, &game.RequestError{Code: game.NotYourTurn, Game: g}
	}
	h, err := g.History()
	if err != nil {
		return delivery.Response{}, err
	}
	p := h.Position()
	moves, err := movesOf(p, req.id.arg)
	if err != nil {
		return delivery.Response{}, err
	}
	m := req.private("menu.where", "square", req.id.arg)
	addChoices(m, req.lang.Say("menu.move"), inGame(g, moveAction).with, moveOptions(req.lang, p, moves))
	return delivery.Response{Message: m}, nil
}

// asFollowUp returns a handler that places a response to a component like one that has the placement Follow in
// components.
func asFollowUp(h handler) handler {
	return func(b *Bot, req *request) (delivery.Response, error) {
		r, err := h(b, req)
		if req.id != nil && r.Placement == delivery.Beside && !r.IsNote() {
			r.Placement = delivery.Follow
		}
		return r, err
	}
}

// useMore shows the rest of a board's buttons. What says something to the opponent is not first in the last row,
// where a double click on More may hit it.
func (b *Bot) useMore(req *request, g *game.Game) (delivery.Response, error) {
	m := &message.Builder{Private: true}
	m.Text(say.Title(req.lang, g))
	m.Text(say.LostPlan(req.lang, g, req.by.Person))
	side, plays := g.Side(req.by.Person)
	if plays && g.CanClaimWin(side) {
		m.Row(button(req.lang, inGame(g, claimWinAction), dg.PrimaryButton))
	}
	mayLackThread := g.Place == req.place && req.canHaveThreads() && (g.HasComputer() || !(req.settings.threads(req) && req.mayThread()))
	shows := []customID{{action: exportAction}, {action: stepAction, arg: stepOpen}}
	if plays && !g.IsOver() && mayLackThread {
		shows = append(shows, customID{action: threadAction})
	}
	if req.mayPlan(g) {
		shows = append(shows, customID{action: planAction})
	}
	acts := []customID{{action: flipAction}, {action: moveListAction}}
	if plays && !g.IsOver() {
		acts = append(acts, customID{action: takeBackAction}, customID{action: abortAction})
	}
	for _, ids := range [][]customID{shows, acts} {
		var row []dg.MessageComponent
		for _, id := range ids {
			id.game, id.ply = g.ID, g.Ply()
			row = append(row, button(req.lang, id, dg.SecondaryButton))
		}
		m.Row(row...)
	}
	if !plays && !g.IsOver() {
		req.addFollowing(m, g)
	}
	return delivery.Response{Message: m}, nil
}

// confirmResignation asks a player for confirmation, with the button that resigns.
func (b *Bot) confirmResignation(req *request, g *game.Game) (delivery.Response, error) {
	m := req.private("resign.really", "id", string(g.ID))
	t, err := b.forfeitsIn(req, g)
	if err != nil {
		return delivery.Response{}, err
	}
	if t != nil {
		m.Text(req.lang.Say("resign.forfeits", "leaves", t.LeavesByForfeit()))
	}
	m.Row(button(req.lang, inGame(g, confirmResignAction), dg.DangerButton))
	return delivery.Response{Message: m}, nil
}

// forfeitsIn returns the tournament in which a player who ends a game now forfeits it; nil if there is none.
func (b *Bot) forfeitsIn(req *request, g *game.Game) (*game.Tournament, error) {
	if g.Tournament == "" || g.IsUnderway() {
		return nil, nil
	}
	t, err := b.referee.UnrestrictedTournament(req, g.Tournament)
	if err != nil || t.IsOver() {
		return nil, err
	}
	return t, nil
}

// abort proposes to abort a game. A player who would forfeit it confirms that.
func (b *Bot) abort(req *request) (delivery.Response, error) {
	if g, err := b.chosenGame(req); err == nil {
		if t, err := b.forfeitsIn(req, g); t != nil || err != nil {
			return about((*Bot).playedGame, (*Bot).confirmResignation)(b, req)
		}
	}
	return asFollowUp(propose(game.OfferAbort))(b, req)
}

// resign resigns a game.
func (b *Bot) resign(req *request, q game.GameRequest) (game.Answer, error) {
	return b.referee.Resign(req, q)
}

// claimWin claims the win against an opponent who has stopped moving.
func (b *Bot) claimWin(req *request, q game.GameRequest) (game.Answer, error) {
	return b.referee.ClaimWin(req, q)
}

// playedGame returns the chosen game if the user plays it now, at the ply of the component.
func (b *Bot) playedGame(req *request) (*game.Game, error) {
	g, err := b.chosenGame(req)
	if err != nil {
		return nil, err
	}
	_, plays := g.Side(req.by.Person)
	switch {
	case !plays:
		return nil, &game.RequestError{Code: game.NotAPlayer, Game: g}
	case g.IsOver():
		return nil, &game.RequestError{Code: game.Over, Game: g}
	case req.id != nil && req.id.ply != g.Ply():
		return nil, &game.RequestError{Code: game.Stale, Game: g}
	}
	return g, nil
}
