package bot

import "doublecorner/game"

// ruling is a moderator's decision about a game.
func (b *Bot) ruling(c *call) (answer, error) {
	g, err := b.mine(c)
	if err != nil {
		return answer{}, err
	}
	if g.Place != c.place {
		return answer{}, &game.Refusal{Code: game.NotAModerator, Game: g}
	}
	if c.sub == "unstick" {
		return b.unstick(c, g)
	}
	q := game.RulingRequest{GameRequest: c.of(g.ID, g.Ply()), Reason: c.text("reason")}
	if c.sub == "abort" {
		return b.shown(c)(b.referee.Annul(c, q))
	}
	switch c.text("outcome") {
	case "white":
		q.Outcome = game.WhiteWon
	case "black":
		q.Outcome = game.BlackWon
	case "draw":
		q.Outcome = game.Drawn
	}
	return b.shown(c)(b.referee.Adjudicate(c, q))
}

// unstick shows a game here anew, with controls that work, whatever became of the
// message or the channel in which it was; its news comes here from then on.
func (b *Bot) unstick(c *call, g *game.Game) (answer, error) {
	if !c.by.Moderator {
		return answer{}, &game.Refusal{Code: game.NotAModerator, Game: g}
	}
	var told []game.AnnouncementID
	calls := awaited(g)
	for after := game.AnnouncementID(0); ; {
		news, err := b.referee.Waiting(c, after, mostNews)
		if err != nil {
			return answer{}, err
		}
		for _, n := range news {
			if n.Game == g.ID {
				told = append(told, n.ID)
				calls = calls.or(concerned(g, n.Seq-1))
			}
		}
		if len(news) < mostNews {
			break
		}
		after = news[len(news)-1].ID
	}
	m, err := b.board(c, c.here, g, calls.without(g, c.by.Person))
	if err != nil {
		return answer{}, err
	}
	m.say(c.here.Say("board.unstuck"))
	return answer{message: m, shows: g, announced: told}, nil
}
