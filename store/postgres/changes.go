package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"doublecorner/game"
)

// Change is a change of a game by some process, after its commit.
type Change struct {
	Game    game.GameID
	Players [2]game.PersonID
}

// changesChannel is the channel of the server on which processes tell each other of changes.
const changesChannel = "doublecorner_changes"

// quietFor is how long nothing comes before Listen asks itself whether it still hears.
const quietFor = 30 * time.Second

// ErrDeaf says that the server accepts a listener, and tells it nothing, as behind a pooler in transaction mode.
var ErrDeaf = errors.New("nothing is heard from the database: a pooler is before it that does not keep the connection")

// Tell tells the processes that Listen of changes. It is no part of the transactions that changed the games, because those would
// wait for each other at their commits; so what a process does not tell before it is killed is heard by nobody.
func (s *Store) Tell(ctx context.Context, changes ...Change) error {
	var texts []string
	for _, c := range changes {
		texts = append(texts, fmt.Sprintf("%s %s %d %d", s.process, c.Game, c.Players[0], c.Players[1]))
	}
	return s.tell(ctx, texts...)
}

func (s *Store) tell(ctx context.Context, texts ...string) error {
	_, err := s.pool.Exec(ctx, "SELECT pg_notify('"+changesChannel+"', told) FROM unnest($1::text[]) told", texts)
	return s.explain(err)
}

// Listen calls heard with the changes that other processes tell, over a connection of its own, until the context ends or the
// connection does. It calls hears once it is sure to hear.
func (s *Store) Listen(ctx context.Context, hears func(), heard func(Change)) error {
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return s.explain(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+changesChannel); err != nil {
		return s.explain(err)
	}
	for sure := false; ; {
		// It tells itself something, at first and whenever nothing came for a while.
		if err := s.tell(ctx, s.process); err != nil {
			return err
		}
		patience := answerWithin
		for quiet := false; !quiet; patience = quietFor {
			text, err := hear(ctx, conn, patience)
			quiet = pgconn.Timeout(err) && ctx.Err() == nil
			switch {
			case quiet && patience == answerWithin && !sure:
				return ErrDeaf
			case quiet && patience == answerWithin:
				return s.explain(err)
			case quiet:
				continue
			case err != nil:
				return s.explain(err)
			case !sure:
				sure = true
				hears()
			}
			if c, ok := s.readChange(text); ok {
				heard(c)
			}
		}
	}
}

// hear waits for the next text on the channel, for a while.
func hear(ctx context.Context, conn *pgx.Conn, patience time.Duration) (text string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	n, err := conn.WaitForNotification(ctx)
	if err != nil {
		return "", err
	}
	return n.Payload, nil
}

// readChange reads a text of another process. What this one told is no news.
func (s *Store) readChange(text string) (c Change, ok bool) {
	process, rest, _ := strings.Cut(text, " ")
	n, _ := fmt.Sscan(rest, &c.Game, &c.Players[0], &c.Players[1])
	return c, process != s.process && n == 3
}
