package game

import "doublecorner/game/draughts"

// Offer is what a player can offer the other, or ask of them. Every offer lapses
// when a move is made.
type Offer uint8

const (
	// OfferDraw: to call the game a draw.
	OfferDraw Offer = iota
	// OfferTakeBack: to let the one who asks take back their last move.
	OfferTakeBack
	// OfferAbort: to end the game as if it had not been played.
	OfferAbort
)

// Offers lists every kind of offer.
var Offers = [...]Offer{OfferDraw, OfferTakeBack, OfferAbort}

var offerWords = []string{"draw", "take back", "abort"}

func (o Offer) String() string { return word(offerWords, o) }

// offers are those made since the last change on the board.
type offers [len(draughts.Sides)][len(Offers)]offerState

type offerState uint8

const (
	notMade offerState = iota
	standing
	gone // declined or withdrawn; it cannot be made again before the next move
)

// Offered tells whether an offer of a side stands.
func (g *Game) Offered(s draughts.Side, o Offer) bool { return g.offers[s][o] == standing }

// mayOffer tells whether a side has not made an offer yet since the last move.
func (g *Game) mayOffer(s draughts.Side, o Offer) bool { return g.offers[s][o] == notMade }

// takesBack returns how many moves must be taken back so that a side's last one
// is; 0 if it has made none.
func (g *Game) takesBack(s draughts.Side) int {
	n := 1
	if g.Turn() == s {
		n = 2
	}
	if len(g.ways) < n {
		return 0
	}
	return n
}
