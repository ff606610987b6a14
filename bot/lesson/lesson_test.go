package lesson

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"doublecorner/bot/lang"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/draughtstest"
	"doublecorner/render"
)

// withoutDiagram are the points that have nothing to show.
var withoutDiagram = []string{
	"lesson.board.colors", "lesson.setup.books", "lesson.start.lot", "lesson.ending.resign", "lesson.ending.time",
	"lesson.draws.agreed", "lesson.notation.typed", "lesson.notation.ways", "lesson.notation.illegal",
	"lesson.board.elsewhere", "lesson.start.elsewhere", "lesson.draws.elsewhere",
	"lesson.jumping.next-to", "lesson.draws.claim", "lesson.draws.each-side", "lesson.draws.three-kings",
}

// Every topic of every rule set has diagrams, and so has every point that can be shown.
// What needs kings is not shown if the first king ends the game.
func TestEveryTopicHasDiagrams(t *testing.T) {
	for _, key := range draughts.Keys() {
		chapters := chaptersOf(draughtstest.Variant(t, key))
		breakthrough := strings.Contains(key, "breakthrough")
		if len(chapters) != 11 {
			t.Errorf("%s has %d topics", key, len(chapters))
		}
		for _, c := range chapters {
			seen := 0
			for _, p := range c.points {
				switch {
				case p.Diagram != nil:
					seen++
				case slices.Contains(withoutDiagram, p.key):
				case breakthrough && p.key == "lesson.several.once": // men go round only if they capture backward
				default:
					t.Errorf("%s: %s has no picture", key, p.key)
				}
			}
			if len(c.points) == 0 || seen == 0 && !(breakthrough && c.Topic == "draws") {
				t.Errorf("%s: %s has %d points, %d of them with a picture", key, c.Topic, len(c.points), seen)
			}
		}
	}
}

// Each page has a picture, unless its topic has none, and pages leave nothing out.
func TestPagesHaveOnePicture(t *testing.T) {
	for _, key := range draughts.Keys() {
		for _, topic := range Topics() {
			c, _ := ChapterOn(draughtstest.Variant(t, key), topic)
			points := 0
			for page := range c.Pages() {
				pictures := 0
				for _, p := range c.Page(page) {
					points++
					if p.Diagram != nil {
						pictures++
					}
				}
				if pictures > 1 || pictures == 0 && c.Pages() > 1 && !strings.Contains(key, "breakthrough") {
					t.Errorf("%s: page %d of %s has %d pictures", key, page, topic, pictures)
				}
			}
			if points != len(c.points) {
				t.Errorf("%s: the pages of %s have %d points of %d", key, topic, points, len(c.points))
			}
		}
	}
}

// The engine allows and refuses what diagrams show.
func TestDiagrams(t *testing.T) {
	for _, key := range draughts.Keys() {
		checkDiagrams(t, draughtstest.Variant(t, key))
	}
}

func checkDiagrams(t *testing.T, v *draughts.Variant) {
	t.Helper()
	for _, c := range chaptersOf(v) {
		for _, p := range c.points {
			if p.Diagram == nil {
				continue
			}
			at := v.Rules().Key + ", " + p.key
			board := p.Diagram.View.Position
			again, err := v.Position(board.Setup())
			if err != nil || again != board {
				t.Errorf("%s: the position cannot be set up: %v", at, err)
			}
			legal := board.Moves()
			for _, m := range p.Diagram.legal {
				if !slices.Contains(legal, m) {
					t.Errorf("%s: %s is not legal", at, board.Full(m, draughts.Numbers))
				}
			}
			for _, a := range p.Diagram.refused {
				if r := board.WhyNot(a.path...); r == nil || r.Reason != a.reason {
					t.Errorf("%s: %s is refused because: %v, not %v", at, a.text(v), r, a.reason)
				}
				if m, err := board.Read(a.text(v)); err == nil {
					t.Errorf("%s: %s is understood as %s", at, a.text(v), board.Full(m, draughts.Numbers))
				}
			}
			if len(p.Diagram.legal)+len(p.Diagram.refused) > 0 && len(p.Diagram.View.Arrows) == 0 {
				t.Errorf("%s: moves are named that the picture does not show", at)
			}
			for _, arrow := range p.Diagram.View.Arrows {
				shown := slices.ContainsFunc(legal, func(m draughts.Move) bool { return m.From() == arrow.Squares[0] })
				replies := slices.Contains([]string{"lesson.draws.repeated", "lesson.obligatory.bait", "lesson.obligatory.sacrifice"}, p.key)
				if arrow.Kind == render.Proposed && !shown && !replies {
					t.Errorf("%s: nothing can move as the arrow from %d shows", at, arrow.Squares[0])
				}
			}
			view := p.Diagram.View
			view.Size = render.MinSize
			if _, err := view.Picture(); err != nil {
				t.Errorf("%s cannot be drawn: %v", at, err)
			}
		}
	}
}

// Custom rules have pages, too.
func TestCustomRules(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 7))
	pick := func(n int) int { return dice.IntN(n) }
	compiled := 0
	for i := range 600 {
		family := draughts.Families()[pick(15)]
		other := draughts.Families()[pick(15)]
		r := family
		r.Key, r.Name = fmt.Sprintf("own-%d", i), "Our own"
		if pick(2) == 0 {
			r.Board = other.Board
		}
		if pick(2) == 0 {
			r.Capture = draughts.Families()[pick(15)].Capture
		}
		if pick(2) == 0 {
			r.Draws = draughts.Families()[pick(15)].Draws
		}
		const sideways, forth = draughts.Sideways, draughts.StraightForward | draughts.StraightBackward
		both := []draughts.Directions{draughts.Diagonals, draughts.Diagonals | sideways,
			draughts.Diagonals | draughts.Straights, forth | sideways, forth}
		r.King.Moves, r.King.Captures = both[pick(len(both))], both[pick(len(both))]
		r.Man.Moves = r.King.Moves & draughts.Directions(pick(32)) &^ backward
		r.Man.Captures = r.King.Captures & draughts.Directions(pick(32))
		r.Man.CapturesKings, r.Man.Crowning = pick(2) == 0, draughts.Crowning(pick(3))
		r.King.Range, r.King.Reach, r.King.Landing = draughts.Range(pick(2)), draughts.Range(pick(2)), draughts.Landing(pick(2))
		r.King.RunLimit, r.Object = pick(4), draughts.Object(pick(3))
		v, err := draughts.Compile(r)
		if err != nil {
			continue
		}
		compiled++
		checkDiagrams(t, v)
		for _, c := range chaptersOf(v) {
			for _, p := range c.points {
				if text := p.Text(lang.English()); strings.Contains(text, "lesson.") || strings.ContainsAny(text, "{}") {
					t.Errorf("%+v: %s", r, text)
				}
			}
		}
	}
	if compiled < 100 {
		t.Errorf("only %d of the rule sets are any", compiled)
	}
}

// Each reason leads to a page that every rule set has. If the reason is a rule, the page of
// some rule set shows such a move.
func TestEveryReasonLeadsToItsTopic(t *testing.T) {
	shown, explained := map[draughts.Reason]bool{}, map[draughts.Reason]bool{}
	for _, part := range outline {
		for _, reason := range part.reasons {
			explained[reason] = true
		}
	}
	for reason := range draughts.GameOver + 1 {
		if !explained[reason] {
			t.Errorf("nothing explains: %v", reason)
		}
		for _, key := range draughts.Keys() {
			v := draughtstest.Variant(t, key)
			topic, page := PageAbout(v, &draughts.IllegalMove{Reason: reason})
			c, ok := ChapterOn(v, topic)
			if !ok || page >= c.Pages() {
				t.Fatalf("%s: %v leads to page %d of %s", key, reason, page, topic)
			}
			for _, p := range c.Page(page) {
				if p.Diagram != nil {
					for _, a := range p.Diagram.refused {
						shown[a.reason] = shown[a.reason] || a.reason == reason
					}
				}
			}
		}
	}
	for reason := range draughts.GameOver + 1 {
		switch reason {
		case draughts.NotASquare, draughts.NoPieceThere, draughts.SameSquare, draughts.OpponentsPiece, draughts.NobodyReaches, draughts.GameOver:
			continue // nothing to show
		case draughts.NotInLine, draughts.TooFar, draughts.NothingToCapture, draughts.PathBlocked, draughts.OneStep:
			continue // other moves of the diagrams show it
		}
		if !shown[reason] {
			t.Errorf("no picture shows: %v", reason)
		}
	}
	if topic, _ := PageAbout(draughtstest.Variant(t, "american"), &draughts.UnreadableError{Text: "?"}); topic != "notation" {
		t.Errorf("what cannot be read leads to %s", topic)
	}
}

// The moves that are an example of how else to type them are legal where a game begins.
func TestTypedExamples(t *testing.T) {
	for key, want := range map[string]string{"turkish": "ee4 e3-e4", "russian": "ed4 e3-d4", "american": "d6-e5 10-15"} {
		if got := typedExample(t, key); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
	for _, key := range draughts.Keys() {
		start := draughtstest.Variant(t, key).Start()
		typed, move, _ := strings.Cut(typedExample(t, key), " ")
		a, err := start.Read(typed)
		b, err2 := start.Read(move)
		if err != nil || err2 != nil || a != b {
			t.Errorf("%s: %s is not %s at the start: %v, %v", key, typed, move, err, err2)
		}
	}
}

func typedExample(t *testing.T, key string) string {
	t.Helper()
	c, _ := ChapterOn(draughtstest.Variant(t, key), "notation")
	i := slices.IndexFunc(c.points, func(p Point) bool { return p.key == "lesson.notation.typed" })
	e := c.points[i].example
	return fmt.Sprint(e[3], " ", e[1])
}

// Points that differ from the reference rules are marked: none in those rules themselves,
// and in two of the published pages just what those pages are about.
func TestDifferences(t *testing.T) {
	for key, want := range map[string]string{
		"american":           "",
		"gamezer":            "moving.no-backward moving.king jumping.man jumping.next-to crowning.jump start.side draws.repeated draws.quiet",
		"angol":              "moving.king start.side draws.repeated draws.quiet draws.each-side draws.counter",
		"american-free-jump": "obligatory.take several.on",
		"american-misere":    "ending.pieces ending.blocked ending.time",
		// The points about kings and draws are omitted; nothing else differs.
		"american-breakthrough": "crowning.row ending.king ending.time",
		"thai": "moving.king jumping.king several.once several.back ending.time " +
			"setup.men start.elsewhere draws.repeated draws.quiet",
	} {
		var differ []string
		for _, c := range chaptersOf(draughtstest.Variant(t, key)) {
			for _, p := range c.points {
				if p.Differs() {
					differ = append(differ, strings.TrimPrefix(p.key, "lesson."))
				}
			}
		}
		if got := strings.Join(differ, " "); got != want {
			t.Errorf("%s differs in %s, want %s", key, got, want)
		}
	}
}

// A page says which draws are the referee's own.
func TestOwnDrawsAreMarked(t *testing.T) {
	for key, want := range map[string]bool{
		"american": false, "pool": false, "gamezer": true, "filipino": true, "turkish": true, "thai": true, "frisian": true,
	} {
		page, err := os.ReadFile("../../docs/rules/en/" + key + ".md")
		must(t, err)
		_, draws, _ := strings.Cut(string(page), "comes up 3 times")
		draws, _, _ = strings.Cut(draws, "\n")
		if got := strings.Contains(draws, "my own rule"); got != want {
			t.Errorf("%s: %s", key, draws)
		}
	}
}

// What published rules leave open or say otherwise has a point of its own, where what it is about is played.
func TestReadingsAreMarked(t *testing.T) {
	for key, want := range map[string]string{
		"american": "", "gamezer": "jumping.next-to", "angol": "draws.each-side",
		"pool": "draws.claim", "pool-breakthrough": "", "spanish": "draws.three-kings", "spanish-misere": "",
	} {
		var marks []string
		for _, c := range chaptersOf(draughtstest.Variant(t, key)) {
			for _, p := range c.points {
				switch mark := strings.TrimPrefix(p.key, "lesson."); mark {
				case "jumping.next-to", "draws.each-side", "draws.claim", "draws.three-kings":
					marks = append(marks, mark)
				}
			}
		}
		if got := strings.Join(marks, " "); got != want {
			t.Errorf("%s marks %q, want %q", key, got, want)
		}
	}
}

// Every sentence of every rule set is complete in every language.
func TestSentences(t *testing.T) {
	for _, code := range lang.Codes() {
		l := lang.For(code)
		for _, key := range draughts.Keys() {
			v := draughtstest.Variant(t, key)
			for _, c := range chaptersOf(v) {
				if !l.Has("choice.topic." + string(c.Topic)) {
					t.Errorf("%s: the topic %s has no name", code, c.Topic)
				}
				for _, p := range c.points {
					text := p.Text(l)
					if strings.Contains(text, "lesson.") || strings.ContainsAny(text, "{}") || len(text) > 800 {
						t.Errorf("%s, %s: %s", code, key, text)
					}
				}
			}
		}
		for _, word := range []string{"diagonal-forward", "diagonal-backward",
			"straight-forward", "straight-backward", "sideways", "diagonals", "straights"} {
			if !l.Has("lesson.way." + word) {
				t.Errorf("%s: no word for %s", code, word)
			}
		}
	}
}

// publishedFile is the one file under docs/rules that is written by hand.
const publishedFile = "published-pages.md"

// The pages under docs/rules are those of the rule sets and catalogues as they are now.
func TestPagesAreFresh(t *testing.T) {
	const dir, remedy = "../../docs/rules", "run: go generate ./bot/lesson"
	pages, err := makeFiles(PublishedLanguages)
	must(t, err)
	size := 0
	for name, data := range pages {
		size += len(data)
		if had, err := os.ReadFile(dir + "/" + name); err != nil || !bytes.Equal(had, data) {
			t.Errorf("%s is stale (%v); %s", name, err, remedy)
		}
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && pages[name] == nil && name != publishedFile {
			t.Errorf("%s is of no use; %s", name, remedy)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if size > 3<<20 {
		t.Errorf("the pages take %d bytes", size)
	}
}

// WritePages writes whole pages in every language, replaces older ones, and leaves other
// files alone.
func TestWritePages(t *testing.T) {
	dir := t.TempDir()
	for name, stays := range map[string]bool{"en/old.md": false,
		"images/0123456789ab.png": false, "images/photo.png": true, "notes/mine.md": true} {
		must(t, os.MkdirAll(dir+"/"+name[:strings.IndexByte(name, '/')], 0o755))
		must(t, os.WriteFile(dir+"/"+name, nil, 0o644))
		t.Cleanup(func() {
			if _, err := os.Stat(dir + "/" + name); (err == nil) != stays {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	must(t, WritePages(dir, lang.Codes()))
	image := regexp.MustCompile(`\]\(\.\./(images/[0-9a-f]+\.png)\)`)
	for _, code := range lang.Codes() {
		for _, key := range append(keys(draughts.Families()), "american-misere", "american-breakthrough", "american-free-jump") {
			page, err := os.ReadFile(dir + "/" + code + "/" + key + ".md")
			if err != nil {
				t.Error(err)
				continue
			}
			if missing := regexp.MustCompile(`(lesson|alt|choice)\.[a-z]|[{}]`).Find(page); missing != nil {
				t.Errorf("%s, %s: it contains %q", code, key, missing)
			}
			shown := image.FindAllSubmatch(page, -1)
			if len(shown) < 15 {
				t.Errorf("%s, %s: it shows %d images", code, key, len(shown))
			}
			for _, m := range shown {
				if _, err := os.Stat(dir + "/" + string(m[1])); err != nil {
					t.Errorf("%s, %s: %v", code, key, err)
				}
			}
		}
	}
}

func keys(rules []draughts.Rules) []string {
	var keys []string
	for _, r := range rules {
		keys = append(keys, r.Key)
	}
	return keys
}

func BenchmarkChapters(b *testing.B) {
	v := draughtstest.Variant(b, "frisian")
	for b.Loop() {
		chaptersOf(v)
	}
}

func must(t testing.TB, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}
