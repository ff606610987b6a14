package bot

import (
	"bytes"
	"context"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/render"
)

// games lists games that are being played, or finished: those of who asks, of a member,
// or all here.
func (b *Bot) games(c *call) (answer, error) {
	list := gameList{whose: "mine", who: c.by.Person, over: c.truth("finished", false)}
	if _, id, ok := c.person("member"); ok {
		if id != c.by.Person {
			list.whose, list.who = "theirs", id
		}
	} else if c.text("whose") == "here" {
		list = gameList{whose: "here", over: list.over}
	}
	return b.gamesPage(c, list, "")
}

// gamesPage shows a page of a list of games to who asks.
func (b *Bot) gamesPage(c *call, list gameList, from game.Cursor) (answer, error) {
	page, err := b.referee.Games(c, list.list(c), from, mostRows)
	if err != nil {
		return answer{}, err
	}
	m := &message{private: true}
	about := []any{"whose", list.whose, "over", list.over}
	if len(page.Items) == 0 {
		m.say(c.lang.Say("games.none", about...))
		return answer{message: m}, nil
	}
	lines := []string{c.lang.Say("games.title", about...)}
	for _, g := range page.Items {
		lines = append(lines, gameLine(c.lang, g))
	}
	m.say(strings.Join(lines, "\n"))
	m.turn(c.lang, gamesVerb, list.words(), string(from), string(page.Next))
	return answer{message: m}, nil
}

// gameLine is one line of a list of games.
func gameLine(l *lang.Language, g *game.Game) string {
	about := []any{"id", string(g.ID), "white", player(l, g, draughts.White), "black", player(l, g, draughts.Black),
		"rules", ruleName(l, g.Variant), "moves", g.Len()}
	if result, over := g.Result(); over {
		return l.Say("games.finished", append(about, "outcome", outcomeKey(result.Outcome))...)
	}
	return l.Say("games.line", append(about, "turn", mention(g.Player(g.Turn())))...)
}

// record returns the game a command is about, running or not: the one it names, else
// the one that who asks is playing, else the last one they have finished.
func (b *Bot) record(c *call) (*game.Game, error) {
	if c.text("game") != "" {
		return b.mine(c)
	}
	g, err := b.mine(c)
	if err == nil {
		return g, nil
	}
	last, err := b.referee.Games(c, game.FinishedGamesOf(c.by.Person), "", 1)
	if err != nil {
		return nil, err
	}
	if len(last.Items) == 0 {
		return nil, errNoGame
	}
	return last.Items[0], nil
}

// replay shows a game from its beginning, as a moving picture.
func (b *Bot) replay(c *call) (answer, error) {
	g, err := b.record(c)
	if err != nil {
		return answer{}, err
	}
	return b.film(c, g, false), nil
}

// pressReplay shows a game from its beginning to the one who asks.
func (b *Bot) pressReplay(c *call, pressed control) (answer, error) {
	g, err := b.referee.Game(c, pressed.game)
	if err != nil {
		return answer{}, err
	}
	return b.film(c, g, true), nil
}

// film makes a moving picture of a game, which takes a while.
func (b *Bot) film(c *call, g *game.Game, private bool) answer {
	l := c.here
	if private {
		l = c.lang
	}
	theme := themeOf(c.settings.Theme)
	if private {
		theme = c.theme()
	}
	return b.slowly(c, private, func(ctx context.Context) (*message, error) {
		h, err := g.History()
		if err != nil {
			return nil, err
		}
		names := b.names(ctx, l, g)
		look := render.View{Theme: theme, Bars: &render.Bars{Note: string(g.ID)}}
		for _, s := range draughts.Sides {
			look.Bars.Players[s].Name = names[s]
		}
		if result, ended := g.Result(); ended {
			look.Bars.Result = resultBar(l, g, result, names)
		}
		var out bytes.Buffer
		if err := render.Replay(&out, h, look, nil); err != nil {
			return nil, err
		}
		m := &message{}
		m.say(title(l, g))
		m.show(file{"replay.gif", "image/gif", out.Bytes()}, l.Say("replay.alt", "id", string(g.ID), "n", h.Len()))
		return m, nil
	})
}

// export gives a game to keep, as PDN, or all that who asks has played.
func (b *Bot) export(c *call) (answer, error) {
	if c.truth("everything", false) {
		return b.everything(c), nil
	}
	g, err := b.record(c)
	if err != nil {
		return answer{}, err
	}
	return b.recorded(c, g)
}

// pressExport gives a game to keep to the one who asks.
func (b *Bot) pressExport(c *call, pressed control) (answer, error) {
	g, err := b.referee.Game(c, pressed.game)
	if err != nil {
		return answer{}, err
	}
	return b.recorded(c, g)
}

// recorded gives a game as PDN to the one who asks.
func (b *Bot) recorded(c *call, g *game.Game) (answer, error) {
	var out bytes.Buffer
	if err := b.write(c, &out, g); err != nil {
		return answer{}, err
	}
	m := &message{private: true}
	m.say(c.lang.Say("export.here", "id", string(g.ID)))
	m.give(file{string(g.ID) + ".pdn", "text/plain; charset=utf-8", out.Bytes()})
	return answer{message: m}, nil
}

// mostBytes is how much of files is sent with a message. Discord takes 10 MB.
const mostBytes = 8 << 20

// everything gives who asks all the games they have finished, the newest first, which
// takes a while.
func (b *Bot) everything(c *call) answer {
	who, l := c.by.Person, c.lang
	return b.slowly(c, true, func(ctx context.Context) (*message, error) {
		var out bytes.Buffer
		n, whole := 0, true
		for from := game.Cursor(""); whole; {
			page, err := b.referee.Games(ctx, game.FinishedGamesOf(who), from, 100)
			if err != nil {
				return nil, err
			}
			for _, g := range page.Items {
				before := out.Len()
				if err := b.write(ctx, &out, g); err != nil {
					return nil, err
				}
				if whole = out.Len() <= mostBytes; !whole {
					out.Truncate(before)
					break
				}
				n++
			}
			if from = page.Next; from == "" {
				break
			}
		}
		m := &message{}
		m.say(l.Say("export.everything", "n", n, "whole", whole))
		if n > 0 {
			m.give(file{"games.pdn", "text/plain; charset=utf-8", out.Bytes()})
		}
		return m, nil
	})
}

// write writes a game as PDN.
func (b *Bot) write(ctx context.Context, out *bytes.Buffer, g *game.Game) error {
	record, err := game.PDN(g, func(p game.PersonID) string {
		name, _ := b.nameOf(ctx, p, g.Place)
		return name
	})
	if err != nil {
		return err
	}
	if out.Len() > 0 {
		out.WriteByte('\n')
	}
	return pdn.Write(out, record)
}
