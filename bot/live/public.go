package live

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// A public game is seen by everybody who knows its address: its ID and a secret. It is public as long as its guild and both
// players want that, which is looked up anew for each request and, while somebody watches, every minute.

// PublicAddress returns the address at which everybody can watch a game that was shared.
func (b *Boards) PublicAddress(g *game.Game) string {
	return b.Address + "/w/" + string(g.ID) + "-" + g.Share.Secret
}

// publicGame returns the game that a page watches, by its ID and secret.
func (b *Boards) publicGame(ctx context.Context, watched string) (*game.Game, error) {
	name, secret, _ := strings.Cut(watched, "-")
	id, ok := game.ParseGameID(name)
	if !ok {
		return nil, &game.RequestError{Code: game.NoSuchGame}
	}
	g, err := b.Referee.SharedGame(ctx, id, secret)
	if err != nil {
		return nil, err
	}
	is, err := b.IsPublic(ctx, g)
	if err == nil && !is {
		err = &game.RequestError{Code: game.NoSuchGame}
	}
	return g, err
}

// inPublic returns the handler of requests for a public game.
func (b *Boards) inPublic(do func(*Boards, http.ResponseWriter, *http.Request, *game.Game)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		g, err := b.publicGame(r.Context(), r.PathValue("watched"))
		if err != nil {
			b.refuse(w, err)
			return
		}
		do(b, w, r, g)
	}
}

// serveWatch serves the page of a public game, with what other programs show of a link to it.
func (b *Boards) serveWatch(w http.ResponseWriter, r *http.Request) {
	l, status, about := accepted(r), http.StatusOK, ""
	switch g, err := b.publicGame(r.Context(), r.PathValue("watched")); {
	case isRefused(err):
		status = http.StatusNotFound
	case err != nil:
		b.refuse(w, err)
		return
	default:
		about = b.preview(r.Context(), l, g)
	}
	if r.URL.Query().Has("overlay") { // others may have it in their pages
		w.Header().Set("Content-Security-Policy", strings.Replace(headers["Content-Security-Policy"], "frame-ancestors 'none'", "frame-ancestors *", 1))
	}
	b.writePage(w, status, l, "watch.js", l.Say("share.stopped"), about)
}

// preview returns the tags of the page of a public game.
func (b *Boards) preview(ctx context.Context, l *lang.Language, g *game.Game) string {
	names := say.Players(ctx, l, g, b.Names)
	about := say.GameName(l, &g.Terms)
	if result, over := g.Result(); over {
		about += " · " + b.plain(ctx, g.Place, say.Result(l, g, result))
	}
	var tags strings.Builder
	for _, tag := range [][2]string{
		{"og:type", "website"}, {"og:site_name", "Double Corner"},
		{"og:title", names[draughts.White] + " – " + names[draughts.Black]}, {"og:description", about},
		{"og:image", b.PublicAddress(g) + "/board.png?" + strconv.Itoa(g.Seq())}, // which is kept under its address
		{"twitter:card", "summary_large_image"},
	} {
		fmt.Fprintf(&tags, "<meta property=%q content=\"%s\">\n", tag[0], html.EscapeString(tag[1]))
	}
	return tags.String()
}

// moment is a game after so many events.
type moment struct {
	game game.GameID
	seq  int
}

// servePicture serves the board of a public game as a picture.
func (b *Boards) servePicture(w http.ResponseWriter, r *http.Request, g *game.Game) {
	key := moment{g.ID, g.Seq()}
	picture, known := b.pictures.Get(key)
	if !known {
		var err error
		if picture, err = b.Picture(r.Context(), g); err != nil {
			b.refuse(w, err)
			return
		}
		b.pictures.Put(key, picture)
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	w.Write(picture)
}

// watchWords answers with what the page of a public game says in the language of its browser.
func (b *Boards) watchWords(w http.ResponseWriter, r *http.Request, g *game.Game) {
	l := accepted(r)
	b.answer(w, map[string]any{"lang": l.Code, "words": words(l), "game": g.ID})
}

// showPublicPast answers with a public game as it was after so many moves.
func (b *Boards) showPublicPast(w http.ResponseWriter, r *http.Request, g *game.Game) {
	b.answerPast(w, r.PathValue("ply"), g)
}

// watch serves the socket of the page of a public game.
func (b *Boards) watch(w http.ResponseWriter, r *http.Request, g *game.Game) {
	id, watched, l := g.ID, r.PathValue("watched"), accepted(r) // nothing else of them stays in memory
	b.serveSocket(w, r, func(context.Context, asked) (*socket, error) {
		return &socket{session: &game.Session{Game: id}, watches: watched, lang: l}, nil
	})
}

// Withdrawn closes the pages of a public game that is not public any more.
func (b *Boards) Withdrawn(id game.GameID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.sockets {
		if s.watches != "" && s.session.Game == id {
			s.end()
		}
	}
}

// isRefused reports whether the referee refused a request, so that trying again does not help.
func isRefused(err error) bool {
	_, refused := errors.AsType[*game.RequestError](err)
	return refused
}
