package bot

import (
	"slices"
	"strconv"
	"strings"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// rulesOption chooses a rule set. There are more rule sets than an option can have choices.
var rulesOption = option{name: "rules", kind: text, complete: (*Bot).completeRules, named: true, maxLength: 60}

// poolOption chooses a rule set, or puzzles.
var poolOption = rulesOption.completedBy((*Bot).completePool)

// customRulesOption chooses a rule set of the guild.
var customRulesOption = rulesOption.completedBy((*Bot).completeCustomRules)

// clockOption is a clock of the user's own, or one of the common ones, and oddsOption that of the opponent.
var clockOption, oddsOption = optionOfClock("clock"), optionOfClock("opponent-clock")

func optionOfClock(name string) option {
	return option{
		name: name, kind: text, maxLength: 60,
		complete: func(_ *Bot, req *request) []*message.Choice { return completeClock(req, name) },
	}
}

// zoneOption is a time zone.
var zoneOption = option{
	name: "time-zone", kind: text, named: true, maxLength: 60,
	complete: func(_ *Bot, req *request) []*message.Choice { return completeZone(req) },
}

// ownZoneOption is the time zone of a user.
var ownZoneOption = option{
	name: "time-zone", key: "own-time-zone", kind: text, named: true, maxLength: 60,
	complete: func(_ *Bot, req *request) []*message.Choice { return completeZone(req) },
}

// complete returns choices for the option that the user types.
func (b *Bot) complete(req *request) []*message.Choice {
	if o := req.command.option(req.focused); o != nil && o.complete != nil {
		return o.complete(b, req)
	}
	return nil
}

// chooseTyped returns a request with the choice of the name that was typed for an option, or where nothing is lost by a
// mistake, with the only one that contains it: people do not always choose from the list that opens.
func (b *Bot) chooseTyped(req *request) *request {
	for _, o := range req.command.options {
		typed := req.text(o.name)
		if !o.named || typed == "" || o.isValue != nil && o.isValue(typed) {
			continue
		}
		choices := o.complete(b, req)
		guesses := len(choices) == 1 && !req.command.exact
		for _, fits := range []func(c *message.Choice) bool{
			func(c *message.Choice) bool { return c.Value == typed },
			func(c *message.Choice) bool { return lang.Fold(c.Name) == lang.Fold(typed) },
			func(c *message.Choice) bool { return guesses },
		} {
			if i := slices.IndexFunc(choices, fits); i >= 0 {
				req = req.withOption(o.name, choices[i].Value)
				break
			}
		}
	}
	return req
}

// isGameID reports whether a text is the ID of a game.
func isGameID(text string) bool {
	_, ok := game.ParseGameID(text)
	return ok
}

// completeMove returns the legal moves that begin with the typed text, in any notation, of the named game or of all that wait
// for the user. Of several games, each choice names the opponent, and its value the game.
func (b *Bot) completeMove(req *request) []*message.Choice {
	req = req.withGameOfMove()
	typed := writtenMove(req.text("move"))
	if typed != "" && foldMove(typed) == "" {
		return nil // no letter or digit of a move
	}
	games, err := b.awaitingGames(req)
	if err != nil {
		return nil
	}
	var found []*message.Choice
	opponents := b.opponentsIn(req, games)
	for i, g := range games {
		h, err := g.History()
		if err != nil {
			return nil
		}
		p := h.Position()
		moves := req.movesThatBegin(p, foldMove(typed))
		if i := strings.IndexAny(typed, ".．…"); i > 0 && len(moves) == 0 { // behind the number of the move
			moves = req.movesThatBegin(p, foldMove(typed[i:]))
		}
		names := say.MoveChoices(req.lang, p, moves)
		for j, value := range p.TextsIn(moves, draughts.Numbers) {
			if len(games) > 1 {
				names[j], value = message.Clip(names[j]+" · "+opponents[i]), value+" #"+g.ID.Code()
			}
			if len(value) <= message.MaxValue && len(found) < message.MaxOptions {
				found = append(found, &message.Choice{Name: names[j], Value: value})
			}
		}
	}
	return found
}

// awaitingGames returns the game that a command names, or the running games, those of the channel first, if it is the user's
// turn there.
func (b *Bot) awaitingGames(req *request) ([]*game.Game, error) {
	var games []*game.Game
	if req.text("game") != "" {
		g, err := b.chosenGame(req)
		if err != nil || g.IsOver() {
			return nil, err
		}
		games = []*game.Game{g}
	} else {
		all, err := b.runningGames(req)
		if err != nil {
			return nil, err
		}
		games = append(keep(all, req.isHere), keep(all, func(g *game.Game) bool { return !req.isHere(g) })...)
	}
	games = keep(games, req.isOnTurn)
	if voted, err := b.votedHere(req); voted != nil && err == nil && voted.Player(voted.Turn()).IsTeam() {
		games = []*game.Game{voted}
	}
	return games[:min(len(games), message.MaxOptions)], nil
}

// opponentsIn returns the names of the user's opponents in games, with the ID of the game if a name is there twice.
func (b *Bot) opponentsIn(req *request, games []*game.Game) []string {
	names, times := make([]string, len(games)), map[string]int{}
	for i, g := range games {
		side, _ := g.Side(req.by.Person)
		names[i] = say.Players(req, req.lang, g, b.names.nameOf)[side.Opponent()]
		times[names[i]]++
	}
	for i, g := range games {
		if times[names[i]] > 1 {
			names[i] += " · " + g.ID.Code()
		}
	}
	return names
}

// withGameOfMove returns the request with the game that stands behind its move, as in 11-15 #V2R6, as its option.
func (req *request) withGameOfMove() *request {
	move, id, found := strings.Cut(req.text("move"), "#")
	if !found || !isGameID(id) || req.text("game") != "" {
		return req
	}
	return req.withOption("move", move).withOption("game", id)
}

// completePosition returns the user's finished games, whose positions can be analysed.
func (b *Bot) completePosition(req *request) []*message.Choice {
	return b.matchingGames(req, req.text("position"), game.FinishedGamesOf(req.by.Person))
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
	return append(found, games[:min(len(games), message.MaxOptions-len(found))]...)
}

// matchingGames returns the choices of the newest games of lists whose labels contain the typed text: a part
// of an ID, of a player's name or of the rules.
func (b *Bot) matchingGames(req *request, typed string, lists ...game.GameList) []*message.Choice {
	var found []*message.Choice
	for _, list := range lists {
		searched := 0
		for g, err := range b.allGames(req, list, req.viewer()) {
			if err != nil || searched == maxSearchedGames || len(found) == message.MaxOptions {
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

// completeRules returns the rule sets whose names or keys contain the typed text.
func (b *Bot) completeRules(req *request) []*message.Choice {
	return offeredRules(req, req.text("rules"), false)
}

// completeCustomRules returns those of the guild's own.
func (b *Bot) completeCustomRules(req *request) []*message.Choice {
	return offeredRules(req, req.text("rules"), true)
}

// completeLike returns the rule sets that new ones can be like.
func (b *Bot) completeLike(req *request) []*message.Choice {
	return offeredRules(req, req.text("like"), false)
}

// completePool returns the rule sets, and puzzles, which have ratings as well.
func (b *Bot) completePool(req *request) []*message.Choice {
	found := b.completeRules(req)
	if name := req.lang.Say("puzzle.pool"); len(found) < message.MaxOptions && lang.Includes(name, req.text("rules")) {
		found = append(found, &message.Choice{Name: name, Value: puzzlesChoice})
	}
	return found
}

// offeredRules returns the choices of the rule sets whose names or keys contain a text, and if customOnly, only of the guild's own.
func offeredRules(req *request, typed string, customOnly bool) []*message.Choice {
	var found []*message.Choice
	for name, key := range req.settings.offeredRules(req.lang) {
		_, custom := req.settings.ruleSet(key)
		if (custom || !customOnly) && (lang.Includes(name, typed) || lang.Includes(key, typed)) && len(found) < message.MaxOptions {
			found = append(found, &message.Choice{Name: name, Value: key})
		}
	}
	return found
}

// completeClock returns the clocks that the typed text may mean, and the common ones that contain it.
func completeClock(req *request, option string) []*message.Choice {
	var choices []*message.Choice
	for _, clock := range when.OfferedClocks(req.lang, req.text(option)) {
		choices = append(choices, &message.Choice{Name: when.OfferedName(req.lang, clock), Value: when.ShortClock(clock)})
	}
	return choices
}

// completeZone returns the time zones that the typed text may mean.
func completeZone(req *request) []*message.Choice {
	var choices []*message.Choice
	for _, name := range when.OfferedZones(req.lang, req.text("time-zone")) {
		choices = append(choices, &message.Choice{Name: when.ZoneName(req.lang, name), Value: name})
	}
	return choices[:min(len(choices), message.MaxOptions)]
}

// voteTimes are the times for a vote that completion offers, as game.ParseClock reads them.
var voteTimes = []string{"10m", "30m", "60m", "240m", "720m", "1d", "2d", "3d"}

// quorums are the numbers of votes that completion offers.
var quorums = []int{2, 3, 5, 10, 20}

// completeVote returns the times for a vote: what the typed text means, and the usual ones.
func (b *Bot) completeVote(req *request) []*message.Choice {
	var choices []*message.Choice
	add := func(clock game.Clock) {
		choices = append(choices, &message.Choice{Name: when.ClockName(req.lang, clock), Value: clock.String()})
	}
	if clock, ok := req.voteClock(); ok {
		add(clock)
	}
	for _, text := range voteTimes {
		clock, err := game.ParseClock(text)
		if err == nil && (len(choices) == 0 || choices[0].Value != text) {
			add(clock)
		}
	}
	return choices
}

// completeQuorum returns how many votes can make a move at once.
func (b *Bot) completeQuorum(req *request) []*message.Choice {
	offered := quorums
	if n, err := strconv.Atoi(req.text("votes-needed")); err == nil && n > 0 {
		offered = []int{n}
	}
	var choices []*message.Choice
	for _, n := range offered {
		choices = append(choices, &message.Choice{Name: req.lang.Say("vote.needed", "n", n), Value: strconv.Itoa(n)})
	}
	return choices
}
