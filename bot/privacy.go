package bot

import (
	"bytes"
	"compress/gzip"
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/internal/work"
)

// exportPersonalData sends users a file of everything that is stored about them, or without games and challenges of
// other times than a month or year.
func (b *Bot) exportPersonalData(req *request) (delivery.Response, error) {
	month := req.text("month")
	if month != "" && !monthForm.MatchString(month) {
		return delivery.Response{}, errExportMonth
	}
	return b.slowResponse(req, true, func(ctx context.Context) (*message.Builder, error) {
		out := newPersonalFile()
		err := b.referee.Export(ctx, req.by.Person, month, out)
		switch {
		case work.Cause(ctx, err) == work.ErrSpent:
			return nil, errLargeExport
		case err != nil:
			return nil, err
		}
		m := &message.Builder{}
		m.Text(req.lang.Say("privacy.here", "part", month != ""))
		m.Text(req.lang.Say("privacy.public"))
		m.File(out.file())
		return m, b.addSessions(ctx, req, m)
	}), nil
}

// personalFile is the file of an export, compressed if a message cannot have it as it is. It takes no more memory than
// that, however much is written.
type personalFile struct {
	plain, packed bytes.Buffer
	packer        *gzip.Writer
}

func newPersonalFile() *personalFile {
	f := &personalFile{}
	f.packer = gzip.NewWriter(&f.packed)
	return f
}

func (f *personalFile) Write(b []byte) (int, error) {
	if f.plain.Len() <= message.MaxUpload {
		f.plain.Write(b)
	}
	if f.packed.Len() > message.MaxUpload {
		return 0, errLargeExport
	}
	return f.packer.Write(b)
}

func (f *personalFile) file() message.File {
	if f.plain.Len() <= message.MaxUpload {
		return message.File{Name: "doublecorner.json", Type: "application/json", Data: f.plain.Bytes()}
	}
	f.packer.Close()
	return message.File{Name: "doublecorner.json.gz", Type: "application/gzip", Data: f.packed.Bytes()}
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
			if found, err := b.referee.Challenges(ctx, list, req.viewer(), maxRead); err == nil {
				open = append(open, found...)
			}
		}
		until, err := b.referee.Erase(context.WithoutCancel(ctx), req.by.Person) // which is not left half done
		if err != nil {
			return b.errorResponse(req, err).Message
		}
		b.names.forgetNames(req.by.Person)
		for _, ch := range open {
			b.Courier.CloseChallenge(ch.ID)
			if s, _, err := b.records.settingsOf(ctx, ch.Place); err == nil {
				b.updateListOf(s, ch)
			}
		}
		return req.private("privacy.erased", "until", say.Timestamp(until, "F"))
	}}, nil
}
