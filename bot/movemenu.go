package bot

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// choice returns the custom ID with which a user chooses a move or a piece by its value.
type choice func(value string) customID

// maxMoveButtons is how many moves are buttons, in one row. More are in a select.
const maxMoveButtons = 5

// addMoves adds a button for each legal move, a select of all if they are more than a few, or if there are too many for
// that, selects of the pieces that can move. The board of the message has a side at its bottom.
func addMoves(m *message.Builder, l *lang.Language, p draughts.Position, from draughts.Side, move, piece choice) {
	moves := p.Moves()
	m.Choose = func(value string) string { return move(value).String() }
	if len(moves) > message.MaxOptions {
		addChoices(m, l.Say("menu.piece"), piece, pieceOptions(l, p, moves, from))
		return
	}
	addMovesOf(m, l, p, moves, from, move)
}

// addMovesOf adds some of the legal moves: a button for each, or selects if they are more than a few.
func addMovesOf(
	m *message.Builder, l *lang.Language, p draughts.Position, moves []draughts.Move, from draughts.Side, move choice,
) {
	options := moveOptions(l, p, say.Arrange(p.Variant(), moves, from), from)
	switch {
	case len(options) > maxMoveButtons:
		addChoices(m, l.Say("menu.move"), move, options)
	case len(options) == 1:
		label := l.Say("button.only-move", "move", p.Text(moves[0]))
		m.Row(buttonLabelled(label, move(options[0].Value), dg.SuccessButton))
	default:
		var row []dg.MessageComponent
		for _, o := range options {
			row = append(row, buttonLabelled(o.Label, move(o.Value), dg.PrimaryButton))
		}
		m.Row(row...)
	}
}

// addChoices adds selects of moves or pieces. The values of their options take the place of a custom ID's arg.
func addChoices(m *message.Builder, placeholder string, choose choice, options []dg.SelectMenuOption) {
	for i, o := range options {
		options[i].Value = choose(o.Value).arg
	}
	addSelects(m, choose(""), placeholder, options)
}

// movesOf returns the moves of the piece on a square. The user may have made it up.
func movesOf(p draughts.Position, square string) ([]draughts.Move, error) {
	moves := slices.DeleteFunc(p.Moves(), func(m draughts.Move) bool { return p.Variant().Name(m.From()) != square })
	if len(moves) == 0 {
		return nil, errUnknown
	}
	return moves, nil
}

// pieceOptions returns the options of selects of the pieces that can move, on a board with a side at its bottom.
func pieceOptions(l *lang.Language, p draughts.Position, moves []draughts.Move, from draughts.Side) []dg.SelectMenuOption {
	moves = slices.CompactFunc(slices.Clone(moves), func(a, b draughts.Move) bool { return a.From() == b.From() }) // sorted by origin
	var options []dg.SelectMenuOption
	for _, m := range say.Arrange(p.Variant(), moves, from) {
		name := p.Variant().Name(m.From())
		options = append(options, dg.SelectMenuOption{
			Label: l.Say("menu.piece-on", "piece", lang.PieceWord(p.At(m.From())), "square", name), Value: name,
		})
	}
	return options
}

// maxMenuMoves is the number of moves of one piece that selects offer, in as many selects as a message
// can have. Users type further moves, which kings can have on crowded boards.
const maxMenuMoves = 15 * message.MaxOptions

// moveOptions returns the options of selects of moves, on a board with a side at its bottom.
func moveOptions(l *lang.Language, p draughts.Position, moves []draughts.Move, from draughts.Side) []dg.SelectMenuOption {
	moves = moves[:min(len(moves), maxMenuMoves)]
	labels, values := say.MoveLabels(l, p, moves, from), moveValues(p, moves)
	options := make([]dg.SelectMenuOption, len(moves))
	for i := range moves {
		options[i] = dg.SelectMenuOption{Label: labels[i], Value: values[i]}
	}
	return options
}

// maxMoveValue is the length of a move's value that leaves room in a custom ID for its other parts: an exercise has a
// position there.
const maxMoveValue = 25

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
			all = p.Moves()
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
	moves := p.Moves()
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= len(moves) {
		return value
	}
	return p.Full(moves[i], draughts.Numbers)
}

// completionTimeout bounds the search for moves that begin with the typed text. Some positions have
// thousands of moves, and the next letter searches again.
const completionTimeout = 20 * time.Millisecond

// movesThatBegin returns the legal moves that begin with the typed text, in any notation, as many as there can be
// choices.
func (req *request) movesThatBegin(p draughts.Position, typed string) []draughts.Move {
	ctx, cancel := context.WithTimeout(req, completionTimeout)
	defer cancel()
	var moves []draughts.Move
	for _, m := range p.Moves() {
		if len(moves) == message.MaxOptions || ctx.Err() != nil {
			break
		}
		if beginsWith(p, m, typed) {
			moves = append(moves, m)
		}
	}
	if req.Err() != nil {
		return nil // Discord no longer waits for choices
	}
	return moves
}

// beginsWith reports whether a move begins with the typed text, in any notation. It writes the full
// path of a capture only if the piece matches, because that is slow and some positions have thousands.
func beginsWith(p draughts.Position, m draughts.Move, typed string) bool {
	for _, n := range []draughts.Notation{draughts.Numbers, draughts.Letters} {
		short := foldMove(p.Short(m, n))
		if strings.HasPrefix(short, typed) {
			return true
		}
		from, to, _ := strings.Cut(short, "-")
		if from[0] >= 'a' && strings.HasPrefix(from[:1]+to, strings.Replace(typed, "-", "", 1)) { // cd4
			return true
		}
		if m.IsCapture() && strings.HasPrefix(typed, from+"-") && strings.HasPrefix(foldMove(p.Full(m, n)), typed) {
			return true
		}
	}
	return false
}

// foldMove reduces a typed move to the letters and digits of its squares, with a hyphen between squares.
func foldMove(text string) string {
	var folded strings.Builder
	last := '-'
	for _, r := range text {
		r = draughts.Fold(r)
		isDigit, isLetter := r >= '0' && r <= '9', r >= 'a' && r <= 'l'
		if last != '-' && !isDigit && (!isLetter || last <= '9') { // a letter begins a square: c3d4
			folded.WriteByte('-')
			last = '-'
		}
		if isDigit || isLetter {
			folded.WriteRune(r)
			last = r
		}
	}
	return folded.String()
}

var (
	spacedSign = regexp.MustCompile(`(?i)(\p{Nd})[\s\pZ]*([x×хχ*−\p{Pd}])[\s\pZ]*`)
	numbering  = regexp.MustCompile(`^\p{Nd}+[.．…]+$`)

	// wordTo is "to" between two squares, in any language of the bot.
	wordTo    = regexp.MustCompile(`(?i)(\p{Nd})[\s\pZ]+(?:to|nach|auf|zu|naar|à|a|vers|hasta|in|para|na|do|на|в|sa)[\s\pZ]+([a-l]?\p{Nd})`)
	bareComma = regexp.MustCompile(`(?i)(^|[\s;(])([a-l]?\p{Nd}{1,2}),([a-l]?\p{Nd}{1,2})\b`)
)

// writtenMove replaces what people type between two squares by a hyphen: 22 to 18, and 22,18.
func writtenMove(text string) string {
	return bareComma.ReplaceAllString(wordTo.ReplaceAllString(text, "$1-$2"), "$1$2-$3")
}

// typedMoves cuts a text such as “if 22-18 then 15x22” into its moves. It leaves out words, and the numbers
// of moves.
func typedMoves(text string) (moves []string) {
	isBetween := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",()", r) }
	for _, word := range strings.FieldsFunc(spacedSign.ReplaceAllString(writtenMove(text), "$1$2"), isBetween) {
		word, _ = draughts.WithoutNumber(word)
		if strings.ContainsFunc(word, unicode.IsDigit) && !numbering.MatchString(word) {
			moves = append(moves, word)
		}
	}
	return moves
}

// moveIDs returns the custom IDs by which the side to move moves, or votes: for a move, and for a piece.
func moveIDs(g *game.Game) (move, piece customID) {
	if g.IsTeam(g.Turn()) {
		return inGame(g, voteAction), inGame(g, votePieceAction)
	}
	return inGame(g, moveAction), inGame(g, pieceAction)
}
