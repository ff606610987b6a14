package bot

import (
	"bytes"
	"compress/gzip"
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// exportPersonalData sends users a file of everything that is stored about them.
func (b *Bot) exportPersonalData(req *request) (delivery.Response, error) {
	return b.slowResponse(req, true, func(ctx context.Context) (*message.Builder, error) {
		var out bytes.Buffer
		if err := b.referee.Export(ctx, req.by.Person, &out); err != nil {
			return nil, err
		}
		export := message.File{Name: "doublecorner.json", Type: "application/json", Data: out.Bytes()}
		if out.Len() > maxUpload {
			export = message.File{Name: "doublecorner.json.gz", Type: "application/gzip", Data: gzipped(out.Bytes())}
		}
		m := &message.Builder{}
		m.Text(req.lang.Say("privacy.here"))
		m.Text(req.lang.Say("privacy.public"))
		m.File(export)
		return m, nil
	}), nil
}

// gzipped compresses data.
func gzipped(data []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(data)
	w.Close()
	return out.Bytes()
}

// confirmErasure returns a private message with the button that erases everything about the user.
func (b *Bot) confirmErasure(req *request) (delivery.Response, error) {
	m := req.private("privacy.really")
	m.Text(req.lang.Say("privacy.public"))
	m.Row(button(req.lang, customID{action: eraseAction}, dg.DangerButton))
	return delivery.Response{Message: m}, nil
}

// useErase erases everything about the user. It replaces the message with the button, which must
// not be used again by mistake.
func (b *Bot) useErase(req *request) (delivery.Response, error) {
	return delivery.Response{Compose: func(ctx context.Context) *message.Builder {
		var open []*game.Challenge
		for _, list := range []game.ChallengeList{game.OpenChallengesBy(req.by.Person), game.OpenChallengesTo(req.by.Person)} {
			if page, err := b.referee.Challenges(ctx, list, req.viewer(), "", maxRead); err == nil {
				open = append(open, page.Items...)
			}
		}
		until, err := b.referee.Erase(ctx, req.by.Person)
		if err != nil {
			return b.errorResponse(req, err).Message
		}
		b.forgetNames(req.by.Person)
		for _, ch := range open {
			b.CloseChallenge(ch.ID)
			if s, _, err := b.settingsOf(ctx, ch.Place); err == nil {
				b.updateList(s, ch)
			}
		}
		return req.private("privacy.erased", "until", timestamp(until, "F"))
	}}, nil
}
