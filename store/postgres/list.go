package postgres

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"doublecorner/game"
)

// isText reports whether a column of type text can hold an id. What people's clients hand back may be
// anything.
func isText(id string) bool { return utf8.ValidString(id) && !strings.ContainsRune(id, 0) }

// mark says where a page of a list begins: after an item with a number and an id. The number is a time,
// or a rank key.
type mark struct {
	number int64
	id     string
}

func (m mark) cursor() game.Cursor {
	return game.Cursor(base64.RawURLEncoding.EncodeToString(append(binary.BigEndian.AppendUint64(nil, uint64(m.number)), m.id...)))
}

// readCursor reads a cursor. If it is of no mark, there is none, and the page begins with the list.
func readCursor(c game.Cursor) (m mark, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(string(c))
	if err != nil || len(b) < 8 || !isText(string(b[8:])) {
		return mark{}, false
	}
	return mark{int64(binary.BigEndian.Uint64(b)), string(b[8:])}, true
}

// list is a list of records, the newest first.
type list struct {
	table  string // that has its lines
	where  string
	args   []any  // of the condition
	at, id string // the columns with the time and the id
}

// item is a line of a list.
type item struct {
	at     time.Time
	id     string
	record []byte
}

func scanItem(row pgx.CollectableRow) (i item, err error) {
	return i, row.Scan(&i.at, &i.id, &i.record)
}

// page reads a page of a list of records.
func (k indexed[ID, T]) page(t *transaction, l list, from game.Cursor, most int) (p game.Page[*T], err error) {
	lines, args := fmt.Sprintf("SELECT %s AS at, %s AS id FROM %s WHERE %s", l.at, l.id, l.table, l.where), slices.Clone(l.args)
	if m, ok := readCursor(from); ok && isTime(m.number) {
		lines += fmt.Sprintf(" AND (%s, %s) < ($%d, $%d)", l.at, l.id, len(args)+1, len(args)+2)
		args = append(args, time.UnixMilli(m.number).UTC(), m.id)
	}
	lines += fmt.Sprintf(" ORDER BY %s DESC, %s DESC LIMIT $%d", l.at, l.id, len(args)+1)
	sql := fmt.Sprintf("SELECT lines.at, lines.id, r.record FROM (%s) AS lines JOIN %s AS r ON r.%s = lines.id ORDER BY lines.at DESC, lines.id DESC",
		lines, k.table.name, k.table.columns[0])
	items, err := query(t, scanItem, sql, append(args, most+1)...)
	if err != nil {
		return p, err
	}
	return pageOf(items, most, func(i item) mark { return mark{i.at.UnixMilli(), i.id} }, k.ofItem(t))
}

// ofItem returns what reads the record of a line.
func (k indexed[ID, T]) ofItem(t *transaction) func(item) (*T, error) {
	return func(i item) (*T, error) { return k.of(t, ID(i.id), i.record) }
}

// pageOf makes a page of at most so many items; if there are more, another page follows.
func pageOf[I, T any](items []I, most int, markOf func(I) mark, read func(I) (T, error)) (p game.Page[T], err error) {
	for _, i := range items[:min(most, len(items))] {
		read, err := read(i)
		if err != nil {
			return game.Page[T]{}, err
		}
		p.Items = append(p.Items, read)
	}
	if 0 < most && most < len(items) {
		p.Next = markOf(items[most-1]).cursor()
	}
	return p, nil
}

// isTime reports whether a number of milliseconds is a time that a database can hold.
func isTime(ms int64) bool {
	const year = 365 * 24 * 60 * 60 * 1000
	return -1500*year < ms && ms < 4500*year
}

// count counts the items of a list, up to most.
func (l list) count(t *transaction, most int) (int, error) {
	return value[int](t, fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %s WHERE %s LIMIT $%d) AS those", l.table, l.where, len(l.args)+1), append(slices.Clone(l.args), most)...)
}
