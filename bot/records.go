package bot

import (
	"bytes"
	"context"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/render"
)

// mostListed is how many games a list shows.
const mostListed = 10

// games lists games that are being played: those of who asks, of a member, or all here.
func (b *Bot) games(c *call) (answer, error) {
	list, whose := game.RunningGamesOf(c.by.Person), "mine"
	if _, id, ok := c.person("member"); ok {
		list, whose = game.RunningGamesOf(id), "theirs"
	} else if c.text("whose") == "here" {
		list, whose = game.RunningGamesIn(c.place), "here"
	}
	page, err := b.referee.Games(c, list, "", mostListed)
	if err != nil {
		return answer{}, err
	}
	m := &message{private: true}
	if len(page.Items) == 0 {
		m.say(c.lang.Say("games.none", "whose", whose))
		return answer{message: m}, nil
	}
	lines := []string{c.lang.Say("games.title", "whose", whose)}
	for _, g := range page.Items {
		lines = append(lines, c.lang.Say("games.line", "id", string(g.ID),
			"white", mention(g.Player(draughts.White)), "black", mention(g.Player(draughts.Black)),
			"rules", ruleName(c.lang, g.Variant), "moves", g.Len(), "turn", mention(g.Player(g.Turn()))))
	}
	if page.Next != "" {
		lines = append(lines, c.lang.Say("games.more"))
	}
	m.say(strings.Join(lines, "\n"))
	return answer{message: m}, nil
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
	return answer{private: private, later: func(ctx context.Context) (*message, error) {
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
		m.say(l.Say("board.title", "white", mention(g.Player(draughts.White)), "black", mention(g.Player(draughts.Black)),
			"rules", ruleName(l, g.Variant), "id", string(g.ID)))
		m.show(file{"replay.gif", "image/gif", out.Bytes()}, l.Say("replay.alt", "id", string(g.ID), "n", h.Len()))
		return m, nil
	}}
}

// export gives a game to keep, as PDN.
func (b *Bot) export(c *call) (answer, error) {
	g, err := b.record(c)
	if err != nil {
		return answer{}, err
	}
	return b.recorded(c, g)
}

// recorded gives a game as PDN to the one who asks.
func (b *Bot) recorded(c *call, g *game.Game) (answer, error) {
	record, err := game.PDN(g, func(p game.PersonID) string {
		name, _ := b.nameOf(c, p)
		return name
	})
	if err != nil {
		return answer{}, err
	}
	var out bytes.Buffer
	if err := pdn.Write(&out, record); err != nil {
		return answer{}, err
	}
	m := &message{private: true}
	m.say(c.lang.Say("export.here", "id", string(g.ID)))
	m.give(file{string(g.ID) + ".pdn", "text/plain; charset=utf-8", out.Bytes()})
	return answer{message: m}, nil
}

// give adds a file to keep.
func (m *message) give(f file) {
	m.files = append(m.files, f)
	m.parts = append(m.parts, dg.FileComponent{File: dg.UnfurledMediaItem{URL: "attachment://" + f.name}})
}
