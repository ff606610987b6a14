package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// complete offers what may complete the option somebody is typing. It never fails: at
// worst it offers nothing.
func (b *Bot) complete(c *call, command string) []choice {
	for name, o := range c.options {
		if !o.Focused {
			continue
		}
		switch name {
		case "move":
			return b.completeMove(c)
		case "game":
			return b.completeGame(c, command)
		case "rules":
			return completeRules(c, c.text("rules"), command == "rule-sets" && c.sub == "remove")
		case "like":
			return completeRules(c, c.text("like"), false)
		}
	}
	return nil
}

// completeWithin is how long moves are looked for that begin with what has been typed. Some
// positions have thousands, and the next letter asks again.
const completeWithin = 20 * time.Millisecond

// completeMove offers the legal moves that begin, in one notation or another, with what
// has been typed: as many as a list can hold, or as are found in time.
func (b *Bot) completeMove(c *call) []choice {
	g, err := b.mine(c)
	if err != nil {
		return nil
	}
	if side, plays := g.Side(c.by.Person); !plays || side != g.Turn() {
		return nil // there is nothing for them to move
	}
	h, err := g.History()
	if err != nil || g.IsOver() {
		return nil
	}
	p := h.Position()
	typed := folded(c.text("move"))
	if typed == "" && c.text("move") != "" {
		return nil // nothing of a move
	}
	legal, err := p.Moves()
	if err != nil {
		return nil
	}
	soon, cancel := context.WithTimeout(c, completeWithin)
	defer cancel()
	var moves []draughts.Move
	for _, m := range legal {
		if len(moves) == mostOptions || soon.Err() != nil {
			break
		}
		if begins(p, m, typed) {
			moves = append(moves, m)
		}
	}
	if c.Err() != nil {
		return nil // nobody waits for it any more
	}
	var found []choice
	labels := moveLabels(c.lang, p, moves)
	for i, text := range p.TextsIn(moves, draughts.Numbers) {
		if len(text) <= mostTypedMove {
			found = append(found, choice{labels[i], text})
		}
	}
	return found
}

// begins tells whether a move, written in one notation or another, begins with what has
// been typed. To write all the squares of a capture takes a while, and some positions
// have thousands; so that is done only for those of the piece that was typed.
func begins(p draughts.Position, m draughts.Move, typed string) bool {
	for _, n := range []draughts.Notation{draughts.Numbers, draughts.Letters} {
		short := folded(p.Short(m, n))
		if strings.HasPrefix(short, typed) {
			return true
		}
		from, _, _ := strings.Cut(short, "-")
		if m.IsCapture() && strings.HasPrefix(typed, from+"-") && strings.HasPrefix(folded(p.Full(m, n)), typed) {
			return true
		}
	}
	return false
}

// folded leaves of a move what tells it from others: letters and digits, with a stroke
// between squares.
func folded(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= '0' && r <= '9' || r >= 'a' && r <= 'l' && r != 'x':
			b.WriteRune(r)
		case b.Len() > 0:
			if s := b.String(); s[len(s)-1] != '-' {
				b.WriteByte('-')
			}
		}
	}
	return b.String()
}

// completeGame offers games: to a moderator those that are being played here, to others
// those they play; and where a game may be over, those they have finished last.
func (b *Bot) completeGame(c *call, command string) []choice {
	typed := strings.ToUpper(c.text("game"))
	switch command {
	case "referee":
		return b.offer(c, b.numbered(c, game.RunningGamesIn(c.place), typed))
	case "rematch":
		return b.offer(c, b.numbered(c, game.FinishedGamesOf(c.by.Person), typed))
	}
	playing, err := b.playing(c)
	if err != nil {
		return nil
	}
	games := slices.DeleteFunc(playing, func(g *game.Game) bool { return !strings.HasPrefix(string(g.ID), typed) })
	if command == "replay" || command == "export" || command == "board" {
		games = append(games, b.numbered(c, game.FinishedGamesOf(c.by.Person), typed)...)
	}
	return b.offer(c, games)
}

// mostSearched is how many games of a list are looked at while somebody types.
const mostSearched = 200

// numbered returns the newest games of a list whose numbers begin with what was typed.
func (b *Bot) numbered(c *call, list game.GameList, typed string) []*game.Game {
	var found []*game.Game
	from := game.Cursor("")
	for range mostSearched / mostOptions {
		page, err := b.referee.Games(c, list, c.viewer(), from, mostOptions)
		if err != nil {
			return found
		}
		for _, g := range page.Items {
			if strings.HasPrefix(string(g.ID), typed) {
				found = append(found, g)
			}
		}
		if from = page.Next; from == "" || len(found) >= mostOptions {
			break
		}
	}
	return found
}

// offer returns the lines that offer games.
func (b *Bot) offer(c *call, games []*game.Game) []choice {
	var found []choice
	for _, g := range games[:min(len(games), mostOptions)] {
		names := b.names(c, c.here, g)
		label := c.lang.Say("menu.game", "id", string(g.ID), "white", names[draughts.White], "black", names[draughts.Black],
			"rules", ruleName(c.lang, g.Variant))
		found = append(found, choice{clipped(label), string(g.ID)})
	}
	return found
}

// completeRules offers the rule sets whose name or key holds what has been typed: the
// server's own first, or alone.
func completeRules(c *call, typed string, ownOnly bool) []choice {
	typed = strings.ToLower(typed)
	var found []choice
	offer := func(name, key string) {
		if len(found) < mostOptions && (strings.Contains(strings.ToLower(name), typed) || strings.Contains(key, typed)) {
			found = append(found, choice{clipped(name), key})
		}
	}
	for _, own := range c.settings.Own {
		offer(lang.Inline(own.Name), own.Key)
	}
	if ownOnly {
		return found
	}
	for _, r := range draughts.Families() {
		offer(rulesName(c.lang, r), r.Key)
	}
	return found
}
