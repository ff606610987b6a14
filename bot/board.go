package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/standings"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
	"doublecorner/render"
)

// The accent colours of messages.
const (
	playingAccent   = 0xF2C14E
	overAccent      = 0x5B8C5A
	challengeAccent = 0x4F7CAC
)

// line returns the line of a game. It ends with the ID of the game unless a request came from there, and it is a thread.
func (c *composer) line(l *lang.Language, g *game.Game) (*message.Builder, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	m := &message.Builder{}
	id := ""
	if !c.isThread(g.Room) {
		id = " · " + say.Code(g.ID)
	}
	i := say.LastTurn(g)
	switch {
	case i < 0:
		m.Text(say.Title(l, g))
		m.Text(say.Ballot(l, g, h))
	case g.Event(i).Kind == game.Moved:
		mover := g.Event(i).Side
		if g.HasComputer() {
			mover = reader(g)
		}
		// Discord makes a list of a line that begins with “1.”
		m.Text("**" + say.Score(h, h.Len()-shownMoves(g, h), h.Len()) + "** · " + say.Player(l, g, mover) + id)
	default:
		text, err := say.LastChange(l, g, h)
		if err != nil {
			return nil, err
		}
		m.Text(text + id)
	}
	return m, nil
}

// isThread reports whether a channel is a thread, as far as a request has told.
func (c *composer) isThread(channel game.RoomID) bool {
	_, isThread := c.threads.Get(channel)
	return isThread
}

// shownMoves returns how many of the last moves of a game a board shows: against the computer, and if the
// last is a conditional move, those of both sides.
func shownMoves(g *game.Game, h *draughts.History) int {
	if i := say.LastTurn(g); g.HasComputer() || i >= 0 && g.Event(i).Answers {
		return min(2, h.Len())
	}
	return 1
}

// note returns the note about what happened in a game after so many events: offers with the buttons that
// answer them, what came of them, and reminders. It mentions the players who are to act, and links to the board.
func (c *composer) note(ctx context.Context, l *lang.Language, g *game.Game, since int) (*message.Builder, error) {
	m := &message.Builder{Accent: playingAccent, Fingerprint: delivery.GameFingerprint(g)}
	var err error
	if m.Mentions, err = c.mentioned(ctx, g, delivery.Mentioned(g, since)); err != nil {
		return nil, err
	}
	var texts []string
	var asked []game.Offer
	for i := since; i < g.Seq(); i++ {
		switch e := g.Event(i); {
		case e.Kind == game.Reminded:
			text := l.Say("board.reminder", "player", say.Player(l, g, e.Side))
			if g.Idleness() != game.NotIdle {
				text = l.Say("board.turn", "player", say.Player(l, g, e.Side), "must", false)
			}
			until, err := c.until(ctx, g)
			if err != nil {
				return nil, err
			}
			texts = append(texts, text+say.Until(l, g, until))
		case e.Kind == game.WentAway:
			texts = append(texts, say.Away(l, g, e.Side))
		case e.Kind == game.CameBack:
		case e.Kind != game.Offered:
			texts = append(texts, say.OfferDeclined(l, g, e))
		case g.Offered(e.Side, e.Offer):
			texts = append(texts, say.Offer(l, g, e.Side, e.Offer))
			asked = append(asked, e.Offer)
		}
	}
	texts = slices.DeleteFunc(texts, func(text string) bool { return text == "" })
	m.Text(strings.Join(texts, "\n") + "\n-# " + c.gameLink(ctx, g))
	for _, o := range asked {
		addOfferRow(m, l, g, o)
	}
	return m, nil
}

// gameLink returns the ID of a game, as a link to the message that shows it if one does. A DM, and the first channel of
// an old guild, have the same ID as their place but need different links: which is stored since a game began there.
func (c *composer) gameLink(ctx context.Context, g *game.Game) string {
	place, known := g.Place.String(), g.Post != 0
	if known && uint64(g.Place) == uint64(g.Room) {
		gameSettings, _, err := c.records.settingsOf(ctx, g.Place)
		place, known = gameSettings.Link, err == nil && gameSettings.Link != ""
	}
	if !known {
		return say.Code(g.ID)
	}
	return fmt.Sprintf("[%s](https://discord.com/channels/%s/%s/%s)", say.Code(g.ID), place, g.Room, g.Post)
}

// listedLink returns the ID of a game as gameLink does, but no link into the channel of a tournament that is gone.
// Discord is not asked about other channels: a list can name many.
func (b *Bot) listedLink(req *request, g *game.Game) string {
	if g.Tournament != "" && b.isGone(req, g.Room) {
		return say.Code(g.ID)
	}
	return b.composer.gameLink(req, g)
}

// mentioned returns the IDs of the players whom a message about a game mentions.
func (c *composer) mentioned(ctx context.Context, g *game.Game, mentions delivery.Mentions) ([]string, error) {
	players := mentions.Players(g)
	prefs, err := c.records.preferencesOf(ctx, players...)
	return mentionable(players, prefs), err
}

// mentionable returns the IDs of people, except those who do not want mentions.
func mentionable(people []game.PersonID, prefs map[game.PersonID]preferences) (ids []string) {
	for _, p := range people {
		if p.IsHuman() && !prefs[p].Quiet {
			ids = append(ids, p.String())
		}
	}
	return ids
}

// addFollowers mentions the followers of a game in a small line.
func addFollowers(l *lang.Language, m *message.Builder, ids []string) {
	if len(ids) == 0 {
		return
	}
	names := say.Each(ids, func(id string) string { return "<@" + id + ">" })
	m.Text("-# " + l.Say("board.followers", "people", l.And(names)))
	m.Mentions = append(m.Mentions, ids...)
}

// board returns the message that shows a game: its picture, the last move, whose turn it is, and the buttons
// and selects of the players. It mentions the players of some sides unless their preferences say otherwise.
func (c *composer) board(
	ctx context.Context, gameSettings *settings, l *lang.Language, g *game.Game, mentions delivery.Mentions,
) (*message.Builder, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	m := &message.Builder{Accent: playingAccent, Fingerprint: delivery.GameFingerprint(g)}
	head := c.heading(ctx, l, g)
	if !delivery.IsReminder(g, g.Seq()) { // the boards that wait lead the host of a simul on
		mentions = mentions.Without(g, head.host)
	}
	m.Text(head.line + say.Title(l, g))
	change, err := say.LastChange(l, g, h)
	if err != nil {
		return nil, err
	}
	m.Text(change)
	if say.LastTurn(g) < 0 {
		m.Text(say.Ballot(l, g, h))
	}
	readBy, players, followers := g.Player(reader(g)), mentions.Players(g), mentions.Followers(g)
	prefs, err := c.records.preferencesOf(ctx, slices.Concat([]game.PersonID{readBy}, players, followers)...)
	if err != nil {
		return nil, err
	}
	m.Mentions = mentionable(players, prefs)
	addFollowers(l, m, mentionable(followers, prefs))
	if g.IsExtended() && g.IsHere(g.Turn()) {
		m.Text(l.Say("vote.extended", "channel", say.Player(l, g, g.Turn())))
	}
	if delivery.IsReminder(g, g.Seq()) && g.Idleness() == game.NotIdle && !gameSettings.Unasked {
		m.Text(l.Say("board.reminder", "player", say.Player(l, g, g.Turn())))
	}
	from := gameSettings.side(bottom(g))
	if err := c.addBoard(ctx, l, m, g, h, themeOf(gameSettings.Theme), from); err != nil {
		return nil, err
	}
	m.Text(lastMoves(h))
	if say.LastTurn(g) >= 0 {
		m.Text(say.Opening(l, h, shownMoves(g, h)))
	}
	if result, over := g.Result(); over {
		c.addEnd(ctx, l, m, g, h, result, g.Players[:]...)
		return m, nil
	}
	addTextBoard(m, l, h.Position(), from, prefs[readBy].Text)
	return m, c.addTurn(ctx, l, m, g, h, from, head.host)
}

// scoredMoves is how many of the last moves of a game its board lists.
const scoredMoves = 6

// lastMoves returns a small line with the last moves of a game; "" if the board has named them all.
func lastMoves(h *draughts.History) string {
	if h.Len() < 2 {
		return ""
	}
	return "-# " + say.Score(h, max(0, h.Len()-scoredMoves), h.Len())
}

// addEnd adds the result of a game to its message, and the buttons of a finished game, which lead its readers on in a tournament.
func (c *composer) addEnd(
	ctx context.Context, l *lang.Language, m *message.Builder, g *game.Game, h *draughts.History, result game.Result,
	readers ...game.PersonID,
) {
	m.Accent = overAccent
	rule, lessonButton := drawRule(l, g, h, result)
	t := c.tournamentOf(ctx, g)
	lines := []string{say.Result(l, g, result), rule, say.RatingChange(l, g, result), tournamentText(l, g, t, result)}
	m.Text(strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == "" }), "\n"))
	var replay, moves dg.MessageComponent
	if hasMoves(g) {
		replay = button(l, customID{action: replayAction, game: g.ID}, dg.SecondaryButton)
		moves = button(l, customID{action: moveListAction, game: g.ID}, dg.SecondaryButton)
	}
	row := []dg.MessageComponent{replay, c.reviewButton(l, g), button(l, customID{action: exportAction, game: g.ID}, dg.SecondaryButton), moves}
	again := append([]dg.MessageComponent{c.liveButton(l, g)}, c.againButtons(l, g)...)
	if !g.HasComputer() {
		again = append(again, button(l, inGame(g, moreAction), dg.SecondaryButton))
	}
	if t != nil {
		m.Row(append(nextButtons(l, g, t, readers), again...)...)
		m.Row(row...)
	} else {
		m.Row(row...)
		m.Row(again...)
	}
	m.Row(lessonButton)
}

// againButtons returns the buttons that lead to another game: between two places, those of the lobby and of a report.
func (c *composer) againButtons(l *lang.Language, g *game.Game) (row []dg.MessageComponent) {
	if !g.IsBetween() {
		return rematchButtons(l, g)
	}
	if c.lobby {
		row = append(row, button(l, customID{action: lobbyAction}, dg.PrimaryButton))
	}
	return append(row, button(l, customID{action: reportAction, game: g.ID}, dg.SecondaryButton))
}

// rematchButtons returns the buttons that begin a rematch: against the computer, also at the levels beside that of the game.
func rematchButtons(l *lang.Language, g *game.Game) []dg.MessageComponent {
	if slices.Contains(g.Players[:], game.FormerPlayer) || g.Voting {
		return nil
	}
	id := customID{action: rematchAction, game: g.ID}
	row := []dg.MessageComponent{button(l, id, dg.PrimaryButton)}
	if g.Level > 1 {
		row = append(row, buttonLabelled(l.Say("button.easier"), id.with(strconv.Itoa(g.Level-1)), dg.SecondaryButton))
	}
	if g.HasComputer() && g.Level < game.Levels {
		row = append(row, buttonLabelled(l.Say("button.harder"), id.with(strconv.Itoa(g.Level+1)), dg.SecondaryButton))
	}
	return row
}

// nextButtons returns the buttons that lead on from a finished game of a tournament: to the standings, and to another board if
// one of the readers may have one.
func nextButtons(l *lang.Language, g *game.Game, t *game.Tournament, readers []game.PersonID) []dg.MessageComponent {
	row := []dg.MessageComponent{button(l, customID{action: tableAction, arg: string(t.ID)}, dg.PrimaryButton)}
	playsOn := func(p game.PersonID) bool { return t.MayPlayOn(game.PlayerOf(p)) }
	switch {
	case !slices.ContainsFunc(readers, playsOn):
	case t.Host() == "":
		own := customID{action: ownPairingAction, arg: string(t.ID)}
		row = append(row, buttonLabelled(l.Say("button.next-game"), own, dg.PrimaryButton))
	default: // of a simul, in which only the host has several boards
		row = append(row, nextBoardButton(l, g))
	}
	return row
}

// drawRule returns what the counter or the repetition that ended a game says, and the button to the rules page about it;
// "" and nil if neither did.
func drawRule(l *lang.Language, g *game.Game, h *draughts.History, result game.Result) (string, dg.MessageComponent) {
	var end draughts.Ending
	switch result.Cause {
	case game.ByRules:
		end, _ = h.Ending()
	case game.ByClaim:
		end, _ = h.Claim(say.EndSide(g, result))
	}
	topic, page, says, ok := lesson.DrawPage(l, g.Variant, end)
	if !ok {
		return "", nil
	}
	return says, rulesPageButton(l, g, topic, page)
}

// addTurn adds whose turn it is to the message of a running game, and the buttons and selects of the players. The board has
// a side at its bottom. The host of a simul who is not to move has a button to the next board.
func (c *composer) addTurn(
	ctx context.Context, l *lang.Language, m *message.Builder, g *game.Game, h *draughts.History, from draughts.Side, host game.PersonID,
) error {
	turn, err := c.turnText(ctx, l, g, h)
	if err != nil {
		return err
	}
	m.Text(turn)
	if g.Player(g.Turn()) != game.Computer && g.IsHere(g.Turn()) {
		move, piece := moveIDs(g)
		addMoves(m, l, h.Position(), from, move.with, piece.with)
	}
	if !g.HasComputer() { // which answers at once
		addOfferRows(m, l, g)
	}
	row := []dg.MessageComponent{ // the first one says nothing to the opponent: a double click may hit it
		c.liveButton(l, g),
		button(l, inGame(g, moreAction), dg.SecondaryButton),
		c.hintButton(l, g),
	}
	if g.Voting {
		row = append(row, talkButton(l, g), button(l, inGame(g, resignAction), dg.SecondaryButton))
	} else {
		row = append(row, button(l, inGame(g, drawAction), dg.SecondaryButton), button(l, inGame(g, resignAction), dg.SecondaryButton))
	}
	if waits := g.Turn().Opponent(); g.CanClaimWin(waits) && g.IsHere(waits) {
		row = append(row, button(l, inGame(g, claimWinAction), dg.PrimaryButton))
	}
	if _, paused := g.Paused(); paused {
		if c.live {
			m.Row(row...)
			row = nil
		}
		row = append(row, button(l, inGame(g, takeBackAction), dg.SecondaryButton), button(l, inGame(g, abortAction), dg.SecondaryButton))
	}
	m.Row(row...)
	if host != game.Anyone && g.Player(g.Turn()) != host {
		m.Row(nextBoardButton(l, g))
	}
	return nil
}

// nextBoardButton returns the button that leads the host of a simul from the board of a game to the next.
func nextBoardButton(l *lang.Language, g *game.Game) dg.MessageComponent {
	id := customID{action: ownPairingAction, arg: string(g.Tournament) + " " + strconv.Itoa(g.Pairing)}
	return buttonLabelled(l.Say("button.next-board"), id, dg.PrimaryButton)
}

// addOfferRows adds the buttons that agree to each pending offer of a game, and that decline it.
func addOfferRows(m *message.Builder, l *lang.Language, g *game.Game) {
	for _, o := range game.Offers {
		if g.Offered(draughts.White, o) || g.Offered(draughts.Black, o) {
			addOfferRow(m, l, g, o)
		}
	}
}

// addOfferRow adds the buttons that agree to an offer, and that decline it.
func addOfferRow(m *message.Builder, l *lang.Language, g *game.Game, o game.Offer) {
	if !g.Offered(draughts.White, o) && !g.IsHere(draughts.White) || !g.Offered(draughts.Black, o) && !g.IsHere(draughts.Black) {
		return // who answers it is elsewhere
	}
	agree := inGame(g, agreeAction).with(string(offerActions[o]))
	m.Row(
		buttonLabelled(l.Say("button.agree", "offer", agree.arg), agree, dg.SuccessButton),
		button(l, inGame(g, declineOfferAction).with(agree.arg), dg.SecondaryButton),
	)
}

// turnText says whose turn it is, and what that player needs to know.
func (c *composer) turnText(ctx context.Context, l *lang.Language, g *game.Game, h *draughts.History) (string, error) {
	until, err := c.until(ctx, g)
	return say.Turn(l, g, h, until, c.mind.IsOn()), err
}

// until returns when the time of the side to move runs out, or what happens without a move; zero if no clock runs and nobody
// has waited for long.
func (c *composer) until(ctx context.Context, g *game.Game) (time.Time, error) {
	if g.Idleness() != game.NotIdle {
		service, err := c.referee.Service(ctx)
		if err != nil {
			return time.Time{}, err
		}
		now := c.now()
		next, _ := g.Alarm()
		return now.Add(next.Sub(service.Instant(now))), nil
	}
	return c.deadline(ctx, g)
}

// deadline returns when the time of the side to move runs out; zero if no clock runs.
func (c *composer) deadline(ctx context.Context, g *game.Game) (time.Time, error) {
	if _, paused := g.Paused(); paused || g.Clock.IsNone() || g.IsOver() {
		return time.Time{}, nil
	}
	service, err := c.referee.Service(ctx)
	if err != nil {
		return time.Time{}, err
	}
	deadline, _ := g.Deadline(service)
	if now := c.now(); deadline.Before(now) {
		return now, nil
	}
	return deadline, nil
}

// heading returns what the board of a game says of its tournament.
func (c *composer) heading(ctx context.Context, l *lang.Language, g *game.Game) heading {
	if g.Tournament == "" {
		return heading{}
	}
	key := headingKey{g.Tournament, g.Pairing, l.Code}
	if head, ok := c.headings.Get(key); ok {
		return head
	}
	t := c.tournamentOf(ctx, g)
	if t == nil {
		return heading{}
	}
	line := "🏆 [" + message.Escape(t.Name) + "](" + say.TournamentLink(t) + ")"
	if p := t.Pairing(g.Pairing); p != nil {
		v := standings.View{Tournament: t, Lang: l}
		line = strings.TrimSuffix(line+" · "+v.PairingText(p), " · ")
	}
	head := heading{line + "\n", game.PersonOf(t.Host())}
	if t.Post != 0 { // else the link will change
		c.headings.Put(key, head)
	}
	return head
}

// tournamentOf returns the tournament of a game; nil if the game is for none, or it cannot be read: the standings tell it, too.
func (c *composer) tournamentOf(ctx context.Context, g *game.Game) *game.Tournament {
	if g.Tournament == "" {
		return nil
	}
	t, err := c.referee.UnrestrictedTournament(ctx, g.Tournament)
	if err != nil {
		return nil
	}
	return t
}

// viewOf shows a tournament in a language.
func (c *composer) viewOf(ctx context.Context, l *lang.Language, theme string, t *game.Tournament) *standings.View {
	return &standings.View{Tournament: t, Lang: l, Theme: theme, Sources: c.sourcesOf(ctx, t), NameOf: func(id tournament.PlayerID) string {
		return c.names.pictureName(ctx, l, game.PersonOf(id), t.Place)
	}}
}

// sourcesOf returns the names of the tournaments from which the players of one come, until it begins.
func (c *composer) sourcesOf(ctx context.Context, t *game.Tournament) (names []string) {
	if t.Phase() != tournament.SignUp {
		return nil
	}
	for _, id := range t.From {
		source, err := c.referee.UnrestrictedTournament(ctx, game.TournamentID(id))
		if err == nil {
			id = source.Name
		}
		names = append(names, id)
	}
	return names
}

// tournamentText says what becomes of a game of a tournament that ended without a result; "" if nothing does.
func tournamentText(l *lang.Language, g *game.Game, t *game.Tournament, r game.Result) string {
	if t == nil || r.Outcome != game.NoOutcome {
		return ""
	}
	return say.PairingEnd(l, g, t)
}

// liveButton returns the button that opens the live board of a game; nil if there are no live boards.
func (c *composer) liveButton(l *lang.Language, g *game.Game) dg.MessageComponent {
	if !c.live || g.IsBetween() {
		return nil
	}
	return button(l, customID{action: liveAction, game: g.ID}, dg.SecondaryButton)
}

// hintButton returns the button that shows a hint to the player to move; nil in a game between people, or if
// nobody thinks.
func (c *composer) hintButton(l *lang.Language, g *game.Game) dg.MessageComponent {
	if !g.HasComputer() || g.Voting || g.Player(g.Turn()) == game.Computer || !c.mind.IsOn() {
		return nil
	}
	return button(l, inGame(g, hintAction), dg.SecondaryButton)
}

// reviewButton returns the button that reviews a finished game; nil if there is nothing to review, or nobody
// who thinks.
func (c *composer) reviewButton(l *lang.Language, g *game.Game) dg.MessageComponent {
	if !hasMoves(g) || !c.mind.IsOn() {
		return nil
	}
	return button(l, customID{action: reviewAction, game: g.ID}, dg.SecondaryButton)
}

// hasMoves reports whether the players made a move.
func hasMoves(g *game.Game) bool { return g.Len() > len(g.Opening) }

// boardFile is the file name of a board's picture.
const boardFile = "board.png"

// addBoard adds the picture of a game as it is after a history, which can have more moves than the game, with a side at
// its bottom.
func (c *composer) addBoard(
	ctx context.Context, l *lang.Language, m *message.Builder, g *game.Game, h *draughts.History, theme string, from draughts.Side,
) error {
	view, err := c.view(ctx, l, g, h, theme, from)
	if err != nil {
		return err
	}
	return m.Board(l, boardFile, view)
}

// picture returns the picture of a game as it stands, with a side at its bottom.
func (c *composer) picture(ctx context.Context, l *lang.Language, g *game.Game, theme string, from draughts.Side) ([]byte, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	view, err := c.view(ctx, l, g, h, theme, from)
	if err != nil {
		return nil, err
	}
	return view.Picture()
}

// view returns what a picture of a game shows.
func (c *composer) view(
	ctx context.Context, l *lang.Language, g *game.Game, h *draughts.History, theme string, from draughts.Side,
) (render.View, error) {
	view := render.View{
		Position: h.Position(), Last: lastStep(h), Hints: !g.IsOver(), Theme: theme, From: from,
		Bars: c.bars(ctx, l, g),
	}
	if err := c.addClocks(ctx, l, view.Bars, g); err != nil {
		return view, err
	}
	view.Bars.Note += fmt.Sprintf(" · %d", say.MoveNumber(g)+h.Len()/2-g.Len()/2)
	for _, s := range draughts.Sides {
		lost := s.Opponent()
		view.Bars.Players[s].Captured = h.Start().Pieces(lost).Len() - h.Position().Pieces(lost).Len()
	}
	return view, nil
}

// lowTime is the time from which on a clock is red.
const lowTime = 30 * time.Second

// addClocks adds the time that each side has now, if the game is timed. A finished game with days for each move has no
// times worth showing.
func (c *composer) addClocks(ctx context.Context, l *lang.Language, bars *render.Bars, g *game.Game) error {
	if g.Clock.IsNone() || g.IsOver() && g.Clock.PerMove() > 0 {
		return nil
	}
	service, err := c.referee.Service(ctx)
	if err != nil {
		return err
	}
	now := c.now()
	for _, s := range draughts.Sides {
		left := g.Left(s, now, service)
		bars.Players[s].Clock, bars.Players[s].Low = say.TimeLeft(l, g, s, left), left < lowTime
	}
	return nil
}

// addTextBoard adds a board as text with a side at its bottom, and a legend, if it is wanted.
func addTextBoard(m *message.Builder, l *lang.Language, p draughts.Position, from draughts.Side, wanted bool) {
	if wanted {
		m.Text("```\n" + render.Text(p, from) + "```\n-# " + l.Say("board.letters"))
	}
}

// bars returns the names of the players of a game, its ID and its result for a picture.
func (c *composer) bars(ctx context.Context, l *lang.Language, g *game.Game) *render.Bars {
	bars := &render.Bars{Note: g.ID.Code()}
	names := say.Players(ctx, l, g, c.names.drawableNameOf)
	for _, s := range draughts.Sides {
		bars.Players[s].Name = names[s]
		if !g.IsHere(s) && !render.CanDraw(names[s]) {
			bars.Players[s].Name = l.Say("board.stranger", "votes", g.Voting)
		}
	}
	if result, over := g.Result(); over {
		bars.Result = resultBar(l, result, names)
	}
	return bars
}

// lastStep returns the last move of a game, if there is one.
func lastStep(h *draughts.History) render.Step {
	n := h.Len()
	if n == 0 {
		return render.Step{}
	}
	return render.Step{Before: h.At(n - 1), Move: h.Moves()[n-1]}
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

// talkButton returns the button that opens the thread in which people talk about the votes.
func talkButton(l *lang.Language, g *game.Game) dg.MessageComponent {
	return button(l, inGame(g, talkAction), dg.SecondaryButton)
}
