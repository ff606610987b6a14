package say

import (
	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// offerKeys name the offers in catalogue keys.
var offerKeys = [...]string{game.OfferDraw: "draw", game.OfferTakeBack: "back", game.OfferAbort: "abort"}

// Offer says what a side offers.
func Offer(l *lang.Language, g *game.Game, s draughts.Side, o game.Offer) string {
	return l.Say("offer."+offerKeys[o], "player", Player(l, g, s), "other", Player(l, g, s.Opponent()))
}

// OfferDeclined describes an event of a game if it declined or withdrew an offer.
func OfferDeclined(l *lang.Language, g *game.Game, e game.Event) string {
	about := []any{"player", Player(l, g, e.Side), "offer", offerKeys[e.Offer]}
	switch e.Kind {
	case game.Declined:
		return l.Say("offer.declined", about...)
	case game.Withdrawn:
		return l.Say("offer.withdrawn", about...)
	}
	return ""
}
