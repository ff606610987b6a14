package evaluation

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"runtime"
	"slices"
	"testing"
	"weak"

	"doublecorner/game/draughts"
)

func TestFile(t *testing.T) {
	american := variant(t, "american")
	f, weights := FeaturesOf(american), randomWeights(american)
	file, err := f.Encode(weights)
	must(t, err)
	read, err := f.Decode(bytes.NewReader(file))
	must(t, err)
	if !slices.Equal(read, weights) {
		t.Fatal("other weights are read than were written")
	}

	if _, err := Read(variant(t, "russian"), bytes.NewReader(file)); !errors.Is(err, ErrOtherRules) {
		t.Errorf("for another rule set: %v", err)
	}
	refused := func(name string, file []byte) {
		if _, err := f.Decode(bytes.NewReader(file)); err == nil {
			t.Errorf("%s: the file is read", name)
		}
	}
	for _, length := range []int{0, 7, 31, 32, 100, len(file) / 2, len(file) - 1} {
		refused("cut off", file[:length])
	}
	for at := 0; at < len(file); at += 1 + at/16 {
		damaged := bytes.Clone(file)
		damaged[at] ^= 0x10
		refused("damaged", damaged)
	}
}

// Rule sets that differ in nothing that the weights depend on share them; others do not.
func TestIdentify(t *testing.T) {
	ids := map[ID]string{}
	for _, family := range draughts.Families() {
		for _, r := range []draughts.Rules{family, family.Misere(), family.Breakthrough()} {
			same, ok := ids[Identify(r)]
			if want := family.Key == "filipino"; ok != want || ok && same != "brazilian" {
				t.Errorf("%s has the id of %q", r.Key, same)
			}
			ids[Identify(r)] = family.Key
		}
	}
	other, err := draughts.Find("american")
	must(t, err)
	before := Identify(other)
	other.Key, other.Name, other.Starts, other.Draws = "my-own", "My own", draughts.White, draughts.Draws{}
	if Identify(other) != before {
		t.Error("a name, who starts, and draws change the id")
	}
}

// All embedded files are for a built-in rule set, and can be read.
func TestEmbedded(t *testing.T) {
	found := 0
	for _, key := range draughts.Keys() {
		v := variant(t, key)
		name := embeddedNames()[Identify(v.Rules())]
		if name != "weights/"+key+".weights" {
			continue
		}
		found++
		file, err := embedded.Open(name)
		must(t, err)
		if _, err := Read(v, file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if files, err := embedded.ReadDir("weights"); err != nil || len(files) != found {
		t.Errorf("of %d files, %d are for the rule set in their name", len(files), found)
	}
}

// A rule set that is compiled anew has the same Evaluator, which does not keep the Variant alive.
func TestFor(t *testing.T) {
	rules := variant(t, "russian").Rules()
	compile := func() *draughts.Variant {
		v, err := draughts.Compile(rules)
		must(t, err)
		return v
	}
	v := compile()
	e, variant := For(v), weak.Make(v)
	v = nil
	runtime.GC()
	if variant.Value() != nil {
		t.Error("the Evaluator keeps the Variant alive")
	}
	if For(compile()) != e {
		t.Error("the same rules have another Evaluator")
	}
	rules.Board.Corner = draughts.Right
	mirrored := compile()
	if For(mirrored) == e {
		t.Error("the mirrored board has the Evaluator of the other")
	}
}

// However many rule sets are played, few Evaluators are held.
func TestForIsBounded(t *testing.T) {
	all := map[weak.Pointer[Evaluator]]bool{} // some rule sets share one
	for _, key := range draughts.Keys()[:3*mostKnown] {
		all[weak.Make(For(variant(t, key)))] = true
	}
	runtime.GC()
	alive := 0
	for e := range all {
		if e.Value() != nil {
			alive++
		}
	}
	if alive > mostKnown {
		t.Errorf("%d Evaluators are held, and %d can be", alive, mostKnown)
	}
}

// A mirrored board has the same value as the board it mirrors.
func TestMirrored(t *testing.T) {
	brazilian, filipino := variant(t, "brazilian"), variant(t, "filipino")
	ours, theirs := randomEvaluator(brazilian), randomEvaluator(filipino)
	if ours.features.layout != theirs.features.layout {
		t.Error("mirrored boards have different layouts")
	}
	for _, n := range nodes(t, brazilian, 3) {
		var mirrored draughts.Node
		mirror := func(squares draughts.Bits) (all draughts.Bits) {
			for q := draughts.Square(1); brazilian.Has(q); q++ {
				if !squares.And(draughts.BitsOf(brazilian.Bit(q))).Empty() {
					x, y := brazilian.XY(q)
					all = all.Or(draughts.BitsOf(filipino.Bit(filipino.SquareAt(7-x, y))))
				}
			}
			return all
		}
		mirrored.Us, mirrored.Them, mirrored.Kings, mirrored.Turn = mirror(n.Us), mirror(n.Them), mirror(n.Kings), n.Turn
		if got, want := theirs.Value(&mirrored), ours.Value(&n); got != want {
			t.Fatalf("%+v is worth %d, mirrored %d", n, want, got)
		}
	}
}

// Whatever is behind a valid header does no harm.
func FuzzWeights(f *testing.F) {
	v := variant(f, "american")
	file, err := FeaturesOf(v).Encode(randomWeights(v))
	must(f, err)
	length := binary.Size(header{})
	f.Add(file[length:])
	f.Add(file[length : length+100])
	h, err := readHeader(bytes.NewReader(file))
	must(f, err)
	start := v.Start().Node()
	f.Fuzz(func(t *testing.T, body []byte) {
		h.Checksum = crc32.ChecksumIEEE(body)
		var file bytes.Buffer
		must(t, binary.Write(&file, binary.LittleEndian, h))
		file.Write(body)
		if e, err := Read(v, &file); err == nil {
			e.Value(&start)
		}
	})
}
