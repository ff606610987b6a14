package bot

import (
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// What controls do.
const (
	moveVerb     verb = "move"   // arg, or what is chosen from the menu, is the move
	pieceVerb    verb = "piece"  // what is chosen is the square of the piece to move
	drawVerb     verb = "draw"   // offer or accept a draw
	takeBackVerb verb = "back"   // ask or allow to take the last move back
	refuseVerb   verb = "no"     // decline an offer, or withdraw it: arg is which
	abortVerb    verb = "abort"  // agree to end a game without a result
	resignVerb   verb = "resign" // ask whether that is meant
	resignedVerb verb = "yes"    // it is meant
	rematchVerb  verb = "again"
	acceptVerb   verb = "accept"
	declineVerb  verb = "decline"
	withdrawVerb verb = "withdraw"
	termsVerb    verb = "terms" // say how to answer with other terms
	flipVerb     verb = "flip"  // show the board to who asks: arg is the side at the bottom
	scoreVerb    verb = "moves" // list the moves so far
	replayVerb   verb = "replay"
	exportVerb   verb = "export"
)

// button returns a button, called what its verb is called.
func button(l *lang.Language, c control, style dg.ButtonStyle) dg.MessageComponent {
	return labelled(l.Say("button."+string(c.verb)), c, style)
}

// labelled returns a button; nil if there is more to it than a control can say.
func labelled(label string, c control, style dg.ButtonStyle) dg.MessageComponent {
	id := c.String()
	if id == "" {
		return nil
	}
	return dg.Button{Label: label, Style: style, CustomID: id}
}

// offerControls are what offers that stand are answered by, besides the buttons by which
// the like are made. Who made one withdraws it by declining it.
func offerControls(l *lang.Language, g *game.Game) []dg.MessageComponent {
	var row []dg.MessageComponent
	for _, o := range game.Offers {
		if !g.Offered(draughts.White, o) && !g.Offered(draughts.Black, o) {
			continue
		}
		if o == game.OfferAbort {
			row = append(row, button(l, control{verb: abortVerb, game: g.ID, ply: g.Ply()}, dg.SecondaryButton))
		}
		no := control{verb: refuseVerb, game: g.ID, ply: g.Ply(), arg: offerKey(o)}
		row = append(row, labelled(l.Say("button.no", "offer", no.arg), no, dg.SecondaryButton))
	}
	return row
}

// menu returns a menu of which one thing is chosen.
func menu(c control, placeholder string, options []dg.SelectMenuOption) dg.MessageComponent {
	return dg.SelectMenu{MenuType: dg.StringSelectMenu, CustomID: c.String(), Placeholder: placeholder, Options: options}
}

// menus adds a menu of which one thing is chosen, or as many as its lines need.
func (m *message) menus(c control, placeholder string, options []dg.SelectMenuOption) {
	for i, some := range slices.Collect(slices.Chunk(options, mostOptions)) {
		if i > 0 {
			c.arg = some[0].Value // controls of a message differ; what is chosen takes its place
		}
		m.row(menu(c, placeholder, some))
	}
}

// clipped shortens a label to what Discord takes.
func clipped(label string) string { return clippedTo(label, 100) }

func clippedTo(label string, most int) string {
	signs := []rune(label)
	if len(signs) <= most {
		return label
	}
	return string(signs[:most-1]) + "…"
}
