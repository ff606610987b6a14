// Package record keeps games that the program played against itself, in files.
//
// A file is a header and one record for each game, in the order of their numbers: the length of the
// record and its checksum, then the record. What was cut off at the end by a kill is played again.
package record

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"slices"

	"doublecorner/game/draughts"
	"doublecorner/game/search/evaluation"
)

var magic = [8]byte{'D', 'C', 'g', 'a', 'm', 'e', 's', '1'}

// Header begins a file.
type Header struct {
	Magic [8]byte
	Rules evaluation.ID
	Seed  uint64
}

// Game is a game as it is stored.
type Game struct {
	Opening int     // how many of the moves are random
	Moves   []uint8 // each by its number among the moves that the generator lists
	Scores  []int16 // of the moves after the opening, in hundredths of a man to the side to move
	Result  int     // 1 if White won, 0 for a draw, -1 if Black won
}

// Note adds a move.
func (g *Game) Note(p draughts.Position, m draughts.Move) error {
	number := slices.Index(p.AppendMoves(nil), m)
	if number < 0 || number > 255 {
		return errors.New("a move that cannot be stored")
	}
	g.Moves = append(g.Moves, uint8(number))
	return nil
}

// Outcome returns 1 if a side won, and 0 if it lost.
func (g *Game) Outcome(side draughts.Side) float64 {
	if side == draughts.Black {
		return 0.5 - float64(g.Result)/2
	}
	return 0.5 + float64(g.Result)/2
}

// Until returns the game as it was after a number of moves.
func (g *Game) Until(v *draughts.Variant, moves int) (*draughts.History, error) {
	h := draughts.NewHistory(v.Start())
	for _, number := range g.Moves[:moves] {
		legal := h.Position().AppendMoves(nil)
		if int(number) >= len(legal) {
			return nil, fmt.Errorf("there is no move %d", number)
		}
		if err := h.PlayOn(legal[number]); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// Record returns a game as a file has it.
func (g *Game) Record() []byte {
	body := []byte{byte(g.Opening), byte(g.Result + 1)}
	body = binary.LittleEndian.AppendUint16(body, uint16(len(g.Moves)))
	body = append(body, g.Moves...)
	for _, s := range g.Scores {
		body = binary.LittleEndian.AppendUint16(body, uint16(s))
	}
	record := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
	record = binary.LittleEndian.AppendUint32(record, crc32.ChecksumIEEE(body))
	return append(record, body...)
}

// ReadRecord reads a record. It returns io.EOF after the last whole one.
func ReadRecord(r io.Reader) (Game, int64, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return Game{}, 0, io.EOF
	}
	body := make([]byte, binary.LittleEndian.Uint32(head[:])&0xffff)
	if _, err := io.ReadFull(r, body); err != nil || len(body) < 4 || crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(head[4:]) {
		return Game{}, 0, io.EOF
	}
	g := Game{Opening: int(body[0]), Result: int(body[1]) - 1}
	plies := int(binary.LittleEndian.Uint16(body[2:]))
	if len(body) != 4+plies+2*(plies-g.Opening) {
		return Game{}, 0, io.EOF
	}
	g.Moves = body[4 : 4+plies]
	for rest := body[4+plies:]; len(rest) > 0; rest = rest[2:] {
		g.Scores = append(g.Scores, int16(binary.LittleEndian.Uint16(rest)))
	}
	return g, int64(len(head) + len(body)), nil
}

// Read calls use for every game of a file, and returns where the last whole one ends.
func Read(v *draughts.Variant, file io.Reader, use func(Game)) (Header, int64, error) {
	r := bufio.NewReaderSize(file, 1<<20)
	var h Header
	if binary.Read(r, binary.LittleEndian, &h) != nil || h.Magic != magic {
		return h, 0, errors.New("this is no file of games")
	}
	if h.Rules != evaluation.Identify(v.Rules()) {
		return h, 0, errors.New("the games are those of another rule set")
	}
	end := int64(binary.Size(h))
	for {
		g, size, err := ReadRecord(r)
		if err == io.EOF {
			return h, end, nil
		}
		use(g)
		end += size
	}
}

// ReadFile returns the games of a file, and the seed from which they were played.
func ReadFile(v *draughts.Variant, name string) (games []Game, seed uint64, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	h, _, err := Read(v, file, func(g Game) { games = append(games, g) })
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", name, err)
	}
	return games, h.Seed, nil
}

// File is a file to which games are appended.
type File struct {
	*os.File
	Games int // how many there are
}

// Append opens a file of games to go on with it, or begins one.
func Append(v *draughts.Variant, name string, seed uint64) (*File, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	f := &File{File: file}
	if err := f.goOn(v, seed); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

func (f *File) goOn(v *draughts.Variant, seed uint64) error {
	if info, err := f.Stat(); err != nil || info.Size() == 0 {
		var head bytes.Buffer
		binary.Write(&head, binary.LittleEndian, Header{magic, evaluation.Identify(v.Rules()), seed})
		_, err := f.Write(head.Bytes())
		return err
	}
	h, end, err := Read(v, f, func(Game) { f.Games++ })
	switch {
	case err != nil:
		return err
	case h.Seed != seed:
		return fmt.Errorf("the games were begun with seed %d", h.Seed)
	}
	if err := f.Truncate(end); err != nil {
		return err
	}
	_, err = f.Seek(end, io.SeekStart)
	return err
}

// Add writes a game behind the others.
func (f *File) Add(g Game) error {
	f.Games++
	_, err := f.Write(g.Record())
	return err
}
