package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"doublecorner/game"
	"doublecorner/store/internal/index"
	"doublecorner/store/internal/record"
)

// transaction implements game.Tx by a transaction of the server. It begins with its first statement.
// Statements wait in a batch until something is read; then all are sent, and their answers come
// together.
type transaction struct {
	record.ByKey
	store      *Store
	ctx        context.Context
	writes     bool // it is an Update's
	conn       *pgxpool.Conn
	batch      *pgx.Batch
	begun      bool  // the batch or the server has its beginning
	alone      bool  // the statements that are added need no beginning
	answered   bool  // the server has answered
	committing bool  // its commit was sent
	dirty      bool  // it wrote something
	err        error // the first error of the server, after which nothing more is sent

	known   map[record.Key][]byte // records as they are now, nil if there is none
	fetched map[string]any        // rows that were read ahead, by statement; none once something was written
	rows    map[record.Key][]row  // of games, challenges and tournaments as they are now
	counts  map[count]int         // what to add to rank_counts
	numbers []game.AnnouncementID // drawn and not used yet

	fetching bool     // reads are only added to the batch, and find nothing
	arrivals []func() // notes the records that were read ahead, after the next flush
}

var _ game.Tx = (*transaction)(nil)

func (s *Store) transaction(ctx context.Context, writes bool) *transaction {
	t := &transaction{
		store: s, ctx: ctx, writes: writes, batch: &pgx.Batch{},
		known: map[record.Key][]byte{}, fetched: map[string]any{}, rows: map[record.Key][]row{}, counts: map[count]int{},
	}
	t.ByKey = record.ByKey{Records: t}
	return t
}

const (
	beginUpdate = "BEGIN ISOLATION LEVEL SERIALIZABLE"
	beginView   = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
	beginLookup = "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"

	// PostgreSQL reads a small table as a whole, and then the transaction seems to depend on all that write
	// to it. With this setting, a statement without an index takes long, because the server compiles it.
	noSequentialScans = "SET LOCAL enable_seqscan = off"
)

// queue adds a statement to the batch.
func (t *transaction) queue(sql string, args ...any) *pgx.QueuedQuery {
	if !t.begun && !t.alone {
		t.begun = true
		if t.writes {
			t.batch.Queue(beginUpdate)
			t.batch.Queue(noSequentialScans)
		} else {
			t.batch.Queue(beginView)
		}
	}
	return t.batch.Queue(sql, args...)
}

// write adds a statement that changes something to the batch.
func (t *transaction) write(sql string, args ...any) error {
	t.dirty = true
	clear(t.fetched)
	t.queue(sql, args...)
	return t.err
}

// flush sends the batch and waits for the answers.
func (t *transaction) flush() error {
	if t.err != nil || t.batch.Len() == 0 {
		return t.err
	}
	if t.err = t.send(); t.err == nil {
		t.answered = true
		t.batch = &pgx.Batch{}
	}
	return t.err
}

func (t *transaction) send() (err error) {
	ctx, cancel := context.WithTimeout(t.ctx, answerWithin)
	defer cancel()
	if t.conn == nil {
		if t.conn, err = t.store.pool.Acquire(ctx); err != nil {
			return err
		}
	}
	t.store.trips.Add(1)
	return t.conn.SendBatch(ctx, t.batch).Close()
}

// commit sends what is left of the batch and commits.
func (t *transaction) commit() error {
	if !t.begun {
		return t.err
	}
	t.writeCounts()
	if !t.answered {
		t.flush() // which may be tried again, unlike a commit
	}
	t.queue("COMMIT")
	t.committing = t.err == nil
	return t.flush()
}

// end gives the connection back. If the transaction has not been committed, end does so in the background with one that only
// reads, which the server's statistics would count as failed otherwise, and rolls back another.
func (t *transaction) end() {
	conn := t.conn
	if t.conn = nil; conn == nil {
		return
	}
	if conn.Conn().IsClosed() || conn.Conn().PgConn().TxStatus() == 'I' {
		conn.Release()
		return
	}
	statement := "COMMIT"
	if t.writes {
		statement = "ROLLBACK"
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), answerWithin)
		defer cancel()
		conn.Exec(ctx, statement) // if that fails, Release closes the connection
		conn.Release()
	}()
}

// query reads rows, unless they were read ahead. It sends what waits in the batch, too.
func query[T any](t *transaction, scan pgx.RowToFunc[T], sql string, args ...any) ([]T, error) {
	statement := ""
	if t.fetching || len(t.fetched) > 0 {
		statement = fmt.Sprintf("%s %#v", sql, args)
	}
	list, known := t.fetched[statement].(*[]T)
	if !known {
		list = ahead(t, scan, sql, args...)
	}
	if t.fetching {
		t.fetched[statement] = list
		return nil, nil
	}
	if !known {
		t.flush()
	}
	return *list, t.err
}

// ahead adds a read to the batch. The list has its rows after the next flush.
func ahead[T any](t *transaction, scan pgx.RowToFunc[T], sql string, args ...any) *[]T {
	list := new([]T)
	t.queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		*list, err = pgx.AppendRows([]T(nil), rows, scan) // not to those of an earlier try
		return err
	})
	return list
}

// value reads one value; the zero value if there is none.
func value[T any](t *transaction, sql string, args ...any) (T, error) {
	list, err := query(t, pgx.RowTo[T], sql, args...)
	if err != nil || len(list) == 0 {
		return *new(T), err
	}
	return list[0], nil
}

// record reads a record, unless it is known, or returns game.ErrNotFound.
func (t *transaction) record(k record.Key) ([]byte, error) {
	b, known := t.known[k]
	table, key := tableOf(k)
	switch {
	case known, !isText(k.Text):
	case t.fetching:
		list := ahead(t, pgx.RowTo[[]byte], table.get, key...)
		t.arrivals = append(t.arrivals, func() {
			t.known[k] = nil
			if len(*list) > 0 {
				t.known[k] = (*list)[0]
			}
		})
	default:
		var err error
		if b, err = value[[]byte](t, table.get, key...); err != nil {
			return nil, err
		}
		t.learn(k, b)
	}
	if b == nil {
		return nil, game.ErrNotFound
	}
	return b, nil
}

// learn notes what a record is now. A View can be long and reads nothing twice, so it notes nothing.
func (t *transaction) learn(k record.Key, b []byte) {
	if t.writes {
		t.known[k] = b
	}
}

// Expect implements what game.Expect looks for: it reads ahead.
func (t *transaction) Expect(e game.Expectation) {
	if !t.writes {
		clear(t.known) // a View can be long
	}
	t.fetching = true
	if e.Answer != "" && !t.begun {
		// Answers are put in the order of their requests. If each transaction read the end of the index
		// at which the others write, they would seem to depend on each other, and fail. So this is read
		// before the transaction begins. Should the answer be written meanwhile, PutAnswerRecord fails.
		t.alone = true
		t.queue(beginLookup)
		t.AnswerRecord(e.Answer)
		t.queue("COMMIT")
	}
	t.alone = e.Only && !t.begun && !t.writes // one statement is a transaction of its own
	if e.Service {
		t.Service()
	}
	if e.Erasing != game.Anyone {
		t.Erasure(e.Erasing)
	}
	if e.Game != "" {
		t.Game(e.Game)
	}
	if e.Challenge != "" {
		t.Challenge(e.Challenge)
	}
	for _, k := range e.Entries {
		t.LeaderboardEntry(k.Person, k.Leaderboard)
	}
	for _, id := range e.Reviews {
		t.Review(id)
	}
	for _, id := range e.Pending {
		t.record(announcementKey(id))
	}
	if e.Reads != nil {
		e.Reads()
	}
	t.fetching = false
	numbers := &[]game.AnnouncementID{}
	if n := e.Announced - len(t.numbers); n > 0 {
		numbers = ahead(t, pgx.RowTo[game.AnnouncementID], drawNumbers, n)
	}
	err := t.flush()
	t.alone = false
	if err != nil {
		return // what is read next fails, too
	}
	for _, arrive := range t.arrivals {
		arrive()
	}
	t.arrivals = nil
	t.numbers = append(t.numbers, *numbers...)
}

// count is a row of rank_counts.
type count struct {
	board         game.Leaderboard
	level, prefix int
}

func (c count) key() []any { return append(boardArgs(c.board), c.level, c.prefix) }

// addCounts adds n to the counts of entries of a leaderboard with a rank key.
func (t *transaction) addCounts(b game.Leaderboard, h game.RankKey, n int) {
	for level := 1; level <= index.Levels; level++ {
		t.counts[count{b, level, int(index.Prefix(h, level))}] += n
	}
}

// writeCounts writes the counts in one order, so that no two transactions wait for each other.
func (t *transaction) writeCounts() {
	order := slices.SortedFunc(maps.Keys(t.counts), func(a, b count) int {
		return cmp.Or(compareBoards(a.board, b.board), cmp.Compare(a.level, b.level), cmp.Compare(a.prefix, b.prefix))
	})
	for _, c := range order {
		n := t.counts[c]
		if n != 0 {
			t.write(addToCount, append(c.key(), n)...)
		}
		if n < 0 {
			t.write(deleteCount, c.key()...)
		}
	}
	clear(t.counts)
}

const (
	addToCount = `INSERT INTO rank_counts (pool, place, month, level, prefix, entries) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (pool, place, month, level, prefix) DO UPDATE SET entries = rank_counts.entries + excluded.entries`
	deleteCount = "DELETE FROM rank_counts WHERE pool = $1 AND place = $2 AND month = $3 AND level = $4 AND prefix = $5 AND entries = 0"
)

var errNoText = errors.New("it is no text that a database can hold")
