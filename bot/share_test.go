package bot

import (
	"regexp"
	"testing"

	"doublecorner/bot/live"
)

// Everybody may watch a game once the server and both players say so, until a player says otherwise.
func TestShare(t *testing.T) {
	w, anna, ben := newPair(t)
	w.bot.ServeLive(live.Config{Address: "https://live.example"})
	_, g := w.begins(anna, ben)
	share := func(p *someone) answer { return p.types("share", "game", string(g.ID)) }
	address := regexp.MustCompile(`https://live\.example/w/` + string(g.ID) + `-[\w-]{22}`)

	share(anna).mustSay(t, "An admin can turn on “Public games”")
	w.decides("public-games", true)
	share(anna).mustSay(t, "Both players must allow it first")
	anna.types("preferences", "public-games", true)
	share(ben).mustSay(t, "Both players must allow it first")
	anna.types("preferences", "public-games", false)
	ben.types("preferences", "public-games", true)
	share(ben).mustSay(t, "Both players must allow it first")
	anna.types("preferences", "public-games", true)
	shared := share(anna).mustSay(t, "Anyone with this link can watch")
	link := address.FindString(said(shared))
	if link == "" || link != address.FindString(said(share(ben))) {
		t.Errorf("the link is %q, and Ben is told:\n%s", link, said(share(ben)))
	}
	anna.presses(shared, "Stop sharing").mustSay(t, "The link no longer works.")
	share(ben).mustSay(t, "doesn’t want this game to be public")
	if again := address.FindString(said(share(anna))); again == "" || again == link {
		t.Errorf("shared again, the link is %q after %q", again, link)
	}
}
