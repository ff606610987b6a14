package bot

import (
	"slices"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// complete returns choices for the option that the user types; none if an error occurs.
func (b *Bot) complete(req *request) []*message.Choice {
	switch req.focused {
	case "move":
		return b.completeMove(req)
	case "moves":
		return b.completePlan(req)
	case "game":
		return b.completeGame(req)
	case "opening":
		return b.completeOpening(req)
	case "position":
		return b.matchingGames(req, req.text("position"), game.FinishedGamesOf(req.by.Person))
	case "clock":
		return completeClock(req)
	case "rules":
		found := completeRules(req, req.text("rules"), req.commandName() == "custom-rules" && req.sub == "remove")
		if req.commandName() == "leaderboard" && len(found) < maxOptions {
			if name := req.lang.Say("puzzle.pool"); lang.Includes(name, req.text("rules")) {
				found = append(found, &message.Choice{Name: name, Value: puzzlesChoice})
			}
		}
		return found
	case "tournament":
		return b.completeTournament(req)
	case "time-zone":
		return completeZone(req)
	case "like":
		return completeRules(req, req.text("like"), false)
	}
	return nil
}

// chooseTyped replaces what was typed for an option by the choice of that name, or where nothing is lost by a mistake, by
// the only one that contains it: people do not always choose from the list that opens.
func (b *Bot) chooseTyped(req *request) {
	for _, name := range []string{"rules", "like", "tournament", "time-zone", "game"} {
		typed := req.text(name)
		if _, isID := game.ParseGameID(typed); typed == "" || isID && name == "game" {
			continue
		}
		req.focused = name
		choices := b.complete(req)
		guesses := len(choices) == 1 && req.commandName() != "custom-rules" && req.commandName() != "referee" && req.sub != "manage"
		for _, fits := range []func(c *message.Choice) bool{
			func(c *message.Choice) bool { return c.Value == typed },
			func(c *message.Choice) bool { return lang.Fold(c.Name) == lang.Fold(typed) },
			func(c *message.Choice) bool { return guesses },
		} {
			if i := slices.IndexFunc(choices, fits); i >= 0 {
				req.options[name] = choices[i].Value
				break
			}
		}
	}
	req.focused = ""
}

// completeMove returns the legal moves that begin with the typed text, in any notation.
func (b *Bot) completeMove(req *request) []*message.Choice {
	g, err := b.chosenGame(req)
	if err != nil {
		return nil
	}
	if side, plays := g.Side(req.by.Person); !plays || side != g.Turn() {
		return nil // it is not their turn
	}
	h, err := g.History()
	if err != nil || g.IsOver() {
		return nil
	}
	p := h.Position()
	typed := foldMove(req.text("move"))
	if typed == "" && req.text("move") != "" {
		return nil // no letter or digit of a move
	}
	moves := req.movesThatBegin(p, typed)
	if i := strings.IndexAny(req.text("move"), ".．…"); i > 0 && len(moves) == 0 { // behind the number of the move
		moves = req.movesThatBegin(p, foldMove(req.text("move")[i:]))
	}
	var found []*message.Choice
	labels := say.MoveLabels(req.lang, p, moves)
	for i, text := range p.TextsIn(moves, draughts.Numbers) {
		if len(text) <= maxTypedMove {
			found = append(found, &message.Choice{Name: labels[i], Value: text})
		}
	}
	return found
}

// completeGame returns running games: those of the guild for moderators' commands, the user's for
// others. Commands about finished games also get the user's last finished ones.
func (b *Bot) completeGame(req *request) []*message.Choice {
	typed, running, finished := req.text("game"), game.RunningGamesOf(req.by.Person), game.FinishedGamesOf(req.by.Person)
	switch req.commandName() {
	case "referee":
		return b.matchingGames(req, typed, game.RunningGamesIn(req.place))
	case "rematch", "review":
		return b.matchingGames(req, typed, finished)
	case "replay", "export", "board":
		return b.matchingGames(req, typed, running, finished)
	}
	return b.matchingGames(req, typed, running)
}

// completeOpening returns the openings whose names contain the typed text, and the user's games, from whose
// positions a game can begin.
func (b *Bot) completeOpening(req *request) []*message.Choice {
	typed := req.text("opening")
	var found []*message.Choice
	for _, o := range openingOptions(req.lang) {
		if lang.Includes(o.Label, typed) {
			found = append(found, &message.Choice{Name: o.Label, Value: o.Value})
		}
	}
	games := b.matchingGames(req, typed, game.RunningGamesOf(req.by.Person), game.FinishedGamesOf(req.by.Person))
	return append(found, games[:min(len(games), maxOptions-len(found))]...)
}

// matchingGames returns the choices of the newest games of lists whose labels contain the typed text: a part
// of an ID, of a player's name or of the rules.
func (b *Bot) matchingGames(req *request, typed string, lists ...game.GameList) []*message.Choice {
	var found []*message.Choice
	for _, list := range lists {
		searched := 0
		for g, err := range b.allGames(req, list, req.viewer()) {
			if err != nil || searched == maxSearchedGames || len(found) == maxOptions {
				break
			}
			searched++
			if c := b.gameChoice(req, g); lang.Includes(c.Name, typed) {
				found = append(found, c)
			}
		}
	}
	return found
}

// completeRules returns the rule sets whose names or keys contain the typed text, and if customOnly, only the guild's own.
func completeRules(req *request, typed string, customOnly bool) []*message.Choice {
	var found []*message.Choice
	for name, key := range req.settings.offeredRules(req.lang) {
		_, custom := req.settings.ruleSet(key)
		if (custom || !customOnly) && (lang.Includes(name, typed) || lang.Includes(key, typed)) && len(found) < maxOptions {
			found = append(found, &message.Choice{Name: name, Value: key})
		}
	}
	return found
}

// completeClock returns the clocks that the typed text may mean, and the common ones that contain it.
func completeClock(req *request) []*message.Choice {
	var choices []*message.Choice
	for _, clock := range when.OfferedClocks(req.lang, req.text("clock")) {
		choices = append(choices, &message.Choice{Name: when.ClockName(req.lang, clock), Value: when.ShortClock(clock)})
	}
	return choices
}

// completeZone returns the time zones that the typed text may mean.
func completeZone(req *request) []*message.Choice {
	var choices []*message.Choice
	for _, name := range when.OfferedZones(req.text("time-zone")) {
		choices = append(choices, &message.Choice{Name: name, Value: name})
	}
	return choices[:min(len(choices), maxOptions)]
}
