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

// OfferEnd says that an event of a game ended an offer that another made.
func OfferEnd(l *lang.Language, g *game.Game, made, e game.Event) string {
	with := "end"
	switch e.Kind {
	case game.Declined, game.Withdrawn:
		return OfferDeclined(l, g, e)
	case game.Moved:
		with = "move"
	case game.TookBack:
		with = "back"
	}
	accepted := e.Kind == game.TookBack && made.Offer == game.OfferTakeBack && e.Side == made.Side ||
		e.Kind == game.Ended && e.Side != made.Side && e.Result.Moderator == game.Anyone &&
			(made.Offer == game.OfferDraw && e.Result.Cause == game.ByAgreement || made.Offer == game.OfferAbort && e.Result.Cause == game.Aborted)
	if accepted {
		return l.Say("offer.accepted", "player", Player(l, g, made.Side.Opponent()), "offer", offerKeys[made.Offer])
	}
	return l.Say("offer.lapsed", "with", with)
}
