package live

import (
	"doublecorner/bot/lang"
	"doublecorner/bot/say"
	"doublecorner/render"
)

// wordKeys are the sentences of the page, by the names that it has for them.
var wordKeys = map[string]string{
	"board": "button.live", "lost": "live.lost", "over": "live.over", "yours": "live.yours", "here": "live.here", "none": "live.none",
	"watching": "live.watching", "type": "live.type", "keep": "live.keep", "leave": "live.leave", "asked": "live.asked",
	"draw": "button.draw", "back": "button.back", "abort": "button.abort", "resign": "button.resign", "claim": "button.claim",
	"plan": "button.plan", "expected": "menu.expected", "unplan": "menu.withdraw-plan", "challenges": "challenge.list",
	"accept": "button.accept", "computer": "button.play", "start": "button.start", "level": "option.level.name",
	"colour": "option.colour.name", "rules": "option.rules.name", "theme": "settings.label.theme", "sound": "live.sound",
	"as-server": "choice.theme.server", "present": "live.present",
	"learn": "button.learn", "to-game": "live.to-game", "copy": "live.copy", "set-up": "live.set-up", "setting-up": "live.setting-up",
	"best": "button.analyse", "review": "button.review",
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
	all["play"], all["answer"] = l.Say("button.only-move", "move", "{move}"), l.Say("menu.answer", "move", "{move}")
	all["previous"], all["next"] = l.Say("button.leaf", "where", "back"), l.Say("button.leaf", "where", "next")
	return all
}

// Named is something that can be chosen, by its key.
type Named struct {
	Key  string `json:"key"`
	Name string `json:"name"`
}

func named(l *lang.Language, option string, keys ...string) (all []Named) {
	for _, key := range keys {
		all = append(all, Named{key, l.Say("choice." + option + "." + key)})
	}
	return all
}

func themesIn(l *lang.Language) []Named {
	return named(l, "theme", say.Each(render.Themes(), func(t render.Theme) string { return t.Key })...)
}
