package bot

import (
	"context"
	"errors"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// Poster reaches rooms otherwise than by answering somebody.
type Poster interface {
	// Post sends a message to a room. Sending one of the same nonce again within a few
	// minutes sends nothing.
	Post(ctx context.Context, room game.RoomID, m *Message, nonce string) (*dg.Message, error)
	// Edit changes a message of the bot's. It waits until that may be done, and asks then what
	// it is to become.
	Edit(ctx context.Context, room game.RoomID, post game.PostID, makeMessage func() (*Message, error)) error
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
