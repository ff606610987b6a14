package bot

import (
	"encoding/binary"
	"hash/fnv"
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// mark is what a message tells of: something that happened once. It is written into the
// message, by which people can be seen to have been told even if the bot fell before it
// knew. The zero mark marks nothing.
type mark int

// markOfGame marks what shows a game as it is now. When that came to be is part of it: a
// game that was restored from a backup goes on otherwise than what people have read.
func markOfGame(g *game.Game) mark {
	return marked("g", string(g.ID), uint64(g.Seq()), uint64(g.Changed().UnixMilli()))
}

// markOfChallenge marks what shows a challenge as it is now.
func markOfChallenge(ch *game.Challenge) mark {
	when := ch.Made
	if ch.State != game.Open {
		when = ch.Closed
	}
	return marked("c", string(ch.ID), uint64(ch.State), uint64(when.UnixMilli()))
}

// markOfOpen marks what showed a challenge when it was open.
func markOfOpen(ch *game.Challenge) mark {
	open := *ch
	open.State = game.Open
	return markOfChallenge(&open)
}

// marked makes a mark. Discord numbers what a message is made of from 1, and takes
// numbers of 31 bits; these are all above what it gives by itself.
func marked(kind, id string, facts ...uint64) mark {
	h := fnv.New32a()
	h.Write([]byte(kind + id))
	for _, n := range facts {
		h.Write(binary.BigEndian.AppendUint64(nil, n))
	}
	return mark(h.Sum32()&(1<<31-1) | 1<<30)
}

// nonce tells a message from others that might be sent twice.
func (m *message) nonce() string { return "m" + strconv.FormatInt(int64(m.mark), 36) }

// bears tells whether a message bears a mark.
func bears(m *dg.Message, of mark) bool {
	if m == nil || of == 0 {
		return false
	}
	for _, c := range m.Components {
		if c, ok := c.(*dg.Container); ok && c.ID == int(of) {
			return true
		}
	}
	return false
}
