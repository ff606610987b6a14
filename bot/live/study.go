package live

import (
	"net/http"

	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/render"
)

// Asked is what a page wants to read: what a control of a private message leads to, or with Explore, the best moves after a line.
// Without either, it is what there is to read.
type Asked struct {
	Use, Value string // the control, and the option that was selected

	Explore  bool
	Game     game.GameID // from which the line goes on after Ply moves
	Ply      int
	Position string // from which the line goes on instead: a FEN, by the rule set Rules
	Rules    string
	Line     []string
}

// Study is a private message of the bot as a page shows it: with the board of the page in the place of its picture.
type Study struct {
	message.Outline
	View  *render.View
	Moves []Choosable // that its controls make
	Typed string      // the control of a move that is none of these, with TypedMove for its text
	Line  []string    // that was explored, from the beginning
	PDN   string
}

// Choosable is a move and the control that makes it.
type Choosable struct {
	Move     draughts.Move
	CustomID string
}

// TypedMove stands for a move in Study.Typed.
const TypedMove = "{move}"

// maxLine is how many moves a line can have that somebody explores.
const maxLine = 200

// studied is a Study for the page.
type studied struct {
	Texts []string            `json:"texts"`
	Rows  [][]message.Control `json:"rows"`
	Board *studiedBoard       `json:"board"` // null: there is none
	Moves [][]int             `json:"moves"`
	Takes [][]int             `json:"takes"`
	Uses  []string            `json:"uses"` // of each move
	Typed string              `json:"typed"`
	Line  []string            `json:"line"`
	PDN   string              `json:"pdn"`
}

type studiedBoard struct {
	geometry
	board
	Rules  string  `json:"rules"`
	From   string  `json:"from"` // the side at the bottom
	Turn   string  `json:"turn"`
	Arrows []arrow `json:"arrows"`
	Marks  []int   `json:"marks"`
}

type arrow struct {
	Squares []int  `json:"squares"`
	Kind    string `json:"kind"`
}

var arrowKinds = map[render.ArrowKind]string{render.Played: "played", render.Proposed: "proposed", render.Refused: "refused"}

// study answers with something to read.
func (b *Boards) study(w http.ResponseWriter, r *request) {
	var asked Asked
	if !read(w, r.Request, &asked) {
		return
	}
	if len(asked.Line) > maxLine {
		fail(w, http.StatusBadRequest)
		return
	}
	if !b.limits.studies.Admit(r.session.Person) {
		fail(w, http.StatusTooManyRequests)
		return
	}
	s, err := b.Study(r.Context(), r.session, asked)
	if err != nil {
		b.refuse(w, err)
		return
	}
	out := studied{Texts: []string{}, Rows: s.Rows, Moves: [][]int{}, Takes: [][]int{}, Uses: []string{}, Typed: s.Typed, Line: s.Line, PDN: s.PDN}
	for _, text := range s.Texts {
		out.Texts = append(out.Texts, b.plain(r.Context(), r.session.Place, text))
	}
	if s.View != nil {
		out.Board = boardOf(s.View)
		moves := s.Moves
		if asked.Explore {
			for _, m := range s.View.Position.Moves() {
				moves = append(moves, Choosable{Move: m})
			}
		}
		for _, m := range moves[:min(len(moves), maxMoves)] {
			out.Moves = append(out.Moves, numbers(s.View.Position.Path(m.Move)))
			out.Takes = append(out.Takes, numbers(m.Move.Captured().List()))
			out.Uses = append(out.Uses, m.CustomID)
		}
	}
	b.answer(w, out)
}

func boardOf(v *render.View) *studiedBoard {
	out := &studiedBoard{
		geometry: geometryOf(v.Position.Variant()), Rules: v.Position.Variant().Rules().Key, From: v.From.String(), Turn: v.Position.Turn().String(),
		board:  board{Pieces: pieces(v.Position), Last: []int{}, Taken: []int{}},
		Arrows: []arrow{}, Marks: []int{},
	}
	if v.Last.Move != (draughts.Move{}) {
		out.Last, out.Taken = numbers(v.Last.Before.Path(v.Last.Move)), numbers(v.Last.Move.Captured().List())
		out.Made = v.Last.Before.Text(v.Last.Move)
	}
	for _, a := range v.Arrows {
		out.Arrows = append(out.Arrows, arrow{numbers(a.Squares), arrowKinds[a.Kind]})
	}
	for _, m := range v.Marks {
		out.Marks = append(out.Marks, int(m.Square))
	}
	return out
}
