package bot

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// voteTimes are the times for a vote that completion offers, as game.ParseClock reads them.
var voteTimes = []string{"10m", "30m", "60m", "240m", "720m", "1d", "2d", "3d"}

// quorums are the numbers of votes that completion offers.
var quorums = []int{2, 3, 5, 10, 20}

// completeVote returns the times for a vote: what the typed text means, and the usual ones.
func (b *Bot) completeVote(req *request) []*message.Choice {
	var choices []*message.Choice
	add := func(clock game.Clock) {
		choices = append(choices, &message.Choice{Name: when.ClockName(req.lang, clock), Value: clock.String()})
	}
	if clock, ok := req.voteClock(); ok {
		add(clock)
	}
	for _, text := range voteTimes {
		clock, err := game.ParseClock(text)
		if err == nil && (len(choices) == 0 || choices[0].Value != text) {
			add(clock)
		}
	}
	return choices
}

// completeQuorum returns how many votes can make a move at once.
func (b *Bot) completeQuorum(req *request) []*message.Choice {
	offered := quorums
	if n, err := strconv.Atoi(req.text("votes-needed")); err == nil && n > 0 {
		offered = []int{n}
	}
	var choices []*message.Choice
	for _, n := range offered {
		choices = append(choices, &message.Choice{Name: req.lang.Say("vote.needed", "n", n), Value: strconv.Itoa(n)})
	}
	return choices
}

// voteClock returns the time for a vote that the option names.
func (req *request) voteClock() (game.Clock, bool) {
	typed := req.text("vote")
	if clock, err := game.ParseClock(typed); err == nil && clock.PerMove() > 0 && clock.Spare() == 0 {
		return clock, true
	}
	for _, clock := range when.Clocks(req.lang, typed) {
		if minutes, err := game.PerMove(clock.Base()); err == nil && clock.Increment() == 0 {
			return minutes, true
		}
		if clock.PerMove() > 0 && clock.Spare() == 0 {
			return clock, true
		}
	}
	return game.Clock{}, false
}

// voteTerms makes terms those of a game in which the people of the channel vote.
func (req *request) voteTerms(terms game.Terms, namesClock bool) (game.Terms, error) {
	clock, ok := req.voteClock()
	switch {
	case req.i.GuildID == "":
		return terms, errVoteHere
	case namesClock:
		return terms, &game.RequestError{Code: game.BadTerms, Terms: game.VoteClock}
	case !ok:
		return terms, errVoteTime
	}
	terms.Voting, terms.Clock, terms.Rated = true, clock, req.boolean("rated", false)
	if typed := req.text("votes-needed"); typed != "" {
		n, err := strconv.Atoi(typed)
		if err != nil {
			return terms, errNumber
		}
		terms.Quorum = n
	}
	return terms, nil
}

// moveIDs returns the custom IDs by which the side to move moves, or votes: for a move, and for a piece.
func moveIDs(g *game.Game) (move, piece customID) {
	if g.IsTeam(g.Turn()) {
		return inGame(g, voteAction), inGame(g, votePieceAction)
	}
	return inGame(g, moveAction), inGame(g, pieceAction)
}

// sideLed returns the side of a game that is the user's: which they play, or for which they may resign as a moderator, because
// people vote for it.
func (req *request) sideLed(g *game.Game) (draughts.Side, bool) {
	side, plays := g.Side(req.by.Person)
	for _, s := range draughts.Sides {
		if !plays && req.by.Moderator && g.Place == req.place && g.Player(s).IsTeam() {
			return s, true
		}
	}
	return side, plays
}

// moveOrVote makes a move that the user typed, or votes for it in the channel whose people vote.
func (b *Bot) moveOrVote(req *request) (delivery.Response, error) {
	g, err := b.referee.VoteIn(req, req.channel, req.viewer())
	if err != nil {
		return delivery.Response{}, err
	}
	named, isNamed := game.ParseGameID(req.text("game"))
	if g == nil || isNamed && string(named) != g.ID.Code() || !g.IsTeam(g.Turn()) || !g.IsHere(g.Turn()) {
		return act((*Bot).move)(b, req)
	}
	if _, plays := g.Side(req.by.Person); plays {
		return act((*Bot).move)(b, req)
	}
	return b.vote(req, g.ID, g.Ply(), writtenMove(req.text("move")))
}

// useVote votes for a move that the user selected.
func (b *Bot) useVote(req *request) (delivery.Response, error) {
	text := req.id.arg
	if strings.HasPrefix(text, "#") {
		g, err := b.chosenGame(req)
		if err != nil {
			return delivery.Response{}, err
		}
		h, err := g.History()
		if err != nil {
			return delivery.Response{}, err
		}
		if g.Ply() == req.id.ply {
			text = moveText(h.Position(), text)
		}
	}
	return b.vote(req, req.id.game, req.id.ply, text)
}

// vote votes for a move, and tells the user what became of it.
func (b *Bot) vote(req *request, id game.GameID, ply game.Ply, text string) (delivery.Response, error) {
	q := game.GameRequest{Request: req.gameRequest(), Game: id, Ply: ply}
	stored, err := b.referee.Vote(req, game.VoteRequest{GameRequest: q, Room: cmp.Or(req.i.Parent, req.channel), Text: text})
	if err != nil {
		return delivery.Response{}, err
	}
	return delivery.Response{Wait: func(ctx context.Context) delivery.Response {
		req := req.within(ctx)
		g, err := stored(ctx)
		if refused, ok := errors.AsType[*game.RequestError](err); ok && refused.Code == game.VotesElsewhere {
			err = &votesElsewhereError{refused.Game}
		}
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
		last := h.Len() - 1
		return req.private("vote.played", "move", h.At(last).Text(h.Moves()[last]), "votes", g.LastTally()[0].Votes), nil
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
	addMovesOf(m, req.lang, p, moves, from, inGame(g, voteAction).with)
	return delivery.Response{Message: m, Placement: req.replacing()}, nil
}

// talkButton returns the button that opens the thread in which people talk about the votes.
func talkButton(l *lang.Language, g *game.Game) dg.MessageComponent {
	return button(l, inGame(g, talkAction), dg.SecondaryButton)
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
