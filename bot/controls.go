package bot

import (
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// What controls do.
const (
	moveVerb     verb = "move"   // arg, or what is chosen from the menu, is the move
	pieceVerb    verb = "piece"  // what is chosen is the square of the piece to move
	drawVerb     verb = "draw"   // offer or accept a draw
	takeBackVerb verb = "back"   // ask or allow to take the last move back
	refuseVerb   verb = "no"     // decline an offer, or withdraw it: arg is which
	abortVerb    verb = "abort"  // agree to end a game without a result
	resignVerb   verb = "resign" // ask whether that is meant
	resignedVerb verb = "yes"    // it is meant
	rematchVerb  verb = "again"
	acceptVerb   verb = "accept"
	declineVerb  verb = "decline"
	withdrawVerb verb = "withdraw"
	termsVerb    verb = "terms" // say how to answer with other terms
	flipVerb     verb = "flip"  // show the board to who asks: arg is the side at the bottom
	scoreVerb    verb = "moves" // list the moves so far
	replayVerb   verb = "replay"
	exportVerb   verb = "export"
)

// button returns a button, called what its verb is called.
func button(l *lang.Language, c control, style dg.ButtonStyle) dg.MessageComponent {
	return labelled(l.Say("button."+string(c.verb)), c, style)
}

// labelled returns a button; nil if there is more to it than a control can say.
func labelled(label string, c control, style dg.ButtonStyle) dg.MessageComponent {
	id := c.String()
	if id == "" {
		return nil
	}
	return dg.Button{Label: label, Style: style, CustomID: id}
}

// offerControls are what offers that stand are answered by, besides the buttons by which
// the like are made. Who made one withdraws it by declining it.
func offerControls(l *lang.Language, g *game.Game) []dg.MessageComponent {
	var row []dg.MessageComponent
	for _, o := range game.Offers {
		if !g.Offered(draughts.White, o) && !g.Offered(draughts.Black, o) {
			continue
		}
		if o == game.OfferAbort {
			row = append(row, button(l, control{verb: abortVerb, game: g.ID, ply: g.Ply()}, dg.SecondaryButton))
		}
		no := control{verb: refuseVerb, game: g.ID, ply: g.Ply(), arg: offerKey(o)}
		row = append(row, labelled(l.Say("button.no", "offer", no.arg), no, dg.SecondaryButton))
	}
	return row
}

// moveControls are what the side to move chooses a move by: a button for the only one,
// a menu of all, or where they are too many for a menu, a menu of pieces.
func moveControls(l *lang.Language, g *game.Game, p draughts.Position) []dg.MessageComponent {
	moves := p.Moves()
	c := control{verb: moveVerb, game: g.ID, ply: g.Ply()}
	switch {
	case len(moves) == 0:
		return nil
	case len(moves) == 1:
		c.arg = moveValue(p, moves[0])
		return []dg.MessageComponent{labelled(l.Say("button.only-move", "move", p.Text(moves[0])), c, dg.SuccessButton)}
	case len(moves) <= mostOptions:
		return []dg.MessageComponent{menu(c, l.Say("menu.move"), moveOptions(l, p, moves))}
	}
	return pieceControls(l, c, p, moves)
}

// pieceControls are menus of the pieces that can move. No rule set has more than
// fifty of them.
func pieceControls(l *lang.Language, c control, p draughts.Position, moves []draughts.Move) []dg.MessageComponent {
	c.verb = pieceVerb
	var options []dg.SelectMenuOption
	for i, m := range moves {
		if i > 0 && moves[i-1].From() == m.From() {
			continue // moves are in the order of their origins
		}
		name := p.Variant().Name(m.From())
		options = append(options, dg.SelectMenuOption{
			Label: l.Say("menu.piece-on", "piece", lang.PieceWord(p.At(m.From())), "square", name), Value: name,
		})
	}
	return []dg.MessageComponent{menu(c, l.Say("menu.piece"), options[:min(len(options), mostOptions)])}
}

// menu returns a menu of which one thing is chosen.
func menu(c control, placeholder string, options []dg.SelectMenuOption) dg.MessageComponent {
	return dg.SelectMenu{MenuType: dg.StringSelectMenu, CustomID: c.String(), Placeholder: placeholder, Options: options}
}

// moveOptions are the lines of a menu of moves.
func moveOptions(l *lang.Language, p draughts.Position, moves []draughts.Move) []dg.SelectMenuOption {
	options := make([]dg.SelectMenuOption, 0, len(moves))
	for _, m := range moves {
		options = append(options, dg.SelectMenuOption{Label: clipped(moveLabel(l, p, m)), Value: moveValue(p, m)})
	}
	return options
}

// moveLabel is a move as people choose it: 22x15x8 · takes 2, crowns.
func moveLabel(l *lang.Language, p draughts.Position, m draughts.Move) string {
	text := p.Text(m)
	var does []string
	if n := m.Taken().Len(); n > 0 {
		does = append(does, l.Say("move.takes", "n", n))
	}
	if m.Crowns() {
		does = append(does, l.Say("move.crowns"))
	}
	if len(does) == 0 {
		return text
	}
	return l.Say("move.label", "move", text, "does", l.And(does))
}

// moveValue is a move as a control carries it: one text for each move of a position,
// short enough for a custom id. It means something at the control's ply only.
func moveValue(p draughts.Position, m draughts.Move) string {
	text := p.TextIn(m, draughts.Numbers)
	if len(text) <= mostMoveValue {
		return text
	}
	for i, other := range p.Moves() {
		if other == m {
			return "#" + strconv.Itoa(i)
		}
	}
	return ""
}

// mostMoveValue leaves room in a custom id for the rest.
const mostMoveValue = 70

// moveText turns what a control carries back into a text that the referee reads.
func moveText(p draughts.Position, value string) string {
	if len(value) < 2 || value[0] != '#' {
		return value
	}
	moves := p.Moves()
	i, err := strconv.Atoi(value[1:])
	if err != nil || i < 0 || i >= len(moves) {
		return value
	}
	return p.Full(moves[i], draughts.Numbers)
}

// clipped shortens a label to what Discord takes.
func clipped(label string) string { return clippedTo(label, 100) }

func clippedTo(label string, most int) string {
	signs := []rune(label)
	if len(signs) <= most {
		return label
	}
	return string(signs[:most-1]) + "…"
}
