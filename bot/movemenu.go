package bot

import (
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// addMoveSelect adds a button for the only legal move, a select of all legal moves, or if there are
// too many, selects of the pieces that can move.
func addMoveSelect(m *message.Builder, l *lang.Language, g *game.Game, p draughts.Position) {
	moves, err := p.Moves()
	c := customID{action: moveAction, game: g.ID, ply: g.Ply()}
	switch {
	case err != nil, len(moves) == 0: // the game is over
	case len(moves) == 1:
		c.arg = moveValues(p, moves)[0]
		m.Row(buttonLabelled(l.Say("button.only-move", "move", p.Text(moves[0])), c, dg.SuccessButton))
	case len(moves) <= maxOptions:
		addSelects(m, c, l.Say("menu.move"), moveOptions(l, p, moves))
	default:
		c.action = pieceAction
		addSelects(m, c, l.Say("menu.piece"), pieceOptions(l, p, moves))
	}
}

// pieceOptions returns the options of selects of the pieces that can move.
func pieceOptions(l *lang.Language, p draughts.Position, moves []draughts.Move) []dg.SelectMenuOption {
	var options []dg.SelectMenuOption
	for i, m := range moves {
		if i > 0 && moves[i-1].From() == m.From() {
			continue // moves are sorted by origin
		}
		name := p.Variant().Name(m.From())
		options = append(options, dg.SelectMenuOption{
			Label: l.Say("menu.piece-on", "piece", lang.PieceWord(p.At(m.From())), "square", name), Value: name,
		})
	}
	return options
}

// maxMenuMoves is the number of moves of one piece that selects offer, in as many selects as a message
// can have. Users type further moves, which kings can have on crowded boards.
const maxMenuMoves = 15 * maxOptions

// moveOptions returns the options of selects of moves.
func moveOptions(l *lang.Language, p draughts.Position, moves []draughts.Move) []dg.SelectMenuOption {
	moves = moves[:min(len(moves), maxMenuMoves)]
	labels, values := moveLabels(l, p, moves), moveValues(p, moves)
	options := make([]dg.SelectMenuOption, len(moves))
	for i := range moves {
		options[i] = dg.SelectMenuOption{Label: labels[i], Value: values[i]}
	}
	return options
}

// moveLabels returns the labels of moves: 22x15x8 · takes 2, crowns.
func moveLabels(l *lang.Language, p draughts.Position, moves []draughts.Move) []string {
	labels := p.TextsIn(moves, p.Variant().Rules().Board.Notation)
	for i, m := range moves {
		var effects []string
		if n := m.Captured().Len(); n > 0 {
			effects = append(effects, l.Say("move.takes", "n", n))
		}
		if m.Crowns() {
			effects = append(effects, l.Say("move.crowns"))
		}
		if len(effects) > 0 {
			labels[i] = l.Say("move.label", "move", labels[i], "does", l.And(effects))
		}
		labels[i] = message.Clip(labels[i])
	}
	return labels
}

// maxMoveValue is the length of a move's value that leaves room in a custom ID for its other parts.
const maxMoveValue = 70

// moveValues returns a text for each move that fits in a custom ID. It identifies the move at the ply
// of the custom ID only: a move too long to write is # and its index.
func moveValues(p draughts.Position, moves []draughts.Move) []string {
	values := p.TextsIn(moves, draughts.Numbers)
	var all []draughts.Move
	for i, text := range values {
		if len(text) <= maxMoveValue {
			continue
		}
		if all == nil {
			all, _ = p.Moves()
		}
		values[i] = "#" + strconv.Itoa(slices.Index(all, moves[i]))
	}
	return values
}

// moveText turns the value of a move into a text that the referee reads.
func moveText(p draughts.Position, value string) string {
	index, ok := strings.CutPrefix(value, "#")
	if !ok {
		return value
	}
	moves, unlisted := p.Moves()
	i, err := strconv.Atoi(index)
	if unlisted != nil || err != nil || i < 0 || i >= len(moves) {
		return value
	}
	return p.Full(moves[i], draughts.Numbers)
}
