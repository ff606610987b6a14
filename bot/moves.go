package bot

import (
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// chooseMove adds what the side to move chooses a move by: a button for the only one, a
// menu of all, or where they are too many for a menu, menus of the pieces that can move.
func (m *message) chooseMove(l *lang.Language, g *game.Game, p draughts.Position) {
	moves, err := p.Moves()
	c := control{verb: moveVerb, game: g.ID, ply: g.Ply()}
	switch {
	case err != nil, len(moves) == 0: // the game is over
	case len(moves) == 1:
		c.arg = moveValues(p, moves)[0]
		m.row(labelled(l.Say("button.only-move", "move", p.Text(moves[0])), c, dg.SuccessButton))
	case len(moves) <= mostOptions:
		m.menus(c, l.Say("menu.move"), moveOptions(l, p, moves))
	default:
		c.verb = pieceVerb
		m.menus(c, l.Say("menu.piece"), pieceOptions(l, p, moves))
	}
}

// pieceOptions are the lines of menus of the pieces that can move.
func pieceOptions(l *lang.Language, p draughts.Position, moves []draughts.Move) []dg.SelectMenuOption {
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
	return options
}

// mostMoves is how many moves of one piece menus offer, as many menus as a message holds.
// Further ones, which kings among many pieces can have, are to be typed.
const mostMoves = 15 * mostOptions

// moveOptions are the lines of menus of moves.
func moveOptions(l *lang.Language, p draughts.Position, moves []draughts.Move) []dg.SelectMenuOption {
	moves = moves[:min(len(moves), mostMoves)]
	labels, values := moveLabels(l, p, moves), moveValues(p, moves)
	options := make([]dg.SelectMenuOption, len(moves))
	for i := range moves {
		options[i] = dg.SelectMenuOption{Label: labels[i], Value: values[i]}
	}
	return options
}

// moveLabels are moves as people choose them: 22x15x8 · takes 2, crowns.
func moveLabels(l *lang.Language, p draughts.Position, moves []draughts.Move) []string {
	labels := p.TextsIn(moves, p.Variant().Rules().Board.Notation)
	for i, m := range moves {
		var does []string
		if n := m.Taken().Len(); n > 0 {
			does = append(does, l.Say("move.takes", "n", n))
		}
		if m.Crowns() {
			does = append(does, l.Say("move.crowns"))
		}
		if len(does) > 0 {
			labels[i] = l.Say("move.label", "move", labels[i], "does", l.And(does))
		}
		labels[i] = clipped(labels[i])
	}
	return labels
}

// mostMoveValue leaves room in a custom id for the rest.
const mostMoveValue = 70

// moveValues are moves as controls carry them: one text for each move of a position,
// short enough for a custom id. They mean something at the control's ply only.
func moveValues(p draughts.Position, moves []draughts.Move) []string {
	values := p.TextsIn(moves, draughts.Numbers)
	var all []draughts.Move
	for i, text := range values {
		if len(text) <= mostMoveValue {
			continue
		}
		if all == nil {
			all, _ = p.Moves()
		}
		values[i] = "#" + strconv.Itoa(slices.Index(all, moves[i]))
	}
	return values
}

// moveText turns what a control carries back into a text that the referee reads.
func moveText(p draughts.Position, value string) string {
	number, ok := strings.CutPrefix(value, "#")
	if !ok {
		return value
	}
	moves, unlisted := p.Moves()
	i, err := strconv.Atoi(number)
	if unlisted != nil || err != nil || i < 0 || i >= len(moves) {
		return value
	}
	return p.Full(moves[i], draughts.Numbers)
}
