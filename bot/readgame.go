package bot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"path"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/game/mind"
	"doublecorner/game/review"
	"doublecorner/game/search"
	"doublecorner/internal/work"
	"doublecorner/render"
)

// A game that was read is stored nowhere. The private message that shows it has it as a file, and what is used there reads that
// file again.

// reviewOrRead reviews a game of the user, or reads those of a file, or of the message whose context menu was used.
func (b *Bot) reviewOrRead(req *request) (delivery.Response, error) {
	file := req.files[req.text("file")]
	switch {
	case req.target != nil:
		return b.readTexts(req, gameTextsOf(req.target)), nil
	case file != nil:
		return b.readTexts(req, gameTexts{files: []*dg.MessageAttachment{file}}), nil
	}
	return about((*Bot).gameToReview, (*Bot).review)(b, req)
}

// readTexts shows the user the game of some texts, or a menu of their games.
func (b *Bot) readTexts(req *request, t gameTexts) delivery.Response {
	return thinkingResponse(b, req, true, func(ctx context.Context) ([]string, error) {
		return b.readFiles(ctx, t.files)
	}, func(_ context.Context, files []string) (*message.Builder, error) {
		all, err := recordsIn(append(files, t.spoken...))
		switch {
		case len(all) == 0 && err != nil:
			return nil, readError{err}
		case len(all) == 0:
			return nil, errNoGameRead
		case len(all) == 1:
			return b.readFirst(req, all[0])
		}
		return gameMenu(req.lang, all, err)
	})
}

// ofFile returns a response that is composed of the games in the file of the message whose component was used.
func (b *Bot) ofFile(req *request, compose func(context.Context, []*pdn.Record) (*message.Builder, error)) delivery.Response {
	return thinkingResponse(b, req, true, func(ctx context.Context) ([]*pdn.Record, error) {
		return b.recordsShown(ctx, req)
	}, compose)
}

// recordsShown returns the games in the file of the message whose component was used.
func (b *Bot) recordsShown(ctx context.Context, req *request) ([]*pdn.Record, error) {
	if req.i.Message == nil {
		return nil, errFileGone
	}
	for _, a := range req.i.Message.Attachments {
		if path.Ext(a.Filename) != path.Ext(gameFile) {
			continue
		}
		texts, err := b.readFiles(ctx, []*dg.MessageAttachment{a})
		if err != nil {
			return nil, err
		}
		if all, _ := recordsOf(texts[0]); len(all) > 0 {
			return all, nil
		}
	}
	return nil, errFileGone
}

// The names of files with a game that was read, and with several.
const (
	gameFile  = "game.pdn"
	gamesFile = "games.pdn"
)

// gameMenu asks which game to show, of those that a menu has room for. The error says why there are no more.
func gameMenu(l *lang.Language, all []*pdn.Record, err error) (*message.Builder, error) {
	m := &message.Builder{Accent: overAccent}
	shown := all[:min(len(all), message.MaxOptions)]
	m.Text(l.Say("read.several", "n", len(all), "whole", len(shown) == len(all), "most", len(shown)))
	if err != nil {
		m.Text(say.RecordFault(l, err))
	}
	var out pdnFile
	var options []dg.SelectMenuOption
	for i, g := range shown {
		if err := out.add(g); err != nil {
			return nil, err
		}
		names := say.RecordNames(l, g)
		options = append(options, dg.SelectMenuOption{
			Label:       message.Clip(fmt.Sprintf("%d. %s – %s", i+1, names[draughts.White], names[draughts.Black])),
			Description: message.Clip(say.RecordFacts(g)), Value: strconv.Itoa(i),
		})
	}
	m.Row(selectOne(customID{action: readGameAction}, l.Say("menu.which-game"), options))
	m.File(textFile(gamesFile, out.String()))
	return m, nil
}

// useReadGame shows the game that the user chose of several.
func (b *Bot) useReadGame(req *request) (delivery.Response, error) {
	return b.ofFile(req, func(_ context.Context, all []*pdn.Record) (*message.Builder, error) {
		n, err := strconv.Atoi(req.id.arg)
		if err != nil || n < 0 || n >= len(all) {
			return nil, errUnknown
		}
		return b.readFirst(req, all[n])
	}), nil
}

// readFirst shows a game from its start, or asks by which rules it is if it can be by several.
func (b *Bot) readFirst(req *request, g *pdn.Record) (*message.Builder, error) {
	rules, err := req.variants(g)
	if err != nil {
		return nil, err
	}
	if len(rules) > 1 {
		return askRules(req, g, rules)
	}
	return b.readFirstBy(req, g, rules[0])
}

// readFirstBy shows a game by some rules from its start.
func (b *Bot) readFirstBy(req *request, g *pdn.Record, v *draughts.Variant) (*message.Builder, error) {
	if _, err := g.Variant(); err != nil {
		g.SetTag("Variant", v.Rules().Key)
	}
	read, err := replayedBy(g, v)
	if err != nil {
		return nil, err
	}
	return b.readPage(req, read, 0)
}

// readError says why nothing of a file could be read.
type readError struct{ error }

func (e readError) add(_ *Bot, req *request, m *message.Builder) {
	m.Text(say.RecordFault(req.lang, e.error))
}

// askRules asks by which of some rules a game is.
func askRules(req *request, g *pdn.Record, rules []*draughts.Variant) (*message.Builder, error) {
	l := req.lang
	m := &message.Builder{Accent: overAccent}
	m.Text(strings.TrimSpace(message.Escape(say.RecordFacts(g)) + "\n" + l.Say("read.rules")))
	var options []dg.SelectMenuOption
	for _, v := range rules[:min(len(rules), message.MaxOptions)] {
		options = append(options, dg.SelectMenuOption{Label: message.Clip(say.PlainRules(l, v.Rules())), Value: v.Rules().Key})
	}
	m.Row(selectOne(customID{action: readRulesAction}, "", options))
	return m, addGameFile(m, g)
}

// useReadRules shows a game by the rules that the user chose.
func (b *Bot) useReadRules(req *request) (delivery.Response, error) {
	v, err := req.settings.variant(req.id.arg)
	if err != nil {
		return delivery.Response{}, err
	}
	r := b.ofFile(req, func(_ context.Context, all []*pdn.Record) (*message.Builder, error) {
		return b.readFirstBy(req, all[0], v)
	})
	r.Placement = req.replacing()
	return r, nil
}

// addGameFile adds the file from which what is used on a message reads its game.
func addGameFile(m *message.Builder, g *pdn.Record) error {
	var out pdnFile
	err := out.add(g)
	m.File(textFile(gameFile, out.String()))
	return err
}

// useRead shows a game that was read after some of its moves.
func (b *Bot) useRead(req *request) (delivery.Response, error) {
	isNew := req.id.arg == stepOpen
	r := b.ofFile(req, func(ctx context.Context, all []*pdn.Record) (*message.Builder, error) {
		g, err := req.replayed(all[0])
		if err != nil {
			return nil, err
		}
		ply := 0
		if !isNew {
			if ply, err = req.step(g.history.Len()); err != nil {
				return nil, err
			}
		}
		return b.readPage(req, g, ply)
	})
	if !isNew {
		r.Placement = req.replacing()
	}
	return r, nil
}

// readPage shows a game that was read after some of its moves: with controls to step through it, and what can be done with it.
func (b *Bot) readPage(req *request, g *readGame, ply int) (*message.Builder, error) {
	l, h := req.lang, g.history
	ply = min(ply, h.Len())
	p := h.At(ply)
	view := req.readLook(g)
	m := &message.Builder{Accent: overAccent}
	m.Text(g.title(l))
	step := l.Say("steps.start")
	if ply > 0 {
		step = "**" + say.NumberedMove(h, ply-1) + "** · " + g.player(l, h.At(ply-1).Turn())
	}
	m.Text(step)
	if err := m.Board(l, boardFile, render.After(h, ply, view)); err != nil {
		return nil, err
	}
	m.Text(say.Opening(l, h.Until(ply), 1))
	switch problem := g.problem(l); {
	case problem != "" && (ply == 0 || ply == h.Len()):
		m.Text("⚠️ " + problem)
	case ply == h.Len():
		m.Text(g.result(l))
	}
	addTextBoard(m, l, p, view.From, req.prefs.Text)
	addSteps(m, l, customID{action: readAction}, h, ply)
	var row []dg.MessageComponent
	_, over := h.Until(ply).Ending()
	if h.Len() > 0 && b.mind.IsOn() {
		row = append(row, buttonLabelled(l.Say("button.review"), customID{action: readReviewAction}, dg.PrimaryButton))
	}
	if !over && b.mind.IsOn() {
		row = append(row, buttonLabelled(l.Say("button.analyse"), customID{action: readAnalyseAction, ply: game.Ply(ply)}, dg.SecondaryButton))
	}
	row = append(row, buttonLabelled(l.Say("button.export"), customID{action: readExportAction}, dg.SecondaryButton))
	m.Row(row...)
	if !over {
		m.Row(button(l, customID{action: playOnAction, arg: p.Variant().Rules().Key + " " + positionCode(p)}, dg.SecondaryButton))
	}
	return m, addGameFile(m, g.Record)
}

// readLook returns the look of boards of a game that was read.
func (req *request) readLook(g *readGame) render.View {
	from, known := sideOf(req.prefs.View)
	if !known {
		from = req.settings.side(draughts.White)
	}
	bars := &render.Bars{Result: g.resultBar(req.lang)}
	for s, name := range g.names(req, req.lang) {
		bars.Players[s].Name = name
	}
	return render.View{Theme: req.theme(), From: from, Bars: bars}
}

// A readGame can be reviewed.

func (g *readGame) title(l *lang.Language) string {
	title := say.RecordTitle(l, g.Record, g.history.Start().Variant().Rules())
	if facts := message.Escape(say.RecordFacts(g.Record)); facts != "" {
		title += "\n-# " + facts
	}
	return title
}

func (g *readGame) result(l *lang.Language) string { return say.RecordResult(l, g.Record) }

func (g *readGame) player(l *lang.Language, s draughts.Side) string {
	return say.RecordPlayer(l, g.Record, s)
}

func (g *readGame) names(_ context.Context, l *lang.Language) [len(draughts.Sides)]string {
	names := say.RecordNames(l, g.Record)
	for s, name := range names {
		if !render.CanDraw(name) {
			names[s] = l.Say("board.side", "side", draughts.Side(s))
		}
	}
	return names
}

func (g *readGame) page(n int) customID {
	return customID{action: readReviewAction, arg: strconv.Itoa(n)}
}

func (g *readGame) leads(l *lang.Language) (first, second []dg.MessageComponent) {
	return []dg.MessageComponent{
		buttonLabelled(l.Say("button.step"), customID{action: readAction, arg: stepOpen}, dg.SecondaryButton),
		buttonLabelled(l.Say("button.export"), customID{action: readExportAction}, dg.SecondaryButton),
	}, nil
}

func (g *readGame) tries(*lang.Language, review.Turn) dg.MessageComponent { return nil }

func (g *readGame) addLast(context.Context, *message.Builder, reviewPages) error { return nil }

// problem says what is wrong with a game that was read; "" if nothing is.
func (g *readGame) problem(l *lang.Language) string {
	switch {
	case g.fault != nil:
		return say.RecordFault(l, g.fault)
	case g.Unclosed > 0:
		return l.Say("read.unclosed", "line", g.Unclosed)
	}
	return ""
}

// resultBar returns the result of a game that was read for its picture; nil if it says none.
func (g *readGame) resultBar(l *lang.Language) *render.Result {
	text := say.RecordEnd(l, g.Record)
	if text == "" || g.fault != nil {
		return nil
	}
	winner, won := g.Result.Winner()
	bar := &render.Result{Text: text, Winner: winner, Drawn: !won, Score: [2]string{"½", "½"}}
	if won {
		bar.Score[winner], bar.Score[winner.Opponent()] = "1", "0"
	}
	return bar
}

// useReadReview reviews a game that was read: the summary, or the page that the button names.
func (b *Bot) useReadReview(req *request) (delivery.Response, error) {
	page, _ := strconv.Atoi(req.id.arg) // of the game's button there is none
	var g *readGame
	r := thinkingResponse(b, req, true, func(ctx context.Context) (*review.Review, error) {
		all, err := b.recordsShown(ctx, req)
		if err != nil {
			return nil, err
		}
		if g, err = req.replayed(all[0]); err != nil {
			return nil, err
		}
		return b.fairReadReview(ctx, req, g)
	}, func(ctx context.Context, r *review.Review) (*message.Builder, error) {
		look := req.readLook(g)
		look.Bars = nil
		m, err := reviewPages{r, g, req.lang, look, req.prefs.Text}.compose(ctx, page)
		if err != nil {
			return nil, err
		}
		return m, addGameFile(m, g.Record)
	})
	if req.id.arg != "" {
		r.Placement = req.replacing()
	}
	return r, nil
}

// guardedPlies is how many moves of a game from a set position are looked at for a puzzle that the user has yet to solve.
const guardedPlies = 10

// fairReadReview returns the review of a game that was read, without what helps the user in the games that they play. It is
// refused if the game begins with a puzzle that they have yet to solve.
func (b *Bot) fairReadReview(ctx context.Context, req *request, g *readGame) (*review.Review, error) {
	h := g.history
	if h.Start() != h.Start().Variant().Start() {
		var early []draughts.Position
		for ply := range min(h.Len(), guardedPlies) + 1 {
			early = append(early, h.At(ply))
		}
		if err := b.checkUnsolved(ctx, req, early...); err != nil {
			return nil, err
		}
	}
	played, err := b.referee.Played(ctx, req.by.Person)
	if err != nil {
		return nil, err
	}
	key := g.key()
	if r, ok := b.readReviews.Get(key); ok {
		return r.FairTo(played), nil
	}
	made, err, _ := b.reviews.Do(string(key[:]), func() (any, error) {
		r, hurried, err := b.makeReview(ctx, mind.Task{Place: req.place, Person: req.by.Person, History: h}, 0)
		if err == nil && !hurried {
			b.readReviews.Put(key, r)
		}
		return r, err
	})
	if err != nil {
		return nil, err
	}
	return made.(*review.Review).FairTo(played), nil
}

// key identifies the moves of a game that was read, and its rules.
func (g *readGame) key() readKey {
	sum := sha256.New()
	fmt.Fprintln(sum, game.PoolOf(g.history.Start().Variant()), pdn.FEN(g.history.Start()))
	for ply, m := range g.history.Moves() {
		fmt.Fprintln(sum, g.history.At(ply).Path(m))
	}
	return readKey(sum.Sum(nil))
}

// useReadAnalyse shows the best moves of a position of a game that was read.
func (b *Bot) useReadAnalyse(req *request) (delivery.Response, error) {
	var h *draughts.History
	return thinkingResponse(b, req, true, func(ctx context.Context) (search.Thought, error) {
		all, err := b.recordsShown(ctx, req)
		if err != nil {
			return search.Thought{}, err
		}
		g, err := req.replayed(all[0])
		if err != nil {
			return search.Thought{}, err
		}
		h = g.history.Until(min(int(req.id.ply), g.history.Len()))
		if err := b.checkUnsolved(ctx, req, h.Position()); err != nil {
			return search.Thought{}, err
		}
		return b.bestMoves(ctx, req, mind.Study, h)
	}, func(_ context.Context, t search.Thought) (*message.Builder, error) {
		return analysisMessage(req.lang, nil, h, t, render.View{Theme: req.theme()}, req.prefs.Text)
	}), nil
}

// useReadExport sends the user a game that was read: as PDN, with remarks if it was reviewed, as a card, and as an animation.
func (b *Bot) useReadExport(req *request) (delivery.Response, error) {
	l := req.lang
	return b.ofFile(req, func(ctx context.Context, all []*pdn.Record) (*message.Builder, error) {
		g, err := req.replayed(all[0])
		if err != nil {
			return nil, err
		}
		played, err := b.referee.Played(ctx, req.by.Person)
		if err != nil {
			return nil, err
		}
		m := &message.Builder{}
		m.Text(l.Say("read.export"))
		look := req.readLook(g)
		if err := g.addCard(l, m, look); err != nil {
			return nil, err
		}
		if err := g.addReplay(ctx, l, m, look); err != nil {
			return nil, err
		}
		var out pdnFile
		if r, ok := b.readReviews.Get(g.key()); ok {
			r = r.FairTo(played)
			r.Annotate(g.Record)
			out.fair = !r.IsWhole()
		}
		out.addNote(m, l)
		if err := out.add(g.Record); err != nil {
			return nil, err
		}
		m.File(textFile(gameFile, out.String()))
		return m, nil
	}), nil
}

// addCard adds the last board of a game that was read, with its players.
func (g *readGame) addCard(l *lang.Language, m *message.Builder, look render.View) error {
	p := g.history.Position()
	card := render.Card{
		View:  render.View{Position: p, Last: lastStep(g.history), Theme: look.Theme, From: look.From, Size: cardWidth},
		Title: say.PlainRules(l, p.Variant().Rules()), Note: say.RecordFacts(g.Record),
	}
	for s := range card.Players {
		card.Players[s].Name = look.Bars.Players[s].Name
	}
	if look.Bars.Result != nil {
		card.Result = *look.Bars.Result
	} else {
		card.Result.Drawn = true
	}
	described := card.View
	described.Bars = look.Bars
	return m.PNG("card.png", card, described.Alt(l.Say))
}

// addReplay adds a game that was read as an animation, if it has moves and is not too long.
func (g *readGame) addReplay(ctx context.Context, l *lang.Language, m *message.Builder, look render.View) error {
	if g.history.Len() == 0 {
		return nil
	}
	var out bytes.Buffer
	switch err := work.Cause(ctx, render.Replay(ctx, &out, g.history, look, nil, nil)); err {
	case nil:
		alt := l.Say("read.replay", "n", say.FullMoves(g.history.Len()))
		m.Picture(message.File{Name: "replay.gif", Type: "image/gif", Data: out.Bytes(), Alt: alt})
	case work.ErrSpent:
		m.Text(l.Say("replay.too-long"))
	default:
		return err
	}
	return nil
}
