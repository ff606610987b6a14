package storetest

import (
	"fmt"
	"strings"
	"time"

	"doublecorner/game"
	"doublecorner/game/draughts"
)

func (s *suite) challenges() {
	v, err := draughts.Builtin("russian")
	s.must(err)
	clock, err := game.Correspondence(3)
	s.must(err)
	rules := game.IdentifyRules(v.Rules())
	full := &game.Challenge{
		ID: "CCCC", Place: 5, Room: 6, From: 11, To: 12, Rules: rules, Terms: game.Terms{Variant: v, Clock: clock, Rated: true, Colour: game.PlayWhite},
		Made: start, Downtime: time.Minute, State: game.Accepted, Closed: start.Add(time.Hour), Game: "GGGG", CounterTo: "DDDD", RematchOf: "HHHH",
	}
	open := &game.Challenge{ID: "DDDD", Place: 5, From: 12, To: 11, Rules: rules, Terms: game.Terms{Variant: v}, Made: start.Add(time.Second)}
	toAll := &game.Challenge{ID: "FFFF", Place: 5, From: 11, Rules: rules, Terms: game.Terms{Variant: v}, Made: start.Add(time.Minute)}
	for _, c := range []*game.Challenge{full, open, toAll} {
		s.update(func(tx game.Tx) error { return tx.PutChallenge(c) })
		s.view(func(tx game.Reader) error {
			got, err := tx.Challenge(c.ID)
			s.must(err)
			same(s, "rules", got.Variant.Rules(), c.Variant.Rules())
			got.Variant = c.Variant
			same(s, "challenge", got, c)
			return nil
		})
	}
	list := func(list game.ChallengeList) string {
		var ids []string
		s.view(func(tx game.Reader) error {
			page, err := tx.Challenges(list, "", 10)
			for _, c := range page.Items {
				ids = append(ids, string(c.ID))
			}
			return err
		})
		return strings.Join(ids, " ")
	}
	same(s, "by 11", list(game.OpenChallengesBy(11)), "FFFF")
	same(s, "to 11", list(game.OpenChallengesTo(11)), "DDDD")
	same(s, "to anyone", list(game.OpenChallengesTo(game.Anyone)), "")
	same(s, "here", list(game.OpenChallengesIn(5)), "FFFF DDDD")
	same(s, "with 11", list(game.AllChallengesWith(11)), "FFFF DDDD CCCC")
	same(s, "with 12", list(game.AllChallengesWith(12)), "DDDD CCCC")
	same(s, "with anyone", list(game.AllChallengesWith(game.Anyone)), "")

	s.view(func(tx game.Reader) error {
		ids, err := tx.ChallengeAlarms(open.Alarm(), 10)
		same(s, "alarms", fmt.Sprint(ids), "[DDDD]")
		return err
	})
	s.update(func(tx game.Tx) error { return tx.DeleteChallenge("DDDD") })
	same(s, "here after deleting", list(game.OpenChallengesIn(5)), "FFFF")
	same(s, "to 11 after deleting", list(game.OpenChallengesTo(11)), "")
	s.view(func(tx game.Reader) error {
		_, err := tx.Challenge("DDDD")
		s.missing(err)
		return nil
	})
}
