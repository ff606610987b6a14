package game

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"slices"

	"doublecorner/game/draughts"
)

// Share says whether everybody who knows a secret may watch a game. That both players want it, and that the place allows it,
// is for the caller to know.
type Share struct {
	Secret    string                    // of 128 bits, as it is in an address; empty: nobody may
	Withdrawn [len(draughts.Sides)]bool // which players do not want it, whatever they said before
}

const secretBytes = 16

// MayBeShared reports whether nobody has withdrawn the game, or was erased.
func (h *Header) MayBeShared() bool {
	return !slices.Contains(h.Share.Withdrawn[:], true) && !slices.Contains(h.Players[:], FormerPlayer)
}

// ShareGame gives a game that the viewer may see a secret, and leaves one that it has. A player who had withdrawn the game does so no
// more.
func (r *Referee) ShareGame(ctx context.Context, id GameID, v Viewer) (g *Game, err error) {
	err = r.update(ctx, func(s *step) error {
		if g, err = v.game(s.tx, id); err != nil {
			return err
		}
		if side, plays := g.Side(v.Person); plays {
			g.Share.Withdrawn[side] = false
		}
		switch {
		case g.Voting:
			return &RequestError{Code: PeopleVote, Game: g}
		case g.IsBetween():
			return v.refusal(&RequestError{Code: BetweenPlaces, Game: g}, id)
		case !g.MayBeShared():
			return &RequestError{Code: ShareWithdrawn, Game: g}
		}
		if g.Share.Secret == "" {
			secret := make([]byte, secretBytes)
			rand.Read(secret)
			g.Share.Secret = base64.RawURLEncoding.EncodeToString(secret)
		}
		return s.tx.PutGame(g)
	})
	return g, err
}

// WithdrawGame makes the secret of a game worthless, because a player wants that. Only the same player can share it again.
func (r *Referee) WithdrawGame(ctx context.Context, id GameID, v Viewer) (g *Game, err error) {
	err = r.update(ctx, func(s *step) error {
		if g, err = v.game(s.tx, id); err != nil {
			return err
		}
		side, plays := g.Side(v.Person)
		if !plays {
			return &RequestError{Code: NotAPlayer, Game: g}
		}
		g.Share.Secret, g.Share.Withdrawn[side] = "", true
		return s.tx.PutGame(g)
	})
	return g, err
}

// SharedGame returns a game to somebody who knows its secret.
func (r *Referee) SharedGame(ctx context.Context, id GameID, secret string) (*Game, error) {
	g, err := r.UnrestrictedGame(ctx, id)
	if err != nil {
		return nil, err
	}
	if g.Share.Secret == "" || !g.MayBeShared() || subtle.ConstantTimeCompare([]byte(g.Share.Secret), []byte(secret)) == 0 {
		return nil, refuse(NoSuchGame)
	}
	return g, nil
}
