package standings

import (
	"slices"
	"time"

	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/tournament"
)

// News is what a message tells of an event of a tournament.
type News struct {
	Lines      []string              // none: the standings tell it
	Mentions   []tournament.PlayerID // whom it mentions
	Returns    bool                  // the player of the event may enter again
	Challenger tournament.PlayerID   // of a ladder, whom another one is to answer; "": nobody
}

// mention adds players whom the message mentions.
func (n *News) mention(ids ...tournament.PlayerID) {
	for _, id := range ids {
		if game.PersonOf(id).IsPerson() {
			n.Mentions = append(n.Mentions, id)
		}
	}
}

// News returns what a message tells of event number i, counted from 0.
func (v *View) News(i int) (n News) {
	n.Lines = slices.DeleteFunc(v.newsLines(i, &n), func(line string) bool { return line == "" })
	return n
}

// newsLines returns the lines about event number i, counted from 0, and adds the rest of its news.
func (v *View) newsLines(i int, n *News) []string {
	e := v.Event(i)
	line := func(key string, about ...any) []string {
		return []string{v.Lang.Say("tournament.news."+key, append(about, "player", v.Player(e.Player), "opponent", v.Player(e.Opponent),
			"reason", message.Escape(e.Reason), "hours", int(e.Extension.Hours()))...)}
	}
	switch e.Kind {
	case tournament.Started:
		if v.Format == tournament.Arena { // others begin with a round, or always go on
			there := slices.DeleteFunc(v.Entrants(), func(e *tournament.Entrant) bool { return e.Status != tournament.Active })
			return line("started", "n", len(there))
		}
	case tournament.RoundBegan:
		return append(v.seedTexts(v.Round()-1), v.roundNews(n)...)
	case tournament.Withdrew:
		if v.Phase() != tournament.SignUp {
			due, _ := v.AsOf(i).Next()
			missed := due.Kind == tournament.Withdrew
			n.Returns = missed
			return line("withdrew", "missed", missed)
		}
	case tournament.Removed:
		if !v.IsOver() || slices.Equal(v.AsOf(i).Winners(), v.Winners()) {
			return line("removed")
		}
		return append(line("removed"), v.endText())
	case tournament.Adjudicated:
		p := v.Pairing(e.Pairing)
		isPlayed := func(g tournament.ScoredGame) bool { return !g.Over }
		if !slices.ContainsFunc(v.AsOf(i).Pairing(e.Pairing).Games, isPlayed) { // else the board of the game mentions them
			n.mention(p.White, p.Black)
		}
		lines := []string{v.Lang.Say("tournament.news.adjudicated", "white", v.Player(p.White), "black", v.Player(p.Black),
			"score", e.Score.White.String()+" – "+e.Score.Black.String(), "reason", message.Escape(e.Reason))}
		if before := v.AsOf(i); before.Phase() == tournament.Provisional && !slices.Equal(before.Leaders(), v.Leaders()) {
			lines = append(lines, v.completeText())
		}
		return lines
	case tournament.Challenged:
		n.mention(e.Opponent)
		n.Challenger = e.Player
		return line("challenged", "time", say.Timestamp(e.At.Add(v.Reply), "R"))
	case tournament.Refused:
		n.mention(e.Opponent)
		return line("refused")
	case tournament.Paused:
		return line("paused")
	case tournament.Resumed:
		return line("resumed")
	case tournament.Unrepeated:
		return []string{v.Lang.Say("tournament.last-one")}
	case tournament.Qualified:
		lines := append(line("qualified", "some", len(v.Entrants()) > 0), v.startTexts()...)
		return append(lines, v.entrantsNews(n)...)
	case tournament.Extended:
		if e.By != "" && v.Phase() != tournament.SignUp {
			return line("extended")
		}
		if e.By != "" || e.Extension >= time.Minute { // else after a downtime that is so short that the standings tell it
			return v.postponedNews(e, n)
		}
	case tournament.Completed:
		return append([]string{v.completeText()}, append(v.unfinishedText(i), v.repetitionText())...)
	case tournament.Idled:
		before, after := v.AsOf(i).Places(), v.Places()
		var dropped []string
		for at, id := range before {
			if slices.Index(after, id) > at {
				dropped = append(dropped, v.Player(id))
			}
		}
		if len(dropped) > 0 {
			return line("idled", "n", len(dropped), "players", v.Lang.And(v.shortened(dropped)), "days", inDays(v.Idle))
		}
	case tournament.Ended:
		for _, p := range v.Winners() {
			n.mention(game.PlayerOf(p))
		}
		lines := append([]string{v.endText()}, v.unfinishedText(i)...)
		if v.AsOf(i).Phase() == tournament.Running { // else it was told when all games were over
			lines = append(lines, v.repetitionText())
		}
		return lines
	case tournament.Cancelled:
		lines := append([]string{v.Lang.Say("tournament.news.cancelled", "reason", v.cancelReason())}, v.unfinishedText(i)...)
		if v.AsOf(i).Phase() == tournament.SignUp { // else they are playing
			lines = append(lines, v.entrantsNews(n)...)
		}
		return append(lines, v.repetitionText())
	}
	return nil
}

// postponedNews says when the tournament starts, which the director or a downtime has put off, and mentions the players.
func (v *View) postponedNews(e tournament.Event, n *News) []string {
	start := v.PlannedStart()
	about := []any{"time", say.Timestamp(start, "F"), "ago", say.Timestamp(start, "R")}
	lines := []string{v.Lang.Say("tournament.news.put-off", about...)}
	if e.By != "" {
		lines = []string{v.Lang.Say("tournament.news.extended", "hours", int(e.Extension.Hours())), v.Lang.Say("tournament.starts-at", about...)}
	}
	if v.CheckIn > 0 {
		lines = append(lines, v.Lang.Say("tournament.check-in-from", "time", say.Timestamp(start.Add(-v.CheckIn), "t")))
	}
	return append(lines, v.entrantsNews(n)...)
}

// entrantsNews mentions those who take part, and returns the line that lists them, if anybody does.
func (v *View) entrantsNews(n *News) []string {
	text := v.EntrantsText()
	if text == "" {
		return nil
	}
	for _, there := range v.Entrants() {
		n.mention(there.Player)
	}
	return []string{text}
}

// unfinishedText returns the line that says that games do not count, if some were not over before event number i.
func (v *View) unfinishedText(i int) []string {
	if !slices.ContainsFunc(v.AsOf(i).Pairings(0), func(p *tournament.Pairing) bool { return !p.Over }) {
		return nil
	}
	return []string{v.Lang.Say("tournament.news.unfinished")}
}

// roundNews lists who meets whom in the newest round, if anybody does, and for whom a team match has no board. It mentions
// them, except those who begin, whom the boards of their games mention.
func (v *View) roundNews(n *News) []string {
	round := v.Round()
	pairings := v.Pairings(round)
	if len(pairings) == 0 {
		return nil
	}
	if v.Format == tournament.Simul {
		return v.simulNews(n, pairings)
	}
	lines := []string{"**" + v.RoundText(round) + "**"}
	for _, p := range pairings {
		if p.IsBye() {
			n.mention(p.White)
			lines = append(lines, v.ByeText(p))
			continue
		}
		n.mention(p.Opponent(v.FirstMover(p)))
		line := v.Player(p.White) + " – " + v.Player(p.Black)
		if v.isForThird(p) {
			line = v.Lang.Labelled(v.Lang.Say("tournament.third-place"), line)
		}
		lines = append(lines, line)
	}
	var reserve []string
	for _, e := range v.Entrants() {
		if v.WhyNoGame(e.Player) == "reserve" {
			n.mention(e.Player)
			reserve = append(reserve, v.Player(e.Player))
		}
	}
	if len(reserve) > 0 {
		lines = append(lines, v.Lang.Say("tournament.reserve", "players", v.Lang.And(v.shortened(reserve))))
	}
	return lines
}

// simulNews says whom the host of a simul plays, and mentions them.
func (v *View) simulNews(n *News, pairings []*tournament.Pairing) []string {
	n.mention(v.Host())
	var players []string
	for _, p := range pairings {
		n.mention(p.Opponent(v.Host()))
		players = append(players, v.Player(p.Opponent(v.Host())))
	}
	return []string{v.Lang.Say("tournament.news.simul", "host", v.Player(v.Host()), "players", v.Lang.And(v.shortened(players)))}
}
