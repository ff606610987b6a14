package bot

import (
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
)

// move makes a move that the user typed.
func (b *Bot) move(req *request, q game.GameRequest) (game.Answer, error) {
	return b.referee.Move(req, game.MoveRequest{GameRequest: q, Text: writtenMove(req.text("move"))})
}

// useMove makes a move that the user selected.
func (b *Bot) useMove(req *request, q game.GameRequest) (game.Answer, error) {
	text, err := b.selectedMove(req)
	if err != nil {
		return game.Answer{}, err
	}
	return b.referee.Move(req, game.MoveRequest{GameRequest: q, Text: text})
}

// selectedMove returns the text of the move of a custom ID, which can be its number among those of the game.
func (b *Bot) selectedMove(req *request) (string, error) {
	text := req.id.arg
	if !strings.HasPrefix(text, "#") {
		return text, nil
	}
	g, err := b.chosenGame(req)
	if err != nil {
		return "", err
	}
	h, err := g.History()
	if err != nil {
		return "", err
	}
	if g.Ply() == req.id.ply {
		text = moveText(h.Position(), text)
	}
	return text, nil
}

// secondClick is the time in which a user who clicks twice has clicked twice.
const secondClick = 700 * time.Millisecond

// unlessSecondClick returns the handler of the moves of a message, which stays as it is if a button was used so soon after
// the message was sent or edited that it may be the second click on the button before it.
func unlessSecondClick(handle handler) handler {
	return func(b *Bot, req *request) (delivery.Response, error) {
		if req.isSecondClick() {
			return delivery.Response{Placement: delivery.Replace}, nil
		}
		return handle(b, req)
	}
}

// isSecondClick reports whether a button may have been used by a second click. All times are Discord's.
func (req *request) isSecondClick() bool {
	data, _ := req.i.Data.(dg.MessageComponentInteractionData)
	if req.i.Message == nil || len(data.Values) > 0 {
		return false
	}
	used, err := dg.SnowflakeTimestamp(req.i.ID)
	if err != nil {
		return false
	}
	shown, err := dg.SnowflakeTimestamp(req.i.Message.ID)
	if err != nil {
		return false
	}
	if edited := req.i.Message.EditedTimestamp; edited != nil {
		shown = *edited
	}
	since := used.Sub(shown) // less than nothing if the sandbox has moved its clock
	return since >= 0 && since < secondClick
}

// usePiece shows the moves of the piece that the user selected.
func (b *Bot) usePiece(req *request, g *game.Game) (delivery.Response, error) {
	if side, _ := g.Side(req.by.Person); side != g.Turn() {
		return delivery.Response{}, &game.RequestError{Code: game.NotYourTurn, Game: g}
	}
	return b.pieceMoves(req, g, moveAction)
}

// pieceMoves shows the moves of the piece that the user selected, each with what is done with it.
func (b *Bot) pieceMoves(req *request, g *game.Game, a action) (delivery.Response, error) {
	h, err := g.History()
	if err != nil {
		return delivery.Response{}, err
	}
	p := h.Position()
	moves, err := movesOf(p, req.id.arg)
	if err != nil {
		return delivery.Response{}, err
	}
	from, err := b.sideUsed(req, g)
	if err != nil {
		return delivery.Response{}, err
	}
	m := req.private("menu.where", "square", req.id.arg)
	addMovesOf(m, req.lang, p, moves, from, inGame(g, a).with)
	return delivery.Response{Message: m}, nil
}

// sideUsed returns the side at the bottom of the board of a game whose component was used.
func (b *Bot) sideUsed(req *request, g *game.Game) (draughts.Side, error) {
	if req.isPrivate() {
		return req.side(g), nil
	}
	s, _, err := b.settingsOfGame(req, g)
	if err != nil {
		return 0, err
	}
	return s.side(bottom(g)), nil
}

// confirmResignation asks a player for confirmation, with the button that resigns.
func (b *Bot) confirmResignation(req *request, g *game.Game) (delivery.Response, error) {
	side, _ := req.sideLed(g)
	m := req.private("resign.really", "opponent", say.Player(req.lang, g, side.Opponent()))
	t, err := b.forfeitsIn(req, g)
	if err != nil {
		return delivery.Response{}, err
	}
	if t != nil {
		m.Text(req.lang.Say("resign.forfeits", "leaves", t.LeavesByForfeit()))
	}
	if t, err = b.leavesBy(req, g); err != nil {
		return delivery.Response{}, err
	} else if t != nil {
		m.Text(req.lang.Say("resign.out", "name", message.Escape(t.Name)))
	}
	m.Text(say.Tag(req.lang, g, b.composer.gameLink(req, g)))
	m.Row(button(req.lang, inGame(g, confirmResignAction), dg.DangerButton))
	return delivery.Response{Message: m, Placement: delivery.Beside}, nil
}

// leavesBy returns the knockout that a player leaves by losing a game; nil if there is none.
func (b *Bot) leavesBy(req *request, g *game.Game) (*game.Tournament, error) {
	if g.Tournament == "" {
		return nil, nil
	}
	t, err := b.referee.UnrestrictedTournament(req, g.Tournament)
	if err != nil || t.Format != tournament.Knockout || t.IsOver() || t.Games == 2 {
		return nil, err
	}
	return t, nil
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

// manyMoves is the number of moves from which on a player confirms that a game ends without a result.
const manyMoves = 10

// abort proposes to abort a game. A player who would forfeit it, or has made many moves in it, confirms that.
func (b *Bot) abort(req *request) (delivery.Response, error) {
	if g, err := b.chosenGame(req); err == nil {
		if t, err := b.forfeitsIn(req, g); t != nil || err != nil {
			return about((*Bot).playedGame, (*Bot).confirmResignation)(b, req)
		}
		if _, plays := g.Side(req.by.Person); plays && !g.IsOver() && say.FullMoves(g.Len()) > manyMoves {
			return about((*Bot).playedGame, confirmAbort)(b, req)
		}
	}
	return propose(game.OfferAbort)(b, req)
}

// confirmAbort asks a player for confirmation, with the button that aborts.
func confirmAbort(b *Bot, req *request, g *game.Game) (delivery.Response, error) {
	m := req.private("resign.really-cancel", "n", say.FullMoves(g.Len()))
	m.Text(say.Tag(req.lang, g, b.composer.gameLink(req, g)))
	m.Row(button(req.lang, inGame(g, confirmAbortAction), dg.DangerButton))
	return delivery.Response{Message: m, Placement: delivery.Beside}, nil
}

// resign resigns a game.
func (b *Bot) resign(req *request, q game.GameRequest) (game.Answer, error) {
	return b.referee.Resign(req, q)
}

// claimWin claims the win against an opponent who has stopped moving.
func (b *Bot) claimWin(req *request, q game.GameRequest) (game.Answer, error) {
	return b.referee.ClaimWin(req, q)
}
