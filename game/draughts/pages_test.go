package draughts_test

import (
	"errors"
	"slices"
	"testing"

	"doublecorner/game/draughts"
)

// point is one thing that a published rule page says, shown on a position: either
// all the legal moves, or an attempt and why it is refused.
type point struct {
	says  string
	fen   string
	legal []string
	try   string
	why   draughts.Reason
}

func checkPoints(t *testing.T, rules string, points []point) {
	for _, point := range points {
		t.Run(point.says, func(t *testing.T) {
			p := position(t, rules, point.fen)
			if point.legal != nil {
				slices.Sort(point.legal)
				if got := texts(p); !slices.Equal(got, point.legal) {
					t.Errorf("legal moves are %q, want %q", got, point.legal)
				}
			}
			if point.try == "" {
				return
			}
			_, err := p.Read(point.try)
			var refusal *draughts.IllegalMove
			if !errors.As(err, &refusal) {
				t.Fatalf("%s is not refused: %v", point.try, err)
			}
			if refusal.Reason != point.why {
				t.Errorf("%s is refused because: %v; want: %v", point.try, refusal.Reason, point.why)
			}
		})
	}
}

// The page on jumping a king with a single checker.
func TestDutchPage(t *testing.T) {
	checkPoints(t, "american", []point{
		{says: "a man does not move backward, even if a king stands behind it", fen: "W:W18:BK23",
			try: "18-22", why: draughts.NoManBackward},
		{says: "a man does not jump backward, even over a king", fen: "W:W18:BK23",
			try: "18x27", why: draughts.NoManJumpBackward},
		{says: "jumping a king is as obligatory as jumping a man", fen: "W:W18,32:BK14",
			legal: []string{"18x9"}, try: "32-28", why: draughts.CaptureObligatory},
		{says: "a man may take several kings in one move", fen: "W:W26:BK22,K14",
			legal: []string{"26x17x10"}},
		{says: "a man crowned by a double jump does not take a king behind it in the same move", fen: "W:W19:BK15,K7,K8",
			legal: []string{"19x10x3"}, try: "19x10x3x12", why: draughts.CrownedSoEnded},
		{says: "a king that reaches the far row while jumping goes on", fen: "W:WK19:BK15,K7,K8",
			legal: []string{"19x10x3x12"}},
		{says: "nobody jumps an own piece", fen: "W:W22,18:BK4",
			try: "22x15", why: draughts.OwnPieceJumped},
		{says: "not even to reach a double jump", fen: "W:W27,23,32:BK15",
			try: "27x18x11", why: draughts.OwnPieceJumped},
		{says: "nor does a king", fen: "W:WK22,18:BK4",
			try: "22x15", why: draughts.OwnPieceJumped},
	})
	t.Run("an illegal move is taken back at once, without penalty", func(t *testing.T) {
		h := draughts.NewHistory(position(t, "american", "W:W18,32:BK23,12"))
		before := h.Position()
		if _, err := h.Position().Read("18x27"); err == nil {
			t.Fatal("a jump backward was accepted")
		}
		if h.Position() != before || h.Len() != 0 {
			t.Error("the refused move changed the game")
		}
		play(t, h, "32-28") // the player makes another
	})
}

// The page of American rules, in German and in Filipino.
func TestGermanAndFilipinoPage(t *testing.T) {
	american := variant(t, "american")
	start := american.Start()
	t.Run("the board has 64 squares, and the 32 dark ones are used", func(t *testing.T) {
		if n := american.Squares(); n != 32 {
			t.Errorf("%d squares", n)
		}
	})
	t.Run("each player has a dark square on the far left and a light one on the far right", func(t *testing.T) {
		for _, corner := range []struct{ x, y int }{{0, 7}, {7, 0}} {
			if american.SquareAt(corner.x, corner.y) == 0 {
				t.Errorf("no dark square at %v", corner)
			}
		}
		for _, corner := range []struct{ x, y int }{{7, 7}, {0, 0}} {
			if american.SquareAt(corner.x, corner.y) != 0 {
				t.Errorf("a dark square at %v", corner)
			}
		}
	})
	t.Run("the double corner is the pair of dark squares in the near right corner", func(t *testing.T) {
		for _, near := range []struct{ x, y int }{{6, 7}, {7, 6}} {
			if american.SquareAt(near.x, near.y) == 0 {
				t.Errorf("no dark square at %v", near)
			}
		}
	})
	t.Run("each player has twelve men on the twelve dark squares nearest", func(t *testing.T) {
		for q := draughts.Square(1); q <= 32; q++ {
			want := draughts.NoPiece
			switch {
			case q <= 12:
				want = draughts.BlackMan
			case q > 20:
				want = draughts.WhiteMan
			}
			if got := start.At(q); got != want {
				t.Errorf("on %d stands %v, want %v", q, got, want)
			}
		}
	})
	t.Run("the darker side moves first, then the players alternate", func(t *testing.T) {
		h := draughts.NewHistory(start)
		for _, move := range []string{"11-15", "22-18", "15x22"} {
			want := draughts.Sides[(h.Len()+1)%2]
			if got := h.Position().Turn(); got != want {
				t.Errorf("%v to move after %d moves, want %v", got, h.Len(), want)
			}
			play(t, h, move)
		}
	})
	checkPoints(t, "american", []point{
		{says: "a man moves one square diagonally forward", fen: "B:B15:W32",
			legal: []string{"15-18", "15-19"}, try: "15-24", why: draughts.NothingToCapture},
		{says: "a king moves one square in any direction", fen: "B:BK15:W32",
			legal: []string{"15-10", "15-11", "15-18", "15-19"}, try: "15-22", why: draughts.NothingToCapture},
		{says: "a piece moves to a vacant square only", fen: "B:B15,18:W32",
			try: "15-18", why: draughts.TargetOccupied},
		{says: "a jump goes over an opponent's piece to the vacant square behind it", fen: "B:B15:W19",
			legal: []string{"15x24"}},
		{says: "not if that square is taken", fen: "B:B15:W19,24",
			legal: []string{"15-18"}, try: "15x24", why: draughts.TargetOccupied},
		{says: "a king jumps forward and backward", fen: "B:BK15:W19,10",
			legal: []string{"15x6", "15x24"}},
		{says: "a man jumps forward only", fen: "B:B15:W10,32",
			try: "15x6", why: draughts.NoManJumpBackward},
		{says: "a multiple jump may change direction", fen: "B:B3:W7,15",
			legal: []string{"3x10x19"}},
		{says: "only one piece is jumped at a time", fen: "B:B3:W7,10",
			try: "3x14", why: draughts.TooFar},
		{says: "own pieces are not jumped", fen: "B:B3,7:W32",
			try: "3x10", why: draughts.OwnPieceJumped},
		{says: "the same piece is not jumped twice", fen: "B:BK10:W14,6",
			try: "10x17x10", why: draughts.JumpedTwice},
		{says: "who can jump must", fen: "B:B15,1:W19",
			legal: []string{"15x24"}, try: "1-5", why: draughts.CaptureObligatory},
		{says: "a multiple jump must be finished", fen: "B:B3:W7,15",
			try: "3x10", why: draughts.MustGoOn},
		{says: "among jumps the choice is free, however many pieces they take", fen: "B:B3,12:W7,15,16",
			legal: []string{"3x10x19", "12x19"}},
		{says: "a man may jump a king", fen: "B:B15:WK19",
			legal: []string{"15x24"}},
		{says: "a man that reaches the last row is crowned and jumps on only from its next turn", fen: "B:B23:W26,25",
			legal: []string{"23x30"}, try: "23x30x21", why: draughts.CrownedSoEnded},
	})
	t.Run("which it then does", func(t *testing.T) {
		h := draughts.NewHistory(position(t, "american", "B:B23:W26,25,32"))
		play(t, h, "23x30", "32-28", "30x21")
	})
	t.Run("who cannot move loses", func(t *testing.T) {
		h := draughts.NewHistory(position(t, "american", "W:W9:B1,5,2,6"))
		if end := ended(t, h, draughts.NoMoves); end.Winner != draughts.Black || end.Drawn {
			t.Errorf("blocked White: %+v", end)
		}
		h = draughts.NewHistory(position(t, "american", "B:B15:W19"))
		play(t, h, "15x24")
		if end := ended(t, h, draughts.NoPieces); end.Winner != draughts.Black || end.Drawn {
			t.Errorf("White without pieces: %+v", end)
		}
	})
}

// The Gamezer page.
func TestGamezerPage(t *testing.T) {
	t.Run("white moves first", func(t *testing.T) {
		if turn := variant(t, "gamezer").Start().Turn(); turn != draughts.White {
			t.Errorf("%v to move", turn)
		}
	})
	checkPoints(t, "gamezer", []point{
		{says: "a single piece moves forward only", fen: "W:W18:B1",
			legal: []string{"18-14", "18-15"}, try: "18-22", why: draughts.NoManBackward},
		{says: "a checker can jump backward", fen: "W:W18:B22",
			legal: []string{"18x25"}},
		{says: "the jump must be made", fen: "W:W18,32:B22",
			try: "32-28", why: draughts.CaptureObligatory},
		{says: "among several captures the choice is free", fen: "W:W18,27:B22,24,16",
			legal: []string{"18x25", "27x20x11"}},
		{says: "multiple jumps are one turn", fen: "W:W27:B24,16",
			try: "27x20", why: draughts.MustGoOn},
		{says: "a king moves any distance along a free diagonal", fen: "W:WK29:B1",
			legal: []string{"29-25", "29-22", "29-18", "29-15", "29-11", "29-8", "29-4"}},
		{says: "but not over a piece", fen: "W:WK29,18:B1",
			try: "29-15", why: draughts.OwnPieceJumped},
		{says: "a king's jump is over an adjacent piece", fen: "W:WK29:B18",
			try: "29x15", why: draughts.KingCapturesAdjacent},
		{says: "and ends just behind it", fen: "W:WK29:B25",
			legal: []string{"29x22"}, try: "29x18", why: draughts.KingLandsJustBehind},
		{says: "passing the last row while jumping does not crown", fen: "W:W9:B6,7",
			legal: []string{"9x2x11"}},
		{says: "a checker whose turn ends on the last row is crowned", fen: "W:W9:B6",
			legal: []string{"9x2"}},
	})
	for _, ends := range []struct {
		where  string
		crowns bool
		fen    string
	}{{"on the last row", true, "W:W9:B6"}, {"behind it", false, "W:W9:B6,7"}} {
		p := position(t, "gamezer", ends.fen)
		if m := p.Moves()[0]; m.Crowns() != ends.crowns || p.Play(m).Kings(draughts.White).Empty() == ends.crowns {
			t.Errorf("a jump that ends %s: crowned is %v", ends.where, m.Crowns())
		}
	}
	t.Run("a player wins when the opponent cannot move, captured", func(t *testing.T) {
		h := draughts.NewHistory(position(t, "gamezer", "W:W18:B22"))
		play(t, h, "18x25")
		ended(t, h, draughts.NoPieces)
	})
	t.Run("or blocked in", func(t *testing.T) {
		h := draughts.NewHistory(position(t, "gamezer", "W:W13,14:B5"))
		play(t, h, "13-9")
		ended(t, h, draughts.NoMoves)
	})

}

// The page on English checkers with flying kings.
func TestHungarianPage(t *testing.T) {
	angol := variant(t, "angol")
	t.Run("the long dark diagonal starts at each player's left", func(t *testing.T) {
		for i := range 8 {
			if angol.SquareAt(i, 7-i) == 0 {
				t.Errorf("no dark square at %d, %d", i, 7-i)
			}
		}
	})
	t.Run("white starts", func(t *testing.T) {
		if turn := angol.Start().Turn(); turn != draughts.White {
			t.Errorf("%v to move", turn)
		}
	})
	checkPoints(t, "angol", []point{
		{says: "men move forward, one free square at a time", fen: "W:W18:B1",
			legal: []string{"18-14", "18-15"}, try: "18-11", why: draughts.NothingToCapture},
		{says: "queens move to any free square while the way is free", fen: "W:WK32:B18",
			legal: []string{"32-27", "32-23", "32-28"}, try: "32-14", why: draughts.KingCapturesAdjacent},
		{says: "capturing is obligatory", fen: "W:W18,32:B14",
			try: "32-28", why: draughts.CaptureObligatory},
		{says: "between captures the choice is free, however many they take", fen: "W:W18,28:B14,24,15",
			legal: []string{"18x9", "18x11", "28x19x10"}},
		{says: "men capture only adjacent pieces, forward", fen: "W:W18:B22,1",
			try: "18x25", why: draughts.NoManJumpBackward},
		{says: "queens capture only pieces adjacent on their diagonals, ahead or behind", fen: "W:WK18:B14,23",
			legal: []string{"18x9", "18x27"}},
		{says: "landing on the square directly after the piece", fen: "W:WK22:B18",
			legal: []string{"22x15"}, try: "22x11", why: draughts.KingLandsJustBehind},
		{says: "a chain must be finished in the same move", fen: "W:W27:B23,15",
			try: "27x18", why: draughts.MustGoOn},
		{says: "a man crowned by a capture stops", fen: "W:W9:B6,7",
			legal: []string{"9x2"}},
	})
	t.Run("it ends when one side has no pieces", func(t *testing.T) {
		h := draughts.NewHistory(position(t, "angol", "W:W18:B14"))
		play(t, h, "18x9")
		ended(t, h, draughts.NoPieces)
	})
	t.Run("or no move", func(t *testing.T) {
		h := draughts.NewHistory(position(t, "angol", "W:W13,14:B5"))
		play(t, h, "13-9")
		ended(t, h, draughts.NoMoves)
	})
	t.Run("twenty king moves running of each side are a draw", func(t *testing.T) {
		h := draughts.NewHistory(position(t, "angol", "W:WK29,K30:BK3,K4,9"))
		wander(t, h, 40)
		if end := ended(t, h, draughts.CounterRanOut); !end.Drawn {
			t.Errorf("%+v", end)
		}
		h.TakeBack()
		if _, over := h.Ending(); over {
			t.Error("drawn before both sides had made them")
		}
	})
	t.Run("the same position three times is a draw", func(t *testing.T) {
		h := draughts.NewHistory(position(t, "angol", "W:WK32:BK1"))
		play(t, h, "32-28", "1-6", "28-32", "6-1", "32-28", "1-6", "28-32")
		if _, over := h.Ending(); over {
			t.Fatal("drawn before the third time")
		}
		play(t, h, "6-1")
		ended(t, h, draughts.Repeated)
	})
	t.Run("three queens that do not beat one within twenty moves have drawn", func(t *testing.T) {
		h := draughts.NewHistory(position(t, "angol", "W:WK29,K30,K31:BK4"))
		wander(t, h, 39)
		end := ended(t, h, draughts.CounterRanOut)
		if !end.Drawn || end.Counter.By != draughts.StrongerSide {
			t.Errorf("%+v", end)
		}
	})
}
