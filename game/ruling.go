package game

import (
	"context"
	"strings"
	"unicode/utf8"
)

// maxReason is how many characters a ruling's reason may have.
const maxReason = 500

// RulingRequest ends a game by a moderator's decision.
type RulingRequest struct {
	GameRequest
	Outcome Outcome // for Adjudicate
	Reason  string
}

// Adjudicate ends a game with an outcome that a moderator decides on. The reason is
// kept with the game.
func (r *Referee) Adjudicate(ctx context.Context, q RulingRequest) (Answer, error) {
	return r.hear(ctx, adjudicateVerb, q.Request, func(h *hearing) error {
		if q.Outcome == NoOutcome || q.Outcome > BlackWon {
			return refuse(NoRuling)
		}
		return h.rule(q, Result{Cause: ByRuling, Outcome: q.Outcome})
	})
}

// Annul ends a game by a moderator's decision as if it had not been played.
func (r *Referee) Annul(ctx context.Context, q RulingRequest) (Answer, error) {
	return r.hear(ctx, annulVerb, q.Request, func(h *hearing) error {
		return h.rule(q, Result{Cause: Aborted})
	})
}

func (h *hearing) rule(q RulingRequest, result Result) error {
	g, err := h.game(q.Game)
	if err != nil {
		return err
	}
	reason := strings.TrimSpace(q.Reason)
	_, plays := g.Side(h.by.Person)
	switch {
	case !h.by.Moderator || g.Place != h.place:
		return &Refusal{Code: NotAModerator, Game: g}
	case plays:
		return &Refusal{Code: OwnGame, Game: g}
	case reason == "":
		return &Refusal{Code: NoReason, Game: g}
	case utf8.RuneCountInString(reason) > maxReason:
		return &Refusal{Code: LongReason, Game: g, Limit: maxReason}
	}
	if err := q.current(g); err != nil {
		return err
	}
	result.Moderator, result.Reason = h.by.Person, strings.ToValidUTF8(reason, "�")
	return h.end(g, g.Turn(), result)
}
