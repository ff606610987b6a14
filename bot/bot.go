package bot

import (
	"context"
	"log/slog"
	"slices"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/game"
)

// Bot answers interactions. It is safe for use by many goroutines.
type Bot struct {
	referee  *game.Referee
	poster   Poster
	now      func() time.Time
	log      *slog.Logger
	began    time.Time // when this process did
	patience time.Duration
	people   people
	delays   delays
	retired  retired
	asked    asked
	untold   untold
	outbox   *outbox
}

// Config is what a Bot needs from outside.
type Config struct {
	Referee *game.Referee
	Poster  Poster
	Now     func() time.Time
	Log     *slog.Logger
	// Patience is how long news waits for the answer that tells it along the way; zero:
	// UsualPatience.
	Patience time.Duration
}

// New returns a bot.
func New(c Config) *Bot {
	if c.Patience == 0 {
		c.Patience = UsualPatience
	}
	return &Bot{
		referee: c.Referee, poster: c.Poster, now: c.Now, log: c.Log,
		began: c.Now(), patience: c.Patience, outbox: newOutbox(c.Log),
	}
}

// hears are the methods that answer commands, by their names. They are apart from what
// commands are declared by, as some of them read that.
var hears = map[string]func(*Bot, *call) (answer, error){
	"challenge":    (*Bot).challenge,
	"move":         (*Bot).move,
	"board":        (*Bot).showBoard,
	"resign":       (*Bot).resign,
	"draw":         proposes(game.OfferDraw),
	"takeback":     proposes(game.OfferTakeBack),
	"abort":        proposes(game.OfferAbort),
	"rematch":      (*Bot).rematch,
	"games":        (*Bot).games,
	"replay":       (*Bot).replay,
	"export":       (*Bot).export,
	"profile":      (*Bot).profile,
	"leaderboard":  (*Bot).leaderboard,
	"head-to-head": (*Bot).headToHead,
	"rules":        (*Bot).explainRules,
	"rule-sets":    (*Bot).ruleSets,
	"settings":     (*Bot).changeSettings,
	"preferences":  (*Bot).changePreferences,
	"privacy":      (*Bot).privacy,
	"help":         (*Bot).help,
	"referee":      (*Bot).ruling,
}

// presses are the methods that answer controls, by their verbs.
var presses = map[verb]func(*Bot, *call, control) (answer, error){
	moveVerb:     (*Bot).pressMove,
	pieceVerb:    (*Bot).pressPiece,
	drawVerb:     pressProposes(game.OfferDraw),
	takeBackVerb: pressProposes(game.OfferTakeBack),
	refuseVerb:   (*Bot).pressRefuse,
	abortVerb:    pressProposes(game.OfferAbort),
	resignVerb:   (*Bot).pressResign,
	resignedVerb: (*Bot).pressResigned,
	rematchVerb:  (*Bot).pressRematch,
	acceptVerb:   (*Bot).pressAccept,
	declineVerb:  (*Bot).pressDecline,
	withdrawVerb: (*Bot).pressWithdraw,
	pageVerb:     (*Bot).pressPage,
	gamesVerb:    (*Bot).pressGames,
	profileVerb:  (*Bot).pressProfile,
	versusVerb:   (*Bot).pressVersus,
	eraseVerb:    (*Bot).pressErase,
	flipVerb:     (*Bot).pressFlip,
	scoreVerb:    (*Bot).pressScore,
	replayVerb:   (*Bot).pressReplay,
	exportVerb:   (*Bot).pressExport,
	termsVerb:    (*Bot).pressTerms,
	lessonVerb:   (*Bot).pressLesson,
	leafVerb:     (*Bot).pressLeaf,
}

// looks are the verbs of controls that only show something.
var looks = map[verb]bool{
	pageVerb: true, gamesVerb: true, profileVerb: true, versusVerb: true, flipVerb: true, scoreVerb: true,
	replayVerb: true, exportVerb: true, lessonVerb: true, leafVerb: true,
}

// IsLook tells whether an interaction only looks at something, and changes nothing.
func (b *Bot) IsLook(i *dg.Interaction) bool {
	switch data := i.Data.(type) {
	case dg.ApplicationCommandInteractionData:
		return slices.ContainsFunc(commands, func(c command) bool { return c.looks && c.name == data.Name })
	case dg.MessageComponentInteractionData:
		pressed, known := parseControl(data.CustomID)
		return known && looks[pressed.verb]
	}
	return false
}

// submits are the methods that answer forms, by the verbs of their controls.
var submits = map[verb]func(*Bot, *call, control) (answer, error){
	rulesVerb: (*Bot).addRules,
}

// hear does what an interaction asks for. It always has an answer, but for what is
// no interaction of ours.
func (b *Bot) hear(ctx context.Context, i *dg.Interaction) (answer, bool) {
	c, ok := newCall(ctx, i)
	if !ok {
		return answer{}, false
	}
	b.people.meetAll(c)
	if err := b.acquaint(c); err != nil {
		return b.sorry(c, err), true
	}
	does, err := b.understand(c)
	if does == nil && err == nil {
		return answer{}, false
	}
	var a answer
	if err == nil {
		a, err = does()
	}
	if err != nil {
		return b.sorry(c, err), true
	}
	return a, true
}

// understand returns what does that which an interaction asks for; nothing if it is none
// of a kind that is answered. What was asked may say anything, or nothing.
func (b *Bot) understand(c *call) (func() (answer, error), error) {
	switch c.i.Type {
	case dg.InteractionApplicationCommand:
		data, _ := c.i.Data.(dg.ApplicationCommandInteractionData)
		if does := hears[data.Name]; does != nil && c.fits(data.Name) {
			return func() (answer, error) { return does(b, c) }, nil
		}
	case dg.InteractionApplicationCommandAutocomplete:
		data, _ := c.i.Data.(dg.ApplicationCommandInteractionData)
		return func() (answer, error) { return answer{choices: b.complete(c, data.Name)}, nil }, nil
	case dg.InteractionMessageComponent:
		data, _ := c.i.Data.(dg.MessageComponentInteractionData)
		pressed, known := parseControl(data.CustomID)
		if len(data.Values) > 0 {
			pressed.arg = data.Values[0]
		}
		if does := presses[pressed.verb]; known && does != nil {
			return func() (answer, error) { return does(b, c, pressed) }, nil
		}
	case dg.InteractionModalSubmit:
		data, _ := c.i.Data.(dg.ModalSubmitInteractionData)
		c.read(data.Components)
		sent, known := parseControl(data.CustomID)
		if does := submits[sent.verb]; known && does != nil {
			return func() (answer, error) { return does(b, c, sent) }, nil
		}
	default:
		return nil, nil
	}
	return nil, errUnknown
}
