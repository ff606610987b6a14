package bot

import (
	"slices"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/render"
)

// playedOn returns the position from which a game is to be played on, and what else the custom ID says.
func (req *request) playedOn() (p draughts.Position, with string, err error) {
	words := strings.Split(req.id.arg, " ")
	if len(words) < 2 || len(words) > 3 {
		return p, "", errUnknown
	}
	v, err := req.settings.variant(words[0])
	if err != nil {
		return p, "", err
	}
	p, err = positionOf(v, words[1])
	return p, strings.Join(words[2:], ""), err
}

// usePlayOn asks whom the user wants to play from a position.
func (b *Bot) usePlayOn(req *request) (delivery.Response, error) {
	p, _, err := req.playedOn()
	if err != nil {
		return delivery.Response{}, err
	}
	m := req.private("challenge.play-on")
	view := render.View{Position: p, Theme: req.theme(), From: req.settings.side(p.Turn()), Size: turnSize}
	if err := m.Board(req.lang, boardFile, view); err != nil {
		return delivery.Response{}, err
	}
	addTextBoard(m, req.lang, p, view.From, req.prefs.Text)
	with := customID{action: playOnWithAction, arg: req.id.arg}
	if req.i.Context != dg.InteractionContextBotDM {
		m.Row(message.UserSelect(with.String(), req.lang.Say("button.opponent")))
	}
	if b.mind.IsOn() {
		levels := choiceOptions(req.lang, "level", levelChoices...)
		for i, o := range levels {
			levels[i].Value = req.id.arg + " " + o.Value
		}
		m.Row(selectOne(customID{action: playOnWithAction}, req.lang.Say("button.play"), levels))
	}
	if req.i.Context != dg.InteractionContextBotDM {
		m.Row(buttonLabelled(req.lang.Say("button.challenge"), with.with(req.id.arg+" "+anyone), dg.PrimaryButton))
	}
	return delivery.Response{Message: m}, nil
}

// usePlayOnWith challenges the chosen user, anyone or the computer to a game from a position.
func (b *Bot) usePlayOnWith(req *request) (delivery.Response, error) {
	p, with, err := req.playedOn()
	if err != nil {
		return delivery.Response{}, err
	}
	options := map[string]any{"rules": p.Variant().Rules().Key, "opening": pdn.FEN(p), "rated": false}
	switch {
	case slices.Contains(levelChoices, with):
		options["level"] = with
	case with == "" && len(req.selected) == 1:
		options["opponent"] = req.selected[0]
	case with != anyone:
		return delivery.Response{}, errUnknown
	}
	return b.challenge(req.withOptions(options))
}
