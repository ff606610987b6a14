package review

import (
	"encoding/json"
	"strconv"
	"strings"

	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/search"
)

// record is a review as it is kept.
type record struct {
	Version int
	Values  string         // "35 -120 won12 lost11 drawn"
	Lines   map[int]string // by ply, paths of moves: "22-18 15-22-29"
}

// Bytes returns the review as it is kept. It repeats nothing of the game.
func (r *Review) Bytes() ([]byte, error) {
	kept := record{Version: Version, Lines: map[int]string{}}
	var values []string
	for _, v := range r.Values {
		values = append(values, writeValue(v))
	}
	kept.Values = strings.Join(values, " ")
	for ply, line := range r.lines {
		var paths []string
		p := r.history.At(ply)
		for _, m := range line {
			var squares []string
			for _, q := range p.Path(m) {
				squares = append(squares, strconv.Itoa(int(q)))
			}
			paths = append(paths, strings.Join(squares, "-"))
			p = p.Play(m)
		}
		kept.Lines[ply] = strings.Join(paths, " ")
	}
	return json.Marshal(kept)
}

// OfGame returns the review that was kept of a game, and the history of the game. The review is nil if none was
// kept, or another version of the program made it.
func OfGame(g *game.Game, kept []byte) (*Review, *draughts.History, error) {
	h, err := g.History()
	if err != nil || kept == nil {
		return nil, h, err
	}
	return read(h, len(g.Opening), kept), h, nil
}

// read returns the review of a game that was kept, or nil if it is not of this version or not of this game.
func read(h *draughts.History, dealt int, b []byte) *Review {
	var kept record
	if json.Unmarshal(b, &kept) != nil || kept.Version != Version {
		return nil
	}
	r := of(h, dealt)
	for text := range strings.FieldsSeq(kept.Values) {
		v, err := readValue(text)
		if err != nil {
			return nil
		}
		r.Values = append(r.Values, v)
	}
	if len(r.Values) != h.Len()+1 {
		return nil
	}
	for ply, text := range kept.Lines {
		if ply < 0 || ply > h.Len() {
			return nil
		}
		p := h.At(ply)
		for path := range strings.FieldsSeq(text) {
			m, err := p.Along(readPath(path))
			if err != nil {
				return nil
			}
			r.lines[ply] = append(r.lines[ply], m)
			p = p.Play(m)
		}
	}
	return r
}

// outcomes are how proven values are written, by their score.
var outcomes = map[int]string{1: "won", 0: "drawn", -1: "lost"}

func writeValue(v search.Value) string {
	switch {
	case !v.Proven:
		return strconv.Itoa(v.Score)
	case v.Score == 0:
		return outcomes[0]
	}
	return outcomes[v.Score] + strconv.Itoa(v.Plies)
}

func readValue(text string) (search.Value, error) {
	for score, word := range outcomes {
		if rest, ok := strings.CutPrefix(text, word); ok {
			v := search.Value{Proven: true, Score: score}
			if score == 0 && rest == "" {
				return v, nil
			}
			var err error
			v.Plies, err = strconv.Atoi(rest)
			return v, err
		}
	}
	score, err := strconv.Atoi(text)
	return search.Value{Score: score}, err
}

// readPath returns the squares of a path; a word that is no square becomes one that no board has.
func readPath(text string) (path []draughts.Square) {
	for word := range strings.SplitSeq(text, "-") {
		n, _ := strconv.ParseUint(word, 10, 8)
		path = append(path, draughts.Square(n))
	}
	return path
}
