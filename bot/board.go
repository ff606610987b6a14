package bot

import (
	"context"
	"fmt"

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
	ctx = withRecords(ctx, ctx)
	gameSettings, err := b.settingsOf(ctx, g.Place)
	if err != nil {
		return nil, err
	}
	return b.board(ctx, gameSettings.language(), g, mentions)
}

// Reminds reports whether players in a guild or DM are reminded of their time.
func (b *Bot) Reminds(ctx context.Context, place game.PlaceID) (bool, error) {
	gameSettings, err := b.settingsOf(ctx, place)
	return !gameSettings.Unasked, err
}

// board returns the message that shows a game: its picture, the last move, whose turn it is, and the
// buttons and selects of the players. It mentions the players of some sides unless their preferences
// say otherwise.
func (b *Bot) board(ctx context.Context, l *lang.Language, g *game.Game, mentions delivery.Sides) (*message.Builder, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	gameSettings, err := b.settingsOf(ctx, g.Place)
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
	inText := false
	for _, s := range draughts.Sides {
		p, toMove := g.Player(s), s == g.Turn() && !g.IsOver()
		if !p.IsSomebody() || !mentions[s] && !toMove {
			continue
		}
		prefs, err := b.preferencesOf(ctx, p)
		if err != nil {
			return nil, err
		}
		if mentions[s] && !prefs.Quiet {
			m.Mentions = append(m.Mentions, p.String())
		}
		inText = inText || toMove && prefs.Text
	}
	if delivery.IsReminder(g, g.Seq()) && !gameSettings.Unasked {
		m.Text(l.Say("board.reminder", "player", mention(g.Player(g.Turn()))))
	}
	if err := b.addBoard(ctx, l, m, g, h, perspective{theme: themeOf(gameSettings.Theme)}); err != nil {
		return nil, err
	}
	if result, over := g.Result(); over {
		m.Accent = overAccent
		m.Text(resultText(l, g, result))
		m.Row(
			button(l, customID{action: rematchAction, game: g.ID}, dg.PrimaryButton),
			button(l, customID{action: replayAction, game: g.ID}, dg.SecondaryButton),
			button(l, customID{action: exportAction, game: g.ID}, dg.SecondaryButton),
			button(l, customID{action: moveListAction, game: g.ID}, dg.SecondaryButton),
		)
		return m, nil
	}
	if inText {
		m.Text("```\n" + render.Text(h.Position(), g.Turn()) + "```")
	}
	turn, err := b.turnText(ctx, l, g, h)
	if err != nil {
		return nil, err
	}
	m.Text(turn)
	addMoveSelect(m, l, g, h.Position())
	m.Row(offerButtons(l, g)...)
	m.Row(
		button(l, customID{action: drawAction, game: g.ID, ply: g.Ply()}, dg.SecondaryButton),
		button(l, customID{action: takeBackAction, game: g.ID, ply: g.Ply()}, dg.SecondaryButton),
		button(l, customID{action: flipAction, game: g.ID, ply: g.Ply(), arg: draughts.Black.String()}, dg.SecondaryButton),
		button(l, customID{action: moveListAction, game: g.ID, ply: g.Ply()}, dg.SecondaryButton),
		button(l, customID{action: resignAction, game: g.ID, ply: g.Ply()}, dg.DangerButton),
	)
	return m, nil
}

// perspective is the theme of a board and the side at its bottom, which is White on public boards.
type perspective struct {
	theme string
	from  draughts.Side
}

// addBoard adds the picture of a game to a message.
func (b *Bot) addBoard(ctx context.Context, l *lang.Language, m *message.Builder, g *game.Game, h *draughts.History, as perspective) error {
	left, err := b.timeLeft(ctx, g)
	if err != nil {
		return err
	}
	view := render.View{
		Position: h.Position(), Last: lastStep(h), Hints: !g.IsOver(), Theme: as.theme, From: as.from,
		Bars: b.bars(ctx, l, g),
	}
	view.Bars.Note += fmt.Sprintf(" · %d", moveNumber(g))
	for _, s := range draughts.Sides {
		view.Bars.Players[s].Captured = countLost(h, s.Opponent())
		if left != nil && (g.Clock.PerMove() == 0 || s == g.Turn()) {
			view.Bars.Players[s].Clock = duration(l, left(s))
		}
	}
	return m.Board(l, boardFile, view)
}

// bars returns the names of the players of a game, its ID and its result for a picture.
func (b *Bot) bars(ctx context.Context, l *lang.Language, g *game.Game) *render.Bars {
	bars := &render.Bars{Note: string(g.ID)}
	names := b.playerNames(ctx, l, g)
	for _, s := range draughts.Sides {
		bars.Players[s].Name = names[s]
	}
	if result, over := g.Result(); over {
		bars.Result = resultBar(l, g, result, names)
	}
	return bars
}

// offerButtons returns the buttons that decline or withdraw the pending offers of a game, and the
// button that agrees to abort it. Other offers are agreed to with the buttons that make them.
func offerButtons(l *lang.Language, g *game.Game) []dg.MessageComponent {
	var row []dg.MessageComponent
	for _, o := range game.Offers {
		if !g.Offered(draughts.White, o) && !g.Offered(draughts.Black, o) {
			continue
		}
		if o == game.OfferAbort {
			row = append(row, button(l, customID{action: abortAction, game: g.ID, ply: g.Ply()}, dg.SecondaryButton))
		}
		decline := customID{action: declineOfferAction, game: g.ID, ply: g.Ply(), arg: string(offerActions[o])}
		row = append(row, buttonLabelled(l.Say("button.no", "offer", decline.arg), decline, dg.SecondaryButton))
	}
	return row
}
