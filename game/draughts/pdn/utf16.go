package pdn

import (
	"bufio"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// orderOf returns in which order the bytes of a text in UTF-16 stand; nil if it is not in UTF-16. It begins with a byte
// order mark or with a Latin letter or sign.
func orderOf(in *bufio.Reader) binary.ByteOrder {
	begin, _ := in.Peek(2)
	if len(begin) < 2 {
		return nil
	}
	switch first, second := begin[0], begin[1]; {
	case first == 0xff && second == 0xfe, first != 0 && second == 0:
		return binary.LittleEndian
	case first == 0xfe && second == 0xff, first == 0 && second != 0:
		return binary.BigEndian
	}
	return nil
}

// utf16Reader reads UTF-16 as UTF-8.
type utf16Reader struct {
	in      *bufio.Reader
	order   binary.ByteOrder
	bytes   [utf8.UTFMax]byte // of a rune
	encoded []byte            // those of them that are not yet returned
}

func (u *utf16Reader) Read(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		if len(u.encoded) == 0 {
			err = u.rune()
		}
		copied := copy(p[n:], u.encoded)
		n, u.encoded = n+copied, u.encoded[copied:]
	}
	return n, err
}

// rune reads the next rune.
func (u *utf16Reader) rune() error {
	unit, err := u.unit()
	if err != nil {
		return err
	}
	if utf16.IsSurrogate(unit) {
		low, err := u.unit()
		if err != nil {
			return err
		}
		unit = utf16.DecodeRune(unit, low)
	}
	u.encoded = utf8.AppendRune(u.bytes[:0], unit)
	return nil
}

func (u *utf16Reader) unit() (rune, error) {
	var unit [2]byte
	_, err := io.ReadFull(u.in, unit[:])
	if err == io.ErrUnexpectedEOF {
		err = io.EOF // half a unit at the end means nothing
	}
	return rune(u.order.Uint16(unit[:])), err
}
