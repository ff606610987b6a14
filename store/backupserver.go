package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Other processes cannot open a file while a referee has it, not even to copy it. So the referee's
// process serves copies over a socket beside the file. A client that connects receives the length
// in eight bytes, and the copy.

// copyTimeout is how long one side of a copy waits for the other.
const copyTimeout = 30 * time.Second

func socketOf(path string) string { return follow(path) + ".sock" }

// Serve serves copies of the file to FetchBackup in other processes of the same user, until the
// context is done.
func (s *Store) Serve(ctx context.Context) error {
	name := socketOf(s.path)
	// This process has the file, so a socket that is there was left by one that was killed.
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	listener, err := listen(name)
	if err != nil {
		return err
	}
	defer listener.Close()
	stop := context.AfterFunc(ctx, func() { listener.Close() })
	defer stop()
	for {
		connection, err := listener.Accept()
		switch {
		case err != nil && ctx.Err() != nil:
			return nil
		case err != nil: // too many files are open, for example
			return err
		}
		// One at a time, because each keeps pages from being used again. If one fails, the client
		// notices that its copy is not complete.
		_ = s.serveCopy(ctx, connection)
	}
}

func (s *Store) serveCopy(ctx context.Context, connection net.Conn) error {
	defer connection.Close()
	stop := context.AfterFunc(ctx, func() { connection.Close() })
	defer stop()
	out := deadlineConn{connection}
	return s.db.View(func(tx *bolt.Tx) error {
		if err := binary.Write(out, binary.BigEndian, uint64(tx.Size())); err != nil {
			return err
		}
		_, err := tx.WriteTo(out)
		return err
	})
}

// deadlineConn is a connection that times out if a single read or write takes too long.
type deadlineConn struct{ net.Conn }

func (p deadlineConn) Write(b []byte) (int, error) {
	if err := p.SetWriteDeadline(time.Now().Add(copyTimeout)); err != nil {
		return 0, err
	}
	return p.Conn.Write(b)
}

func (p deadlineConn) Read(b []byte) (int, error) {
	if err := p.SetReadDeadline(time.Now().Add(copyTimeout)); err != nil {
		return 0, err
	}
	return p.Conn.Read(b)
}

// ErrNotServed is the error of FetchBackup if the process that has the file serves no copies.
var ErrNotServed = errors.New("the process that has the file serves no copies")

// FetchBackup writes a copy of a file that another process has open and serves.
func FetchBackup(path string, w io.Writer) error {
	connection, err := net.DialTimeout("unix", socketOf(path), copyTimeout)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrNotServed, err)
	}
	defer connection.Close()
	in := deadlineConn{connection}
	var length uint64
	if err := binary.Read(in, binary.BigEndian, &length); err != nil {
		return fmt.Errorf("the copy did not begin; if another one is being made, try again after that: %w", err)
	}
	if n, err := io.CopyN(w, in, int64(length)); err != nil {
		return fmt.Errorf("the copy broke off after %d of %d bytes: %w", n, length, err)
	}
	return nil
}
