package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/game"
)

// firstLevel is the level of the computer against users who have not chosen one.
const firstLevel = 2

// levelChoices are the choices of a level.
var levelChoices = func() (choices []string) {
	for level := range game.Levels {
		choices = append(choices, strconv.Itoa(level+1))
	}
	return choices
}()

// asksComputer reports whether a command challenges the computer: it names the bot or a level, or in the DM
// with the bot, where nobody else can accept unless it is a challenge everywhere, no opponent.
func (req *request) asksComputer() bool {
	user, _, named := req.user("opponent")
	if named {
		return user != nil && user.ID == req.i.AppID
	}
	return req.text("level") != "" || req.i.Context == dg.InteractionContextBotDM && !req.boolean(everywhereOption, false)
}

// namesTerms reports whether a command names more than an opponent.
func (req *request) namesTerms() bool {
	for name := range req.options {
		if name != "opponent" {
			return true
		}
	}
	return false
}

// level returns the level that a command names, or else that of the user's last game against the computer.
func (req *request) level() int {
	level, _ := strconv.Atoi(req.text("level"))
	return cmp.Or(level, req.prefs.Level, firstLevel)
}

// computerChoice is what a user chooses before a game against the computer: values of the options of /challenge.
type computerChoice struct{ level, colour, rules string }

// firstChoice returns what the user chose last, and where that is nothing, what is usual.
func (req *request) firstChoice() computerChoice {
	rules := req.prefs.Rules
	if _, err := req.settings.variant(rules); err != nil { // another guild has them
		rules = req.defaultRules()
	}
	return computerChoice{strconv.Itoa(req.level()), cmp.Or(req.prefs.Colour, byLot), rules}
}

// arg returns the choice as the arg of a custom ID.
func (c computerChoice) arg() string { return strings.Join([]string{c.level, c.colour, c.rules}, " ") }

// computerChoice reads the choice of a custom ID, which may have any text: one without any stands for the first choice.
func (req *request) computerChoice() (computerChoice, error) {
	if req.id.arg == "" {
		return req.firstChoice(), nil
	}
	parts := strings.Split(req.id.arg, " ")
	if len(parts) != 3 || !slices.Contains(levelChoices, parts[0]) || !slices.Contains(colourChoices, parts[1]) {
		return computerChoice{}, errUnknown
	}
	_, err := req.settings.variant(parts[2])
	return computerChoice{parts[0], parts[1], parts[2]}, err
}

// checkComputer returns why the computer does not play here; nil if it does.
func (b *Bot) checkComputer(req *request) error {
	switch {
	case !b.mind.IsOn() && req.i.Context == dg.InteractionContextBotDM:
		return errDM
	case !b.mind.IsOn():
		return errMyself
	case !req.canBegin():
		return errChannel
	}
	return nil
}

// setUp shows a choice before a game against the computer, which the user can change.
func (b *Bot) setUp(req *request, c computerChoice) (delivery.Response, error) {
	if err := b.checkComputer(req); err != nil {
		return delivery.Response{}, err
	}
	m := req.private("challenge.set-up")
	add := func(name, chosen string, options []dg.SelectMenuOption, with func(value string) computerChoice) {
		for i, o := range options {
			options[i].Default, options[i].Value = o.Value == chosen, with(o.Value).arg()
		}
		m.Row(selectOne(customID{action: setUpAction, arg: name}, "", options))
	}
	add("level", c.level, choiceOptions(req.lang, "level", levelChoices...), func(level string) computerChoice {
		return computerChoice{level, c.colour, c.rules}
	})
	add("colour", c.colour, choiceOptions(req.lang, "colour", colourChoices...), func(colour string) computerChoice {
		return computerChoice{c.level, colour, c.rules}
	})
	add("rules", c.rules, rulesOptions(req, req.settings.namedRules(c.rules), c.rules), func(rules string) computerChoice {
		return computerChoice{c.level, c.colour, rules}
	})
	m.Row(buttonLabelled(req.lang.Say("button.start"), customID{action: playAction, arg: c.arg()}, dg.SuccessButton))
	return delivery.Response{Message: m}, nil
}

// useSetUp shows what the user has chosen so far.
func (b *Bot) useSetUp(req *request) (delivery.Response, error) {
	c, err := req.computerChoice()
	if err != nil {
		return delivery.Response{}, err
	}
	r, err := b.setUp(req, c)
	if req.id.arg != "" {
		r.Placement = req.replacing()
	}
	return r, err
}

// challengeComputer begins a game against the computer. It has a clock only if the user names one.
func (b *Bot) challengeComputer(req *request) (delivery.Response, error) {
	if err := b.checkComputer(req); err != nil {
		return delivery.Response{}, err
	}
	terms, err := b.terms(req)
	if err != nil {
		return delivery.Response{}, err
	}
	if err := b.checkFairStart(req, &terms); err != nil {
		return delivery.Response{}, err
	}
	terms.Level, terms.Rated = req.level(), req.boolean("rated", false)
	if _, named, _ := req.clock("clock"); !named && !terms.Voting {
		terms.Clock = game.Clock{}
	}
	a, err := b.referee.Challenge(req, game.ChallengeRequest{
		Request: req.gameRequest(), Room: req.channel, To: game.Computer, Terms: terms, Name: req.channelName(),
	})
	if err != nil {
		return delivery.Response{}, err
	}
	b.storeName(req)
	b.storeChoice(req, terms.Level)
	return b.beginResponse(req, a), nil
}

// usePlay begins a game against the computer: that of an open challenge of the user, or a new one.
func (b *Bot) usePlay(req *request) (delivery.Response, error) {
	switch {
	case req.id.challenge == "":
		return b.playChosen(req)
	case !b.mind.IsOn():
		return delivery.Response{}, errMyself
	}
	ch, err := b.referee.ChallengeByID(req, req.id.challenge, req.viewer())
	if err != nil {
		return delivery.Response{}, err
	}
	if err := b.checkFairStart(req, &ch.Terms); err != nil {
		return delivery.Response{}, err
	}
	a, err := b.referee.PlayComputer(req, req.reply(), req.level())
	if err != nil {
		return b.begunBefore(req, err)
	}
	b.storeChoice(req, a.Game.Level)
	return b.acceptedResponse(req, a), nil
}

// playChosen begins a new game against the computer by what the user has chosen.
func (b *Bot) playChosen(req *request) (delivery.Response, error) {
	c, err := req.computerChoice()
	if err != nil {
		return delivery.Response{}, err
	}
	games, err := b.runningGames(req)
	if i := slices.IndexFunc(games, req.isBegun); i >= 0 {
		return delivery.Response{Message: req.linkTo(games[i])}, nil
	} else if err != nil {
		return delivery.Response{}, err
	}
	r, err := b.challengeComputer(req.withOptions(map[string]any{"level": c.level, "colour": c.colour, "rules": c.rules}))
	r.Before = req.private("challenge.set-up-done")
	return r, err
}

// isBegun reports whether a game against the computer has just begun here: a double click begins one, not two.
func (req *request) isBegun(g *game.Game) bool {
	return g.HasComputer() && req.isHere(g) && !g.IsUnderway()
}

// storeChoice stores what the user chose for a game against the computer of a level, and in the DM with the bot the language
// of its announcements. Rules are not stored if they were offered first: elsewhere, others are.
func (b *Bot) storeChoice(req *request, level int) {
	rules, offered := req.text("rules"), req.firstChoice().rules
	store := func(p *preferences) {
		p.Level = level
		if colour := req.text("colour"); colour != "" {
			p.Colour = strings.TrimPrefix(colour, byLot)
		}
		if rules != "" && rules != offered {
			p.Rules = rules
		}
		if req.i.Context == dg.InteractionContextBotDM {
			p.Read = req.client.Code
		}
	}
	after := req.prefs
	if store(&after); after == req.prefs {
		return
	}
	if err := change(req, b.referee, game.PersonSettings(req.by.Person), store); err != nil {
		b.log.Warn("choice and language not stored", "err", err)
	}
}
