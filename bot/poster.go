package bot

import (
	"context"
	"errors"
	"hash/fnv"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// Poster reaches rooms otherwise than by answering somebody.
type Poster interface {
	// Post sends a message to a room. Sending one of the same nonce again within a few
	// minutes sends nothing.
	Post(ctx context.Context, room game.RoomID, m *dg.MessageSend, nonce string) (*dg.Message, error)
	// Edit changes a message of the bot's.
	Edit(ctx context.Context, room game.RoomID, post game.PostID, m *dg.MessageEdit) error
	// Message returns a message.
	Message(ctx context.Context, room game.RoomID, post game.PostID) (*dg.Message, error)
	// Recent returns the last messages in a room: those since a time, and some before.
	Recent(ctx context.Context, room game.RoomID, since time.Time) ([]*dg.Message, error)
	// Direct returns the room in which only a person reads.
	Direct(ctx context.Context, p game.PersonID) (game.RoomID, error)
	// Parent returns the room that a thread is in; 0 if it is no thread.
	Parent(ctx context.Context, room game.RoomID) (game.RoomID, error)
	// Thread opens a thread in a room, and returns it.
	Thread(ctx context.Context, room game.RoomID, name string) (game.RoomID, error)
}

// ErrUnreachable is what a Poster's errors wrap when trying again is of no use: the
// room is gone, or nothing may be said there.
var ErrUnreachable = errors.New("unreachable")

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
