package bot

import (
	"cmp"
	"context"
	"strconv"
	"strings"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/tournament"
	"doublecorner/render"
)

// tournamentView shows a tournament in a language. Its tables are pictures, and texts for people who want these.
type tournamentView struct {
	*game.Tournament
	l     *lang.Language
	theme string
	name  func(tournament.PlayerID) string
}

// viewOf shows a tournament in a language.
func (b *Bot) viewOf(ctx context.Context, l *lang.Language, theme string, t *game.Tournament) *tournamentView {
	return &tournamentView{t, l, theme, func(id tournament.PlayerID) string {
		return b.pictureName(ctx, l, game.PersonOf(id), t.Place)
	}}
}

// title returns the name of the tournament for pictures: its format if the font lacks some of the name.
func (v *tournamentView) title() string {
	if render.CanDraw(v.Name) {
		return v.Name
	}
	return v.l.Say("choice.format." + formatKey(v.Format))
}

// progress returns how far the tournament is, in a few words.
func (v *tournamentView) progress() string {
	of := v.TotalRounds()
	return v.l.Say("tournament.progress", "phase", v.Phase(), "rounds", of > 1, "round", v.Round(), "of", of)
}

// note returns how far the tournament is, and the score of a team match.
func (v *tournamentView) note() string {
	if v.Format != tournament.TeamMatch || v.Phase() == tournament.SignUp {
		return v.progress()
	}
	points := v.TeamPoints()
	return v.progress() + " · " + v.teamName(1) + " " + points[0].String() + " – " + points[1].String() + " " + v.teamName(2)
}

// player returns the text that names a player, a mention unless they were erased.
func (v *tournamentView) player(id tournament.PlayerID) string {
	if p := game.PersonOf(id); p.IsPerson() {
		return say.Mention(p)
	}
	return v.l.Say("board.former")
}

// teamName names a team of a team match, 1 or 2.
func (v *tournamentView) teamName(team int) string {
	return cmp.Or(v.Teams[team-1], v.l.Say("choice.team."+strconv.Itoa(team)))
}

// teamTitle names a team for pictures: by its number if the font lacks some of its name.
func (v *tournamentView) teamTitle(team int) string {
	if name := v.teamName(team); render.CanDraw(name) {
		return name
	}
	return v.l.Say("choice.team." + strconv.Itoa(team))
}

// roundText names a round.
func (v *tournamentView) roundText(round int) string {
	switch {
	case v.Format == tournament.Knockout && round > 0:
		return v.roundName(round)
	case v.Format == tournament.Ladder || round == 0:
		return message.Escape(v.note())
	}
	return v.l.Say("tournament.round", "n", round)
}

// roundName returns the name of a round of a knockout.
func (v *tournamentView) roundName(round int) string {
	return v.l.Say("tournament.round-of", "players", strconv.Itoa(1<<(v.TotalRounds()-round+1)))
}

// formatText describes the format: Swiss, 5 rounds.
func (v *tournamentView) formatText() string {
	twice := "no"
	switch {
	case v.MatchPoints:
		twice = "as-one"
	case v.Games == 2:
		twice = "yes"
	}
	text := v.l.Say("tournament.format-text", "format", formatKey(v.Format), "rounds", v.Rounds, "double", v.Cycles == 2,
		"twice", twice, "minutes", int(v.Length.Minutes()))
	if v.ThirdPlace {
		text += " · " + v.l.Say("tournament.third-place")
	}
	return text
}

// formatKey returns the key of a format in commands and catalogues.
func formatKey(f tournament.Format) string {
	return strings.ReplaceAll(strings.ToLower(f.String()), " ", "-")
}

// placesText says who can take part.
func (v *tournamentView) placesText() string {
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
	return v.l.Say("tournament.places-text", "limited", v.MaxPlayers > 0, "most", v.MaxPlayers, "rated", ratings != "", "ratings", ratings)
}

// phaseText says how far the tournament is, and what comes next.
func (v *tournamentView) phaseText() string {
	var lines []string
	add := func(key string, about ...any) { lines = append(lines, v.l.Say("tournament."+key, about...)) }
	next, waits := v.Next()
	switch v.Phase() {
	case tournament.SignUp:
		start := v.PlannedStart()
		if start.IsZero() {
			add("starts-by-hand")
		} else {
			add("starts-at", "time", say.Timestamp(start, "F"), "ago", say.Timestamp(start, "R"))
		}
		if v.CheckIn > 0 {
			add("check-in-from", "time", say.Timestamp(start.Add(-v.CheckIn), "t"))
		}
		if v.Interval > 0 {
			add("interval", "days", int(v.Interval.Hours()/24))
		}
		if v.LateRounds > 0 {
			add("late-entry", "rounds", v.LateRounds)
		}
		lines = append(lines, v.placesText())
	case tournament.Running:
		lines = append(lines, message.Escape(v.note()))
		end := v.Ends()
		if waits && next.Kind == tournament.Ended && end.IsZero() {
			end = next.At
		}
		if !end.IsZero() {
			add("ends-at", "time", say.Timestamp(end, "t"), "ago", say.Timestamp(end, "R"))
		} else if waits && !next.At.IsZero() && next.Kind == tournament.RoundBegan {
			add("next-round", "time", say.Timestamp(next.At, "F"), "ago", say.Timestamp(next.At, "R"))
		}
	case tournament.Finished:
		lines = append(lines, v.endText())
	default:
		add("cancelled", "reason", v.cancelReason())
	}
	switch {
	case v.IsOver(), v.SecondRole != 0 && v.Phase() != tournament.SignUp:
	case v.SecondRole != 0:
		for team := range 2 {
			if role := v.RoleOf(team + 1); role != 0 {
				lines = append(lines, v.l.Labelled(message.Escape(v.teamName(team+1)), say.Role(role)))
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

// cancelReason says why the tournament was cancelled: the director says so, or there were too few players at its start.
func (v *tournamentView) cancelReason() string {
	if e := v.Event(v.Seq() - 1); e.By != "" {
		return message.Escape(e.Reason)
	}
	return v.l.Say("error.tournament-refused", "refusal", "too-few-players")
}

// endText says who has won, or which team, and what the seeds decided in the last round.
func (v *tournamentView) endText() string {
	winners := say.Each(v.Winners(), say.Mention)
	if len(winners) > 0 && v.Format == tournament.TeamMatch {
		winners = []string{"**" + message.Escape(v.teamName(v.LeadingTeam())) + "**"}
	}
	if len(winners) == 0 {
		return v.l.Say("tournament.ended")
	}
	won := v.l.Say("tournament.won", "n", len(winners), "players", v.l.And(v.shortened(winners)))
	return strings.Join(append([]string{won}, v.seedTexts(v.Round())...), "\n")
}

// seedTexts says which pairings of a round the seeds decided.
func (v *tournamentView) seedTexts(round int) (lines []string) {
	for _, p := range v.Pairings(round) {
		if v.BySeed(p) {
			lines = append(lines, v.l.Say("tournament.by-seed", "player", v.player(p.Winner), "opponent", v.player(p.Opponent(p.Winner))))
		}
	}
	return lines
}

// entrantsText lists who takes part, if anybody does: the answer to the command that made the tournament says nothing of
// them, as it is not kept up to date.
func (v *tournamentView) entrantsText() string {
	var names []string
	for _, line := range v.Standings() {
		if line.Status == tournament.Expelled {
			continue
		}
		name := v.player(line.Player)
		if line.CheckedIn {
			name = "✅ " + name
		}
		if line.Team != 0 {
			name += " (" + message.Escape(v.teamName(line.Team)) + ")"
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	return v.l.Say("tournament.entrants", "n", len(names), "players", strings.Join(v.shortened(names), ", "))
}

// maxShownEntrants is the number of players that a text names.
const maxShownEntrants = 40

// shortened returns as many names of players as a text shows, and how many there are besides.
func (v *tournamentView) shortened(names []string) []string {
	n := len(names)
	if n > maxShownEntrants {
		names = append(names[:maxShownEntrants], v.l.Say("tournament.more-players", "n", n-maxShownEntrants))
	}
	return names
}

// buttons returns the buttons of the message of a tournament.
func (v *tournamentView) buttons() []dg.MessageComponent {
	var all []dg.MessageComponent
	add := func(a action, style dg.ButtonStyle) {
		all = append(all, button(v.l, customID{action: a, arg: string(v.ID)}, style))
	}
	switch {
	case v.Admits() && v.Format == tournament.TeamMatch:
		for team := 1; team <= 2; team++ {
			id := customID{action: enterAction, arg: string(v.ID) + " " + strconv.Itoa(team)}
			all = append(all, buttonLabelled(v.l.Labelled(v.l.Say("button.enter"), v.teamName(team)), id, dg.SuccessButton))
		}
	case v.Admits():
		add(enterAction, dg.SuccessButton)
	}
	if v.CheckIn > 0 && v.Phase() == tournament.SignUp {
		add(checkInAction, dg.PrimaryButton)
	}
	if v.Phase() != tournament.SignUp {
		add(tableAction, dg.PrimaryButton)
		add(pairingsAction, dg.SecondaryButton)
	}
	if v.Phase() == tournament.Running {
		add(ownPairingAction, dg.SecondaryButton)
	}
	if v.Phase() < tournament.Finished {
		add(leaveTournamentAction, dg.SecondaryButton)
	}
	return all[:min(len(all), 5)]
}

// poster returns the picture that announces the tournament, on a board of its rules.
func (v *tournamentView) poster(variant *draughts.Variant, terms string, zone *time.Location) render.Poster {
	p := render.Poster{View: render.View{Position: variant.Start(), Theme: v.theme}, Title: v.title()}
	add := func(key, text string) {
		p.Facts = append(p.Facts, render.Fact{Head: v.l.Say("tournament." + key), Text: text})
	}
	add("format", v.formatText())
	add("terms", terms)
	if start := v.PlannedStart(); !start.IsZero() {
		add("start", when.Written(v.l, start.In(zone)))
	}
	add("places", v.placesText())
	return p
}
