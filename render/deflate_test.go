package render

import (
	"bytes"
	"compress/flate"
	"hash/adler32"
	"io"
	"math/rand/v2"
	"testing"
)

// inflated is what the standard library makes of compressed data.
func inflated(t testing.TB, d *deflater, data []byte, near []int) []byte {
	t.Helper()
	out := d.compress([]byte("before"), data, near)
	if !bytes.HasPrefix(out, []byte("before")) {
		t.Fatal("what was there before is gone")
	}
	back, err := io.ReadAll(flate.NewReader(bytes.NewReader(out[len("before"):])))
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestDeflate(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	noise := func(n, kinds int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.IntN(kinds))
		}
		return b
	}
	// Frequencies like Fibonacci's numbers make the longest codes there can be.
	var steep []byte
	for symbol, a, b := 0, 1, 1; symbol < 24; symbol, a, b = symbol+1, b, a+b {
		steep = append(steep, bytes.Repeat([]byte{byte(symbol)}, a)...)
	}
	random.Shuffle(len(steep), func(i, j int) { steep[i], steep[j] = steep[j], steep[i] })
	tests := map[string][]byte{
		"nothing":    nil,
		"one byte":   {7},
		"one colour": make([]byte, 100000),
		"two bytes":  {1, 2},
		"noise":      noise(70000, 256),
		"few kinds":  noise(70000, 3),
		"steep":      steep,
		"far apart":  append(append(noise(500, 256), make([]byte, window+10)...), noise(500, 256)...),
		"repeated":   bytes.Repeat(noise(641, 9), 200),
		"a word":     []byte("draughts"),
	}
	d := &deflater{} // the same for all: nothing is left from the one before
	for name, data := range tests {
		if back := inflated(t, d, data, []int{641, 156, 1}); !bytes.Equal(back, data) {
			t.Errorf("%s: %d bytes come back as %d others", name, len(data), len(back))
		}
		if got, want := adler32sum(data), adler32.Checksum(data); got != want {
			t.Errorf("%s: the checksum is %08x, want %08x", name, got, want)
		}
	}
	if got, want := adler32sum(bytes.Repeat([]byte{255}, 100003)), adler32.Checksum(bytes.Repeat([]byte{255}, 100003)); got != want {
		t.Errorf("white: the checksum is %08x, want %08x", got, want)
	}
}

// TestDeflateSize holds the compressor against the standard library's best.
func TestDeflateSize(t *testing.T) {
	v := usual(t)
	s := takeScratch()
	v.draw(s)
	var d deflater
	ours := len(d.compress(nil, s.c.pix, s.near[:]))
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	w.Write(s.c.pix)
	w.Close()
	if ours*100 > b.Len()*115 {
		t.Errorf("a board takes %d bytes, over 15%% more than the %d of compress/flate", ours, b.Len())
	}
	t.Logf("%d bytes; compress/flate at its best: %d", ours, b.Len())
}

func FuzzDeflate(f *testing.F) {
	f.Add([]byte("aaaaabaaaaab"), 6)
	f.Add(make([]byte, 1000), 1)
	f.Fuzz(func(t *testing.T, data []byte, near int) {
		if near < 1 || near > window {
			return
		}
		if back := inflated(t, &deflater{}, data, []int{near, 1}); !bytes.Equal(back, data) {
			t.Errorf("%q comes back as %q", data, back)
		}
	})
}

// BenchmarkDeflate compresses a board, beside the standard library.
func BenchmarkDeflate(b *testing.B) {
	v := usual(b)
	s := takeScratch()
	v.draw(s)
	b.Run("board", func(b *testing.B) {
		b.SetBytes(int64(len(s.c.pix)))
		for b.Loop() {
			s.out = s.deflater.compress(s.out[:0], s.c.pix, s.near[:])
		}
		b.ReportMetric(float64(len(s.out)), "bytes")
	})
	for name, level := range map[string]int{"flate-fastest": flate.BestSpeed, "flate-default": flate.DefaultCompression} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s.c.pix)))
			var out bytes.Buffer
			w, _ := flate.NewWriter(&out, level)
			for b.Loop() {
				out.Reset()
				w.Reset(&out)
				w.Write(s.c.pix)
				w.Close()
			}
			b.ReportMetric(float64(out.Len()), "bytes")
		})
	}
}
