package standings

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
	"doublecorner/render"
)

// View shows a tournament in a language. Its tables are pictures, and texts for people who want these.
type View struct {
	*game.Tournament
	Lang  *lang.Language
	Theme string
	// Sources are the names of the tournaments from which its players come, until it begins.
	Sources []string
	NameOf  func(tournament.PlayerID) string
}

// Title returns the name of the tournament for pictures: its format if the font lacks some of the name.
func (v *View) Title() string {
	if render.CanDraw(v.Name) {
		return v.Name
	}
	return v.Lang.Say("choice.format." + FormatKey(v.Format))
}

// progress returns how far the tournament is, in a few words.
func (v *View) progress() string {
	of := v.TotalRounds()
	return v.Lang.Say("tournament.progress", "phase", v.Phase(), "rounds", of > 1, "round", v.Round(), "of", of)
}

// Note returns how far the tournament is, and the score of a team match.
func (v *View) Note() string {
	if v.Format == tournament.Simul && v.Phase() != tournament.SignUp {
		return v.NameOf(v.Host()) + " " + v.simulScore()
	}
	if v.Format != tournament.TeamMatch || v.Phase() == tournament.SignUp {
		return v.progress()
	}
	points := v.TeamPoints()
	return v.progress() + " · " + v.TeamName(1) + " " + points[0].String() + " – " + points[1].String() + " " + v.TeamName(2)
}

// simulScore returns the score of the host of a simul, and how many boards go on.
func (v *View) simulScore() string {
	host, others, running := v.SimulScore()
	return v.Lang.Say("tournament.simul-score", "host", host.String(), "others", others.String(), "open", running > 0, "running", running)
}

// Player returns the text that names a player, a mention unless they were erased.
func (v *View) Player(id tournament.PlayerID) string {
	if p := game.PersonOf(id); p.IsPerson() {
		return say.Mention(p)
	}
	return v.Lang.Say("board.former")
}

// TeamName names a team of a team match, 1 or 2.
func (v *View) TeamName(team int) string {
	return cmp.Or(v.Teams[team-1], v.Lang.Say("choice.team."+strconv.Itoa(team)))
}

// teamTitle names a team for pictures: by its number if the font lacks some of its name.
func (v *View) teamTitle(team int) string {
	if name := v.TeamName(team); render.CanDraw(name) {
		return name
	}
	return v.Lang.Say("choice.team." + strconv.Itoa(team))
}

// RoundText names a round.
func (v *View) RoundText(round int) string {
	switch {
	case v.Format == tournament.Knockout && round > 0:
		return v.roundName(round)
	case v.Format == tournament.Ladder || v.Format == tournament.Simul || round == 0:
		return message.Escape(v.Note())
	}
	return v.Lang.Say("tournament.round", "n", round)
}

// PairingText names the round of a pairing and its table, if there are several; "" on a ladder, and in an arena, whose waves
// follow each other by the minute.
func (v *View) PairingText(p *tournament.Pairing) string {
	switch {
	case v.Format == tournament.Ladder || v.Format == tournament.Arena:
		return ""
	case v.isForThird(p):
		return v.Lang.Say("tournament.third-place")
	}
	var parts []string
	if v.Format == tournament.Knockout || v.TotalRounds() > 1 {
		parts = append(parts, v.RoundText(p.Round))
	}
	if len(v.Pairings(p.Round)) > 1 {
		parts = append(parts, v.Lang.Say("tournament.board", "n", p.Board))
	}
	return strings.Join(parts, " · ")
}

// ByeText says that a player has a bye, or sits out a round, and for how many points.
func (v *View) ByeText(p *tournament.Pairing) string {
	if p.Requested {
		return v.Lang.Say("tournament.sits-out", "player", v.Player(p.White), "points", p.Score.White.String())
	}
	return v.Lang.Say("tournament.has-bye", "player", v.Player(p.White))
}

// isForThird reports whether a pairing of a knockout is the meeting for the third place.
func (v *View) isForThird(p *tournament.Pairing) bool {
	return v.ThirdPlace && p.Round == v.TotalRounds() && p.Board == 2
}

// roundName returns the name of a round of a knockout.
func (v *View) roundName(round int) string {
	return v.Lang.Say("tournament.round-of", "players", strconv.Itoa(1<<(v.TotalRounds()-round+1)))
}

// Headline returns the name, the format and the terms. A tournament without a name of its own has that of its format.
func (v *View) Headline() string {
	text := "**" + message.Escape(v.Name) + "** · "
	if format := v.FormatText(); format != v.Name {
		text += format + " · "
	}
	return text + message.Escape(say.PlainTerms(v.Lang, &v.Terms))
}

// FormatText describes the format: Swiss, 5 rounds.
func (v *View) FormatText() string {
	twice := "no"
	switch {
	case v.MatchPoints:
		twice = "as-one"
	case v.Games == 2:
		twice = "yes"
	}
	text := v.Lang.Say("tournament.format-text", "format", FormatKey(v.Format), "rounds", v.Rounds, "double", v.Cycles == 2,
		"twice", twice, "minutes", int(v.Length.Minutes()), "colours", v.Colours)
	if v.ThirdPlace {
		text += " · " + v.Lang.Say("tournament.third-place")
	}
	return text
}

// FormatKey returns the key of a format in commands and catalogues.
func FormatKey(f tournament.Format) string {
	return strings.ReplaceAll(strings.ToLower(f.String()), " ", "-")
}

// placesText says who can take part: names are those of the Sources.
func (v *View) placesText(names []string) string {
	if len(names) > 0 {
		return v.Lang.Labelled(v.Lang.Say("tournament.best-of", "n", v.Best, "each", len(names) > 1), v.Lang.And(names))
	}
	low, high := strconv.Itoa(v.MinRating), strconv.Itoa(v.MaxRating)
	ratings := low + "–" + high
	switch {
	case v.MinRating == 0 && v.MaxRating == 0:
		ratings = ""
	case v.MinRating == 0:
		ratings = "0–" + high // the font of pictures has no ≤
	case v.MaxRating == 0:
		ratings = low + "+"
	}
	most := v.MaxPlayers
	if v.Format == tournament.Simul {
		most = cmp.Or(most, tournament.MaxSimul)
	}
	return v.Lang.Say("tournament.places-text", "limited", most > 0, "most", most, "rated", ratings != "", "ratings", ratings)
}

// PhaseText says how far the tournament is, and what comes next.
func (v *View) PhaseText() string {
	var lines []string
	add := func(key string, about ...any) { lines = append(lines, v.Lang.Say("tournament."+key, about...)) }
	next, waits := v.Next()
	switch v.Phase() {
	case tournament.SignUp:
		lines = v.startTexts()
		if v.Interval > 0 {
			add("interval", "days", int(v.Interval.Hours()/24))
		}
		if v.LateRounds > 0 {
			add("late-entry", "rounds", v.LateRounds)
		}
		lines = append(lines, v.declaredTexts()...)
		if host := v.Host(); host != "" {
			add("host", "player", v.Player(host))
		}
		lines = append(lines, v.placesText(say.Each(v.Sources, bold)))
		if v.Awaits() {
			add("awaits")
		}
	case tournament.Running:
		lines = append(lines, message.Escape(v.Note()))
		end := v.Ends()
		if !end.IsZero() {
			add("ends-at", "time", say.Timestamp(end, "t"), "ago", say.Timestamp(end, "R"))
		} else if waits && !next.At.IsZero() && next.Kind == tournament.RoundBegan {
			add("next-round", "time", say.Timestamp(next.At, "F"), "ago", say.Timestamp(next.At, "R"))
		}
	case tournament.Provisional:
		lines = append(lines, v.completeText())
	case tournament.Finished:
		lines = append(lines, v.endText())
	default:
		add("cancelled", "reason", v.cancelReason())
	}
	if text := v.repetitionText(); text != "" {
		lines = append(lines, text)
	}
	switch {
	case v.IsOver(), v.SecondRole != 0 && v.Phase() != tournament.SignUp:
	case v.SecondRole != 0:
		for team := range 2 {
			if role := v.RoleOf(team + 1); role != 0 {
				lines = append(lines, v.Lang.Labelled(message.Escape(v.TeamName(team+1)), say.Role(role)))
			}
		}
	case v.Role != 0:
		add("for-role", "role", say.Role(v.Role))
	}
	if v.IsPaused() {
		add("paused")
	}
	return strings.Join(lines, "\n")
}

func bold(name string) string { return "**" + message.Escape(name) + "**" }

// startTexts say when the tournament starts, and from when on players check in.
func (v *View) startTexts() (lines []string) {
	start := v.PlannedStart()
	switch {
	case start.IsZero() && v.Format != tournament.Ladder: // which begins at once
		lines = append(lines, v.Lang.Say("tournament.starts-by-hand"))
	case !start.IsZero():
		lines = append(lines, v.Lang.Say("tournament.starts-at", "time", say.Timestamp(start, "F"), "ago", say.Timestamp(start, "R")))
	}
	if v.CheckIn > 0 {
		lines = append(lines, v.Lang.Say("tournament.check-in-from", "time", say.Timestamp(start.Add(-v.CheckIn), "t")))
	}
	return lines
}

// declaredTexts say what players can do besides playing: sit out rounds, or rest on a ladder.
func (v *View) declaredTexts() (lines []string) {
	if v.Byes > 0 {
		lines = append(lines, v.Lang.Say("tournament.byes", "n", v.Byes, "points", v.HalfPoints().String()))
	}
	if v.Rest > 0 {
		lines = append(lines, v.Lang.Say("tournament.rest", "days", inDays(v.Rest)))
	}
	if v.Idle > 0 {
		lines = append(lines, v.Lang.Say("tournament.idle", "days", inDays(v.Idle)))
	}
	return lines
}

func inDays(d time.Duration) int { return int(d.Hours() / 24) }

// completeText says who is ahead after all games, and when that becomes final.
func (v *View) completeText() string {
	next, _ := v.Next()
	lines := v.firstTexts(v.Leaders(), "tournament.leads")
	if v.Format == tournament.Simul && v.Host() != "" {
		lines = v.simulEnd()
	}
	lines = append(lines, v.Lang.Say("tournament.provisional", "ago", say.Timestamp(next.At, "R")))
	return strings.Join(lines, "\n")
}

// repetitionText says how often the tournament is repeated, or when its games are over, when the next one starts; "" if it is not.
func (v *View) repetitionText() string {
	isPlayed := v.Phase() >= tournament.Provisional
	switch next, again := v.Again(); {
	case v.Repetition == tournament.Once, !isPlayed && !v.Repeats():
		return ""
	case !isPlayed:
		return v.Lang.Say("tournament.repeats", "how", v.Repetition)
	case again:
		return v.Lang.Say("tournament.next-one", "time", say.Timestamp(next.Starts, "F"), "ago", say.Timestamp(next.Starts, "R"))
	}
	return v.Lang.Say("tournament.last-one")
}

// cancelReason says why the tournament was cancelled: the director says so, or there were too few players at its start.
func (v *View) cancelReason() string {
	if e := v.Event(v.Seq() - 1); e.By != "" {
		return message.Escape(e.Reason)
	}
	return v.Lang.Say("error.tournament-refused", "refusal", "too-few-players")
}

// endText says who has won, or which team, and what the seeds decided in the last round.
func (v *View) endText() string {
	if v.Format == tournament.Simul && v.Host() != "" {
		return strings.Join(v.simulEnd(), "\n")
	}
	if won := v.firstTexts(v.Winners(), "tournament.won"); len(won) > 0 {
		return strings.Join(won, "\n")
	}
	return v.Lang.Say("tournament.ended")
}

// firstTexts says by a sentence who is the first, or which team, and what the seeds decided in the last round; nothing if nobody
// is.
func (v *View) firstTexts(people []game.PersonID, sentence string) []string {
	first := say.Each(people, say.Mention)
	if len(first) > 0 && v.Format == tournament.TeamMatch {
		first = []string{"**" + message.Escape(v.TeamName(v.LeadingTeam())) + "**"}
	}
	if len(first) == 0 {
		return nil
	}
	says := v.Lang.Say(sentence, "n", len(first), "players", v.Lang.And(v.shortened(first)))
	return append([]string{says}, v.seedTexts(v.Round())...)
}

// simulEnd says how a simul ended, and who has beaten the host.
func (v *View) simulEnd() []string {
	lines := []string{v.Lang.Say("tournament.simul-over", "player", v.Player(v.Host()), "score", v.simulScore())}
	var best []string
	for _, p := range v.PairingsOf(v.Host()) {
		if p.Winner != "" && p.Winner != v.Host() {
			best = append(best, v.Player(p.Winner))
		}
	}
	if n := len(best); n > 0 {
		lines = append(lines, v.Lang.Say("tournament.simul-won", "n", n, "players", v.Lang.And(v.shortened(best))))
	}
	return lines
}

// seedTexts says which pairings of a round the seeds decided.
func (v *View) seedTexts(round int) (lines []string) {
	for _, p := range v.Pairings(round) {
		if v.BySeed(p) {
			lines = append(lines, v.Lang.Say("tournament.by-seed", "player", v.Player(p.Winner), "opponent", v.Player(p.Opponent(p.Winner))))
		}
	}
	return lines
}

// EntrantsText lists who takes part, if anybody does: the answer to the command that made the tournament says nothing of
// them, as it is not kept up to date.
func (v *View) EntrantsText() string {
	var names []string
	for _, line := range v.Standings() {
		if line.Status == tournament.Expelled || line.Player == v.Host() {
			continue
		}
		name := v.Player(line.Player)
		if line.CheckedIn {
			name = "✅ " + name
		}
		if line.Team != 0 {
			name += " (" + message.Escape(v.TeamName(line.Team)) + ")"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	return v.Lang.Say("tournament.entrants", "n", len(names), "players", strings.Join(v.shortened(names), ", "))
}

// ApartText says who does not meet; "" if all do.
func (v *View) ApartText() string {
	var apart []string
	for _, p := range v.Parted() {
		apart = append(apart, v.Player(p.White)+" – "+v.Player(p.Black))
	}
	if v.ApartRole != 0 {
		apart = append([]string{say.Role(v.ApartRole)}, v.shortened(apart)...)
	}
	if len(apart) == 0 {
		return ""
	}
	return v.Lang.Labelled(v.Lang.Say("tournament.apart"), strings.Join(apart, " · "))
}

// maxShownEntrants is the number of players that a text names.
const maxShownEntrants = 40

// shortened returns as many names of players as a text shows, and how many there are besides.
func (v *View) shortened(names []string) []string {
	n := len(names)
	if n > maxShownEntrants {
		names = append(names[:maxShownEntrants], v.Lang.Say("tournament.more-players", "n", n-maxShownEntrants))
	}
	return names
}

// WhyNoGame says why a player has no game, by a word of the sentence that tells them.
func (v *View) WhyNoGame(id tournament.PlayerID) string {
	of := v.PairingsOf(id)
	switch e := v.Entrant(id); {
	case v.IsOver(), v.Phase() == tournament.Provisional:
		return ""
	case e.Status != tournament.Active:
		return e.Status.String()
	case v.Phase() == tournament.SignUp:
		return "sign-up"
	case v.Format == tournament.Ladder:
		return ""
	case v.Format == tournament.Arena:
		return "free"
	case len(of) > 0 && of[len(of)-1].Requested && of[len(of)-1].Round == v.Round():
		return "sits-out"
	case len(of) > 0 && of[len(of)-1].IsBye() && of[len(of)-1].Round == v.Round():
		return "bye"
	case v.Round() < v.TotalRounds():
		return "next-round"
	case len(of) == 0 && v.Format == tournament.TeamMatch:
		return "reserve"
	case len(of) == 0:
		return ""
	}
	return "done"
}

// Poster returns the picture that announces the tournament, on a board of its rules.
func (v *View) Poster(variant *draughts.Variant, terms string, zone *time.Location) render.Poster {
	p := render.Poster{View: render.View{Position: variant.Start(), Theme: v.Theme}, Title: v.Title()}
	add := func(key, text string) {
		p.Facts = append(p.Facts, render.Fact{Head: v.Lang.Say("tournament." + key), Text: text})
	}
	add("format", v.FormatText())
	add("terms", terms)
	if start := v.PlannedStart(); !start.IsZero() {
		add("start", when.Written(v.Lang, start.In(zone)))
	}
	drawn := v.Sources
	if !render.CanDraw(strings.Join(drawn, "")) {
		drawn = v.From
	}
	add("places", v.placesText(drawn))
	return p
}
