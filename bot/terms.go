package bot

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
)

// terms returns the terms that the options of /challenge and the settings of the guild name. A game from a
// position or with two clocks is not rated, and the former has the rules of the game from which the position is, unless others are named.
func (b *Bot) terms(req *request) (game.Terms, error) {
	start := req.text("opening")
	for _, o := range openingOptions(req.lang) { // people do not always choose from the list that opens
		if lang.Fold(start) == lang.Fold(o.Label) || lang.Fold(start) == o.Value {
			start = o.Value
		}
	}
	ballot := start == ballotOpening
	if ballot || start == freeOpening {
		start = ""
	}
	isRated := req.boolean("rated", start == "" && req.text("opponent-clock") == "" && !req.settings.ForFun)
	terms := game.Terms{Ballot: ballot, Rated: isRated && !req.settings.Friendly, Public: req.boolean("public", false)}
	if terms.Public && !req.settings.letsShare(req.place, req.channel) {
		return terms, errNotPublicHere
	}
	v, err := req.settings.variant(cmp.Or(req.text("rules"), req.defaultRules()))
	if err != nil {
		return terms, err
	}
	g, h, err := b.namedMoment(req, start)
	if err != nil {
		return terms, err
	}
	if g != nil {
		start = pdn.FEN(h.Position())
		if req.text("rules") == "" && (g.Place == req.place || g.Pool.IsBuiltin()) {
			v = g.Variant
		}
	}
	rules := v.Rules()
	for key := range strings.SplitSeq(req.text("house-rules"), "+") {
		for _, rule := range draughts.HouseRules() {
			if rule.Key == key {
				rules = rule.Change(rules)
			}
		}
	}
	if terms.Variant, err = game.VariantOf(rules); err != nil {
		return terms, errRules
	}
	if start != "" {
		if terms.Start, err = pdn.ParseFEN(terms.Variant, start); err != nil {
			return terms, err
		}
	}
	terms.Colour = colours[req.text("colour")]
	clock, named, err := req.clock("clock")
	if err == nil && !named {
		clock, err = game.ParseClock(cmp.Or(req.settings.Clock, when.DefaultClock))
	}
	terms.Clock = clock
	if err == nil {
		terms.Odds, _, err = req.clock("opponent-clock")
	}
	if err == nil && (req.text("vote") != "" || req.text("votes-needed") != "") {
		return req.voteTerms(terms, named)
	}
	return terms, err
}

// byLot is the value of the option “colour” with which the lot decides.
const byLot = "lot"

// colourChoices are the choices of a side.
var colourChoices = []string{byLot, "white", "black"}

// colours are what the choices stand for.
var colours = map[string]game.Colour{byLot: game.ByLot, "white": game.PlayWhite, "black": game.PlayBlack}

// The values of the option “opening”. Any other is a position: a FEN, or a game and perhaps a move in it.
const (
	freeOpening   = "free"
	ballotOpening = "ballot"
)

// choiceOptions returns some choices of an option of a command as options of a select.
func choiceOptions(l *lang.Language, option string, choices ...string) (options []dg.SelectMenuOption) {
	for _, value := range choices {
		options = append(options, dg.SelectMenuOption{Label: l.Say("choice." + option + "." + value), Value: value})
	}
	return options
}

// openingOptions returns the openings that are no positions.
func openingOptions(l *lang.Language) []dg.SelectMenuOption {
	return choiceOptions(l, "opening", freeOpening, ballotOpening)
}

// namedMoment returns the game that a text names, and its history up to the move in the text, or the last one; no
// game if the text names none.
func (b *Bot) namedMoment(req *request, text string) (*game.Game, *draughts.History, error) {
	name, after := strings.TrimSpace(text), ""
	if i := strings.IndexFunc(name, unicode.IsSpace); i > 0 {
		name, after = strings.TrimRight(name[:i], ",:"), name[i:]
	}
	id, ok := game.ParseGameID(name)
	if !ok {
		return nil, nil, nil
	}
	g, err := b.referee.Game(req, id, req.viewer())
	if err != nil {
		return nil, nil, err
	}
	h, err := g.History()
	if err != nil {
		return nil, nil, err
	}
	plies, ok := pliesAfter(h, after)
	if !ok {
		return nil, nil, &momentError{id, strings.TrimSpace(after), say.FullMoves(h.Len())}
	}
	return g, h.Until(plies), nil
}

// pliesAfter returns how many plies of a game were played after the move of a number, as score sheets count:
// one of each side is a move, unless the text goes on with that of the first, as in “12. 22-18”. "" is the last move. It
// returns false if there is no such move.
func pliesAfter(h *draughts.History, move string) (plies int, ok bool) {
	if move == "" {
		return h.Len(), true
	}
	rest, numbered := draughts.WithoutNumber(move)
	number := strings.TrimSuffix(move, rest)
	if !numbered {
		number = move
	}
	names, _ := draughts.SquareNames(number) // as digits of any keyboard, without dots
	n, err := strconv.Atoi(strings.Join(names, " "))
	if err != nil || n > say.FullMoves(h.Len()) {
		return 0, false
	}
	plies = 2 * n
	if numbered && !strings.Contains(number, "…") && !strings.Contains(number, "..") {
		plies--
	}
	return min(max(0, plies), h.Len()), true
}

// momentError says that a game has no move of a number that was typed.
type momentError struct {
	game  game.GameID
	typed string
	last  int // the number of its last move
}

func (e *momentError) Error() string { return "error.moment" }

func (e *momentError) add(_ *Bot, req *request, m *message.Builder) {
	m.Text(req.lang.Say(e.Error(), "id", string(e.game), "part", say.Echo(e.typed), "n", e.last))
}

// voteClock returns the time for a vote that the option names.
func (req *request) voteClock() (game.Clock, bool) {
	typed := req.text("vote")
	fits := func(clock game.Clock) bool {
		return clock.PerMove() > 0 && clock.PerMove() <= game.MaxVoteTime && clock.Spare() == 0
	}
	if clock, err := game.ParseClock(typed); err == nil && fits(clock) {
		return clock, true
	}
	for _, clock := range when.Clocks(req.lang, typed) {
		if minutes, err := game.PerMove(clock.Base()); err == nil && clock.Increment() == 0 {
			return minutes, true
		}
		if fits(clock) {
			return clock, true
		}
	}
	return game.Clock{}, false
}

// voteTerms makes terms those of a game in which the people of the channel vote.
func (req *request) voteTerms(terms game.Terms, namesClock bool) (game.Terms, error) {
	clock, ok := req.voteClock()
	switch {
	case req.i.GuildID == "":
		return terms, errVoteHere
	case namesClock, req.text("opponent-clock") != "":
		return terms, &game.RequestError{Code: game.BadTerms, Terms: game.VoteClock}
	case !ok:
		return terms, errVoteTime
	}
	terms.Voting, terms.Clock, terms.Rated = true, clock, req.boolean("rated", false)
	if typed := req.text("votes-needed"); typed != "" {
		n, err := strconv.Atoi(typed)
		if err != nil {
			return terms, errNumber
		}
		if terms.Quorum = n; n < 1 {
			return terms, &game.RequestError{Code: game.BadTerms, Terms: game.BadQuorum}
		}
	}
	return terms, nil
}
