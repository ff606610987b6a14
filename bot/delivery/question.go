package delivery

import (
	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// question is what a message asks a user: an open challenge, or an offer in a game.
type question struct {
	challenge game.ChallengeID
	game      game.GameID
	offer     int // the index of the event that made it
}

// openChallenge remembers which message shows an open challenge.
func (c *Courier) openChallenge(id game.ChallengeID, shown *dg.Message) {
	if at, ok := whereIs(shown); ok {
		c.questions.Put(question{challenge: id}, at)
	}
}

// takeQuestion forgets a question, and returns the message that asked it, unless it is the message whose component was
// used: the response takes care of that one.
func (c *Courier) takeQuestion(q question, used *dg.Message) (at shownMessage, ok bool) {
	at, ok = c.questions.Take(q)
	return at, ok && (used == nil || used.ID != at.id.String())
}

// closeChallenge has the message that showed a challenge, if there was one, say how it ended.
func (c *Courier) closeChallenge(id game.ChallengeID, used *dg.Message) {
	if at, ok := c.takeQuestion(question{challenge: id}, used); ok {
		at.challenge = id
		c.refresh(at)
	} else if used == nil && id != "" {
		c.refresh(shownMessage{challenge: id}) // another process may have sent it, or one before this
	}
}

// openOffers remembers which note asks about the offers that were made in a game after so many events.
func (c *Courier) openOffers(g *game.Game, since int, note *dg.Message) {
	at, ok := whereIs(note)
	for i := since; ok && i < g.Seq(); i++ {
		if e := g.Event(i); e.Kind == game.Offered && g.Offered(e.Side, e.Offer) {
			c.questions.Put(question{game: g.ID, offer: i}, at)
		}
	}
}

// closeOffers removes the buttons of the notes that asked about offers in a game that are over.
func (c *Courier) closeOffers(g *game.Game, used *dg.Message) {
	for i := range g.Seq() {
		if e := g.Event(i); e.Kind != game.Offered || g.Offered(e.Side, e.Offer) {
			continue
		}
		if at, ok := c.takeQuestion(question{game: g.ID, offer: i}, used); ok {
			c.refresh(at)
		}
	}
}

// maxQuestions is how many challenges and offers have their buttons removed when they are closed
// by other means. Of older ones the first user who uses a button removes them.
const maxQuestions = 4096
