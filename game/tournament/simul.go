package tournament

// MaxSimul is the greatest number of boards of a simul.
const MaxSimul = 40

// hostTeam is the team of the host of a simul.
const hostTeam = 1

// Host returns the host of a simul, who may have left it; "" if there is none.
func (t *Tournament) Host() PlayerID {
	host := PlayerID("")
	for _, e := range t.entrants {
		if t.format().host && e.Team == hostTeam { // the last one, if others were removed before the beginning
			host = e.Player
		}
	}
	return host
}

// pairSimul returns the boards of a simul: the host plays all others, in the order of their seeds.
func (t *Tournament) pairSimul(uint64) []Pair {
	host := t.Host()
	if !t.isActive(host) {
		return nil
	}
	var pairs []Pair
	for _, e := range t.active() {
		pair := Pair{host, e.Player}
		if t.Colours == HostBlack || t.Colours == HostAlternates && len(pairs)%2 == 1 {
			pair = Pair{e.Player, host}
		}
		if e.Player != host {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// SimulScore returns the points of the host of a simul, of all others together, and how many boards are not over.
func (t *Tournament) SimulScore() (host, others Points, running int) {
	for _, p := range t.of[t.Host()] {
		if !p.Over {
			running++
		} else if !p.Annulled {
			score := p.For(t.Host())
			host, others = host+score.White, others+score.Black
		}
	}
	return host, others, running
}
