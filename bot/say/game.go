package say

import (
	"cmp"
	"context"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// Player returns the text that names a player of a game.
func Player(l *lang.Language, g *game.Game, s draughts.Side) string {
	if g.Player(s) == game.Stranger {
		return message.Escape(Stranger(l, g, s))
	}
	return Named(l, &g.Terms, g.Player(s))
}

// Stranger returns what the player in another place is called.
func Stranger(l *lang.Language, g *game.Game, s draughts.Side) string {
	return cmp.Or(g.Names[s], l.Say("board.stranger", "votes", g.Voting))
}

// Named returns the text that names a player of a game with these terms, or the player of a challenge.
func Named(l *lang.Language, t *game.Terms, p game.PersonID) string {
	switch {
	case p == game.Computer:
		return computerName(l, t.Level)
	case p == game.FormerPlayer:
		return l.Say("board.former")
	case p.IsTeam():
		return Channel(p.TeamRoom())
	}
	return Mention(p)
}

// computerName returns the name of the computer at a level.
func computerName(l *lang.Language, level int) string {
	return l.Say("computer.name", "level", level)
}

// NameFunc returns the name of a user in a guild, if there is one.
type NameFunc func(context.Context, game.PersonID, game.PlaceID) (string, bool)

// Players returns the names of the players of a game, where there can be no mentions.
func Players(ctx context.Context, l *lang.Language, g *game.Game, nameOf NameFunc) [len(draughts.Sides)]string {
	var names [len(draughts.Sides)]string
	for _, s := range draughts.Sides {
		p := g.Player(s)
		name, known := nameOf(ctx, p, g.Place)
		switch {
		case p == game.Computer:
			name = computerName(l, g.Level)
		case p == game.FormerPlayer:
			name = l.Say("board.former")
		case p == game.Stranger:
			name = Stranger(l, g, s)
		case !known && p.IsTeam() && g.Names[s] != "":
			name = g.Names[s]
		case !known:
			name = l.Say("board.side", "side", s)
		}
		names[s] = name
	}
	return names
}

// Title returns the names of the players, and below that in small the rules and the ID of a game.
func Title(l *lang.Language, g *game.Game) string { return LinkedTitle(l, g, Code(g.ID)) }

// LinkedTitle returns the title of a game with a link instead of the ID.
func LinkedTitle(l *lang.Language, g *game.Game, link string) string {
	players := l.Say("board.title", "white", Player(l, g, draughts.White), "black", Player(l, g, draughts.Black))
	return players + "\n" + Tag(l, g, link)
}

// Tag returns in small the rules of a game, and a link to it.
func Tag(l *lang.Language, g *game.Game, link string) string {
	return "-# " + GameName(l, &g.Terms) + " · " + link
}

// Code returns the ID of a game as code.
func Code(id game.GameID) string { return "`" + id.Code() + "`" }

// GameName returns the name of the rules of a game, and says if it starts from another position or with a ballot.
func GameName(l *lang.Language, t *game.Terms) string {
	name := Rules(l, t.Variant.Rules())
	switch {
	case !t.IsRegular():
		name += " · " + l.Say("board.position")
	case t.Ballot:
		name += " · " + l.Say("board.by-ballot")
	}
	return name
}

// GameLine returns a line of a list of games. It tells a player of the opponent, and all others of both players. It
// ends with when the game ended, or with when the time of the player to move runs out, or if that is zero, when the
// last move was; and last a link to the game's board.
func GameLine(l *lang.Language, g *game.Game, link string, viewer game.PersonID, until time.Time) string {
	about := []any{"white", Player(l, g, draughts.White), "black", Player(l, g, draughts.Black),
		"rules", Rules(l, g.Variant.Rules())}
	if result, over := g.Result(); over {
		line := l.Say("games.finished", append(about, "moves", FullMoves(g.Len()), "outcome", lang.Key("", result.Outcome))...)
		return line + " · " + Timestamp(g.Changed(), "D") + " · " + link
	}
	line := ""
	if side, plays := g.Side(viewer); plays {
		turn := "other"
		if side == g.Turn() {
			turn = "own"
		}
		line = l.Say("games.own", append(about, "n", MoveNumber(g), "turn", turn,
			"side", l.Say("board.side", "side", side), "opponent", Player(l, g, side.Opponent()))...)
	} else {
		line = l.Say("games.line", append(about, "n", MoveNumber(g), "turn", Player(l, g, g.Turn()))...)
	}
	if until.IsZero() {
		return line + " · " + Timestamp(g.Changed(), "R") + " · " + link
	}
	return line + " · ⏳ " + Timestamp(until, "R") + " · " + link
}

// LastTurn returns the index of the last event of a game that moved or took back; -1 if there is none.
func LastTurn(g *game.Game) int {
	i := g.Seq() - 1
	for i >= 0 && g.Event(i).Kind != game.Moved && g.Event(i).Kind != game.TookBack {
		i--
	}
	return i
}

// LastChange describes the last move or take-back of a game.
func LastChange(l *lang.Language, g *game.Game, h *draughts.History) (string, error) {
	i := LastTurn(g)
	switch {
	case i < 0 && g.IsOver():
		return "", nil
	case i < 0:
		return l.Say("board.begun", "player", Player(l, g, g.Turn())), nil
	}
	e := g.Event(i)
	moved := func(n int, s draughts.Side) string {
		before, m := h.At(n-1), h.Moves()[n-1]
		return l.Say("board.moved", "player", Player(l, g, s),
			"move", fullMove(before, m), "taken", m.Captured().Len(), "crowns", m.Crowns())
	}
	switch {
	case e.Answers:
		return moved(h.Len()-1, e.Side.Opponent()) + "\n" + moved(h.Len(), e.Side) +
			"\n-# " + l.Say("board.planned", "player", Player(l, g, e.Side)), nil
	case len(e.Tally) > 0 && g.IsHere(e.Side):
		return moved(h.Len(), e.Side) + "\n-# " + Tally(l, h.At(h.Len()-1), e.Tally), nil
	case e.Kind == game.Moved && g.HasComputer() && g.LastTally() != nil: // which has answered at once
		return "-# " + Tally(l, h.At(h.Len()-2), g.LastTally()) + "\n" + moved(h.Len(), e.Side), nil
	case e.Kind == game.Moved:
		return moved(h.Len(), e.Side), nil
	}
	before, err := g.AsOf(i).History()
	if err != nil {
		return "", err
	}
	return l.Say("board.took-back", "player", Player(l, g, e.Side), "move", fullMove(before.At(h.Len()), before.Moves()[h.Len()])), nil
}

// Turn says whose turn it is, and what that player needs to know: until when they have time, unless that is zero.
func Turn(l *lang.Language, g *game.Game, h *draughts.History, until time.Time, thinks bool) string {
	p := h.Position()
	if other, paused := g.Paused(); paused {
		return l.Say("board.paused", "player", Player(l, g, p.Turn().Opponent()), "known", other != "", "id", string(other))
	}
	if g.Player(p.Turn()) == game.Computer {
		key := "board.thinking"
		if !thinks {
			key = "board.not-thinking"
		}
		return l.Say(key, "player", Player(l, g, p.Turn())) + Until(l, g, until)
	}
	must := p.Variant().Rules().Capture.Obligatory && p.CanCapture()
	text := l.Say("board.turn", "player", Player(l, g, p.Turn()), "must", must)
	if g.IsTeam(p.Turn()) {
		quorum := g.Quorum
		if len(p.Moves()) == 1 {
			quorum = 1
		}
		text = l.Say("vote.turn", "channel", Player(l, g, p.Turn()), "must", must, "here", g.IsHere(p.Turn()), "quorum", quorum)
	}
	text += Until(l, g, until)
	for _, o := range game.Offers {
		for _, s := range []draughts.Side{p.Turn(), p.Turn().Opponent()} {
			if g.Offered(s, o) {
				text += "\n" + Offer(l, g, s, o)
			}
		}
	}
	if g.Seq() > 0 {
		if refused := OfferDeclined(l, g, g.Event(g.Seq()-1)); refused != "" {
			text += "\n" + refused
		}
	}
	for _, s := range draughts.Sides {
		if away := Away(l, g, s); away != "" {
			text += "\n" + away
		}
	}
	if _, ok := h.Claim(p.Turn()); ok && !g.IsTeam(p.Turn()) {
		text += "\n" + l.Say("board.can-claim")
	}
	for _, c := range h.Countdowns() {
		if c.Left > 0 && c.Left <= 5 {
			text += "\n" + l.Say("board.countdown", "n", c.Left, "lasts", c.Counter.Lasts, "claimed", c.Counter.Claimed)
			break
		}
	}
	return text
}

// Away says until when a player of a game is away; "" if they are not.
func Away(l *lang.Language, g *game.Game, s draughts.Side) string {
	until, away := g.Away(s)
	if !away {
		return ""
	}
	return l.Say("board.away", "player", Player(l, g, s), "until", LastDay(until))
}

// LastDay writes the day that ends at a time.
func LastDay(end time.Time) string { return Timestamp(end.Add(-time.Minute), "D") }

// Until says when the time of the side to move runs out, after another sentence, or what happens without a
// move; "" if that is never.
func Until(l *lang.Language, g *game.Game, until time.Time) string {
	switch {
	case until.IsZero():
		return ""
	case g.Idleness() != game.NotIdle:
		return " " + l.Say("board.idle", "stage", lang.Key("", g.Idleness()), "other", Player(l, g, g.Turn().Opponent()),
			"until", Timestamp(until, "R"))
	case g.Spare(g.Turn()) > 0:
		return " " + l.Say("board.until-spare", "days", Timestamp(until.Add(-g.Spare(g.Turn())), "R"), "until", Timestamp(until, "R"))
	}
	return " " + l.Say("board.until", "until", Timestamp(until, "R"))
}
