package tournament

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
)

var simulations = flag.Int("tournament.simulations", 250, "simulated tournaments of each format")

// simulation plays a tournament with players who win, lose, do not come, withdraw and are removed.
type simulation struct {
	*testing.T
	*Tournament
	rng *rand.Rand
	now Moment
	ids int
	// calm tells that nobody leaves, so that everything must come out even.
	calm bool
	seed int
	// busy and left are the players of an arena who had a game after the last wave, and who had none.
	busy, left []PlayerID
}

// Fatalf fails the test, and names the simulation.
func (s *simulation) Fatalf(format string, args ...any) {
	s.Helper()
	s.T.Fatalf("simulation %d, %+v: %s", s.seed, s.Declaration, fmt.Sprintf(format, args...))
}

var start = time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)

func newSimulation(t *testing.T, rng *rand.Rand, d Declaration) *simulation {
	if fault := d.Fault(); fault != 0 {
		t.Fatalf("%+v: %v", d, fault)
	}
	return &simulation{T: t, Tournament: Restore(d, nil), rng: rng, now: Moment{At: start.Add(-time.Hour)}, calm: rng.IntN(3) == 0}
}

// do does an event that must be possible.
func (s *simulation) do(e Event) {
	s.Helper()
	e.Moment = s.now
	if err := s.Do(e); err != nil {
		s.Fatalf("%v after %d events: %v", e, s.Seq(), err)
	}
}

func (s *simulation) enter(team int) {
	s.ids++
	e := Event{Kind: Entered, Player: PlayerID(fmt.Sprint("p", s.ids)), Rating: 1200 + s.rng.IntN(1000), Team: team, Apart: s.ids%5 == 0}
	if s.Format == Simul && team == hostTeam {
		e.By = "director"
	}
	if n := len(s.From); n > 0 {
		e.Group, e.Place = 1+s.ids%n, (s.ids+n-1)/n
	}
	s.do(e)
}

// chance reports whether something happens that happens once in n times, in a tournament that is not calm.
func (s *simulation) chance(n int) bool { return !s.calm && s.rng.IntN(n) == 0 }

// anyone returns a player who has not left, or "".
func (s *simulation) anyone() PlayerID {
	active := s.active()
	if len(active) == 0 {
		return ""
	}
	return active[s.rng.IntN(len(active))].Player
}

// disturb has a player leave, return, be paired by hand or be ruled on; or the bot is down, or the director pauses.
func (s *simulation) disturb() {
	p := s.anyone()
	if p == "" {
		return
	}
	try := func(e Event) { // it may be refused
		e.Moment = s.now
		before := s.Seq()
		if err := s.Do(e); err != nil && s.Seq() != before {
			s.Fatalf("a refused event was added")
		}
	}
	switch s.rng.IntN(13) {
	case 0, 1:
		s.do(Event{Kind: Withdrew, Player: p})
	case 2:
		s.do(Event{Kind: Removed, Player: p, By: "director", Reason: "had help"})
	case 3:
		s.ids++
		try(Event{Kind: Entered, Player: PlayerID(fmt.Sprint("p", 1+s.rng.IntN(s.ids+1))), Rating: 1500})
	case 4:
		try(Event{Kind: Paired, Player: p, Opponent: s.anyone(), By: "director"})
	case 5:
		if of := s.PairingsOf(p); len(of) > 0 {
			score := Score{White: s.most() / 2, Black: s.most() - s.most()/2, Forfeit: !of[len(of)-1].wasOnBoard()}
			try(Event{Kind: Adjudicated, Pairing: of[len(of)-1].Number, Score: score, By: "director"})
		}
	case 6:
		if s.phase != Running {
			break
		}
		s.do(Event{Kind: Paused, By: "director"})
		s.now.At = s.now.At.Add(time.Hour)
		if e, ok := s.Due(s.now, 1); ok {
			s.Fatalf("in a pause, %v is due", e)
		}
		s.do(Event{Kind: Resumed, By: "director"})
	case 7:
		s.now.At, s.now.Downtime = s.now.At.Add(time.Hour), s.now.Downtime+time.Hour
	case 8:
		try(Event{Kind: Parted, Player: p, Opponent: s.anyone(), By: "director"})
	case 9:
		try(Event{Kind: Extended, Extension: time.Minute, By: "director"})
	case 10:
		try(Event{Kind: SatOut, Player: p, Score: Score{White: s.HalfPoints() * Points(s.rng.IntN(2))}})
	case 11:
		try(Event{Kind: Rejoined, Player: p})
	case 12:
		try(Event{Kind: Rested, Player: p, Extension: s.Rest})
	}
}

// run plays until the tournament is over.
func (s *simulation) run() {
	for steps := 0; !s.IsOver(); steps++ {
		if s.Format == Ladder && steps == 200 { // it has no end of its own
			s.do(Event{Kind: Ended, By: "director"})
			break
		}
		if steps > 50000 {
			s.Fatalf("it does not end: %d pairings, round %d", len(s.pairings), s.Round())
		}
		for e, ok := s.Due(s.now, s.rng.Uint64()); ok; e, ok = s.Due(s.now, s.rng.Uint64()) {
			var before *Tournament
			if e.Kind == RoundBegan {
				before = s.AsOf(s.Seq())
			}
			s.do(e)
			if before != nil {
				s.checkRound(before)
			}
		}
		if s.Phase() >= Running && !s.IsOver() && s.chance(12) {
			s.disturb()
		}
		for _, p := range s.Waiting() {
			s.do(Event{Kind: GameBegan, Pairing: p.Number, Game: fmt.Sprint("g", s.Seq())})
		}
		s.play()
		if s.Format == Ladder && s.phase == Running {
			s.challenge()
		}
		s.now.At = s.now.At.Add(time.Duration(s.rng.IntN(120)) * time.Second)
		if s.phase == Provisional {
			s.now.At = s.now.At.Add(protestTime / 4)
		}
	}
	s.checkEnd()
}

// play ends a few of the running games.
func (s *simulation) play() {
	var running []*Pairing
	for _, p := range s.pairings {
		if p.running() != nil {
			running = append(running, p)
		}
	}
	for range min(len(running), 1+s.rng.IntN(len(running)+1)) {
		i := s.rng.IntN(len(running))
		scores := []Score{WhiteWins, WhiteWins, Draw, BlackWins}
		if s.chance(8) {
			scores = []Score{WhiteForfeits, BlackForfeits, BothForfeit}
		}
		if p := running[i]; p.running() != nil {
			s.do(Event{Kind: GameEnded, Pairing: p.Number, Score: scores[s.rng.IntN(len(scores))]})
		}
		running = slices.Delete(running, i, i+1)
		if len(running) == 0 {
			return
		}
	}
}

// challenge challenges a player on the ladder, or answers a challenge.
func (s *simulation) challenge() {
	for _, c := range s.Challenges() {
		switch s.rng.IntN(4) {
		case 0:
			s.do(Event{Kind: Accepted, Player: c.To, Opponent: c.By, Lot: s.rng.Uint64()})
		case 1:
			before := s.place(c.To)
			s.do(Event{Kind: Refused, Player: c.To, Opponent: c.By})
			if s.place(c.By) != before {
				s.Fatalf("a refusal did not cost the place")
			}
		}
	}
	if p, q := s.anyone(), s.anyone(); p != q {
		e := Event{Kind: Challenged, Player: p, Opponent: q, Moment: s.now}
		if err := s.Do(e); err == nil && (s.place(p) <= s.place(q) || s.place(p)-s.place(q) > s.Reach) {
			s.Fatalf("%s challenged %s out of reach", p, q)
		}
	}
}

// checkRound checks that the round that has begun is what the tournament before it calls for.
func (s *simulation) checkRound(before *Tournament) {
	paired := map[PlayerID]bool{}
	byes := 0
	for _, p := range s.Pairings(s.Round()) {
		for _, id := range []PlayerID{p.White, p.Black} {
			if id != "" && id != s.Host() && paired[id] {
				s.Fatalf("%s is paired twice in round %d", id, s.Round())
			}
			paired[id] = true
		}
		if p.IsBye() && !p.Requested {
			byes++
		}
	}
	active := before.active()
	for i, e := range active {
		if i > 0 && byPlace(active[i-1], e) > 0 {
			s.Fatalf("%s with place %d has a worse seed than %s", e.Player, e.Place, active[i-1].Player)
		}
	}
	switch s.Format {
	case Swiss:
		if byes != len(before.attending(before.active()))%2 {
			s.Fatalf("%d byes for %d players", byes, len(active))
		}
		for _, e := range active {
			if !paired[e.Player] { // by a bye at least
				s.Fatalf("%s is not paired", e.Player)
			}
		}
		s.checkSwiss(before)
	case Simul:
		for i, p := range s.Pairings(1) {
			isWhite := s.Colours == HostWhite || s.Colours == HostAlternates && i%2 == 0
			if p.IsBye() || p.Has(s.Host()) && isWhite != (p.White == s.Host()) || !p.Has(s.Host()) {
				s.Fatalf("board %d is %v", p.Board, p.Pair)
			}
		}
	case Knockout:
		if byes > 0 && s.Round() > 1 {
			s.Fatalf("a bye in round %d", s.Round())
		}
	case Arena:
		for _, p := range s.Pairings(s.Round()) {
			fixed := slices.ContainsFunc(before.fixed, func(f Pair) bool { return p.Has(f.White) && p.Has(f.Black) })
			if before.metLast(p.White, p.Black) && len(active) > 2 && !fixed {
				s.Fatalf("%s and %s met again at once", p.White, p.Black)
			}
		}
		if left := len(before.free()) - 2*len(s.Pairings(s.Round())); left > 1 && s.Round() == 1 {
			s.Fatalf("%d players were left over", left)
		}
		s.checkLeftOver(before)
	}
}

// checkLeftOver checks that nobody is left over by two waves of an arena in turn who could have been paired instead of
// a player who had a game until now.
func (s *simulation) checkLeftOver(before *Tournament) {
	busy, left := s.busy, s.left
	s.busy, s.left = nil, nil
	for _, e := range s.active() {
		if s.open[e.Player] > 0 {
			s.busy = append(s.busy, e.Player)
		} else {
			s.left = append(s.left, e.Player)
		}
	}
	if len(s.left) != 1 || !slices.Contains(left, s.left[0]) || len(before.fixed) > 0 {
		return
	}
	alone := before.candidate(s.byID[s.left[0]])
	for _, p := range s.Pairings(s.Round()) {
		for _, id := range []PlayerID{p.White, p.Black} {
			with := before.candidate(s.byID[p.Opponent(id)])
			if slices.Contains(busy, id) && before.canMeet(alone.Player, with.Player, false) && before.costOf(alone, with, 0)[lopsided] == 0 {
				s.Fatalf("in wave %d, %s is left over again, and %s is paired at once", s.Round(), alone.Player, id)
			}
		}
	}
}

// checkSwiss checks that a pair that met before, or too many games with one colour, could not be avoided: no
// matching of the players has fewer of them.
func (s *simulation) checkSwiss(before *Tournament) {
	if len(before.fixed) > 0 {
		return
	}
	all := before.candidates(before.attending(before.active()), func(e *Entrant) Points { return before.pointsOf(e.Player) })
	n := (len(all) + 1) / 2 * 2
	index := map[PlayerID]int{}
	for i, c := range all {
		index[c.Player] = i
	}
	// met returns how often two have met, or how often a player has rested without a game.
	met := func(a, b PlayerID) (n int64) {
		won := int64(0)
		for _, p := range before.PairingsOf(a) {
			played := !p.Over || p.WasPlayed() || p.wasOnBoard()
			switch {
			case b == "" && p.Requested: // which may be followed by any other bye
			case b == "" && p.IsBye():
				n += 2
			case b == "" && !played && p.Winner == a:
				won = 1
			case b != "" && played && p.Has(b):
				n++
			}
		}
		return n + won
	}
	least := map[bool]int64{true: math.MaxInt64, false: math.MaxInt64} // of byes, and of others
	for i, c := range all {
		least[true] = min(least[true], met(c.Player, ""))
		for _, d := range all[:i] {
			least[false] = min(least[false], met(c.Player, d.Player))
		}
	}
	// broken returns how often a pair breaks the first two rules.
	broken := func(a PlayerID, b PlayerID, c costs) int64 {
		n := c[lopsided]/mostLopsided + 1000*min(met(a, b)-least[b == ""], mostMeetings)
		if b != "" && before.AreApart(a, b) {
			return n + 1e6
		}
		return n
	}
	cost := make([][]int64, n)
	for i := range cost {
		cost[i] = make([]int64, n)
	}
	for i := range all {
		for j := range n {
			switch {
			case j == len(all):
				cost[i][j] = broken(all[i].Player, "", costs{})
			case i != j:
				cost[i][j] = broken(all[i].Player, all[j].Player, before.costOf(all[min(i, j)], all[max(i, j)], s.Round()))
			}
			cost[j][i] = cost[i][j]
		}
	}
	sum := int64(0)
	for _, p := range s.Pairings(s.Round()) {
		if p.Requested {
			continue
		}
		if p.IsBye() {
			sum += cost[index[p.White]][len(all)]
		} else {
			sum += cost[index[p.White]][index[p.Black]]
		}
	}
	if sum == 0 {
		for _, c := range s.candidates(before.attending(s.active()), func(*Entrant) Points { return 0 }) {
			was := all[index[c.Player]].balance // above 2 only if the director had paired by hand
			if abs(int64(c.balance)) > max(2, abs(int64(was))) && s.games() == 1 {
				s.Fatalf("%s had one colour %d times more", c.Player, c.balance)
			}
		}
		return
	}
	if n > 12 {
		return // too many to try all
	}
	if want := leastCost(n, cost, 1<<n-1); sum != want {
		s.Fatalf("round %d of %d players breaks rules for %d, and could for %d", s.Round(), len(all), sum, want)
	}
}

// checkEnd checks a tournament that is over.
func (s *simulation) checkEnd() {
	again := Restore(s.Declaration, s.Events())
	standings := s.Standings()
	if !reflect.DeepEqual(standings, again.Standings()) {
		s.Fatalf("the tournament is another one after Restore")
	}
	if s.phase == CalledOff {
		return
	}
	points, scored := Points(0), Points(0)
	for _, line := range standings {
		points += line.Points
		if line.Games != line.Wins+line.Draws+line.Losses {
			s.Fatalf("%v: games do not sum up", line)
		}
	}
	meetings := map[[2]PlayerID]int{}
	for _, p := range s.pairings {
		if !p.Over {
			s.Fatalf("pairing %d is not over", p.Number)
		}
		if !p.Annulled {
			scored += p.Score.White + p.Score.Black
			meetings[[2]PlayerID{min(p.White, p.Black), max(p.White, p.Black)}]++
		}
	}
	if s.Format != Arena && s.Format != Ladder && points != scored {
		s.Fatalf("players have %v, pairings gave %v", points, scored)
	}
	switch s.Format {
	case RoundRobin:
		for i, a := range standings {
			for _, b := range standings[:i] {
				want := max(1, s.Cycles)
				if a.annulled || b.annulled {
					want = 0
				}
				if n := meetings[[2]PlayerID{min(a.Player, b.Player), max(a.Player, b.Player)}]; n != want {
					s.Fatalf("%s and %s met %d times", a.Player, b.Player, n)
				}
			}
		}
	case Knockout:
		if s.calm && (standings[0].Rank != 1 || standings[1].Rank != 2) {
			s.Fatalf("the final has the ranks %d and %d", standings[0].Rank, standings[1].Rank)
		}
	case Ladder:
		if len(standings) != len(s.active()) {
			s.Fatalf("%d of %d players are on the ladder", len(standings), len(s.active()))
		}
	case Simul:
		host, others, running := s.SimulScore()
		if s.calm && len(s.pairings) != len(standings)-1 || host+others != scored || running > 0 {
			s.Fatalf("the host has %v against %v on %d boards, and %d go on", host, others, len(s.pairings), running)
		}
	case Swiss:
		if s.calm && s.rounds != s.Rounds {
			s.Fatalf("%d rounds of %d", s.rounds, s.Rounds)
		}
	}
}

// declare returns a declaration of a format for up to 12 players.
func declare(f Format, rng *rand.Rand) Declaration {
	d := Declaration{Name: "Simulated", Format: f, Starts: start}
	if f == Simul {
		d.Colours = Colours(rng.IntN(3))
	} else if f != Arena && f != Ladder {
		d.Games = 1 + rng.IntN(2)
		d.MatchPoints = rng.IntN(2) == 0
		d.Interval, d.Zone = time.Duration(rng.IntN(2))*time.Hour, []string{"", "Europe/Berlin"}[rng.IntN(2)]
	}
	if rng.IntN(2) == 0 {
		d.CheckIn = 10 * time.Minute
	}
	switch f {
	case RoundRobin:
		d.Cycles, d.Parallel = 1+rng.IntN(2), 1+rng.IntN(4)
	case Swiss:
		d.Rounds = 1 + rng.IntN(8)
		d.LateRounds, d.Byes = rng.IntN(d.Rounds), rng.IntN(2)
	case Knockout:
		d.ThirdPlace, d.Replays = rng.IntN(2) == 0, rng.IntN(3)
	case Arena:
		d.Length = time.Hour
	case Ladder:
		d.Reach, d.Reply, d.Rest, d.Idle = 1+rng.IntN(3), 10*time.Minute, time.Duration(rng.IntN(2))*time.Hour, leastIdle
	}
	return d
}

func TestSimulations(t *testing.T) {
	for f := range formats {
		t.Run(Format(f).String(), func(t *testing.T) {
			t.Parallel()
			for seed := range *simulations {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(f)))
				d := declare(Format(f), rng)
				if Format(f).HasPlaces() && seed%4 == 0 {
					d.From, d.Best = []string{"A", "B", "C"}[:1+seed/4%3], 12
				}
				s := newSimulation(t, rng, d)
				s.seed = seed
				for i := range 2 + rng.IntN(11) {
					team := 0
					switch {
					case Format(f) == TeamMatch:
						team = 1 + i%2
					case Format(f) == Simul && i == 0:
						team = hostTeam
					}
					s.enter(team)
				}
				s.now.At = start.Add(-5 * time.Minute)
				if s.Awaits() {
					s.do(Event{Kind: Qualified, Extension: time.Duration(seed/4%2) * time.Hour})
					s.now.At = s.PlannedStart().Add(-5 * time.Minute)
				}
				for _, e := range s.Entrants() {
					if s.CheckIn > 0 && !s.chance(6) {
						s.do(Event{Kind: CheckedIn, Player: e.Player})
					}
				}
				s.run()
			}
		})
	}
}
