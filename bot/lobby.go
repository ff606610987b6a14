package bot

import (
	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// The options of /challenge that are about the lobby.
const (
	everywhereOption = "everywhere"
	asOption         = "as" // what people elsewhere call the challenger
)

// everyone is the arg of the custom ID that challenges anyone everywhere.
const everyone = "everyone"

const (
	maxWaiting  = 10 // challenges in the lobby, each with three components
	maxSearched = 50 // challenges that are read for it
)

// OpenLobby lets players of different guilds meet. It is called before the bot handles anything.
func (b *Bot) OpenLobby() { b.lobby, b.composer.lobby = true, true }

// mayMeet returns why the user cannot play people elsewhere in the channel of a request; nil if they can.
func (b *Bot) mayMeet(req *request) error {
	switch {
	case !b.lobby:
		return errNoLobby
	case req.i.Context != dg.InteractionContextBotDM && !req.settings.Lobby:
		return errLobbyOff
	case !req.canBegin():
		return errChannel
	}
	return nil
}

// checkEverywhere returns why a command cannot challenge anyone everywhere; nil if it can, or does not.
func (b *Bot) checkEverywhere(req *request) error {
	_, _, named := req.user("opponent")
	switch everywhere := req.boolean(everywhereOption, false); {
	case !everywhere && req.text(asOption) != "":
		return errAs
	case !everywhere:
		return nil
	case named || req.text("level") != "":
		return errNotEveryone
	}
	return b.mayMeet(req)
}

// nameInChallenge returns what people elsewhere call the challenger, by the option of the command, or else as they call the user. A
// channel has no other name than that of the option.
func (req *request) nameInChallenge(t *game.Terms) string {
	if name := cleanName(req.text(asOption), maxNameElsewhere); name != "" || t.Voting {
		return name
	}
	return req.nameElsewhere()
}

// showLobby lists the open challenges everywhere.
func (b *Bot) showLobby(req *request) (delivery.Response, error) {
	if err := b.mayMeet(req); err != nil {
		return delivery.Response{}, err
	}
	open, err := b.referee.Lobby(req, req.viewer(), maxSearched)
	if err != nil {
		return delivery.Response{}, err
	}
	m := req.private("lobby.title")
	m.Accent = challengeAccent
	for _, ch := range open[:min(len(open), maxWaiting)] {
		join := buttonLabelled(req.lang.Say("button.join"), onChallenge(ch, meetAction), dg.SuccessButton)
		if ch.From == req.by.Person {
			join = button(req.lang, customID{action: withdrawAction, challenge: ch.ID}, dg.SecondaryButton)
		}
		m.Section(waitingText(req.lang, ch), join)
	}
	if len(open) == 0 {
		m.Text(req.lang.Say("lobby.empty"))
	}
	m.Text("-# " + req.lang.Say("lobby.hint"))
	m.Row(everyoneButton(req.lang))
	return delivery.Response{Message: m}, nil
}

// waitingText describes a challenge of the lobby.
func waitingText(l *lang.Language, ch *game.Challenge) string {
	text := say.Challenge(l, ch)
	if ch.Rating != nil {
		text += "\n" + l.Say("lobby.rating", "rating", say.Round(ch.Rating.Points))
	}
	return text
}

// everyoneButton returns the button that challenges anyone everywhere by the usual terms.
func everyoneButton(l *lang.Language) dg.MessageComponent {
	return buttonLabelled(l.Say("button.everyone"), customID{action: challengeAction, arg: everyone}, dg.PrimaryButton)
}
