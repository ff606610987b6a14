package bot

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/internal/work"
)

// chosenGame returns the game of a component, or the game that a command names. If a command names none, it is
// about the game of this thread, or about a running game of the user: the only one; the only one that waits for
// the user, here or anywhere; the only one that waits and in which the typed move is legal; or the only one here,
// or in this guild. If the user plays here, a command that is no move is about a game here.
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
	if !req.command.shows {
		games = keep(games, func(g *game.Game) bool { _, plays := g.Side(req.by.Person); return plays })
	}
	if err != nil {
		return nil, err
	}
	here := keep(games, req.isHere)
	if len(here) == 0 {
		if g, err := b.gameOfThread(req); g != nil || err != nil {
			return g, err
		}
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
	if len(here) == 1 && req.inThread() {
		return here[0], nil
	}
	waiting := keep(games, req.isAwaited)
	playable := req.playable(waiting)
	inGuild := keep(games, func(g *game.Game) bool { return g.Place == req.place })
	preferred := [][]*game.Game{keep(waiting, req.isHere), waiting, playable, here, inGuild}
	if req.command.awaited == nil && len(here) > 0 {
		preferred = [][]*game.Game{keep(waiting, req.isHere), here}
	}
	for _, candidates := range preferred {
		if len(candidates) == 1 {
			return candidates[0], nil
		}
	}
	switch {
	case len(playable) > 0:
		games = playable
	case req.command.onlyAwaited && len(waiting) > 0:
		games = waiting
	}
	return nil, &whichGameError{games}
}

// gameOfThread returns the last game that the user finished in the thread of a request, or for a command that
// only shows a game, the last one that anybody played there; nil if there is none, or the channel is no thread.
func (b *Bot) gameOfThread(req *request) (*game.Game, error) {
	if !req.inThread() {
		return nil, nil
	}
	lists := []game.GameList{game.FinishedGamesOf(req.by.Person).In(req.place)}
	if req.command.shows {
		lists = append(lists, game.RunningGamesIn(req.place), game.FinishedGamesIn(req.place))
	}
	for _, list := range lists {
		searched := 0
		for g, err := range b.allGames(req, list, req.viewer()) {
			if err != nil {
				return nil, err
			}
			if req.isHere(g) {
				return g, nil
			}
			if searched++; searched == maxSearchedGames {
				break
			}
		}
	}
	return nil, nil
}

// keep returns the games that a condition holds for.
func keep(games []*game.Game, holds func(*game.Game) bool) []*game.Game {
	return slices.DeleteFunc(slices.Clone(games), func(g *game.Game) bool { return !holds(g) })
}

// isAwaited reports whether a game of the user's waits for the command of a request.
func (req *request) isAwaited(g *game.Game) bool {
	if req.command.awaited != nil {
		return req.command.awaited(req, g)
	}
	return req.isOnTurn(g)
}

// never reports that no game waits for what ends it: if the user plays several, the command asks which one.
func never(*request, *game.Game) bool { return false }

// isOnTurn reports whether it is the user's turn in a game.
func (req *request) isOnTurn(g *game.Game) bool {
	side, plays := g.Side(req.by.Person)
	return plays && side == g.Turn()
}

// waits reports whether a game waits for the user: for a move, for an answer to an offer, or for claiming the
// win.
func (req *request) waits(g *game.Game) bool {
	side, plays := g.Side(req.by.Person)
	isAsked := func(o game.Offer) bool { return g.Offered(side.Opponent(), o) }
	return plays && (side == g.Turn() || g.CanClaimWin(side) || slices.ContainsFunc(game.Offers[:], isAsked))
}

// mayTakeBack reports whether the user made the last move of a game, or the one before that of the computer.
func (req *request) mayTakeBack(g *game.Game) bool {
	side, plays := g.Side(req.by.Person)
	return plays && (side != g.Turn() || g.HasComputer())
}

// playable returns the games in which the move that the user typed is legal.
func (req *request) playable(games []*game.Game) []*game.Game {
	typed := req.text("move")
	if typed == "" {
		return nil
	}
	return keep(games[:min(len(games), message.MaxOptions)], func(g *game.Game) bool {
		h, err := g.History()
		if err != nil {
			return false
		}
		_, err = h.Position().Read(writtenMove(typed))
		return err == nil
	})
}

// whichGameError says that a command could mean several games. Its text is a catalogue key, as that of a
// userError.
type whichGameError struct{ games []*game.Game }

func (e *whichGameError) Error() string { return "error.which-game" }

// add adds the select that repeats the user's command for the game they select.
func (e *whichGameError) add(b *Bot, req *request, m *message.Builder) {
	m.Text(req.lang.Say(e.Error()))
	command := req.command.name
	for _, o := range req.command.options {
		if o.repeated {
			command = strings.TrimSpace(command + " " + o.brief(req.options[o.name]))
		}
	}
	var options []dg.SelectMenuOption
	for _, g := range e.games[:min(len(e.games), message.MaxOptions)] {
		value := g.ID.Code() + " " + command
		if len(value) > message.MaxValue {
			return // the move is too long; the user can name the game with the command's option
		}
		options = append(options, b.gameOption(req, g, value))
	}
	m.Row(selectOne(customID{action: chooseGameAction}, req.lang.Say("menu.which-game"), options))
}

// useChosenGame repeats a command for the game that the user selected. A private response replaces the
// message with the select; before a public one, that message links to the board.
func (b *Bot) useChosenGame(req *request) (delivery.Response, error) {
	words := strings.SplitN(req.id.arg, " ", 3)
	if len(words) < 2 {
		return delivery.Response{}, errUnknown
	}
	c := commandNamed(b.commands, words[1], "")
	if c == nil {
		return delivery.Response{}, errUnknown
	}
	options := map[string]any{"game": words[0]}
	for _, o := range c.options {
		if o.repeated && len(words) == 3 {
			options[o.name] = o.full(words[2])
		}
	}
	again := req.asCommand(c, options)
	if c.moderators || !c.accepts(again) {
		return delivery.Response{}, errUnknown
	}
	r, err := c.handle(b, again)
	if err != nil {
		return b.errorResponse(again, work.Cause(req, err)), nil
	}
	switch {
	case r.Private && !r.Slow, r.Message != nil && r.Message.Private && r.Compose == nil:
		r.Placement = delivery.Replace
	case r.Board != nil && r.Board.In == delivery.InResponse:
		r.Before = req.shownIn(req.channel)
	case r.Board != nil:
		r.Before = req.linkTo(r.Board.Game)
	}
	return r, nil
}

// maxRunningGames is the number of a user's newest running games that are searched.
const maxRunningGames = 1000

// runningGames returns the running games that the user plays, or in which they have voted, the newest first.
func (b *Bot) runningGames(req *request) ([]*game.Game, error) {
	var all []*game.Game
	for g, err := range b.allGames(req, game.RunningGamesOf(req.by.Person), req.viewer()) {
		if err != nil {
			return nil, err
		}
		if all = append(all, g); len(all) == maxRunningGames {
			break
		}
	}
	return all, nil
}

// allGames yields the games of a list until the context ends.
func (b *Bot) allGames(ctx context.Context, list game.GameList, viewer game.Viewer) iter.Seq2[*game.Game, error] {
	read := func(list game.GameList, from game.Cursor, most int) (game.Page[*game.Game], error) {
		return b.referee.Games(ctx, list, viewer, from, most)
	}
	return func(yield func(*game.Game, error) bool) {
		for g, err := range game.All(read, list) {
			if !yield(g, cmp.Or(err, ctx.Err())) {
				return
			}
		}
	}
}

// finishedOrChosenGame returns the chosen game, or if the user plays none, the last game that they finished.
func (b *Bot) finishedOrChosenGame(req *request) (*game.Game, error) {
	g, err := b.chosenGame(req)
	if err == errNoGame {
		return b.lastFinishedGame(req)
	}
	return g, err
}

// playedBefore returns the game of a button, or that a command names, or the last one that the user finished, in
// a thread there.
func (b *Bot) playedBefore(req *request) (*game.Game, error) {
	if _, named := game.ParseGameID(req.text("game")); req.id != nil || named {
		return b.chosenGame(req)
	}
	if g, err := b.gameOfThread(req); g != nil || err != nil {
		return g, err
	}
	return b.lastFinishedGame(req)
}

// gameToReview returns the game of playedBefore. If nobody moved in it, and the command does not name it, it returns the
// last game that the user finished in which somebody did.
func (b *Bot) gameToReview(req *request) (*game.Game, error) {
	g, err := b.playedBefore(req)
	if err != nil || hasMoves(g) || req.text("game") != "" {
		return g, err
	}
	last, err := b.referee.Games(req, game.FinishedGamesOf(req.by.Person), req.viewer(), "", 25)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(last.Items, hasMoves); i >= 0 {
		g = last.Items[i]
	}
	return g, nil
}

// lastPlayed returns the user's running game in the channel of a request, or else the game that they played last; nil
// if they have played none.
func (b *Bot) lastPlayed(req *request) (*game.Game, error) {
	games, err := b.runningGames(req)
	if err != nil {
		return nil, err
	}
	latest := func(games []*game.Game) *game.Game {
		return slices.MaxFunc(games, func(g, h *game.Game) int { return g.Changed().Compare(h.Changed()) })
	}
	if here := keep(games, req.isHere); len(here) > 0 {
		return latest(here), nil
	}
	finished, err := b.lastFinishedGame(req)
	switch {
	case err == nil:
		games = append(games, finished)
	case err != errNoGames:
		return nil, err
	}
	if len(games) == 0 {
		return nil, nil
	}
	return latest(games), nil
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

// maxSearchedGames is the number of games that a completion searches.
const maxSearchedGames = 200

// playedGame returns the chosen game if the user plays it now, at the ply of the component.
func (b *Bot) playedGame(req *request) (*game.Game, error) {
	g, err := b.chosenGame(req)
	if err != nil {
		return nil, err
	}
	_, plays := req.sideLed(g)
	switch {
	case !plays && g.Voting:
		return nil, &game.RequestError{Code: game.PeopleVote, Game: g}
	case !plays:
		return nil, &game.RequestError{Code: game.NotAPlayer, Game: g}
	case g.IsOver():
		return nil, &game.RequestError{Code: game.Over, Game: g}
	case req.id != nil && req.id.ply != g.Ply():
		return nil, &game.RequestError{Code: game.Stale, Game: g}
	}
	return g, nil
}

// mayPlan reports whether the user can have conditional moves in a game now.
func (req *request) mayPlan(g *game.Game) bool {
	side, plays := g.Side(req.by.Person)
	return plays && !g.IsOver() && side != g.Turn() && g.AllowsBranches()
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
