package record

import "doublecorner/game"

const answeredVersion = 1

// Answered writes an answer.
func Answered(a *game.AnswerRecord) []byte {
	w := begin(answeredVersion)
	w.time(a.At)
	w.byte(byte(a.Kind))
	w.text(string(a.Game))
	w.uint(uint64(a.Seq))
	w.text(string(a.Challenge))
	w.byte(byte(a.State))
	w.uint(uint64(len(a.Announced)))
	for _, id := range a.Announced {
		w.uint(uint64(id))
	}
	return w.b
}

// ReadAnswered reads an answer.
func ReadAnswered(b []byte) (game.AnswerRecord, error) {
	r, version := open(b)
	if version != answeredVersion {
		return game.AnswerRecord{}, unknown(version)
	}
	a := game.AnswerRecord{
		At: r.time(), Kind: game.RequestKind(r.byte()), Game: game.GameID(r.text()), Seq: int(r.uint()),
		Challenge: game.ChallengeID(r.text()), State: game.ChallengeState(r.byte()),
	}
	for range r.count() {
		a.Announced = append(a.Announced, game.AnnouncementID(r.uint()))
	}
	return a, r.close()
}
