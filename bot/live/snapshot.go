package live

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// snapshot is all that a page shows of a game, as its viewer may see it. The page computes nothing of it.
type snapshot struct {
	Kind  string      `json:"kind"` // "game"
	ID    game.GameID `json:"id"`
	Seq   int         `json:"seq"` // grows with every event
	Ply   game.Ply    `json:"ply"`
	Title string      `json:"title"`
	You   string      `json:"you"` // the side of the viewer; "" if they watch
	Turn  string      `json:"turn"`
	Over  bool        `json:"over"`
	geometry
	board
	Players [2]player `json:"players"`
	Running bool      `json:"running"` // the clock of the side to move
	Said    string    `json:"said"`    // what happened last
	Says    string    `json:"says"`    // whose turn it is, or how the game ended
	Moves   [][]int   `json:"moves"`   // that the viewer can make, square by square
	Takes   [][]int   `json:"takes"`   // what each of them captures
	List    []string  `json:"list"`    // the moves of the game
	Offers  []offer   `json:"offers"`
	Plans   []planned `json:"plans"` // the conditional moves of the viewer
	May     []string  `json:"may"`
}

// geometry is what the squares of a board are.
type geometry struct {
	Size    int      `json:"size"`
	All     bool     `json:"all"` // all squares are played on
	Squares []square `json:"squares"`
}

func geometryOf(v *draughts.Variant) geometry {
	rules := v.Rules().Board
	out := geometry{Size: rules.Size, All: rules.Playable == draughts.All}
	for q := draughts.Square(1); v.Has(q); q++ {
		x, y := v.XY(q)
		out.Squares = append(out.Squares, square{x, y, v.Name(q)})
	}
	return out
}

// square is the column and the row of a square, from the top left, and its name.
type square struct {
	X    int    `json:"x"`
	Y    int    `json:"y"`
	Name string `json:"name"`
}

// board is a position, with the move before it.
type board struct {
	Pieces string `json:"pieces"` // a letter for each square: w, b, W and B for kings, or a dot
	Last   []int  `json:"last"`   // the squares of the last move
	Taken  []int  `json:"taken"`  // the squares of the pieces that it captured
	Made   string `json:"made"`   // the last move, as it is written
}

type player struct {
	Name     string `json:"name"`
	Robot    bool   `json:"robot"` // the computer, who is always here
	Left     *int64 `json:"left"`  // milliseconds
	Captured int    `json:"captured"`
}

// planned is a branch of conditional moves: in words, and as the page names it.
type planned struct {
	Text  string   `json:"text"`
	Moves []string `json:"moves"`
}

type offer struct {
	Offer string `json:"offer"`
	Mine  bool   `json:"mine"`
}

// offerNames name the offers in requests and in catalogue keys.
var offerNames = [...]string{game.OfferDraw: "draw", game.OfferTakeBack: "back", game.OfferAbort: "abort"}

// maxMoves is how many legal moves a page gets. Positions with more are very rare; there a move can be typed.
const maxMoves = 1000

// state is a game as it was read, from which snapshots are made for everybody.
type state struct {
	game    *game.Game
	history *draughts.History
	service game.Service
}

func (b *Boards) stateOf(ctx context.Context, g *game.Game) (*state, error) {
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	service, err := b.Referee.Service(ctx)
	return &state{g, h, service}, err
}

// snapshot returns what a person sees of a game, in a language.
func (b *Boards) snapshot(ctx context.Context, s *state, p game.PersonID, l *lang.Language) (*snapshot, error) {
	g, h := s.game, s.history
	position := s.history.Position()
	you, plays := g.Side(p)
	snap := &snapshot{
		Kind: "game", ID: g.ID, Seq: g.Seq(), Ply: g.Ply(), Title: say.GameName(l, &g.Terms), Turn: g.Turn().String(), Over: g.IsOver(),
		geometry: geometryOf(g.Variant), board: boardAt(h, h.Len()),
		Moves: [][]int{}, Takes: [][]int{}, List: []string{}, Offers: []offer{}, Plans: []planned{},
		May: []string{},
	}
	names := say.Players(ctx, l, g, b.Names)
	_, paused := g.Paused()
	snap.Running = !g.IsOver() && !paused && !g.Clock.IsNone()
	for _, side := range draughts.Sides {
		snap.Players[side] = player{
			Name: names[side], Robot: g.Player(side) == game.Computer,
			Captured: h.Start().Pieces(side.Opponent()).Len() - position.Pieces(side.Opponent()).Len(),
		}
		if !g.Clock.IsNone() && !(g.IsOver() && g.Clock.PerMove() > 0) {
			snap.Players[side].Left = new(g.Left(side, b.Now(), s.service).Milliseconds())
		}
	}
	for i, m := range h.Moves() {
		snap.List = append(snap.List, h.At(i).Text(m))
	}
	said, err := say.LastChange(l, g, h)
	if err != nil {
		return nil, err
	}
	snap.Said = b.plain(ctx, g.Place, said)
	if result, over := g.Result(); over {
		snap.Says = b.plain(ctx, g.Place, say.Result(l, g, result)+"\n"+say.RatingChange(l, g, result))
	} else {
		snap.Says = b.plain(ctx, g.Place, say.Turn(l, g, h, time.Time{}, true))
	}
	if !plays {
		return snap, nil
	}
	snap.You = you.String()
	if g.Turn() == you && !g.IsOver() {
		snap.Moves, snap.Takes = legal(position)
	}
	for _, o := range game.Offers {
		for _, side := range draughts.Sides {
			if g.Offered(side, o) {
				snap.Offers = append(snap.Offers, offer{offerNames[o], side == you})
			}
		}
	}
	for _, branch := range g.BranchesOf(p) {
		after, err := g.AfterBranch(branch)
		if err != nil {
			return nil, err
		}
		snap.Plans = append(snap.Plans, planned{say.Branch(l, g, after), namesOf(g.Variant, branch)})
	}
	snap.May = may(g, you)
	return snap, nil
}

// legal returns the legal moves of a position, square by square, and what each of them captures.
func legal(p draughts.Position) (moves, takes [][]int) {
	moves, takes = [][]int{}, [][]int{}
	all := p.Moves()
	if len(all) > maxMoves {
		return moves, takes
	}
	for _, m := range all {
		moves, takes = append(moves, numbers(p.Path(m))), append(takes, numbers(m.Captured().List()))
	}
	return moves, takes
}

// namesOf returns moves as the page names them.
func namesOf(v *draughts.Variant, moves []game.Path) (all []string) {
	for _, path := range moves {
		var names []string
		for _, q := range path {
			names = append(names, v.Name(q))
		}
		all = append(all, strings.Join(names, "-"))
	}
	return all
}

// mayPlan reports whether a person can have conditional moves in a game now.
func mayPlan(g *game.Game, p game.PersonID) bool {
	you, plays := g.Side(p)
	return plays && g.Turn() != you && !g.IsOver() && g.AllowsBranches()
}

// may returns what a player can do apart from moving. The referee decides; this is what a page has buttons for.
func may(g *game.Game, you draughts.Side) (may []string) {
	other := g.Player(you.Opponent())
	if g.IsOver() {
		if mayRepeat(g) && other != game.FormerPlayer {
			may = append(may, "again")
		}
		return may
	}
	if mayPlan(g, g.Player(you)) {
		may = append(may, "plan")
	}
	may = append(may, "draw")
	if g.Len() > len(g.Opening) {
		may = append(may, "back")
	}
	if g.Tournament == "" || g.IsUnderway() { // else it is a forfeit, as resigning is
		may = append(may, "abort")
	}
	if may = append(may, "resign"); g.CanClaimWin(you) {
		may = append(may, "claim")
	}
	return may
}

// mayRepeat reports whether a page offers a rematch. Against the computer, a start that was set up may be a puzzle, about which
// Discord asks first.
func mayRepeat(g *game.Game) bool { return g.Tournament == "" && (!g.HasComputer() || g.IsRegular()) }

// boardAt returns the position after so many moves of a history.
func boardAt(h *draughts.History, ply int) board {
	b := board{Pieces: pieces(h.At(ply)), Last: []int{}, Taken: []int{}}
	if ply > 0 {
		before, m := h.At(ply-1), h.Moves()[ply-1]
		b.Last, b.Taken, b.Made = numbers(before.Path(m)), numbers(m.Captured().List()), before.Text(m)
	}
	return b
}

// pieces returns the pieces of a position as a page has them.
func pieces(p draughts.Position) string {
	letters := make([]byte, p.Variant().Squares())
	for i := range letters {
		letters[i] = [...]byte{
			draughts.NoPiece: '.', draughts.WhiteMan: 'w', draughts.WhiteKing: 'W', draughts.BlackMan: 'b', draughts.BlackKing: 'B',
		}[p.At(draughts.Square(i+1))]
	}
	return string(letters)
}

func numbers(squares []draughts.Square) []int {
	all := []int{}
	for _, q := range squares {
		all = append(all, int(q))
	}
	return all
}

var (
	mention = regexp.MustCompile(`<(@!?|#)(\d+)>`)
	stamp   = regexp.MustCompile(`<t:\d+(:\w)?>`)
	escape  = regexp.MustCompile(`\\([^\w\s])`)
	link    = regexp.MustCompile(`\[([^\]]*)\]\(https?://[^)]*\)`)
	command = regexp.MustCompile(`</([^:>]+):\d+>`)
)

// plain returns a text of a message as the page shows it: with names instead of mentions, and without Discord's marks.
func (b *Boards) plain(ctx context.Context, place game.PlaceID, text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimPrefix(line, "-# ")
		line = strings.NewReplacer("**", "", "`", "").Replace(line)
		line = stamp.ReplaceAllString(line, "…")
		line = link.ReplaceAllString(line, "$1")
		line = command.ReplaceAllString(line, "/$1")
		line = escape.ReplaceAllString(line, "$1")
		lines[i] = mention.ReplaceAllStringFunc(line, func(found string) string {
			parts := mention.FindStringSubmatch(found)
			p, ok := message.Snowflake[game.PersonID](parts[2])
			if parts[1] == "#" {
				p = game.TeamOf(game.RoomID(p)) // a channel that votes
			}
			if name, known := b.Names(ctx, p, place); ok && known {
				return name
			}
			return "…"
		})
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
	return strings.Join(lines, "\n")
}
