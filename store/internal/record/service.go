package record

import "doublecorner/game"

const serviceVersion = 1

// Service writes the referee's attendance.
func Service(s game.Service) []byte {
	w := begin(serviceVersion)
	w.time(s.LastAlive)
	w.span(s.Downtime)
	return w.b
}

// ReadService reads the referee's attendance.
func ReadService(b []byte) (game.Service, error) {
	r, version := open(b)
	if version != serviceVersion {
		return game.Service{}, unknown(version)
	}
	s := game.Service{LastAlive: r.time(), Downtime: r.span()}
	return s, r.close()
}
