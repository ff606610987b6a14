package bot

import (
	"context"
	"strconv"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// names are what the players of a game are called in pictures.
func (b *Bot) names(ctx context.Context, l *lang.Language, g *game.Game) [len(draughts.Sides)]string {
	var names [len(draughts.Sides)]string
	for _, s := range draughts.Sides {
		p := g.Player(s)
		name, known := b.nameOf(ctx, p, g.Place)
		switch {
		case p.IsFormer():
			name = l.Say("board.former")
		case !known:
			name = l.Say("board.side", "side", s)
		}
		names[s] = name
	}
	return names
}

// player names a player of a game in a text.
func player(l *lang.Language, g *game.Game, s draughts.Side) string {
	if p := g.Player(s); p.IsSomebody() {
		return mention(p)
	}
	return l.Say("board.former")
}

// title says who plays whom, by which rules.
func title(l *lang.Language, g *game.Game) string {
	return l.Say("board.title", "white", player(l, g, draughts.White), "black", player(l, g, draughts.Black),
		"rules", ruleName(l, g.Variant), "id", string(g.ID))
}

// timing returns how much time a side of a game has left now; nil if nobody's runs.
func (b *Bot) timing(ctx context.Context, g *game.Game) (func(draughts.Side) time.Duration, error) {
	if g.Clock.IsNone() || g.IsOver() {
		return nil, nil
	}
	service, err := b.referee.Service(ctx)
	if err != nil {
		return nil, err
	}
	now := b.now()
	return func(s draughts.Side) time.Duration { return g.Left(s, now, service) }, nil
}

// duration is a time in at most two units: 2 d 4 h, 3 h 10 min, or 9:05.
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

// lastChange says what brought the board about: the last move, or that one was taken back.
func lastChange(l *lang.Language, g *game.Game, h *draughts.History) (string, error) {
	for i := g.Seq() - 1; i >= 0; i-- {
		switch e := g.Event(i); e.Kind {
		case game.Moved:
			last := lastStep(h)
			return l.Say("board.moved", "player", player(l, g, e.Side),
				"move", fullMove(last.Before, last.Move), "taken", last.Move.Taken().Len(), "crowns", last.Move.Crowns()), nil
		case game.TookBack:
			was, err := g.AsOf(i).History()
			if err != nil {
				return "", err
			}
			return l.Say("board.took-back", "player", player(l, g, e.Side), "move", fullMove(was.At(h.Len()), was.Moves()[h.Len()])), nil
		}
	}
	if g.IsOver() {
		return "", nil
	}
	return l.Say("board.begun", "player", player(l, g, g.Turn())), nil
}

// lastRefused says that an offer was declined or withdrawn, if that happened last.
func lastRefused(l *lang.Language, g *game.Game) string {
	if g.Seq() == 0 {
		return ""
	}
	e := g.Event(g.Seq() - 1)
	about := []any{"player", player(l, g, e.Side), "offer", offerKey(e.Offer)}
	switch e.Kind {
	case game.Declined:
		return l.Say("offer.declined", about...)
	case game.Withdrawn:
		return l.Say("offer.withdrawn", about...)
	}
	return ""
}

// fullMove writes a move with its whole way.
func fullMove(before draughts.Position, m draughts.Move) string {
	return before.Full(m, before.Variant().Rules().Board.Notation)
}

// turn says whose turn it is, and what they should know.
func (b *Bot) turn(ctx context.Context, l *lang.Language, g *game.Game, h *draughts.History) (string, error) {
	left, err := b.timing(ctx, g)
	if err != nil {
		return "", err
	}
	p := h.Position()
	player := mention(g.Player(p.Turn()))
	must := p.Variant().Rules().Capture.Obligatory && p.CanTake()
	text := l.Say("board.turn", "player", player, "must", must)
	if left != nil {
		until := b.now().Add(left(p.Turn()))
		text += " " + l.Say("board.until", "until", "<t:"+strconv.FormatInt(until.Unix(), 10)+":R>")
	}
	other := mention(g.Player(p.Turn().Opponent()))
	for _, o := range game.Offers {
		if g.Offered(p.Turn(), o) {
			text += "\n" + l.Say("offer."+offerKey(o), "player", player, "other", other)
		}
		if g.Offered(p.Turn().Opponent(), o) {
			text += "\n" + l.Say("offer."+offerKey(o), "player", other, "other", player)
		}
	}
	if refused := lastRefused(l, g); refused != "" {
		text += "\n" + refused
	}
	if _, ok := h.Claim(); ok {
		text += "\n" + l.Say("board.can-claim")
	}
	for _, c := range h.Countdowns() {
		if c.Left > 0 && c.Left <= 5 {
			text += "\n" + l.Say("board.countdown", "n", c.Left, "claimed", c.Counter.Claimed)
			break
		}
	}
	return text, nil
}

// resultText says how a game ended, by which rule, and what it did to ratings.
func resultText(l *lang.Language, g *game.Game, r game.Result) string {
	text := "**" + l.Say("result."+outcomeKey(r.Outcome), "white", player(l, g, draughts.White), "black", player(l, g, draughts.Black)) + "** " + why(l, g, r)
	for _, s := range draughts.Sides {
		for _, change := range r.Changes[s] {
			if change.Place == g.Place {
				text += "\n" + l.Say("result.rating", "player", player(l, g, s),
					"before", int(change.Before.Points+.5), "after", int(change.After.Points+.5))
			}
		}
	}
	return text
}

// resultBar is how a game ended, for its picture.
func resultBar(l *lang.Language, g *game.Game, r game.Result, names [len(draughts.Sides)]string) *render.Result {
	bar := &render.Result{
		Text:  l.Say("result."+outcomeKey(r.Outcome), "white", names[draughts.White], "black", names[draughts.Black]),
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

func outcomeKey(o game.Outcome) string {
	switch o {
	case game.WhiteWon:
		return "white"
	case game.BlackWon:
		return "black"
	case game.Drawn:
		return "drawn"
	default:
		return "none"
	}
}

// why says what ended a game, and if that was too early for it to count, says so.
func why(l *lang.Language, g *game.Game, r game.Result) string {
	text := ended(l, r)
	switch {
	case r.Outcome != game.NoOutcome || r.Cause == game.Aborted || g.IsUnderway():
		return text
	case r.Moderator != game.Anyone: // whose reason need not end like a sentence
		return l.Say("result.early") + " " + text
	default:
		return text + " " + l.Say("result.early")
	}
}

// ended says what ended a game.
func ended(l *lang.Language, r game.Result) string {
	switch {
	case r.Moderator != game.Anyone: // who also ends games without a result
		return l.Say(causes[game.ByRuling], "reason", or(escape(r.Reason), "…")) // it goes when somebody has all erased
	case r.Cause == game.ByRules || r.Cause == game.ByClaim:
		return l.Say(rules[r.Rule])
	case r.Cause == game.ByResignation && r.Outcome == game.NoOutcome:
		return l.Say("result.cause.resigned-early")
	case r.Cause == game.ByLength:
		return l.Say(causes[r.Cause], "n", game.MostPlies)
	}
	return l.Say(causes[r.Cause])
}

// rules and causes are the messages for what ends games.
var rules = map[draughts.EndRule]string{
	draughts.NoPieces:      "result.rule.no-pieces",
	draughts.NoMoves:       "result.rule.no-moves",
	draughts.KingMade:      "result.rule.king-made",
	draughts.Repeated:      "result.rule.repeated",
	draughts.CounterRanOut: "result.rule.counter",
	draughts.DeadBalance:   "result.rule.balance",

	draughts.TooManyCaptures: "result.rule.captures",
}

var causes = map[game.Cause]string{
	game.ByAgreement:   "result.cause.agreement",
	game.ByResignation: "result.cause.resignation",
	game.ByTime:        "result.cause.time",
	game.ByRuling:      "result.cause.ruling",
	game.Aborted:       "result.cause.aborted",
	game.Abandoned:     "result.cause.abandoned",
	game.ByLength:      "result.cause.length",
}
