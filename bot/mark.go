package bot

import (
	"hash/fnv"
	"strconv"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// mark is what a message tells of: something that happened once. It is written into the
// message, by which people can be seen to have been told even if the bot fell before it
// knew. The zero mark marks nothing.
type mark int

// markOfGame marks what shows a game as it is now.
func markOfGame(g *game.Game) mark { return marked("g", string(g.ID), g.Seq()) }

// markOfChallenge marks what shows a challenge as it is now.
func markOfChallenge(ch *game.Challenge) mark { return marked("c", string(ch.ID), int(ch.State)) }

// marked makes a mark. Discord numbers what a message is made of from 1, and takes
// numbers of 31 bits; these are all above what it gives by itself.
func marked(kind, id string, n int) mark {
	h := fnv.New32a()
	h.Write([]byte(kind + id))
	h.Write([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
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
