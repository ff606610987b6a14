package tournament

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// formula matches where a spreadsheet could take a name, or what follows a separator in it, for a formula. Which
// separator a spreadsheet knows depends on its country; it knows the wide signs of Asian keyboards, too.
var formula = regexp.MustCompile(`(^|[,;|\t\r\n])(\s*[=+\-@＝＋－＠])`)

// plain returns a name that a spreadsheet takes for no formula, by an apostrophe.
func plain(name string) string { return formula.ReplaceAllString(name, "$1'$2") }

// WriteStandings writes the standings as CSV, with the names of players.
func (t *Tournament) WriteStandings(w io.Writer, name func(PlayerID) string) error {
	head := []string{"rank", "player", "team", "rating", "points", "games", "wins", "draws", "losses"}
	for _, tiebreak := range t.tiebreaks() {
		head = append(head, tiebreak.String())
	}
	rows := [][]string{append(head, "status")}
	for _, line := range t.Standings() {
		row := []string{
			strconv.Itoa(line.Rank), plain(name(line.Player)), plain(t.teamName(line.Team)), strconv.Itoa(line.Rating),
			number(line.Points.Float()), strconv.Itoa(line.Games), strconv.Itoa(line.Wins), strconv.Itoa(line.Draws), strconv.Itoa(line.Losses),
		}
		for _, value := range line.Values {
			row = append(row, number(value))
		}
		rows = append(rows, append(row, line.Status.String()))
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// WritePairings writes the pairings that are over as CSV, with the names of players.
func (t *Tournament) WritePairings(w io.Writer, name func(PlayerID) string) error {
	rows := [][]string{{"round", "board", "white", "black", "white points", "black points", "kind", "games"}}
	for _, p := range t.pairings {
		if !p.Over || p.Annulled {
			continue
		}
		black, games := "", []string{}
		if !p.IsBye() {
			black = plain(name(p.Black))
		}
		for _, g := range p.Games {
			games = append(games, g.ID)
		}
		rows = append(rows, []string{
			strconv.Itoa(p.Round), strconv.Itoa(p.Board), plain(name(p.White)), black, number(p.Score.White.Float()),
			number(p.Score.Black.Float()), p.kind(), strings.Join(games, " "),
		})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// kind says how a pairing that is over came to its score.
func (p *Pairing) kind() string {
	switch {
	case p.Requested:
		return "sat out"
	case p.IsBye():
		return "bye"
	case p.Score.Forfeit:
		return "forfeit"
	case p.Ruling:
		return "decided"
	}
	return "played"
}

// number writes a value with up to three decimals.
func number(value float64) string {
	return strconv.FormatFloat(math.Round(value*1000)/1000, 'f', -1, 64)
}

// teamName returns the name of a team or its number, and nothing for 0.
func (t *Tournament) teamName(team int) string {
	switch {
	case team == 0:
		return ""
	case t.format().host:
		return "host"
	case t.Teams[team-1] == "":
		return strconv.Itoa(team)
	}
	return t.Teams[team-1]
}

// HasTRF reports whether the tournament can be written as TRF: it has rounds of single games.
func (t *Tournament) HasTRF() bool {
	return t.format().trf != "" && t.games() == 1 && t.phase != SignUp
}

// WriteTRF writes the tournament as FIDE's Tournament Report File (Handbook C.04, annex 2, version 2026), with the names of
// players, the director and the clock of the games, up to the first round that is not over. The codes XXR and XXC are those that programs
// for pairings know: the number of rounds, and the color of the best seed; XXP are those who do not meet.
func (t *Tournament) WriteTRF(w io.Writer, name func(PlayerID) string, director, clock string) error {
	played := t.played()
	standings := slices.DeleteFunc(played.Standings(), func(line Standing) bool { return line.Seed == 0 }) // removed before the beginning
	var out strings.Builder
	fmt.Fprintf(&out, "012 %s\n", inLine(t.Name))
	date := func(code string, at time.Time) {
		if !at.IsZero() {
			fmt.Fprintf(&out, "%s %s\n", code, at.In(t.zone()).Format("2006/01/02"))
		}
	}
	if len(t.begunAt) > 0 {
		date("042", t.begunAt[0])
	}
	date("052", t.gamesOver)
	fmt.Fprintf(&out, "062 %d\n092 %s\n102 %s\n122 %s\n", len(standings), t.format().trf, inLine(director), clock)
	dates := fmt.Sprintf("%-89s", "132")
	for _, at := range played.begunAt {
		dates += "  " + at.In(t.zone()).Format("06/01/02")
	}
	codes := []string{"PTS"}
	for _, tiebreak := range t.tiebreaks() {
		codes = append(codes, tiebreaks[tiebreak].code)
	}
	fmt.Fprintf(&out, "%s\n212 %s\nXXR %d\n", strings.TrimSpace(dates), strings.Join(codes, ","), t.TotalRounds())
	if t.Format == Swiss {
		first := "white1"
		if len(t.pairings) > 0 && t.pairings[0].Lot%2 == 1 {
			first = "black1"
		}
		fmt.Fprintf(&out, "XXC %s\n", first)
	}
	for _, apart := range t.seedsApart() {
		fmt.Fprintf(&out, "XXP %s\n", strings.Join(apart, " "))
	}
	place := map[PlayerID]int{}
	for i, line := range standings {
		place[line.Player] = i + 1
	}
	slices.SortFunc(standings, func(a, b Standing) int { return cmp.Compare(a.Seed, b.Seed) })
	for _, line := range standings {
		shown := []rune(inLine(name(line.Player)))
		fmt.Fprintf(&out, "001 %4d      %-33s %4d %3s %11s %10s %4.1f %4d",
			line.Seed, string(shown[:min(len(shown), 33)]), max(0, line.Rating), "", "", "", line.Points.Float(), place[line.Player])
		for round := range played.begunAt {
			out.WriteString("  " + t.roundTRF(line.Player, round+1))
		}
		out.WriteByte('\n')
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// seedsApart returns the seeds of those who do not meet each other: all who are apart by their entry, and pairs.
func (t *Tournament) seedsApart() [][]string {
	var all []string
	for _, e := range t.active() {
		if e.apart && t.Format.KeepsApart() {
			all = append(all, strconv.Itoa(e.Seed))
		}
	}
	apart := [][]string{all}
	for _, p := range t.parted {
		if a, b := t.byID[p.White], t.byID[p.Black]; a != nil && b != nil && a.Seed > 0 && b.Seed > 0 {
			apart = append(apart, []string{strconv.Itoa(a.Seed), strconv.Itoa(b.Seed)})
		}
	}
	return slices.DeleteFunc(apart, func(seeds []string) bool { return len(seeds) < 2 })
}

// played returns the tournament without the rounds from the first one on that is not over, and without those at the end in
// which nobody played.
func (t *Tournament) played() *Tournament {
	open, last := t.rounds+1, 0
	for _, p := range t.pairings {
		if !p.Over {
			open = min(open, p.Round)
		}
		if !p.Annulled && p.Round < open {
			last = p.Round
		}
	}
	return t.until(min(last, open-1))
}

// until returns the tournament without the rounds after one.
func (t *Tournament) until(round int) *Tournament {
	isLater := func(p *Pairing) bool { return p.Round > round }
	early := *t
	early.rounds, early.begunAt = round, t.begunAt[:round]
	early.pairings, early.of = slices.DeleteFunc(slices.Clone(t.pairings), isLater), map[PlayerID][]*Pairing{}
	for id, of := range t.of {
		early.of[id] = slices.DeleteFunc(slices.Clone(of), isLater)
	}
	return &early
}

// inLine returns a text on one line.
func inLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// roundTRF returns a round of a player: the opponent's starting number, the colour and the result.
func (t *Tournament) roundTRF(id PlayerID, round int) string {
	for _, p := range t.of[id] {
		switch {
		case p.Round != round || p.Annulled:
			continue
		case p.Requested && p.Score.White > 0:
			return "0000 - H"
		case p.Requested:
			return "0000 - Z"
		case p.IsBye():
			return "0000 - " + t.byeTRF(p.Score.White)
		case p.Score.Forfeit && p.Score.White == p.Score.Black && p.Score.White > 0: // the director gave both half a point
			return "0000 - H"
		}
		colour, results := "w", "1=0"
		if p.White != id {
			colour = "b"
		}
		if p.Score.Forfeit {
			results = "+=-"
		}
		result := " "
		switch score := p.For(id); {
		case !p.Over:
		case score.White > score.Black:
			result = results[:1]
		case score.White == score.Black && score.White > 0:
			result = results[1:2]
		default:
			result = results[2:]
		}
		return fmt.Sprintf("%4d %s %s", t.byID[p.Opponent(id)].Seed, colour, result)
	}
	return "0000 - Z" // also who rests in a round robin: U would be worth a point
}

// byeTRF returns the code of a bye by its points.
func (t *Tournament) byeTRF(points Points) string {
	switch points {
	case t.most():
		return "U"
	case 0:
		return "Z"
	}
	return "H"
}
