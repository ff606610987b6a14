package bot

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// boardFile is the file name of a board's picture.
const boardFile = "board.png"

// The accent colours of messages.
const (
	playingAccent   = 0xF2C14E
	overAccent      = 0x5B8C5A
	challengeAccent = 0x4F7CAC
)

// ComposeBoard returns the message that shows a game, in the language of its guild or DM.
func (b *Bot) ComposeBoard(ctx context.Context, g *game.Game, mentions delivery.Sides) (*message.Builder, error) {
	gameSettings, err := b.settingsOf(ctx, g.Place)
	if err != nil {
		return nil, err
	}
	return b.board(ctx, &gameSettings, b.language(&gameSettings), g, mentions)
}

// ComposeLine returns the line that a board becomes once a newer one is shown: its last move, or
// at the start its title. The lines of a channel read as a score sheet.
func (b *Bot) ComposeLine(ctx context.Context, g *game.Game) (*message.Builder, error) {
	gameSettings, err := b.settingsOf(ctx, g.Place)
	if err != nil {
		return nil, err
	}
	return line(b.language(&gameSettings), g)
}

func line(l *lang.Language, g *game.Game) (*message.Builder, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	m := &message.Builder{}
	i := lastTurn(g)
	switch {
	case i < 0:
		m.Text(title(l, g))
	case g.Event(i).Kind == game.Moved:
		last, number := lastStep(h), strconv.Itoa((h.Len()+1)/2)+"."
		if h.Len()%2 == 0 {
			number = strconv.Itoa(h.Len()/2) + "…"
		}
		text := last.Before.TextIn(last.Move, g.Variant.Rules().Board.Notation)
		m.Text("**" + number + " " + text + "** · " + player(l, g, g.Event(i).Side)) // Discord makes a list of a line that begins with “1.”
	default:
		text, err := lastChange(l, g, h)
		if err != nil {
			return nil, err
		}
		m.Text(text)
	}
	return m, nil
}

// ComposeNote returns the note about what happened in a game after so many events, in the language
// of its guild or DM.
func (b *Bot) ComposeNote(ctx context.Context, g *game.Game, since int) (*message.Builder, error) {
	gameSettings, err := b.settingsOf(ctx, g.Place)
	if err != nil {
		return nil, err
	}
	return b.note(ctx, b.language(&gameSettings), g, since)
}

// note returns the note about what happened in a game after so many events: offers with the buttons that
// answer them, what came of them, and reminders. It mentions whom that concerns and links to the board.
func (b *Bot) note(ctx context.Context, l *lang.Language, g *game.Game, since int) (*message.Builder, error) {
	m := &message.Builder{Accent: playingAccent, Fingerprint: delivery.GameFingerprint(g)}
	var err error
	if m.Mentions, err = b.mentioned(ctx, g, delivery.Mentioned(g, since)); err != nil {
		return nil, err
	}
	var texts []string
	var asked []game.Offer
	for i := since; i < g.Seq(); i++ {
		switch e := g.Event(i); {
		case e.Kind == game.Reminded:
			text := l.Say("board.reminder", "player", mention(g.Player(e.Side)))
			if g.Idleness() != game.NotIdle {
				text = l.Say("board.turn", "player", mention(g.Player(e.Side)), "must", false)
			}
			until, err := b.untilText(ctx, l, g)
			if err != nil {
				return nil, err
			}
			texts = append(texts, text+until)
		case e.Kind != game.Offered:
			texts = append(texts, refusalText(l, g, e))
		case g.Offered(e.Side, e.Offer):
			texts = append(texts, offerText(l, g, e.Side, e.Offer))
			asked = append(asked, e.Offer)
		}
	}
	m.Text(strings.Join(texts, "\n") + " · " + gameLink(g))
	for _, o := range asked {
		addOfferRow(m, l, g, o)
	}
	return m, nil
}

// gameLink returns the ID of a game as a link to the message that shows it.
func gameLink(g *game.Game) string {
	guild := g.Place.String()
	if guild == g.Room.String() { // a DM
		guild = "@me"
	}
	return fmt.Sprintf("[%s](https://discord.com/channels/%s/%s/%s)", g.ID, guild, g.Room, g.Post)
}

// mentioned returns the IDs of the players of some sides, except those who do not want mentions.
func (b *Bot) mentioned(ctx context.Context, g *game.Game, sides delivery.Sides) ([]string, error) {
	var all []string
	for _, s := range draughts.Sides {
		p := g.Player(s)
		if !sides[s] || !p.IsSomebody() {
			continue
		}
		prefs, err := b.preferencesOf(ctx, p)
		if err != nil {
			return nil, err
		}
		if !prefs.Quiet {
			all = append(all, p.String())
		}
	}
	return all, nil
}

// Reminds reports whether players in a guild or DM are reminded of their time.
func (b *Bot) Reminds(ctx context.Context, place game.PlaceID) (bool, error) {
	gameSettings, err := b.settingsOf(ctx, place)
	return !gameSettings.Unasked, err
}

// board returns the message that shows a game: its picture, the last move, whose turn it is, and the buttons
// and selects of the players. It mentions the players of some sides unless their preferences say otherwise.
func (b *Bot) board(
	ctx context.Context, gameSettings *settings, l *lang.Language, g *game.Game, mentions delivery.Sides,
) (*message.Builder, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	m := &message.Builder{Accent: playingAccent, Fingerprint: delivery.GameFingerprint(g)}
	m.Text(title(l, g))
	change, err := lastChange(l, g, h)
	if err != nil {
		return nil, err
	}
	m.Text(change)
	if m.Mentions, err = b.mentioned(ctx, g, mentions); err != nil {
		return nil, err
	}
	if delivery.IsReminder(g, g.Seq()) && g.Idleness() == game.NotIdle && !gameSettings.Unasked {
		m.Text(l.Say("board.reminder", "player", mention(g.Player(g.Turn()))))
	}
	from := gameSettings.side(g.Turn())
	if err := b.addBoard(ctx, l, m, g, themeOf(gameSettings.Theme), from); err != nil {
		return nil, err
	}
	if result, over := g.Result(); over {
		m.Accent = overAccent
		m.Text(resultText(l, g, result))
		m.Row(
			button(l, customID{action: replayAction, game: g.ID}, dg.SecondaryButton),
			button(l, customID{action: exportAction, game: g.ID}, dg.SecondaryButton),
			button(l, customID{action: moveListAction, game: g.ID}, dg.SecondaryButton),
			button(l, customID{action: rematchAction, game: g.ID}, dg.PrimaryButton), // not first, where a double click would hit it
		)
		return m, nil
	}
	prefs, err := b.preferencesOf(ctx, g.Player(g.Turn()))
	if err != nil {
		return nil, err
	}
	if prefs.Text {
		m.Text(textBoard(l, h.Position(), from))
	}
	turn, err := b.turnText(ctx, l, g, h)
	if err != nil {
		return nil, err
	}
	m.Text(turn)
	addMoveSelect(m, l, g, h.Position())
	addOfferRows(m, l, g)
	row := []dg.MessageComponent{ // the first one says nothing to the opponent: a double click may hit it
		button(l, customID{action: moreAction, game: g.ID, ply: g.Ply()}, dg.SecondaryButton),
		button(l, customID{action: drawAction, game: g.ID, ply: g.Ply()}, dg.SecondaryButton),
		button(l, customID{action: resignAction, game: g.ID, ply: g.Ply()}, dg.SecondaryButton),
	}
	if g.CanClaimWin(g.Turn().Opponent()) {
		row = append(row, button(l, customID{action: claimWinAction, game: g.ID, ply: g.Ply()}, dg.PrimaryButton))
	}
	m.Row(row...)
	return m, nil
}

// addBoard adds the picture of a game to a message, with a side at its bottom.
func (b *Bot) addBoard(
	ctx context.Context, l *lang.Language, m *message.Builder, g *game.Game, theme string, from draughts.Side,
) error {
	h, err := g.History()
	if err != nil {
		return err
	}
	view := render.View{
		Position: h.Position(), Last: lastStep(h), Hints: !g.IsOver(), Theme: theme, From: from,
		Bars: b.bars(ctx, l, g),
	}
	view.Bars.Note += fmt.Sprintf(" · %d", moveNumber(g))
	for _, s := range draughts.Sides {
		lost := s.Opponent()
		view.Bars.Players[s].Captured = h.Start().Pieces(lost).Len() - h.Position().Pieces(lost).Len()
		if g.IsOver() && !g.Clock.IsNone() && g.Clock.PerMove() == 0 { // no picture of a running game: its times pass
			view.Bars.Players[s].Clock = duration(l, g.Left(s, b.now(), game.Service{}))
		}
	}
	return m.Board(l, boardFile, view)
}

// textBoard returns a board as text with a side at its bottom, and a legend.
func textBoard(l *lang.Language, p draughts.Position, from draughts.Side) string {
	return "```\n" + render.Text(p, from) + "```\n-# " + l.Say("board.letters")
}

// bars returns the names of the players of a game, its ID and its result for a picture.
func (b *Bot) bars(ctx context.Context, l *lang.Language, g *game.Game) *render.Bars {
	bars := &render.Bars{Note: string(g.ID)}
	names := playerNames(ctx, l, g, b.drawableNameOf)
	for _, s := range draughts.Sides {
		bars.Players[s].Name = names[s]
	}
	if result, over := g.Result(); over {
		bars.Result = resultBar(l, g, result, names)
	}
	return bars
}

// addOfferRows adds the buttons that agree to each pending offer of a game, and that decline or withdraw it.
func addOfferRows(m *message.Builder, l *lang.Language, g *game.Game) {
	for _, o := range game.Offers {
		if g.Offered(draughts.White, o) || g.Offered(draughts.Black, o) {
			addOfferRow(m, l, g, o)
		}
	}
}

// addOfferRow adds the buttons that agree to an offer, and that decline or withdraw it.
func addOfferRow(m *message.Builder, l *lang.Language, g *game.Game, o game.Offer) {
	agree := customID{action: agreeAction, game: g.ID, ply: g.Ply(), arg: string(offerActions[o])}
	decline := agree
	decline.action = declineOfferAction
	m.Row(
		buttonLabelled(l.Say("button.agree", "offer", agree.arg), agree, dg.SuccessButton),
		button(l, decline, dg.SecondaryButton),
	)
}

// mention mentions a user; Discord shows the name they have in the guild.
func mention(p game.PersonID) string { return "<@" + p.String() + ">" }

// player returns the text that names a player of a game.
func player(l *lang.Language, g *game.Game, s draughts.Side) string {
	if p := g.Player(s); p.IsSomebody() {
		return mention(p)
	}
	return l.Say("board.former")
}

// title returns the names of the players, the rules and the ID of a game.
func title(l *lang.Language, g *game.Game) string {
	return l.Say("board.title", "white", player(l, g, draughts.White), "black", player(l, g, draughts.Black),
		"rules", gameName(l, &g.Terms), "id", string(g.ID))
}

// gameName returns the name of the rules of a game, and says if it does not start from their position.
func gameName(l *lang.Language, t *game.Terms) string {
	name := ruleName(l, t.Variant)
	if !t.IsRegular() {
		name += " · " + l.Say("board.position")
	}
	return name
}

// timeLeft returns the function that tells the time a side has left; nil if no clock runs.
func (b *Bot) timeLeft(ctx context.Context, g *game.Game) (func(draughts.Side) time.Duration, error) {
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
	if e.Kind == game.Moved {
		last := lastStep(h)
		return l.Say("board.moved", "player", player(l, g, e.Side),
			"move", fullMove(last.Before, last.Move), "taken", last.Move.Captured().Len(), "crowns", last.Move.Crowns()), nil
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

// turnText says whose turn it is, and what that player needs to know.
func (b *Bot) turnText(ctx context.Context, l *lang.Language, g *game.Game, h *draughts.History) (string, error) {
	until, err := b.untilText(ctx, l, g)
	if err != nil {
		return "", err
	}
	p := h.Position()
	must := p.Variant().Rules().Capture.Obligatory && p.CanCapture()
	text := l.Say("board.turn", "player", mention(g.Player(p.Turn())), "must", must) + until
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
			text += "\n" + l.Say("board.countdown", "n", c.Left, "claimed", c.Counter.Claimed)
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
		return " " + l.Say("board.idle", "stage", lang.Key("", g.Idleness()), "other", mention(g.Player(g.Turn().Opponent())),
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
	return l.Say("offer."+string(offerActions[o]), "player", mention(g.Player(s)), "other", mention(g.Player(s.Opponent())))
}

// resultText says how a game ended, why, and how ratings changed.
func resultText(l *lang.Language, g *game.Game, r game.Result) string {
	return "**" + winnerText(l, g) + "** " + endText(l, g, r) + "\n" + ratingText(l, g, r)
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
			before, after := int(c.Before.Points+.5), int(c.After.Points+.5)
			lines = append(lines, l.Say("result.rating", "player", player(l, g, s), "before", before, "after", after,
				"change", [...]string{"down", "same", "up"}[cmp.Compare(after, before)+1], "n", max(after-before, before-after),
				"provisional", c.After.IsProvisional()))
		}
	}
	if r.Weight < 1 {
		lines = append(lines, l.Say("result.weight"))
	}
	return strings.Join(lines, "\n")
}

// resultBar returns the result of a game for its picture.
func resultBar(l *lang.Language, g *game.Game, r game.Result, names [len(draughts.Sides)]string) *render.Result {
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
func endText(l *lang.Language, g *game.Game, r game.Result) string {
	text := causeText(l, r)
	switch {
	case r.Outcome != game.NoOutcome || r.Cause == game.Aborted || g.IsUnderway():
		return text
	case r.Moderator != game.Anyone: // a moderator's reason may lack its full stop
		return l.Say("result.early") + " " + text
	default:
		return text + " " + l.Say("result.early")
	}
}

// causeText says why a game ended.
func causeText(l *lang.Language, r game.Result) string {
	switch {
	case r.Moderator != game.Anyone: // also without a result
		return l.Say("result.cause.ruling", "reason", or(message.Escape(r.Reason), "…")) // an erasure removes the reason
	case r.Cause == game.ByRules || r.Cause == game.ByClaim:
		return l.Say(lang.Key("result.rule.", r.Rule))
	case r.Cause == game.ByResignation && r.Outcome == game.NoOutcome:
		return l.Say("result.cause.resigned-early")
	case r.Cause == game.ByLength:
		return l.Say(lang.Key("result.cause.", r.Cause), "n", game.MaxPlies)
	}
	return l.Say(lang.Key("result.cause.", r.Cause))
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
