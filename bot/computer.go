package bot

import (
	"cmp"
	"slices"
	"strconv"

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
// with the bot, where nobody else can accept, no opponent.
func (req *request) asksComputer() bool {
	user, _, named := req.user("opponent")
	if named {
		return user != nil && user.ID == req.i.AppID
	}
	return req.text("level") != "" || req.i.Context == dg.InteractionContextBotDM
}

// level returns the level that a command names, or else that of the user's last game against the computer.
func (req *request) level() int {
	level, _ := strconv.Atoi(req.text("level"))
	return cmp.Or(level, req.prefs.Level, firstLevel)
}

// challengeComputer begins a game against the computer. It has a clock only if the user names one.
func (b *Bot) challengeComputer(req *request) (delivery.Response, error) {
	switch {
	case !b.mind.IsOn() && req.i.Context == dg.InteractionContextBotDM:
		return delivery.Response{}, errDM
	case !b.mind.IsOn():
		return delivery.Response{}, errMyself
	case !req.canBegin():
		return delivery.Response{}, errChannel
	}
	terms, err := b.terms(req)
	if err != nil {
		return delivery.Response{}, err
	}
	if err := b.checkFairStart(req, &terms); err != nil {
		return delivery.Response{}, err
	}
	terms.Level, terms.Rated = req.level(), req.boolean("rated", false)
	if _, named, _ := req.clock(); !named {
		terms.Clock = game.Clock{}
	}
	a, err := b.referee.Challenge(req, game.ChallengeRequest{
		Request: req.gameRequest(), Room: req.channel, To: game.Computer, Terms: terms,
	})
	if err != nil {
		return delivery.Response{}, err
	}
	b.storeName(req)
	b.storeLevel(req, terms.Level)
	return b.beginResponse(req, a), nil
}

// usePlay begins a game against the computer: that of an open challenge of the user, or a new one.
func (b *Bot) usePlay(req *request) (delivery.Response, error) {
	switch {
	case *req.id == customID{action: playAction}:
		games, err := b.runningGames(req)
		if i := slices.IndexFunc(games, req.isBegun); i >= 0 {
			return delivery.Response{Message: req.linkTo(games[i])}, nil
		} else if err != nil {
			return delivery.Response{}, err
		}
		return b.challengeComputer(req)
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
	b.storeLevel(req, a.Game.Level)
	return b.acceptedResponse(req, a), nil
}

// isBegun reports whether a game against the computer has just begun here: a double click begins one, not two.
func (req *request) isBegun(g *game.Game) bool {
	return g.HasComputer() && req.isHere(g) && !g.IsUnderway()
}

// storeLevel stores the level of the user's last game against the computer, and in the DM with the bot the
// language of its announcements.
func (b *Bot) storeLevel(req *request, level int) {
	read := req.prefs.Read
	if req.i.Context == dg.InteractionContextBotDM {
		read = req.client.Code
	}
	if level == req.prefs.Level && read == req.prefs.Read {
		return
	}
	store := func(p *preferences) { p.Level, p.Read = level, read }
	if err := change(req, b.referee, game.PersonSettings(req.by.Person), store); err != nil {
		b.log.Warn("level and language not stored", "err", err)
	}
}
