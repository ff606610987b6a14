package bot

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math/big"
	"path"
	"regexp"
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// maxGameFile is how many bytes the files have in which games are looked for, together.
const maxGameFile = 200 << 10

// gameTexts are texts in which games are looked for.
type gameTexts struct {
	spoken []string // parts of what somebody wrote
	files  []*dg.MessageAttachment
}

// gameTextsOf returns what of a message can have games in it: its text or the blocks of code in it, and its files of text; also
// of one that it forwards.
func gameTextsOf(m *dg.Message) (t gameTexts) {
	messages := []*dg.Message{m}
	for _, s := range m.MessageSnapshots {
		messages = append(messages, s.Message)
	}
	for _, m := range messages {
		if m == nil {
			continue
		}
		t.spoken = append(t.spoken, parts(m.Content)...)
		for _, a := range m.Attachments {
			if a != nil && (strings.HasPrefix(a.ContentType, "text/") || slices.Contains(gameFileNames, strings.ToLower(path.Ext(a.Filename)))) {
				t.files = append(t.files, a)
			}
		}
	}
	return t
}

var gameFileNames = []string{".pdn", ".fen", ".txt"}

// parts returns the blocks of code of a text, and if there are none, the text.
func parts(text string) []string {
	blocks := strings.Split(text, "```")
	if len(blocks) < 3 {
		return []string{strings.ReplaceAll(text, "`", " ")}
	}
	var code []string
	for i := 1; i < len(blocks); i += 2 {
		block := blocks[i]
		if language, rest, found := strings.Cut(block, "\n"); found && codeLanguage.MatchString(language) {
			block = rest
		}
		code = append(code, block)
	}
	return code
}

// codeLanguage is what the first line of a block of code can be that says its language.
var codeLanguage = regexp.MustCompile(`^[a-zA-Z]{1,10}$`)

// readFiles returns the content of files, as Discord has them.
func (b *Bot) readFiles(ctx context.Context, files []*dg.MessageAttachment) (texts []string, err error) {
	declared, read := 0, 0
	for _, f := range files {
		declared += f.Size
	}
	if declared > maxGameFile {
		return nil, errFileTooLarge
	}
	for _, f := range files {
		content, err := b.discord.Attachment(ctx, f.URL, maxGameFile-read)
		switch {
		case errors.Is(err, delivery.ErrTooLarge):
			return nil, errFileTooLarge
		case err != nil:
			b.log.Warn("attachment not read", "err", err)
			return nil, errFileUnread
		}
		read += len(content)
		texts = append(texts, string(content))
	}
	return texts, nil
}

// recordsIn returns the games of some texts. The error says why there is no more in one of them.
func recordsIn(texts []string) (all []*pdn.Record, err error) {
	for _, text := range texts {
		found, tooLong := recordsOf(text)
		all, err = append(all, found...), cmp.Or(err, tooLong)
	}
	if len(all) <= message.MaxOptions {
		all = slices.DeleteFunc(all, isTalk)
	}
	return all, err
}

// recordsOf returns the games of a text, or the positions if it is none but those.
func recordsOf(text string) (all []*pdn.Record, err error) {
	for r := pdn.NewReader(strings.NewReader(text)); ; {
		g, next := r.Next()
		if next == io.EOF {
			break
		} else if next != nil {
			err = next
			break
		}
		if len(g.Tags) > 0 || slices.ContainsFunc(g.Line, isMove) {
			all = append(all, g)
		}
	}
	if slices.ContainsFunc(all, func(g *pdn.Record) bool { return len(g.Tags) > 0 }) {
		return all, err
	}
	const most = 100
	if positions := fenForm.FindAllString(text, most); positions != nil {
		all = nil
		for _, fen := range positions {
			all = append(all, &pdn.Record{Tags: []pdn.Tag{{Name: "SetUp", Value: "1"}, {Name: "FEN", Value: fen}}, Result: pdn.Unfinished})
		}
	}
	return all, err
}

// fenForm is a position: the side to move, and the pieces of both.
var fenForm = regexp.MustCompile(`[WB]:[WB][^:\s"\]]*:[WB][^\s"\]]*`)

func isMove(n pdn.Node) bool { return n.Kind == pdn.Move }

// isTalk reports whether what was read is no game, but words with numbers in them: it says nothing of itself, and begins with no
// move.
func isTalk(g *pdn.Record) bool {
	if len(g.Tags) > 0 {
		return false
	}
	at := slices.IndexFunc(g.Line, isMove)
	first := pdn.Record{Line: g.Line[at : at+1], Result: pdn.Unfinished}
	var rules pdn.Recognition
	return rules.Replay(&first).Err != nil
}

// readGame is a game that was read, as far as its moves are legal.
type readGame struct {
	*pdn.Record
	history *draughts.History
	fault   error // why it goes no further; nil: it does not
}

// variants returns the rules of a game that was read: those of its tags, or that are recognised; several if it can be by any of
// them.
func (req *request) variants(g *pdn.Record) ([]*draughts.Variant, error) {
	if isTooLong(g) {
		return nil, errGameTooLong
	}
	v, err := g.Variant()
	if err == nil {
		return []*draughts.Variant{v}, nil
	}
	if own, ok := req.settings.ruleSet(strings.ToLower(strings.TrimSpace(g.Tag("Variant")))); ok {
		v, err := own.variant()
		return []*draughts.Variant{v}, err
	}
	var r pdn.Recognition
	if best := r.Replay(g); best.Err != nil { // legal by none: by these it gets furthest
		return []*draughts.Variant{best.Rules}, nil
	}
	return r.Rules(), nil
}

// isTooLong reports whether a game has far more moves than a game can have, so that nobody tries to replay it. A capture can be
// written as several.
func isTooLong(g *pdn.Record) bool {
	moves := 0
	for _, n := range g.Line {
		if isMove(n) {
			moves++
		}
	}
	return moves > 2*game.MaxPlies
}

// replayed plays a game that was read by its rules, when only one rule set fits.
func (req *request) replayed(g *pdn.Record) (*readGame, error) {
	rules, err := req.variants(g)
	if err != nil {
		return nil, err
	}
	return replayedBy(g, rules[0])
}

// replayedBy plays a game that was read.
func replayedBy(g *pdn.Record, v *draughts.Variant) (*readGame, error) {
	if isTooLong(g) {
		return nil, errGameTooLong
	}
	h, err := g.Replay(v)
	_, illegal := errors.AsType[*pdn.MoveError](err)
	switch {
	case h == nil:
		return nil, err
	case h.Len() > game.MaxPlies:
		return nil, errGameTooLong
	case err != nil && !illegal && err != pdn.ErrSetup:
		return nil, err
	}
	return &readGame{g, h, err}, nil
}

// positionCode writes a position with as few letters as custom IDs can spare. It does not tell how often a king has moved in a
// row.
func positionCode(p draughts.Position) string {
	n := big.NewInt(1) // so that empty squares count
	add := func(digit, base int64) { n.Add(n.Mul(n, big.NewInt(base)), big.NewInt(digit)) }
	add(int64(p.Turn()), int64(len(draughts.Sides)))
	for q := range p.Variant().Squares() {
		add(int64(p.At(draughts.Square(q+1))), pieceKinds)
	}
	return n.Text(big.MaxBase)
}

// pieceKinds is how many different things can be on a square.
const pieceKinds = 5

// positionOf reads what positionCode has written, which may be any text.
func positionOf(v *draughts.Variant, code string) (draughts.Position, error) {
	n, ok := new(big.Int).SetString(code[:min(len(code), message.MaxCustomID)], big.MaxBase)
	if !ok || n.Sign() < 0 {
		return draughts.Position{}, errUnknown
	}
	take := func(base int64) int64 {
		rest := new(big.Int)
		n.QuoRem(n, big.NewInt(base), rest)
		return rest.Int64()
	}
	var s draughts.Setup
	for q := v.Squares(); q > 0; q-- {
		if piece := draughts.Piece(take(pieceKinds)); piece != draughts.NoPiece {
			s.Pieces = append(s.Pieces, draughts.Placed{Square: draughts.Square(q), Piece: piece})
		}
	}
	s.Turn = draughts.Side(take(int64(len(draughts.Sides))))
	if n.Cmp(big.NewInt(1)) != 0 {
		return draughts.Position{}, errUnknown
	}
	p, err := v.Position(s)
	if err != nil {
		return draughts.Position{}, errUnknown
	}
	return p, nil
}
