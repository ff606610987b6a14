package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/standings"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/tournament"
	"doublecorner/render"
)

// ComposeBoard returns the message that shows a game, in the language of its guild or DM.
func (c *composer) ComposeBoard(ctx context.Context, g *game.Game, mentions delivery.Mentions) (*message.Builder, error) {
	gameSettings, l, err := c.records.gameSettings(ctx, g)
	if err != nil {
		return nil, err
	}
	return c.board(ctx, gameSettings, l, g, mentions)
}

// DeletesBoard reports whether a board is deleted once a newer one is shown: if the guild has not chosen, in a thread and
// in a game against the computer. In an open channel others talk about it.
func (c *composer) DeletesBoard(ctx context.Context, g *game.Game) (bool, error) {
	s, _, err := c.records.settingsOf(ctx, g.Place)
	return s.deletesBoard(g, c.isThread(g.Room)), err
}

// ComposeLine returns the line that a board becomes once a newer one is shown: its last move, or
// at the start its title. The lines of a channel read as a score sheet.
func (c *composer) ComposeLine(ctx context.Context, g *game.Game) (*message.Builder, error) {
	_, l, err := c.records.gameSettings(ctx, g)
	if err != nil {
		return nil, err
	}
	return c.line(l, g)
}

// ComposeLink returns the small line that a board becomes if the newest one shows the same: a link to that.
func (c *composer) ComposeLink(ctx context.Context, g *game.Game) (*message.Builder, error) {
	_, l, err := c.records.gameSettings(ctx, g)
	if err != nil {
		return nil, err
	}
	m := &message.Builder{}
	m.Text("-# " + l.Say("board.again", "game", c.gameLink(ctx, g)))
	return m, nil
}

// ComposeNote returns the note about what happened in a game after so many events, in the language
// of its guild or DM.
func (c *composer) ComposeNote(ctx context.Context, g *game.Game, since int) (*message.Builder, error) {
	_, l, err := c.records.gameSettings(ctx, g)
	if err != nil {
		return nil, err
	}
	return c.note(ctx, l, g, since)
}

// Reminds reports whether players in a guild or DM are reminded of their time.
func (c *composer) Reminds(ctx context.Context, place game.PlaceID) (bool, error) {
	gameSettings, _, err := c.records.settingsOf(ctx, place)
	return !gameSettings.Unasked, err
}

// ComposeChallenge returns the message that shows a challenge, in the language of its guild or DM.
func (c *composer) ComposeChallenge(ctx context.Context, ch *game.Challenge) (*message.Builder, error) {
	_, l, err := c.records.settingsFor(ctx, ch.Place, ch.Room, ch.From)
	if err != nil {
		return nil, err
	}
	m := c.challengeMessage(ctx, l, ch)
	switch ch.State {
	case game.Accepted:
		g, err := c.referee.UnrestrictedGame(ctx, ch.Game)
		switch {
		case isRefused(err, game.NoSuchGame): // it did not count, and was deleted
			return m, nil
		case err != nil:
			return nil, err
		}
		link := c.gameLink(ctx, g)
		if g.Room != ch.Room { // a thread, which says more than its ID
			link = say.Channel(g.Room)
		}
		m = c.linkedChallenge(ctx, l, ch, link)
	case game.Refused:
		prefs, err := c.records.preferencesOf(ctx, ch.From)
		if err != nil {
			return nil, err
		}
		m.Mentions = mentionable([]game.PersonID{ch.From}, prefs)
	}
	return m, nil
}

// ComposeResult returns what the message of a challenge becomes when its game, which is in a thread, is over: who won and
// how, the last position, and a button that replays the game.
func (c *composer) ComposeResult(ctx context.Context, g *game.Game) (*message.Builder, error) {
	gameSettings, l, err := c.records.gameSettings(ctx, g)
	if err != nil {
		return nil, err
	}
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	result, _ := g.Result()
	m := &message.Builder{Accent: overAccent}
	m.Text(say.LinkedTitle(l, g, c.gameLink(ctx, g)))
	m.Text(say.Result(l, g, result) + "\n" + l.Say("result.moves", "n", say.FullMoves(g.Len())))
	if err := c.addBoard(ctx, l, m, g, h, themeOf(gameSettings.Theme), gameSettings.side(bottom(g))); err != nil {
		return nil, err
	}
	if hasMoves(g) {
		m.Row(button(l, customID{action: replayAction, game: g.ID}, dg.SecondaryButton))
	}
	return m, nil
}

const (
	maxListed = 10  // challenges in the list, each with three components
	maxRead   = 100 // challenges that are searched for those to anyone
)

// ComposeBulletin returns the list of open challenges of a guild, or the message of a tournament; nil if the
// guild wants none.
func (c *composer) ComposeBulletin(ctx context.Context, of delivery.Bulletin) (*delivery.BulletinMessage, error) {
	if of.Tournament != "" {
		return c.composeTournament(ctx, of.Tournament)
	}
	s, l, err := c.records.settingsOf(ctx, of.Guild)
	if err != nil || s.List.Channel == 0 {
		return nil, err
	}
	open, err := c.referee.Challenges(ctx, game.OpenChallengesIn(of.Guild), game.Viewer{Place: of.Guild}, maxRead)
	if err != nil {
		return nil, err
	}
	m := &message.Builder{Accent: challengeAccent}
	m.Text("**" + l.Say("challenge.list") + "**")
	var ids []string
	for _, ch := range open {
		if ch.To != game.Anyone {
			continue
		}
		ids = append(ids, fmt.Sprint(ch.ID, ch.Changes))
		if len(ids) > maxListed {
			continue
		}
		text := strings.TrimSpace(say.Challenge(l, ch) + "\n" + c.ratingsText(ctx, l, ch))
		if ch.IsForChannels() {
			m.Text(text)
			continue
		}
		m.Section(text, button(l, onChallenge(ch, joinAction), dg.SuccessButton))
	}
	switch {
	case len(ids) == 0:
		m.Text(l.Say("challenge.list-empty"))
	case len(ids) > maxListed:
		m.Text(l.Say("list.more", "n", len(ids)-maxListed))
	}
	m.Fingerprint = message.NewFingerprint("l", s.List.Request+" "+strings.Join(ids, " "), uint64(s.List.Post))
	return &delivery.BulletinMessage{Message: m, Channel: s.List.Channel, Post: s.List.Post}, nil
}

// ListChannel returns the channel that lists the open challenges of a guild; 0 if none does.
func (c *composer) ListChannel(ctx context.Context, guild game.PlaceID) (game.RoomID, error) {
	s, _, err := c.records.settingsOf(ctx, guild)
	return s.List.Channel, err
}

// BulletinPosted records which message lists the open challenges of a guild, or shows a tournament.
func (c *composer) BulletinPosted(ctx context.Context, of delivery.Bulletin, shown game.ShownPost) error {
	if of.Tournament != "" {
		c.headings.Forget(func(key headingKey) bool { return key.tournament == of.Tournament })
		return c.referee.RecordTournamentShown(ctx, of.Tournament, shown)
	}
	return change(ctx, c.referee, game.PlaceSettings(of.Guild), func(s *settings) {
		if s.List.Channel == shown.Room {
			s.List.Post = shown.Post
		}
	})
}

// eventStates are the states of the scheduled event of a tournament.
var eventStates = map[tournament.Phase]delivery.EventState{
	tournament.SignUp: delivery.EventPlanned, tournament.Running: delivery.EventActive, tournament.Provisional: delivery.EventOver,
	tournament.Finished:  delivery.EventOver,
	tournament.CalledOff: delivery.EventCancelled,
}

// ComposeEvent returns the scheduled event of a tournament.
func (c *composer) ComposeEvent(ctx context.Context, t *game.Tournament) (delivery.ScheduledEvent, error) {
	const (
		defaultLength = 2 * time.Hour  // of what has no length
		longestPause  = 24 * time.Hour // of an arena, before Discord ends its event
	)
	_, l, err := c.records.settingsOf(ctx, t.Place)
	if err != nil {
		return delivery.ScheduledEvent{}, err
	}
	e := delivery.ScheduledEvent{
		Name: "🏆 " + t.Name, Description: c.viewOf(ctx, l, "", t).FormatText() + " · " + say.PlainTerms(l, &t.Terms),
		Link: say.ChannelLink(t.Place, t.Room), Subject: string(t.ID), From: t.PlannedStart(), Until: t.Ends(), State: eventStates[t.Phase()],
	}
	if t.Repeats() {
		e.Repetition = t.Repetition
	}
	switch {
	case t.Phase() != tournament.Running:
		e.Until = e.From.Add(cmp.Or(t.Length, defaultLength))
	case t.Format == tournament.Arena && t.IsPaused():
		e.Until = t.Changed().Add(longestPause)
	}
	return e, nil
}

// ComposeNews returns the message that tells event number seq of a tournament, counted from 1; nil if the standings tell
// it.
func (c *composer) ComposeNews(ctx context.Context, t *game.Tournament, seq int) (*message.Builder, error) {
	s, l, err := c.records.settingsOf(ctx, t.Place)
	if err != nil {
		return nil, err
	}
	v := c.viewOf(ctx, l, themeOf(s.Theme), t.AsOf(seq))
	m := &message.Builder{Accent: playingAccent, Fingerprint: message.NewFingerprint("n", string(t.ID), uint64(seq))}
	n := v.News(seq - 1)
	if len(n.Lines) == 0 {
		return nil, nil
	}
	if e := v.Event(seq - 1); e.Kind == tournament.Ended {
		if goOn, err := c.goOn(ctx, t, e.At); err != nil {
			return nil, err
		} else if goOn {
			n.Mentions = nil
		}
	}
	for _, id := range n.Mentions[:min(len(n.Mentions), message.MaxMentions)] {
		m.Mentions = append(m.Mentions, string(id))
	}
	gone, err := c.departed(ctx, v, seq)
	if err != nil {
		return nil, err
	}
	if len(gone) > 0 {
		n.Lines = append(n.Lines, l.Say("tournament.left", "n", len(gone), "players", l.And(say.Each(gone, say.Mention)), "director", say.Mention(t.Director)))
		m.Mentions = append(m.Mentions, t.Director.String())
	}
	text := strings.Join(append([]string{"**" + message.Escape(t.Name) + "**"}, n.Lines...), "\n")
	m.Text(message.ClipTo(text, maxListText))
	if e := v.Event(seq - 1); v.Phase() == tournament.Finished || e.Kind == tournament.Completed {
		if err := addTable(m, v); err != nil {
			return nil, err
		}
	}
	if n.Returns {
		m.Row(button(l, customID{action: enterAction, arg: string(t.ID)}, dg.SecondaryButton))
	}
	if n.Challenger != "" {
		m.Row(replyButtons(l, t, n.Challenger)...)
	}
	return m, nil
}

// goOn reports whether the best players of a tournament entered another one at a time, whose message mentions them.
func (c *composer) goOn(ctx context.Context, t *game.Tournament, at time.Time) (bool, error) {
	open, err := c.referee.Tournaments(ctx, game.OpenTournamentsIn(t.Place), game.Viewer{Place: t.Place}, "", message.MaxOptions)
	for _, next := range open.Items {
		for i := range next.Seq() {
			e := next.Event(i)
			if e.Kind == tournament.Qualified && e.At.Equal(at) && slices.Contains(next.From, string(t.ID)) {
				return true, nil
			}
		}
	}
	return false, err
}

// maxSought is how many players of a round the bot looks for in the guild.
const maxSought = 64

// departed returns who has left the guild, of those whose games have begun with event number seq of a tournament, or who are
// challenged by it. If Discord does not say, nobody has.
func (c *composer) departed(ctx context.Context, v *standings.View, seq int) (gone []game.PersonID, err error) {
	var sought []tournament.PlayerID
	switch e := v.Event(seq - 1); e.Kind {
	case tournament.Challenged:
		sought = append(sought, e.Opponent)
	case tournament.RoundBegan:
		for _, p := range v.Pairings(v.Round()) {
			if !p.IsBye() {
				sought = append(sought, p.White, p.Black)
			}
		}
	}
	for _, id := range sought[:min(len(sought), maxSought)] {
		p := game.PersonOf(id)
		if !p.IsPerson() {
			continue
		}
		member, err := c.discord.Member(ctx, v.Place, p)
		if err != nil {
			c.log.Warn("member not found out", "guild", v.Place, "err", err)
			return gone, ctx.Err()
		}
		if member == nil {
			gone = append(gone, p)
		}
	}
	return gone, nil
}

// ComposeSeason returns the message with which a month ends in a guild, and its channel; nil if the guild has
// none.
func (c *composer) ComposeSeason(ctx context.Context, a *game.Announcement) (*message.Builder, game.RoomID, error) {
	s, l, err := c.records.settingsOf(ctx, a.Place)
	if err != nil || s.Months == 0 {
		return nil, 0, err
	}
	board := game.Leaderboard{Pool: a.Pool, Place: a.Place, Month: a.Month}
	page, err := c.referee.Leaderboard(ctx, board, "", pageSize)
	if err != nil || len(page.Items) == 0 {
		return nil, 0, err
	}
	champion, err := c.referee.Champion(ctx, board)
	if err != nil {
		return nil, 0, err
	}
	year, number := a.Month.Date()
	month := when.Month(l, year, number)
	rules := say.PlainRules(l, s.poolRules(a.Pool))
	if a.Pool == game.PuzzlePool {
		rules = l.Say("puzzle.pool")
	}
	m := &message.Builder{
		Accent: challengeAccent, Fingerprint: message.NewFingerprint("m", a.Place.String()+" "+string(a.Pool), uint64(a.Month)),
	}
	crowned := champion != game.Anyone
	if crowned {
		m.Mentions = []string{champion.String()}
	}
	m.Text(l.Say("tournament.month", "rules", message.Escape(rules), "month", month, "crowned", crowned, "champion", say.Mention(champion)))
	name := func(p game.PersonID) string { return c.names.pictureName(ctx, l, p, a.Place) }
	table, alt := standings.MonthTable(l, render.Table{Theme: themeOf(s.Theme), Title: rules, Note: month}, page.Items, champion, name)
	if err := m.PNG("month.png", table, alt); err != nil {
		return nil, 0, err
	}
	return m, s.Months, nil
}
