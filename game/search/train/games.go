package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"doublecorner/game/draughts"
	"doublecorner/game/search/evaluation"
)

// A file of games is a header and one record for each game, in the order of their numbers: the
// length of the record and its checksum, then the record. What was cut off at the end by a kill is
// played again.

var gamesMagic = [8]byte{'D', 'C', 'g', 'a', 'm', 'e', 's', '1'}

type gamesHeader struct {
	Magic [8]byte
	Rules evaluation.ID
	Seed  uint64
}

// game is a game as it is kept.
type game struct {
	opening int     // how many of the moves are random
	moves   []uint8 // each by its number among the moves that the generator lists
	scores  []int16 // of the moves after the opening, in hundredths of a man to the side to move
	result  int     // 1 if White won, 0 for a draw, -1 if Black won
}

func (g game) record() []byte {
	body := []byte{byte(g.opening), byte(g.result + 1)}
	body = binary.LittleEndian.AppendUint16(body, uint16(len(g.moves)))
	body = append(body, g.moves...)
	for _, s := range g.scores {
		body = binary.LittleEndian.AppendUint16(body, uint16(s))
	}
	record := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
	record = binary.LittleEndian.AppendUint32(record, crc32.ChecksumIEEE(body))
	return append(record, body...)
}

// readGame reads a record. It returns io.EOF after the last whole one.
func readGame(r io.Reader) (game, int64, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return game{}, 0, io.EOF
	}
	body := make([]byte, binary.LittleEndian.Uint32(head[:])&0xffff)
	if _, err := io.ReadFull(r, body); err != nil || len(body) < 4 || crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(head[4:]) {
		return game{}, 0, io.EOF
	}
	g := game{opening: int(body[0]), result: int(body[1]) - 1}
	plies := int(binary.LittleEndian.Uint16(body[2:]))
	if len(body) != 4+plies+2*(plies-g.opening) {
		return game{}, 0, io.EOF
	}
	g.moves = body[4 : 4+plies]
	for rest := body[4+plies:]; len(rest) > 0; rest = rest[2:] {
		g.scores = append(g.scores, int16(binary.LittleEndian.Uint16(rest)))
	}
	return g, int64(len(head) + len(body)), nil
}

// readGames calls use for every game of a file, and returns where the last whole one ends.
func readGames(v *draughts.Variant, file io.Reader, use func(game)) (gamesHeader, int64, error) {
	r := bufio.NewReaderSize(file, 1<<20)
	var h gamesHeader
	if binary.Read(r, binary.LittleEndian, &h) != nil || h.Magic != gamesMagic {
		return h, 0, errors.New("this is no file of games")
	}
	if h.Rules != evaluation.Identify(v.Rules()) {
		return h, 0, errors.New("the games are those of another rule set")
	}
	end := int64(binary.Size(h))
	for {
		g, size, err := readGame(r)
		if err == io.EOF {
			return h, end, nil
		}
		use(g)
		end += size
	}
}

// gamesFile is a file to which games are appended.
type gamesFile struct {
	*os.File
	games int // how many there are
}

// appendGames opens a file of games to go on with it, or begins one.
func appendGames(v *draughts.Variant, name string, seed uint64) (*gamesFile, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	f := &gamesFile{File: file}
	if err := f.goOn(v, seed); err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

func (f *gamesFile) goOn(v *draughts.Variant, seed uint64) error {
	if info, err := f.Stat(); err != nil || info.Size() == 0 {
		var head bytes.Buffer
		binary.Write(&head, binary.LittleEndian, gamesHeader{gamesMagic, evaluation.Identify(v.Rules()), seed})
		_, err := f.Write(head.Bytes())
		return err
	}
	h, end, err := readGames(v, f, func(game) { f.games++ })
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

func (f *gamesFile) add(g game) error {
	f.games++
	_, err := f.Write(g.record())
	return err
}
