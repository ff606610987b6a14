package delivery

import (
	"doublecorner/bot/message"
	"doublecorner/game"
)

// GameFingerprint identifies a message that shows a game as it is now. It includes when the
// game changed, since a game that was restored from a backup may go on in another way.
func GameFingerprint(g *game.Game) message.Fingerprint {
	return message.NewFingerprint("g", string(g.ID), uint64(g.Seq()), uint64(g.Changed().UnixMilli()))
}

// ChallengeFingerprint identifies a message that shows a challenge as it is now.
func ChallengeFingerprint(ch *game.Challenge) message.Fingerprint {
	when := ch.Made
	if ch.State != game.Open {
		when = ch.Closed
	}
	return message.NewFingerprint("c", string(ch.ID), uint64(ch.State), uint64(when.UnixMilli()))
}

// OpenFingerprint identifies the message that showed a challenge while it was open.
func OpenFingerprint(ch *game.Challenge) message.Fingerprint {
	open := *ch
	open.State = game.Open
	return ChallengeFingerprint(&open)
}
