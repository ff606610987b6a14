package bot

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/openings"
	"doublecorner/game/tournament"
	"doublecorner/render"
)

// mention mentions a user; Discord shows the name they have in the guild.
func mention(p game.PersonID) string { return "<@" + p.String() + ">" }

// player returns the text that names a player of a game.
func player(l *lang.Language, g *game.Game, s draughts.Side) string {
	return named(l, &g.Terms, g.Player(s))
}

// named returns the text that names a player of a game with these terms, or the player of a challenge.
func named(l *lang.Language, t *game.Terms, p game.PersonID) string {
	switch {
	case p == game.Computer:
		return computerName(l, t.Level)
	case p == game.FormerPlayer:
		return l.Say("board.former")
	}
	return mention(p)
}

// title returns the names of the players, the rules and the ID of a game.
func title(l *lang.Language, g *game.Game) string {
	return l.Say("board.title", "white", player(l, g, draughts.White), "black", player(l, g, draughts.Black),
		"rules", gameName(l, &g.Terms), "id", string(g.ID))
}

// gameName returns the name of the rules of a game, and says if it starts from another position or with a ballot.
func gameName(l *lang.Language, t *game.Terms) string {
	name := rulesName(l, t.Variant.Rules())
	switch {
	case !t.IsRegular():
		name += " · " + l.Say("board.position")
	case t.Ballot:
		name += " · " + l.Say("board.by-ballot")
	}
	return name
}

// timeLeft returns the function that tells the time a side has left; nil if no clock runs.
func (b *Bot) timeLeft(ctx context.Context, g *game.Game) (func(draughts.Side) time.Duration, error) {
	if _, paused := g.Paused(); paused || g.Clock.IsNone() || g.IsOver() {
		return nil, nil
	}
	service, err := b.referee.Service(ctx)
	if err != nil {
		return nil, err
	}
	now := b.now()
	return func(s draughts.Side) time.Duration { return g.Left(s, now, service) }, nil
}

// duration writes a duration in at most two units: 2 d 4 h, 3 h 10 min, or 9:05.
func duration(l *lang.Language, d time.Duration) string {
	minutes := int(d.Minutes())
	switch {
	case d >= 24*time.Hour:
		return l.Say("time.days", "d", minutes/(24*60), "h", minutes/60%24)
	case d >= time.Hour:
		return l.Say("time.hours", "h", minutes/60, "m", minutes%60)
	}
	seconds := strconv.Itoa(int(d.Seconds())%60 + 100)[1:]
	return strconv.Itoa(minutes) + ":" + seconds
}

// lastChange describes the last move or take-back of a game.
func lastChange(l *lang.Language, g *game.Game, h *draughts.History) (string, error) {
	i := lastTurn(g)
	switch {
	case i < 0 && g.IsOver():
		return "", nil
	case i < 0:
		return l.Say("board.begun", "player", player(l, g, g.Turn())), nil
	}
	e := g.Event(i)
	moved := func(n int, s draughts.Side) string {
		before, m := h.At(n-1), h.Moves()[n-1]
		return l.Say("board.moved", "player", player(l, g, s),
			"move", fullMove(before, m), "taken", m.Captured().Len(), "crowns", m.Crowns())
	}
	switch {
	case e.Answers:
		return moved(h.Len()-1, e.Side.Opponent()) + "\n" + moved(h.Len(), e.Side) +
			"\n-# " + l.Say("board.planned", "player", player(l, g, e.Side)), nil
	case e.Kind == game.Moved:
		return moved(h.Len(), e.Side), nil
	}
	before, err := g.AsOf(i).History()
	if err != nil {
		return "", err
	}
	return l.Say("board.took-back", "player", player(l, g, e.Side), "move", fullMove(before.At(h.Len()), before.Moves()[h.Len()])), nil
}

// lastTurn returns the index of the last event of a game that moved or took back; -1 if there is none.
func lastTurn(g *game.Game) int {
	i := g.Seq() - 1
	for i >= 0 && g.Event(i).Kind != game.Moved && g.Event(i).Kind != game.TookBack {
		i--
	}
	return i
}

// offerEndText says that an event of a game ended an offer that another made.
func offerEndText(l *lang.Language, g *game.Game, made, e game.Event) string {
	with := "end"
	switch e.Kind {
	case game.Declined, game.Withdrawn:
		return refusalText(l, g, e)
	case game.Moved:
		with = "move"
	case game.TookBack:
		with = "back"
	}
	accepted := e.Kind == game.TookBack && made.Offer == game.OfferTakeBack && e.Side == made.Side ||
		e.Kind == game.Ended && e.Side != made.Side && e.Result.Moderator == game.Anyone &&
			(made.Offer == game.OfferDraw && e.Result.Cause == game.ByAgreement || made.Offer == game.OfferAbort && e.Result.Cause == game.Aborted)
	if accepted {
		return l.Say("offer.accepted", "player", player(l, g, made.Side.Opponent()), "offer", offerActions[made.Offer])
	}
	return l.Say("offer.lapsed", "with", with)
}

// refusalText describes an event of a game if it declined or withdrew an offer.
func refusalText(l *lang.Language, g *game.Game, e game.Event) string {
	about := []any{"player", player(l, g, e.Side), "offer", offerActions[e.Offer]}
	switch e.Kind {
	case game.Declined:
		return l.Say("offer.declined", about...)
	case game.Withdrawn:
		return l.Say("offer.withdrawn", about...)
	}
	return ""
}

// fullMove writes a move with its whole path.
func fullMove(before draughts.Position, m draughts.Move) string {
	return before.Full(m, before.Variant().Rules().Board.Notation)
}

// openingText names the opening that a game has reached with its last n moves; "" if they reach none.
func openingText(l *lang.Language, h *draughts.History, n int) string {
	name, ok := openings.Name(h)
	if !ok || openings.Known(h) <= h.Len()-n {
		return ""
	}
	return "-# " + l.Say("board.opening", "name", name)
}

// ballotText names the ballot that a game began with, and its moves; "" if it began without one.
func ballotText(l *lang.Language, g *game.Game, h *draughts.History) string {
	b, ok := openings.BallotOf(h)
	if !ok || g.Opening == nil {
		return ""
	}
	return l.Say("board.ballot", "n", b.Number, "named", b.Name != "", "name", b.Name, "moves", scoreText(h, 0, len(g.Opening)))
}

// moveTextAt writes a move of a game, counted from 0.
func moveTextAt(h *draughts.History, ply int) string {
	return h.At(ply).Text(h.Moves()[ply])
}

// numberedMove writes a move of a game, counted from 0, with the number that it has on a score sheet: 12.
// 22-18, or 12… 9-13 for the side that did not begin.
func numberedMove(h *draughts.History, ply int) string {
	mark := "."
	if ply%2 == 1 {
		mark = "…"
	}
	return strconv.Itoa(ply/2+1) + mark + " " + moveTextAt(h, ply)
}

// scoreText writes some moves of a game as a score sheet: 1. 9-14 23-18 2. 14x23, or 1… 23-18 2. 14x23.
func scoreText(h *draughts.History, from, to int) string {
	var words []string
	for ply := from; ply < to; ply++ {
		if ply%2 == 0 || ply == from {
			words = append(words, numberedMove(h, ply))
		} else {
			words = append(words, moveTextAt(h, ply))
		}
	}
	return strings.Join(words, " ")
}

// turnText says whose turn it is, and what that player needs to know.
func (b *Bot) turnText(ctx context.Context, l *lang.Language, g *game.Game, h *draughts.History) (string, error) {
	until, err := b.untilText(ctx, l, g)
	if err != nil {
		return "", err
	}
	p := h.Position()
	if other, paused := g.Paused(); paused {
		return l.Say("board.paused", "player", player(l, g, p.Turn().Opponent()), "known", other != "", "id", string(other)), nil
	}
	if g.Player(p.Turn()) == game.Computer {
		key := "board.thinking"
		if !b.mind.IsOn() {
			key = "board.not-thinking"
		}
		return l.Say(key, "player", player(l, g, p.Turn())) + until, nil
	}
	must := p.Variant().Rules().Capture.Obligatory && p.CanCapture()
	text := l.Say("board.turn", "player", player(l, g, p.Turn()), "must", must) + until
	for _, o := range game.Offers {
		for _, s := range []draughts.Side{p.Turn(), p.Turn().Opponent()} {
			if g.Offered(s, o) {
				text += "\n" + offerText(l, g, s, o)
			}
		}
	}
	if g.Seq() > 0 {
		if refused := refusalText(l, g, g.Event(g.Seq()-1)); refused != "" {
			text += "\n" + refused
		}
	}
	if _, ok := h.Claim(p.Turn()); ok {
		text += "\n" + l.Say("board.can-claim")
	}
	for _, c := range h.Countdowns() {
		if c.Left > 0 && c.Left <= 5 {
			text += "\n" + l.Say("board.countdown", "n", c.Left, "lasts", c.Counter.Lasts, "claimed", c.Counter.Claimed)
			break
		}
	}
	return text, nil
}

// untilText says when the time of the side to move runs out, after another sentence, or what happens without a
// move; "" if no clock runs and nobody has waited for long.
func (b *Bot) untilText(ctx context.Context, l *lang.Language, g *game.Game) (string, error) {
	if g.Idleness() != game.NotIdle {
		service, err := b.referee.Service(ctx)
		if err != nil {
			return "", err
		}
		now := b.now()
		next, _ := g.Alarm()
		return " " + l.Say("board.idle", "stage", lang.Key("", g.Idleness()), "other", player(l, g, g.Turn().Opponent()),
			"until", timestamp(now.Add(next.Sub(service.Instant(now))), "R")), nil
	}
	left, err := b.timeLeft(ctx, g)
	if left == nil || err != nil {
		return "", err
	}
	until := b.now().Add(left(g.Turn()))
	return " " + l.Say("board.until", "until", timestamp(until, "R")), nil
}

// offerText says what a side offers.
func offerText(l *lang.Language, g *game.Game, s draughts.Side, o game.Offer) string {
	return l.Say("offer."+string(offerActions[o]), "player", player(l, g, s), "other", player(l, g, s.Opponent()))
}

// resultLine says how a game ended, and why.
func resultLine(l *lang.Language, g *game.Game, r game.Result) string {
	players := [...]string{player(l, g, draughts.White), player(l, g, draughts.Black)}
	return "**" + winnerText(l, g) + "** " + endText(l, g, r, players)
}

// winnerText says who won a game; "" while it is not over.
func winnerText(l *lang.Language, g *game.Game) string {
	r, over := g.Result()
	if !over {
		return ""
	}
	return l.Say(lang.Key("result.", r.Outcome), "white", player(l, g, draughts.White), "black", player(l, g, draughts.Black))
}

// ratingText says how ratings changed by a game, or why they did not.
func ratingText(l *lang.Language, g *game.Game, r game.Result) string {
	switch {
	case g.HasComputer():
		return beatenText(l, g, r)
	case !g.Rated:
		return l.Say("result.unrated")
	case r.Outcome == game.NoOutcome: // which has been explained
		return l.Say("result.unchanged")
	}
	var lines []string
	for _, s := range draughts.Sides {
		for _, c := range r.Changes[s] {
			if c.Place != g.Place {
				continue
			}
			before, after := round(c.Before.Points), round(c.After.Points)
			lines = append(lines, l.Say("result.rating", "player", player(l, g, s), "before", before, "after", after,
				"change", [...]string{"down", "same", "up"}[cmp.Compare(after, before)+1], "n", max(after-before, before-after),
				"provisional", c.After.IsProvisional()))
		}
	}
	if r.Cause == game.ByRuling && g.Pool.IsBuiltin() { // other rules are never rated everywhere
		lines = append(lines, l.Say("result.here"))
	}
	if r.Weight < 1 {
		lines = append(lines, l.Say("result.weight"))
	}
	return strings.Join(lines, "\n")
}

// resultBar returns the result of a game for its picture.
func resultBar(l *lang.Language, r game.Result, names [len(draughts.Sides)]string) *render.Result {
	bar := &render.Result{
		Text:  l.Say(lang.Key("result.", r.Outcome), "white", names[draughts.White], "black", names[draughts.Black]),
		Drawn: true,
	}
	if winner, won := r.Outcome.Winner(); won {
		bar.Winner, bar.Drawn = winner, false
		bar.Score[winner], bar.Score[winner.Opponent()] = "1", "0"
	} else if r.Outcome == game.Drawn {
		bar.Score = [2]string{"½", "½"}
	}
	return bar
}

// endText says why a game ended, and if it ended too early to count.
func endText(l *lang.Language, g *game.Game, r game.Result, players [len(draughts.Sides)]string) string {
	text := causeText(l, g, r, players[endSide(g, r)])
	switch {
	case r.Outcome != game.NoOutcome || r.Cause == game.Aborted || g.IsUnderway():
		return text
	case r.Moderator != game.Anyone: // a moderator's reason may lack its full stop
		return l.Say("result.early") + " " + text
	default:
		return text + " " + l.Say("result.early")
	}
}

// endSide returns the side that ended a game, or that has no pieces or no moves left.
func endSide(g *game.Game, r game.Result) draughts.Side {
	if r.Cause == game.ByRules && (r.Rule == draughts.NoPieces || r.Rule == draughts.NoMoves) {
		return g.Turn()
	}
	return g.Event(g.Seq() - 1).Side
}

// causeText says why a game ended. The player is the name of its endSide.
func causeText(l *lang.Language, g *game.Game, r game.Result, player string) string {
	switch {
	case r.Moderator != game.Anyone: // also without a result
		reason := cmp.Or(message.Escape(r.Reason), "…") // an erasure removes it
		return l.Say("result.cause.ruling", "director", g.Tournament != "", "reason", reason)
	case r.Cause == game.ByRules || r.Cause == game.ByClaim:
		return l.Say(lang.Key("result.rule.", r.Rule), "player", player)
	case r.Cause == game.Abandoned && g.Tournament != "" && g.Player(endSide(g, r)) != game.FormerPlayer:
		return l.Say("tournament.news.withdrew", "player", player, "missed", false)
	}
	return l.Say(lang.Key("result.cause.", r.Cause), "player", player, "n", game.MaxPlies)
}

// tournamentText says what becomes of a game of a tournament that ended without a result: it is played again, or a
// player forfeits it, or the director has decided its pairing; "" if none of these.
func (b *Bot) tournamentText(ctx context.Context, l *lang.Language, g *game.Game, r game.Result) string {
	if g.Tournament == "" || r.Outcome != game.NoOutcome {
		return ""
	}
	t, err := b.referee.UnrestrictedTournament(ctx, g.Tournament)
	if err != nil {
		return "" // the standings tell it, too
	}
	p := t.Pairing(g.Pairing)
	if p != nil && !t.IsOver() && !slices.ContainsFunc(p.Games, func(of tournament.ScoredGame) bool { return of.ID == string(g.ID) }) {
		return l.Say("result.again")
	}
	switch {
	case p == nil || p.Annulled || len(p.Games) == 0 || p.Games[len(p.Games)-1].ID != string(g.ID):
		return ""
	case p.Ruling:
		return l.Say("result.decided", "white", named(l, &g.Terms, game.PersonOf(p.White)), "black", named(l, &g.Terms, game.PersonOf(p.Black)),
			"score", p.Score.White.String()+" – "+p.Score.Black.String())
	case !p.Score.Forfeit || p.Score.White == p.Score.Black:
		return ""
	}
	loser := p.White
	if p.Score.White > p.Score.Black {
		loser = p.Black
	}
	side, plays := g.Side(game.PersonOf(loser))
	if !plays {
		return "" // they were erased
	}
	return l.Say("result.forfeit", "player", player(l, g, side))
}

// lastStep returns the last move of a game, if there is one.
func lastStep(h *draughts.History) render.Step {
	n := h.Len()
	if n == 0 {
		return render.Step{}
	}
	return render.Step{Before: h.At(n - 1), Move: h.Moves()[n-1]}
}

// moveNumber returns the number of the next move, or of the last one if the game is over.
func moveNumber(g *game.Game) int {
	if g.IsOver() {
		return max(1, fullMoves(g.Len()))
	}
	return g.Len()/2 + 1
}

// fullMoves returns how many moves a score sheet counts after so many plies: one of each side is a move.
func fullMoves(plies int) int { return (plies + 1) / 2 }

// timestamp writes a time as each user's Discord client shows it: R as in “in 3 days”, D as a date.
func timestamp(at time.Time, style string) string {
	return "<t:" + strconv.FormatInt(at.Unix(), 10) + ":" + style + ">"
}

// round returns the points of a rating, or a percentage, as users see it.
func round(points float64) int { return int(points + .5) }

// texts returns the text of each of some values.
func texts[T any](all []T, of func(T) string) []string {
	texts := make([]string, len(all))
	for i, v := range all {
		texts[i] = of(v)
	}
	return texts
}
