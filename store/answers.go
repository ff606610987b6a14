package store

import (
	"time"

	"doublecorner/game"
	"doublecorner/store/internal/record"
)

func (t *transaction) AnswerRecord(id game.RequestID) (a game.AnswerRecord, err error) {
	value := t.bucket(answersBucket).Get([]byte(id))
	if value == nil {
		return a, game.ErrNotFound
	}
	return a, record.Answered.Read(value, &a)
}

func (t *transaction) PutAnswerRecord(id game.RequestID, a game.AnswerRecord) error {
	return t.putIndexed(answersBucket, []byte(id), record.Answered.Write(&a), answerEntries(id, &a))
}

func (t *transaction) DeleteAnswerRecords(before time.Time, most int) (int, error) {
	old := earliest[string](t.bucket(answersByAge), game.Instant(before.UnixMilli())-1, most)
	for _, id := range old {
		if err := t.putIndexed(answersBucket, []byte(id), nil, nil); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}
