package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// moveOrVote makes a move that the user typed. Where people vote, and no game of the user's own waits, it is their vote.
func (b *Bot) moveOrVote(req *request) (delivery.Response, error) {
	g, err := b.votedHere(req)
	if err != nil {
		return delivery.Response{}, err
	}
	if g == nil {
		return act((*Bot).move)(b, req)
	}
	return b.vote(req, g.ID, g.Ply(), writtenMove(req.text("move")))
}

// votedHere returns the game in which the people of the channel vote, if the user can mean it: they name it, or no game, and no
// game of their own waits; otherwise nil.
func (b *Bot) votedHere(req *request) (*game.Game, error) {
	g, err := b.voteIn(req)
	if g == nil || err != nil {
		return nil, err
	}
	if _, plays := g.Side(req.by.Person); plays {
		return nil, nil
	}
	if named := req.text("game"); named != "" {
		if id, ok := game.ParseGameID(named); !ok || string(id) != g.ID.Code() {
			g = nil
		}
		return g, nil
	}
	own, err := b.runningGames(req)
	if err != nil || slices.ContainsFunc(own, req.isOnTurn) {
		return nil, err
	}
	return g, nil
}

// voteIn returns the game in which the people of the channel vote, or of that whose thread it is; nil for none.
func (b *Bot) voteIn(req *request) (*game.Game, error) {
	g, err := b.referee.VoteIn(req, req.channel, req.viewer())
	if g != nil || err != nil || !req.inThread() {
		return g, err
	}
	return b.referee.VoteIn(req, req.i.Parent, req.viewer())
}

// resignedGame returns the chosen game, or if the user plays none, that in which the people of the channel vote. For them, only
// a moderator resigns.
func (b *Bot) resignedGame(req *request) (*game.Game, error) {
	g, err := b.playedGame(req)
	if refused, ok := errors.AsType[*game.RequestError](err); ok && refused.Code == game.PeopleVote {
		return nil, &game.RequestError{Code: game.NotAModerator, Game: refused.Game}
	}
	if err != errNoGame {
		return g, err
	}
	g, err = b.voteIn(req)
	switch {
	case err != nil:
		return nil, err
	case g == nil:
		return nil, errNoGame
	case !req.by.Moderator:
		return nil, &game.RequestError{Code: game.NotAModerator, Game: g}
	}
	return g, nil
}

// useVote votes for a move that the user selected.
func (b *Bot) useVote(req *request) (delivery.Response, error) {
	text, err := b.selectedMove(req)
	if err != nil {
		return delivery.Response{}, err
	}
	return b.vote(req, req.id.game, req.id.ply, text)
}

// vote votes for a move, and tells the user what became of it.
func (b *Bot) vote(req *request, id game.GameID, ply game.Ply, text string) (delivery.Response, error) {
	q := game.GameRequest{Request: req.gameRequest(), Game: id, Ply: ply}
	stored, err := b.referee.Vote(req, game.VoteRequest{GameRequest: q, Room: req.channel, Parent: req.i.Parent, Text: text})
	if refused, ok := errors.AsType[*game.RequestError](err); ok && refused.Code == game.VotesElsewhere {
		err = &votesElsewhereError{refused.Game}
	}
	if err != nil {
		return delivery.Response{}, err
	}
	return delivery.Response{Wait: func(ctx context.Context) delivery.Response {
		req := req.within(ctx)
		g, err := stored(ctx)
		var m *message.Builder
		if err == nil {
			m, err = b.voted(req, g, ply)
		}
		if err != nil {
			return b.errorResponse(req, err)
		}
		return delivery.Response{Message: m, Placement: req.replacing()}
	}}, nil
}

// voted tells the user what they have voted for, or that their vote made the move.
func (b *Bot) voted(req *request, g *game.Game, ply game.Ply) (*message.Builder, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	if g.Ply() != ply {
		won := g.LastTally()[0]
		return req.private("vote.played", "move", say.LastMade(h, won.Path), "votes", won.Votes), nil
	}
	chosen, err := h.Position().Along(g.VoteOf(req.by.Person))
	if err != nil {
		return nil, err
	}
	until, err := b.composer.deadline(req, g)
	if err != nil {
		return nil, err
	}
	return req.private("vote.done", "move", h.Position().Text(chosen), "until", say.Timestamp(until, "R")), nil
}

// useVotePiece shows the moves of the piece that the user selected, to vote for.
func (b *Bot) useVotePiece(req *request, g *game.Game) (delivery.Response, error) {
	if g.IsOver() || g.Ply() != req.id.ply {
		return delivery.Response{}, &game.RequestError{Code: game.Stale, Game: g}
	}
	return b.pieceMoves(req, g, voteAction)
}

// useTalk leads to the thread in which people talk about the votes of a game, and opens it if there is none.
func (b *Bot) useTalk(req *request, g *game.Game) (delivery.Response, error) {
	talk := g.Talk
	switch {
	case talk != 0 || req.inThread():
	case g.Place != req.place || !req.mayThread():
		return delivery.Response{}, errThreads
	default:
		thread, err := b.discord.Thread(req, req.channel, message.Clip(req.public.Say("vote.thread", "id", g.ID.Code())))
		if errors.Is(err, delivery.ErrUnreachable) {
			return delivery.Response{}, errThreads
		} else if err != nil {
			return delivery.Response{}, err
		}
		if talk, err = b.referee.RecordTalk(req, g.ID, thread); err != nil {
			return delivery.Response{}, err
		}
	}
	return delivery.Response{Message: req.private("vote.talk", "channel", say.Channel(cmp.Or(talk, req.channel)))}, nil
}

// votesElsewhereError says in which channel people vote.
type votesElsewhereError struct{ game *game.Game }

func (e *votesElsewhereError) Error() string { return "error.votes-elsewhere" }

func (e *votesElsewhereError) add(_ *Bot, req *request, m *message.Builder) {
	turn := e.game.Turn()
	m.Text(req.lang.Say(e.Error(), "here", e.game.IsHere(turn), "channel", say.Player(req.lang, e.game, turn)))
}
