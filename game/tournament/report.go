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
)

// formula matches where a spreadsheet could take a name, or what follows a separator in it, for a formula. Which
// separator a spreadsheet knows depends on its country; it knows the wide signs of Asian keyboards, too.
var formula = regexp.MustCompile(`(^|[,;|\t\r\n])(\s*[=+\-@＝＋－＠])`)

// WriteCSV writes the standings and then all games, with the names of players. An apostrophe keeps names from being
// formulas.
func (t *Tournament) WriteCSV(w io.Writer, nameOf func(PlayerID) string) error {
	out := csv.NewWriter(w)
	plain := func(text string) string { return formula.ReplaceAllString(text, "$1'$2") }
	name := func(id PlayerID) string { return plain(nameOf(id)) }
	head := []string{"rank", "player", "team", "rating", "points", "games", "wins", "draws", "losses"}
	for _, tiebreak := range t.tiebreaks() {
		head = append(head, tiebreak.String())
	}
	rows := [][]string{append(head, "status")}
	for _, line := range t.Standings() {
		row := []string{
			strconv.Itoa(line.Rank), name(line.Player), plain(t.teamName(line.Team)), strconv.Itoa(line.Rating), number(line.Points.Float()),
			strconv.Itoa(line.Games), strconv.Itoa(line.Wins), strconv.Itoa(line.Draws), strconv.Itoa(line.Losses),
		}
		for _, value := range line.Values {
			row = append(row, number(value))
		}
		rows = append(rows, append(row, line.Status.String()))
	}
	rows = append(rows, []string{"round", "board", "white", "black", "white points", "black points", "forfeit", "games"})
	for _, p := range t.pairings {
		if !p.Over || p.Annulled {
			continue
		}
		black, games := "", []string{}
		if !p.IsBye() {
			black = name(p.Black)
		}
		for _, g := range p.Games {
			games = append(games, g.ID)
		}
		rows = append(rows, []string{
			strconv.Itoa(p.Round), strconv.Itoa(p.Board), name(p.White), black, number(p.Score.White.Float()),
			number(p.Score.Black.Float()), strconv.FormatBool(p.Score.Forfeit && !p.IsBye()), strings.Join(games, " "),
		})
	}
	return out.WriteAll(rows)
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
	case t.Teams[team-1] == "":
		return strconv.Itoa(team)
	}
	return t.Teams[team-1]
}

// HasTRF reports whether the tournament can be written as TRF: it has rounds of single games.
func (t *Tournament) HasTRF() bool {
	return t.format().trf != "" && t.games() == 1 && t.phase != SignUp
}

// WriteTRF writes the tournament as FIDE's Tournament Report File (Handbook C.04, annex 2), with the names of
// players.
func (t *Tournament) WriteTRF(w io.Writer, name func(PlayerID) string) error {
	var out strings.Builder
	standings := slices.DeleteFunc(t.Standings(), func(line Standing) bool { return line.Seed == 0 }) // removed before the beginning
	fmt.Fprintf(&out, "012 %s\n062 %d\n092 %s\n", inLine(t.Name), len(standings), t.format().trf)
	if start := t.PlannedStart(); !start.IsZero() {
		fmt.Fprintf(&out, "042 %s\n", start.Format("2006/01/02"))
	}
	place := map[PlayerID]int{}
	for i, line := range standings {
		place[line.Player] = i + 1
	}
	slices.SortFunc(standings, func(a, b Standing) int { return cmp.Compare(a.Seed, b.Seed) })
	for _, line := range standings {
		shown := []rune(inLine(name(line.Player)))
		fmt.Fprintf(&out, "001 %4d      %-33s %4d %3s %11s %10s %4.1f %4d",
			line.Seed, string(shown[:min(len(shown), 33)]), line.Rating, "", "", "", line.Points.Float(), place[line.Player])
		for round := 1; round <= t.rounds; round++ {
			out.WriteString("  " + t.roundTRF(line.Player, round))
		}
		out.WriteByte('\n')
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// inLine returns a text on one line.
func inLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// roundTRF returns a round of a player: the opponent's starting number, the colour and the result.
func (t *Tournament) roundTRF(id PlayerID, round int) string {
	for _, p := range t.of[id] {
		switch {
		case p.Round != round || p.Annulled:
			continue
		case p.IsBye():
			return "0000 - U"
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
	return "0000 - Z"
}
