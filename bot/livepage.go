package bot

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/live"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/internal/work"
)

// ServeLive makes the live boards of the bot. It is called before the bot handles anything.
func (b *Bot) ServeLive(c live.Config) *live.Boards {
	c.Referee, c.Now, c.Log, c.Names = b.referee, b.now, b.log, b.names.nameOf
	c.Reader, c.Prefer, c.SetUp, c.Terms = b.readerOf, b.storeTaste, b.setUpOf, b.chosenTerms
	c.IsMember = func(ctx context.Context, guild game.PlaceID, p game.PersonID) (bool, error) {
		member, err := b.discord.Member(ctx, guild, p)
		return member != nil, err
	}
	c.Friendly = func(ctx context.Context, place game.PlaceID) bool {
		s, _, err := b.records.settingsOf(ctx, place)
		return err == nil && s.Friendly
	}
	c.Study, c.IsPublic = b.study, b.isPublic
	c.Picture = func(ctx context.Context, g *game.Game) ([]byte, error) {
		s, l, err := b.records.gameSettings(ctx, g)
		if err != nil {
			return nil, err
		}
		return b.composer.picture(ctx, l, g, s.Theme, s.side(bottom(g)))
	}
	b.live = live.New(c)
	b.composer.live = true
	b.Courier.Attended = b.live.Attended
	return b.live
}

// readerOf returns the language that the user of a live board reads, and how they like their boards.
func (b *Bot) readerOf(ctx context.Context, s *game.Session) (*lang.Language, live.Taste) {
	prefs, err := b.records.preferencesOf(ctx, s.Person)
	place, _, placeErr := b.records.settingsOf(ctx, s.Place)
	if err := errors.Join(err, placeErr); err != nil {
		b.log.Warn("preferences not read", "err", err)
	}
	of := prefs[s.Person]
	client := cmp.Or(lang.For(s.Reads), lang.English())
	l := b.records.naming(cmp.Or(lang.For(of.Language), client), client)
	return l, live.Taste{Theme: themeOf(of.Theme), Usual: cmp.Or(themeOf(place.Theme), themeChoices[0]), Silent: of.Silent}
}

// storeTaste stores how a user likes their boards.
func (b *Bot) storeTaste(ctx context.Context, p game.PersonID, t live.Taste) error {
	return change(ctx, b.referee, game.PersonSettings(p), func(of *preferences) { of.Theme, of.Silent = t.Theme, t.Silent })
}

// setUpOf returns what the user of a live board can choose before a game against the bot in a channel; nil if it does not play there.
func (b *Bot) setUpOf(ctx context.Context, s *game.Session, channel game.RoomID) (*live.SetUp, error) {
	of, _, err := b.records.settingsOf(ctx, s.Place)
	if err != nil || !b.mind.IsOn() || !of.allows(channel) {
		return nil, err
	}
	prefs, err := b.records.preferencesOf(ctx, s.Person)
	if err != nil {
		return nil, err
	}
	l, _ := b.readerOf(ctx, s)
	last := prefs[s.Person]
	rules := firstRules(of, l, s, last)
	setUp := &live.SetUp{Choice: live.Choice{
		Level: strconv.Itoa(cmp.Or(last.Level, firstLevel)), Colour: cmp.Or(last.Colour, byLot), Rules: rules,
	}}
	for _, level := range levelChoices {
		setUp.Levels = append(setUp.Levels, live.Named{Key: level, Name: l.Say("choice.level." + level)})
	}
	for _, colour := range colourChoices {
		setUp.Colours = append(setUp.Colours, live.Named{Key: colour, Name: l.Say("choice.colour." + colour)})
	}
	setUp.Sets = append(setUp.Sets, live.Named{Key: rules, Name: say.PlainRules(l, of.namedRules(rules))})
	for name, key := range of.offeredRules(l) {
		if key != rules {
			setUp.Sets = append(setUp.Sets, live.Named{Key: key, Name: name})
		}
	}
	return setUp, nil
}

// firstRules returns the key of the rules that the user of a live board is offered first: those that they chose last, or else the
// usual ones.
func firstRules(of *settings, l *lang.Language, s *game.Session, last preferences) string {
	if _, err := of.variant(last.Rules); err == nil { // else another guild has them
		return last.Rules
	}
	if home := homeRules[l.Code]; home != "" && s.Direct {
		return home
	}
	return of.defaultRules()
}

// chosenTerms returns the terms of a game against the bot that the user of a live board chose, and stores the choice.
func (b *Bot) chosenTerms(ctx context.Context, s *game.Session, c live.Choice) (terms game.Terms, err error) {
	of, _, err := b.records.settingsOf(ctx, s.Place)
	if err != nil {
		return terms, err
	}
	v, err := of.variant(c.Rules)
	if err != nil || !slices.Contains(levelChoices, c.Level) || !slices.Contains(colourChoices, c.Colour) {
		return terms, &game.RequestError{Code: game.BadTerms, Terms: game.NoRules}
	}
	terms = game.Terms{Variant: v, Colour: colours[c.Colour]}
	terms.Level, _ = strconv.Atoi(c.Level)
	l, _ := b.readerOf(ctx, s)
	return terms, change(ctx, b.referee, game.PersonSettings(s.Person), func(p *preferences) {
		p.Level, p.Colour = terms.Level, strings.TrimPrefix(c.Colour, byLot)
		if c.Rules != firstRules(of, l, s, *p) { // where others are offered first, those go on to be
			p.Rules = c.Rules
		}
	})
}

// studyActions are the actions of what the live board shows besides games: reviews, puzzles, exercises, rules and best moves. None
// changes a game.
var studyActions = map[action]bool{
	reviewAction: true, analyseAction: true, rulesAction: true, rulesPageAction: true,
	quizAction: true, quizMoveAction: true, quizPieceAction: true, quizSolutionAction: true,
	firstPuzzleAction: true, puzzleNextAction: true, puzzleDailyAction: true, puzzleHintAction: true,
}

// isStudy reports whether a control is for the live board, too.
func isStudy(control string) bool {
	id, ok := parseCustomID(control)
	return ok && studyActions[id.action]
}

// isShown reports whether a control is shown on the page, which has no need of those that make moves.
func isShown(control string) bool {
	id, _ := parseCustomID(control)
	return isStudy(control) && id.action != quizMoveAction && id.action != quizPieceAction
}

// studyBudget is how long a processor may work for a page.
const studyBudget = pictureBudget + 50*time.Millisecond

// study composes what the page of a live board shows of a private message: the one that Discord would show, asked for by the same
// control.
func (b *Bot) study(ctx context.Context, s *game.Session, asked live.Asked) (live.Study, error) {
	i := &dg.Interaction{
		ID: "live " + rand.Text(), Type: dg.InteractionMessageComponent, Locale: dg.Locale(s.Reads), ChannelID: s.Place.String(),
	}
	user := &dg.User{ID: s.Person.String(), Username: s.Name}
	if s.Direct {
		i.User = user
	} else {
		i.GuildID, i.Member = s.Place.String(), &dg.Member{User: user}
	}
	data := dg.MessageComponentInteractionData{CustomID: asked.Use}
	if asked.Value != "" {
		data.Values = []string{asked.Value}
	}
	i.Data = data
	ctx, end := work.Begin(ctx, studyBudget)
	defer func() { b.studyWork.Spend(s.Person, end().Seconds()) }()
	req, ok := newRequest(ctx, delivery.Interaction{Interaction: i, Arrived: b.now()})
	if !ok {
		return live.Study{}, errUnknown
	}
	if err := b.loadRecords(req); err != nil {
		return live.Study{}, err
	}
	var h *draughts.History
	var r delivery.Response
	switch wait := b.studyWork.Wait(s.Person); {
	case wait > 0:
		r = b.OverBudget(ctx, i, wait)
	case asked.Explore:
		r = b.answer(req, func(b *Bot, req *request) (r delivery.Response, err error) {
			r, h, err = b.explore(req, asked)
			return r, err
		})
	case asked.Use == "":
		r = b.answer(req, func(b *Bot, req *request) (delivery.Response, error) { return b.studies(req, asked.Game) })
	case !isStudy(asked.Use): // of a page from before an update, say
		r = b.errorResponse(req, errUnknown)
	default:
		r = b.dispatch(req)
	}
	if r.Think != nil {
		r.Think(ctx)
	}
	if r.Compose != nil {
		r.Message = r.Compose(ctx)
	}
	if r.Message == nil {
		r = b.errorResponse(req, errUnknown)
	}
	study := live.Study{Outline: r.Message.Outline(isShown), View: r.Message.View}
	if choose := r.Message.Choose; choose != nil && study.View != nil {
		at := study.View.Position
		moves := at.Moves()
		for i, value := range moveValues(at, moves[:min(len(moves), maxMenuMoves)]) {
			study.Moves = append(study.Moves, live.Choosable{Move: moves[i], CustomID: choose(value)})
		}
		study.Typed = choose(live.TypedMove)
	}
	if h == nil || study.View == nil {
		return study, nil
	}
	var err error
	study.Line, study.PDN, err = lineOf(h)
	return study, err
}

// studies lists what one can read, about a game if it is over.
func (b *Bot) studies(req *request, id game.GameID) (delivery.Response, error) {
	m := req.private("live.learn")
	l, rules := req.lang, req.defaultRules()
	g, err := b.referee.Game(req, id, req.viewer())
	switch {
	case isRefused(err, game.NoSuchGame): // it is about none
	case err != nil:
		return delivery.Response{}, err
	default:
		rules = g.Variant.Rules().Key
		if g.IsOver() && hasMoves(g) {
			m.Row(button(l, customID{action: reviewAction, game: g.ID}, dg.PrimaryButton))
		}
	}
	daily, err := b.referee.DailyPuzzle(req, req.place)
	if err != nil {
		return delivery.Response{}, err
	}
	if daily.Puzzle != "" {
		m.Row(buttonLabelled(l.Say("settings.label.puzzles"), customID{action: puzzleDailyAction, arg: string(daily.Puzzle)}, dg.PrimaryButton))
	}
	m.Row(
		buttonLabelled(l.Say("command.puzzle.about"), customID{action: firstPuzzleAction}, dg.SecondaryButton),
		exercisesButton(l, rules),
	)
	return delivery.Response{Message: m}, nil
}

// explore shows the best moves after a line that the user tries out: from a finished game after so many moves, or from a position.
// It returns the history of the line.
func (b *Bot) explore(req *request, asked live.Asked) (delivery.Response, *draughts.History, error) {
	g, h, err := b.exploredFrom(req, asked)
	if err != nil {
		return delivery.Response{}, nil, err
	}
	for _, text := range asked.Line {
		if err := req.Err(); err != nil {
			return delivery.Response{}, nil, err
		}
		move, err := h.Position().Read(text)
		if err == nil {
			err = h.PlayOn(move)
		}
		if err != nil {
			return delivery.Response{}, nil, errUnknown
		}
	}
	r, err := b.analysisOf(req, g, h, true)
	return r, h, err
}

func (b *Bot) exploredFrom(req *request, asked live.Asked) (*game.Game, *draughts.History, error) {
	if asked.Position != "" {
		v, err := req.settings.variant(asked.Rules)
		if err != nil {
			return nil, nil, err
		}
		p, err := pdn.ParseFEN(v, asked.Position)
		return nil, draughts.NewHistory(p), err
	}
	g, err := b.referee.Game(req, asked.Game, req.viewer())
	if err != nil {
		return nil, nil, err
	}
	h, err := g.History()
	if err != nil {
		return nil, nil, err
	}
	return g, h.Until(min(max(asked.Ply, 0), h.Len())), nil
}

// lineOf returns the moves of a line, and the line as a PDN.
func lineOf(h *draughts.History) (moves []string, text string, err error) {
	for i, m := range h.Moves() {
		moves = append(moves, h.At(i).Text(m))
	}
	var out strings.Builder
	err = pdn.Write(&out, pdn.FromHistory(h))
	return moves, out.String(), err
}
