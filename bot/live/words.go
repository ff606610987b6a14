package live

import (
	"net/http"

	"doublecorner/bot/lang"
)

// wordKeys are the sentences of the page, by the names that it has for them.
var wordKeys = map[string]string{
	"board": "button.live", "lost": "live.lost", "over": "live.over", "yours": "live.yours", "here": "live.here", "none": "live.none", "watching": "live.watching",
	"type": "live.type", "keep": "live.keep", "leave": "live.leave", "asked": "live.asked",
	"draw": "button.draw", "back": "button.back", "abort": "button.abort", "resign": "button.resign", "claim": "button.claim",
	"again": "button.again", "flip": "button.flip", "no": "button.no", "withdraw": "button.withdraw", "yes-resign": "button.yes",
	"yes-abort": "button.cancel", "moves": "button.moves",
}

// words returns the sentences of the page in a language.
func words(l *lang.Language) map[string]string {
	all := map[string]string{}
	for name, key := range wordKeys {
		all[name] = l.Say(key)
	}
	for _, o := range offerNames {
		all["agree-"+o] = l.Say("button.agree", "offer", o)
	}
	for _, piece := range []string{"man", "king"} { // the page puts the square in
		all[piece] = l.Say("menu.piece-on", "piece", piece, "square", "{square}")
	}
	for _, side := range []string{"white", "black"} {
		all[side] = l.Say("board.side", "side", side)
	}
	for name, is := range map[string]bool{"present": true, "away": false} {
		all[name] = l.Say("live.present", "here", is)
	}
	all["previous"], all["next"] = l.Say("button.leaf", "where", "back"), l.Say("button.leaf", "where", "next")
	return all
}

// me answers with who the person is, and what the page says in their language.
func (b *Boards) me(w http.ResponseWriter, r *request) {
	b.answer(w, map[string]any{
		"you": r.lang.Say("live.you", "name", r.session.Name), "lang": r.lang.Code, "theme": r.theme, "words": words(r.lang),
		"game": r.session.Game,
	})
}
