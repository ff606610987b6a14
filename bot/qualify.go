package bot

import (
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/bot/standings"
	"doublecorner/game/tournament"
)

// What a draft of a tournament keeps besides what was written into its forms: the tournaments from which its players come, and how
// many of each.
const (
	fromInput = "from"
	bestInput = "best"
)

const (
	maxBest     = 16 // that is offered
	defaultBest = 2
)

// takePlayers has the players of a tournament come from others, as a draft says: at most as many of each as there are places.
func takePlayers(d *tournament.Declaration, inputs map[string]string) {
	if from := strings.Fields(inputs[fromInput]); d.MostOfEach(1) > 0 && len(from) > 0 {
		best, err := strconv.Atoi(inputs[bestInput])
		if err != nil {
			best = defaultBest
		}
		d.From, d.Best = from, min(best, max(1, d.MostOfEach(len(from))))
	}
}

// addSources adds to the preview of a tournament the selects of the tournaments from which its players come, and of how many; if
// it can take them from any.
func (b *Bot) addSources(req *request, m *message.Builder, d *tournament.Declaration) error {
	if d.MostOfEach(1) == 0 {
		return nil
	}
	all, err := b.tournamentsHere(req)
	if err != nil {
		return err
	}
	id := func(what string) customID { return customID{action: sourceAction, arg: req.i.ID + " " + what} }
	var options []dg.SelectMenuOption
	for _, t := range all {
		chosen := slices.Contains(d.From, string(t.ID))
		isFull := !chosen && d.MostOfEach(len(d.From)+1) == 0
		if !t.Format.HasPlaces() || t.Phase() == tournament.CalledOff || isFull {
			continue
		}
		label := t.Name
		if chosen {
			label = "✓ " + label
		}
		v := standings.View{Tournament: t, Lang: req.lang}
		options = append(options, dg.SelectMenuOption{
			Label: message.Clip(label), Value: id(fromInput + " " + string(t.ID)).arg,
			Description: message.Clip(string(t.ID) + " · " + v.FormatText() + " · " + v.Note()),
		})
	}
	addSelects(m, id(fromInput), req.lang.Say("menu.from"), options)
	if len(d.From) == 0 {
		return nil
	}
	options = nil
	for n := 1; n <= min(maxBest, d.MostOfEach(len(d.From))); n++ {
		options = append(options, dg.SelectMenuOption{
			Label: req.lang.Say("tournament.best-of", "n", n, "each", len(d.From) > 1),
			Value: id(bestInput + " " + strconv.Itoa(n)).arg, Default: n == d.Best,
		})
	}
	addSelects(m, id(bestInput), "", options)
	return nil
}
