package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Other processes cannot open a file that a referee has, not even to copy it. So
// the referee's process gives copies away itself, over a socket beside the file:
// whoever connects gets eight bytes of length, a copy, and its SHA-256.

// patience is how long one side of a copy waits for the other.
const patience = 30 * time.Second

func socketOf(path string) string { return path + ".sock" }

// Serve gives copies of the file to other processes of the same user, for
// FetchBackup, until the context is done.
func (s *Store) Serve(ctx context.Context) error {
	name := socketOf(s.path)
	// The file is ours alone, so a socket that is there was left by a process that died.
	if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	listener, err := listen(name)
	if err != nil {
		return fmt.Errorf("backups cannot be made while the program runs: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { listener.Close() })
	defer stop()
	for {
		connection, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		// One at a time: each holds on to what was there when it began. If one breaks
		// off, who asked for it sees that it is not whole.
		_ = s.give(ctx, connection)
	}
}

func (s *Store) give(ctx context.Context, connection net.Conn) error {
	defer connection.Close()
	stop := context.AfterFunc(ctx, func() { connection.Close() })
	defer stop()
	out := patient{connection}
	return s.db.View(func(tx *bolt.Tx) error {
		if err := binary.Write(out, binary.BigEndian, uint64(tx.Size())); err != nil {
			return err
		}
		sum := sha256.New()
		if _, err := tx.WriteTo(io.MultiWriter(out, sum)); err != nil {
			return err
		}
		_, err := out.Write(sum.Sum(nil))
		return err
	})
}

// patient is a connection whose other side may be slow, but not asleep.
type patient struct{ net.Conn }

func (p patient) Write(b []byte) (int, error) {
	if err := p.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return 0, err
	}
	return p.Conn.Write(b)
}

func (p patient) Read(b []byte) (int, error) {
	if err := p.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return 0, err
	}
	return p.Conn.Read(b)
}

// noting is a writer that notes what went wrong.
type noting struct {
	w   io.Writer
	err error
}

func (n *noting) Write(b []byte) (int, error) {
	done, err := n.w.Write(b)
	n.err = err
	return done, err
}

// ErrNotServed says that the process that has a file gives no copies away.
var ErrNotServed = errors.New("the process that has the file gives no copies")

// FetchBackup writes a copy of a file that another process has and serves.
func FetchBackup(path string, w io.Writer) error {
	connection, err := net.DialTimeout("unix", socketOf(path), patience)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrNotServed, err)
	}
	defer connection.Close()
	in := patient{connection}
	var length uint64
	if err := binary.Read(in, binary.BigEndian, &length); err != nil {
		return fmt.Errorf("the copy did not begin: %w", err)
	}
	sum := sha256.New()
	out := &noting{w: w}
	n, err := io.Copy(io.MultiWriter(out, sum), io.LimitReader(in, int64(length)))
	if out.err != nil { // the other side is not to blame
		return out.err
	}
	if err == nil && uint64(n) != length {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("the copy broke off after %d of %d bytes: %w", n, length, err)
	}
	var want [sha256.Size]byte
	if _, err := io.ReadFull(in, want[:]); err != nil {
		return fmt.Errorf("the copy broke off before its end: %w", err)
	}
	if [sha256.Size]byte(sum.Sum(nil)) != want {
		return errors.New("the copy was damaged on its way; try again")
	}
	return nil
}
