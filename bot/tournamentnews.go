package bot

import (
	"context"
	"slices"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/tournament"
)

// maxMentions is the number of users whom Discord allows a message to mention.
const maxMentions = 100

// ComposeNews returns the message that tells event number seq of a tournament, counted from 1; nil if the standings tell
// it.
func (b *Bot) ComposeNews(ctx context.Context, t *game.Tournament, seq int) (*message.Builder, error) {
	s, l, err := b.settingsOf(ctx, t.Place)
	if err != nil {
		return nil, err
	}
	v := b.viewOf(ctx, l, themeOf(s.Theme), t.AsOf(seq))
	m := &message.Builder{Accent: playingAccent, Fingerprint: message.NewFingerprint("n", string(t.ID), uint64(seq))}
	lines := v.newsOf(seq-1, m)
	if len(lines) == 0 {
		return nil, nil
	}
	m.Mentions = m.Mentions[:min(len(m.Mentions), maxMentions)]
	text := strings.Join(append([]string{"**" + message.Escape(t.Name) + "**"}, lines...), "\n")
	buttons := m.Parts
	m.Parts = nil
	m.Text(message.ClipTo(text, maxListText))
	if v.Phase() == tournament.Finished {
		if table, _ := v.standings(0); len(table.Rows) > 0 {
			if err := m.PNG("standings.png", table, v.alt()); err != nil {
				return nil, err
			}
		}
	}
	m.Parts = append(m.Parts, buttons...)
	return m, nil
}

// newsOf returns the lines about event number i, counted from 0, and adds whom they mention and the buttons below them.
func (v *tournamentView) newsOf(i int, m *message.Builder) []string {
	e := v.Event(i)
	news := func(key string, about ...any) []string {
		return []string{v.l.Say("tournament.news."+key, append(about, "player", v.player(e.Player), "opponent", v.player(e.Opponent),
			"reason", message.Escape(e.Reason), "hours", int(e.Extension.Hours()))...)}
	}
	tell := func(ids ...tournament.PlayerID) {
		for _, id := range ids {
			if game.PersonOf(id).IsPerson() {
				m.Mentions = append(m.Mentions, string(id))
			}
		}
	}
	switch e.Kind {
	case tournament.Started:
		if v.Format == tournament.Arena { // others begin with a round, or always go on
			there := slices.DeleteFunc(v.Entrants(), func(e *tournament.Entrant) bool { return e.Status != tournament.Active })
			return news("started", "n", len(there))
		}
	case tournament.RoundBegan:
		return append(v.seedTexts(v.Round()-1), v.roundNews(tell)...)
	case tournament.Withdrew:
		if v.Phase() != tournament.SignUp {
			due, _ := v.AsOf(i).Next()
			missed := due.Kind == tournament.Withdrew
			if missed {
				tell(e.Player)
				m.Row(button(v.l, customID{action: enterAction, arg: string(v.ID)}, dg.SecondaryButton))
			}
			return news("withdrew", "missed", missed)
		}
	case tournament.Removed:
		if slices.Equal(v.AsOf(i).Winners(), v.Winners()) {
			return news("removed")
		}
		return append(news("removed"), v.endText())
	case tournament.Adjudicated:
		p := v.Pairing(e.Pairing)
		tell(p.White, p.Black)
		return []string{v.l.Say("tournament.news.adjudicated", "white", v.player(p.White), "black", v.player(p.Black),
			"score", e.Score.White.String()+" – "+e.Score.Black.String(), "reason", message.Escape(e.Reason))}
	case tournament.Challenged:
		tell(e.Opponent)
		m.Row(v.replyButtons(e.Player)...)
		return news("challenged", "time", say.Timestamp(e.At.Add(v.Reply), "R"))
	case tournament.Refused:
		tell(e.Opponent)
		return news("refused")
	case tournament.Paused:
		return news("paused")
	case tournament.Resumed:
		return news("resumed")
	case tournament.Extended:
		if e.By != "" && v.Phase() != tournament.SignUp {
			return news("extended")
		}
		if e.By != "" || e.Extension >= time.Minute { // else after a downtime that is so short that the standings tell it
			return v.postponedNews(e, tell)
		}
	case tournament.Ended:
		for _, p := range v.Winners() {
			tell(game.PlayerOf(p))
		}
		return append([]string{v.endText()}, v.unfinishedText(i)...)
	case tournament.Cancelled:
		lines := append([]string{v.l.Say("tournament.news.cancelled", "reason", v.cancelReason())}, v.unfinishedText(i)...)
		if v.AsOf(i).Phase() == tournament.SignUp { // else they are playing
			lines = append(lines, v.entrantsNews(tell)...)
		}
		return lines
	}
	return nil
}

// postponedNews says when the tournament starts, which the director or a downtime has put off, and mentions the players.
func (v *tournamentView) postponedNews(e tournament.Event, tell func(...tournament.PlayerID)) []string {
	start := v.PlannedStart()
	about := []any{"time", say.Timestamp(start, "F"), "ago", say.Timestamp(start, "R")}
	lines := []string{v.l.Say("tournament.news.put-off", about...)}
	if e.By != "" {
		lines = []string{v.l.Say("tournament.news.extended", "hours", int(e.Extension.Hours())), v.l.Say("tournament.starts-at", about...)}
	}
	if v.CheckIn > 0 {
		lines = append(lines, v.l.Say("tournament.check-in-from", "time", say.Timestamp(start.Add(-v.CheckIn), "t")))
	}
	return append(lines, v.entrantsNews(tell)...)
}

// entrantsNews mentions those who take part, and returns the line that lists them, if anybody does.
func (v *tournamentView) entrantsNews(tell func(...tournament.PlayerID)) []string {
	text := v.entrantsText()
	if text == "" {
		return nil
	}
	for _, there := range v.Entrants() {
		tell(there.Player)
	}
	return []string{text}
}

// replyButtons returns the buttons by which a player of a ladder answers a challenge.
func (v *tournamentView) replyButtons(challenger tournament.PlayerID) (row []dg.MessageComponent) {
	for _, reply := range []string{"accept", "refuse"} {
		id := customID{action: ladderReplyAction, arg: string(v.ID) + " " + reply + " " + string(challenger)}
		row = append(row, buttonLabelled(v.l.Say("button.ladder-reply", "reply", reply), id, dg.SecondaryButton))
	}
	return row
}

// unfinishedText returns the line that says that games do not count, if some were not over before event number i.
func (v *tournamentView) unfinishedText(i int) []string {
	if !slices.ContainsFunc(v.AsOf(i).Pairings(0), func(p *tournament.Pairing) bool { return !p.Over }) {
		return nil
	}
	return []string{v.l.Say("tournament.news.unfinished")}
}

// roundNews lists who meets whom in the newest round, if anybody does, and for whom a team match has no board. It mentions
// them.
func (v *tournamentView) roundNews(tell func(...tournament.PlayerID)) []string {
	round := v.Round()
	pairings := v.Pairings(round)
	if len(pairings) == 0 {
		return nil
	}
	lines := []string{"**" + v.roundText(round) + "**"}
	for _, p := range pairings {
		if p.IsBye() {
			lines = append(lines, v.l.Say("tournament.has-bye", "player", v.player(p.White)))
			continue
		}
		tell(p.White, p.Black)
		line := v.player(p.White) + " – " + v.player(p.Black)
		if v.ThirdPlace && round == v.TotalRounds() && p.Board == 2 {
			line = v.l.Labelled(v.l.Say("tournament.third-place"), line)
		}
		lines = append(lines, line)
	}
	var reserve []string
	for _, e := range v.Entrants() {
		if v.whyNoGame(e.Player) == "reserve" {
			tell(e.Player)
			reserve = append(reserve, v.player(e.Player))
		}
	}
	if len(reserve) > 0 {
		lines = append(lines, v.l.Say("tournament.reserve", "players", v.l.And(v.shortened(reserve))))
	}
	return lines
}
