package bot

import (
	"context"
	"strings"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/game/tournament"
)

// maxMentions is the number of users whom Discord allows a message to mention.
const maxMentions = 100

// ComposeNews returns the message that tells event number seq of a tournament, counted from 1; nil if the standings tell
// it.
func (b *Bot) ComposeNews(ctx context.Context, t *game.Tournament, seq int) (*message.Builder, error) {
	s, l, err := b.settingsOf(ctx, t.Place)
	if err != nil {
		return nil, err
	}
	v := b.viewOf(ctx, l, themeOf(s.Theme), t.AsOf(seq))
	m := &message.Builder{Accent: playingAccent, Fingerprint: message.NewFingerprint("n", string(t.ID), uint64(seq))}
	n := v.News(seq - 1)
	if len(n.Lines) == 0 {
		return nil, nil
	}
	for _, id := range n.Mentions[:min(len(n.Mentions), maxMentions)] {
		m.Mentions = append(m.Mentions, string(id))
	}
	text := strings.Join(append([]string{"**" + message.Escape(t.Name) + "**"}, n.Lines...), "\n")
	m.Text(message.ClipTo(text, maxListText))
	if v.Phase() == tournament.Finished {
		if table, _ := v.Table(0); len(table.Rows) > 0 {
			if err := m.PNG("standings.png", table, v.Alt()); err != nil {
				return nil, err
			}
		}
	}
	if n.Returns {
		m.Row(button(l, customID{action: enterAction, arg: string(t.ID)}, dg.SecondaryButton))
	}
	if n.Challenger != "" {
		m.Row(replyButtons(l, t, n.Challenger)...)
	}
	return m, nil
}

// replyButtons returns the buttons by which a player of a ladder answers a challenge.
func replyButtons(l *lang.Language, t *game.Tournament, challenger tournament.PlayerID) (row []dg.MessageComponent) {
	for _, reply := range []string{"accept", "refuse"} {
		id := customID{action: ladderReplyAction, arg: string(t.ID) + " " + reply + " " + string(challenger)}
		row = append(row, buttonLabelled(l.Say("button.ladder-reply", "reply", reply), id, dg.SecondaryButton))
	}
	return row
}
