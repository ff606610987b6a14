package bot

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/internal/work"
	"doublecorner/render"
)

// export sends the user a game as PDN, with its card if it is over, or all games they have finished.
func (b *Bot) export(req *request) (delivery.Response, error) {
	if req.boolean("everything", false) {
		return b.exportAll(req), nil
	}
	g, err := b.finishedOrChosenGame(req)
	if err != nil {
		return delivery.Response{}, err
	}
	var out pdnFile
	played, err := b.referee.Played(req, req.by.Person)
	if err != nil {
		return delivery.Response{}, err
	}
	if err := b.writePDN(req, &out, g, played); err != nil {
		return delivery.Response{}, err
	}
	m := req.private("export.here")
	out.addNote(m, req.lang)
	m.File(textFile(g.ID.Code()+".pdn", out.String()))
	return delivery.Response{Message: m}, b.addCard(req, m, g)
}

// exportAll sends the user all games they have finished, the newest first. That takes long.
func (b *Bot) exportAll(req *request) delivery.Response {
	viewer, l := req.viewer(), req.lang
	return b.slowResponse(req, true, func(ctx context.Context) (*message.Builder, error) {
		var out pdnFile
		n := 0
		played, err := b.referee.Played(ctx, viewer.Person)
		if err != nil {
			return nil, err
		}
		for g, err := range b.allGames(ctx, game.FinishedGamesOf(viewer.Person), viewer) {
			if err == nil {
				work.Allow(ctx, gameBudget)
				err = b.writePDN(ctx, &out, g, played)
			}
			if out.cut = out.cut || n > 0 && work.Cause(ctx, err) == work.ErrSpent; out.cut {
				break
			}
			if err != nil {
				return nil, err
			}
			n++
		}
		m := &message.Builder{}
		m.Text(l.Say("export.everything", "n", n, "whole", !out.cut))
		out.addNote(m, l)
		if n > 0 {
			m.File(textFile("games.pdn", out.String()))
		}
		return m, nil
	})
}

// pdnFile is a file of games, as many as a message can have.
type pdnFile struct {
	bytes.Buffer
	cut  bool // there was no room for a game, or no budget
	fair bool // some remarks were left out: see fairReview
}

// addNote says in a message that remarks were left out, if they were.
func (f *pdnFile) addNote(m *message.Builder, l *lang.Language) {
	if f.fair {
		m.Text("-# " + l.Say("review.unfair"))
	}
}

// add adds a game if there is room.
func (f *pdnFile) add(g *pdn.Record) error {
	before := f.Len()
	if before > 0 {
		f.WriteByte('\n')
	}
	err := pdn.Write(f, g)
	if f.cut = f.Len() > message.MaxUpload; f.cut {
		f.Truncate(before)
	}
	return err
}

// writePDN writes a game as PDN, with remarks if it was reviewed, for a user who plays some positions.
func (b *Bot) writePDN(ctx context.Context, out *pdnFile, g *game.Game, played game.Played) error {
	record, err := game.PDN(g, func(p game.PersonID) string {
		name, _ := b.names.nameOf(ctx, p, g.Place)
		return name
	})
	if err != nil {
		return err
	}
	r, _, err := b.fairReview(ctx, g, played)
	if err != nil {
		return err
	}
	if r != nil {
		r.Annotate(record)
		out.fair = out.fair || !r.IsWhole()
	}
	return out.add(record)
}

// cardWidth is the width of a card in pixels.
const cardWidth = 960

// addCard adds the card of a finished game to a message: its last board, its players and how their
// ratings changed.
func (b *Bot) addCard(req *request, m *message.Builder, g *game.Game) error {
	result, over := g.Result()
	if !over {
		return nil
	}
	h, err := g.History()
	if err != nil {
		return err
	}
	bars := b.composer.bars(req, req.lang, g)
	card := render.Card{
		View:  render.View{Position: h.Position(), Last: lastStep(h), Theme: req.theme(), From: req.side(g), Size: cardWidth},
		Title: say.PlainRules(req.lang, h.Position().Variant().Rules()),
		Note:  fmt.Sprintf("%s · %d", g.ID.Code(), say.MoveNumber(g)),
	}
	var names [len(draughts.Sides)]string
	for _, s := range draughts.Sides {
		names[s] = bars.Players[s].Name
		card.Players[s].Name = names[s]
		for _, change := range result.Changes[s] {
			if change.Place == g.RatingPlace() {
				before, after := say.Round(change.Before.Points), say.Round(change.After.Points)
				card.Players[s].Rating = strings.Replace(fmt.Sprintf("%d %+d", after, after-before), "-", "−", 1)
			}
		}
	}
	if result.Moderator == game.Anyone { // a moderator's reason may be long
		bars.Result.Text += " " + say.Cause(req.lang, g, result, names[say.EndSide(g, result)])
	}
	card.Result = *bars.Result
	described := card.View
	described.Bars = bars
	return m.PNG("card.png", card, described.Alt(req.lang.Say))
}
