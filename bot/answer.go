package bot

import (
	"context"

	"doublecorner/game"
)

// answer is what becomes of an interaction.
type answer struct {
	message *message // what is said; nil if nothing is
	manner  manner
	choices []choice // what completes what is being typed
	form    *form    // what is asked for besides; nothing else is said then
	// later works out a message that takes long, instead of message; who asks is told
	// meanwhile that it comes, privately if it will be private.
	later   func(context.Context) *message
	private bool
	// finish draws the message of an answer that needs a picture. late tells that Discord was
	// told that it comes later.
	finish func(ctx context.Context, a *answer, late bool)
	// afterwards is done when the answer has been told, or could not be.
	afterwards func(context.Context)
	// shows is the game whose board the message is, and announced what people have
	// heard of once the message has arrived.
	shows     *game.Game
	announced []game.AnnouncementID
	// asks is the challenge that the message shows, and closes one that is not open any more.
	asks, closes game.ChallengeID
}

// showNothing makes the answer a message that shows no board: its news is told by others.
func (a *answer) showNothing(m *message) {
	a.message, a.shows, a.announced = m, nil, nil
	if a.manner == instead {
		a.manner = beside
	}
}

// manner is how what is said stands to the message whose control was pressed.
type manner uint8

const (
	beside    manner = iota // both stay as they are
	following               // that one loses its controls, and this follows it
	instead                 // that one becomes this
)

// choice is a line that completes what somebody types.
type choice struct{ label, value string }

// then makes the message with the pressed control lose its controls, if it does not
// become another.
func then(a answer, err error) (answer, error) {
	if a.manner != instead {
		a.manner = following
	}
	return a, err
}

// replacing makes a page take the place of the one whose control was pressed.
func replacing(a answer, err error) (answer, error) {
	a.manner = instead
	return a, err
}

// slowly answers with a message that takes long to make.
func (b *Bot) slowly(c *call, private bool, make func(context.Context) (*message, error)) answer {
	return answer{private: private, later: func(ctx context.Context) *message {
		m, err := make(ctx)
		if err != nil {
			m = b.sorry(c, err).message
		}
		m.private = private
		return m
	}}
}
