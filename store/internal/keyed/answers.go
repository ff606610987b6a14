package keyed

import (
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *Tx) AnswerRecord(id game.RequestID) (a game.AnswerRecord, err error) {
	value, err := t.get(answersBucket, []byte(id))
	if err != nil {
		return a, err
	}
	return a, record.Answered.Read(value, &a)
}

func (t *Tx) PutAnswerRecord(id game.RequestID, a game.AnswerRecord) error {
	return t.putIndexed(answersBucket, []byte(id), record.Answered.Write(&a), answerEntries(id, &a))
}

func (t *Tx) DeleteAnswerRecords(before time.Time, most int) (int, error) {
	var old []Pair
	for p, err := range t.Pairs.Scan(answersByAge, Range{To: newKey().time(before), Most: most}) {
		if err != nil {
			return 0, err
		}
		old = append(old, p)
	}
	for _, p := range old {
		id := p.Key[timeWidth:]
		t.entries[location{answersBucket, string(id)}] = []entry{{answersByAge, p.Key, nil}} // so the record is not read
		if err := t.putIndexed(answersBucket, id, nil, nil); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}
