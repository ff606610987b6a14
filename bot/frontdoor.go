package bot

import (
	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/lesson"
	"doublecorner/bot/message"
)

// addFrontDoor adds what to begin with: a game, if others are there also against one of them, a puzzle, and the rules.
func (b *Bot) addFrontDoor(m *message.Builder, l *lang.Language, others bool, rules string) {
	var play, challenge dg.MessageComponent
	if b.mind.IsOn() {
		play = buttonLabelled(l.Say("button.play"), customID{action: setUpAction}, dg.PrimaryButton)
	}
	if others {
		challenge = button(l, customID{action: opponentAction}, dg.PrimaryButton)
	}
	first := rulesPage{rules: rules, topic: lesson.Topics()[0]}
	m.Text(l.Say("help.welcome"))
	m.Row(
		play, challenge,
		button(l, customID{action: firstPuzzleAction}, dg.SecondaryButton),
		buttonLabelled(l.Say("button.learn"), first.customID(rulesAction), dg.SecondaryButton),
	)
	m.Row(button(l, customID{action: commandsAction}, dg.SecondaryButton))
}
