package bot

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"

	dg "github.com/bwmarrin/discordgo"
)

// eraseVerb erases everything about who presses the button.
const eraseVerb verb = "erase"

// privacy gives people what is kept about them, or erases it.
func (b *Bot) privacy(c *call) (answer, error) {
	if c.sub == "erase" {
		m := &message{private: true}
		m.say(c.lang.Say("privacy.really"))
		m.say(c.lang.Say("privacy.public"))
		m.row(button(c.lang, control{verb: eraseVerb}, dg.DangerButton))
		return answer{message: m}, nil
	}
	who, l := c.by.Person, c.lang
	return b.slowly(c, true, func(ctx context.Context) (*message, error) {
		var out bytes.Buffer
		if err := b.referee.Export(ctx, who, &out); err != nil {
			return nil, err
		}
		kept := file{"doublecorner.json", "application/json", out.Bytes()}
		if out.Len() > mostBytes {
			packed, err := pack(out.Bytes())
			if err != nil {
				return nil, err
			}
			kept = file{"doublecorner.json.gz", "application/gzip", packed}
		}
		m := &message{}
		m.say(l.Say("privacy.here"))
		m.say(l.Say("privacy.public"))
		m.give(kept)
		return m, nil
	}), nil
}

// pack makes a file smaller that is too big to be sent.
func pack(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}

func (b *Bot) pressErase(c *call, _ control) (answer, error) {
	until, err := b.referee.Erase(c, c.by.Person)
	if err != nil {
		return answer{}, err
	}
	b.people.forget(c.by.Person)
	m := &message{private: true}
	m.say(c.lang.Say("privacy.erased", "until", fmt.Sprintf("<t:%d:F>", until.Unix())))
	return answer{message: m, manner: instead}, nil
}
