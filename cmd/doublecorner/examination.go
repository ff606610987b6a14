package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"doublecorner/bot/discord"
	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/game"
	"doublecorner/store"
)

// examination writes what is found, a line each, and notes whether anything is wrong.
type examination struct {
	out   io.Writer
	wrong bool
	err   error // of the writing
}

func (e *examination) fine(text string, values ...any) { e.write("fine: "+text+"\n", values...) }

// note is for what is not wrong, but should be known.
func (e *examination) note(text string, values ...any) { e.write("note: "+text+"\n", values...) }

func (e *examination) bad(text string, values ...any) {
	e.write("wrong: "+text+"\n", values...)
	e.wrong = true
}

func (e *examination) write(text string, values ...any) {
	if e.err == nil {
		_, e.err = fmt.Fprintf(e.out, text, values...)
	}
}

// settings looks at what the settings name.
func (e *examination) settings(c config.Config) {
	if name := c.Discord.TokenFile; name != "" {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			e.bad("%v", err)
		case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
			e.bad("others than its owner can read the token in %s, and be the bot: chmod 600 %s", name, name)
		default:
			e.fine("only its owner can read the token in %s", name)
		}
	}
}

// discord looks what Discord says to the bot.
func (e *examination) discord(ctx context.Context, c config.Config, channel string) {
	client, err := discord.NewClient(discord.ClientConfig{Base: c.Discord.API, Token: string(c.Discord.Token)})
	if err != nil {
		e.bad("discord.api: %v", err)
		return
	}
	app, err := client.Meet(ctx)
	switch {
	case unknownToken(err):
		e.bad("%v", errUnknownToken)
		return
	case err != nil:
		e.bad("%v. Look whether this machine reaches %s", err, c.Discord.API)
		return
	}
	e.fine("Discord knows the token: it is that of %q. Invite it: %s", app.Name, client.Invitation())
	if there := mismatch(c, app); there != "" {
		e.bad("%s", there)
	}
	if c.Gateway.On {
		e.gateway(ctx, client, c.Gateway.Shards)
	}
	if channel != "" {
		e.channel(ctx, client, channel)
	}
}

// gateway looks whether sessions can be begun.
func (e *examination) gateway(ctx context.Context, client *discord.Client, shards discord.Shards) {
	info, err := client.Gateway(ctx)
	if err != nil {
		e.bad("Discord does not say where its gateway is: %v", err)
		return
	}
	limit := info.SessionStartLimit
	needed := info.Shards
	if shards.Total > 0 {
		needed = shards.Last - shards.First + 1
		if shards.Total < info.Shards {
			e.bad("gateway.shards counts %d shards, and Discord recommends %d: set it to \"all\"", shards.Total, info.Shards)
		}
	}
	left := "how many sessions a day are left, Discord does not say"
	if limit.Total > 0 {
		left = fmt.Sprintf("%d of %d sessions a day are left", limit.Remaining, limit.Total)
	}
	if limit.Total > 0 && limit.Remaining < needed {
		e.bad("Discord lets the bot begin %d more sessions for now, and it needs %d: start it in %v, and look in its log why it began so many", limit.Remaining, needed,
			(time.Duration(limit.ResetAfter) * time.Millisecond).Round(time.Minute))
		return
	}
	e.fine("the gateway takes it, with %s; %s", counted(needed, "shard"), left)
}

// channel looks what the bot may do in a channel.
func (e *examination) channel(ctx context.Context, client *discord.Client, id string) {
	may, err := client.May(ctx, id)
	if err != nil {
		e.bad("the bot does not see channel %s: %v. Give it \"View Channel\" there, or invite it to the server", id, err)
		return
	}
	var missing []string
	for _, r := range discord.Rights {
		if may&r.Bit == 0 {
			missing = append(missing, fmt.Sprintf("%q (%s)", r.Name, r.What))
		}
	}
	if len(missing) > 0 {
		e.bad("in channel %s the bot misses %s: give it these in the channel's or the server's settings", id, strings.Join(missing, ", "))
		return
	}
	e.fine("in channel %s the bot may do all it needs", id)
}

// games looks at the file of games.
func (e *examination) games(data dataFlags) error {
	if _, err := os.Stat(data.Data); errors.Is(err, fs.ErrNotExist) {
		dir := filepath.Dir(data.Data)
		probe, err := os.CreateTemp(dir, ".doublecorner-*")
		if err != nil {
			e.bad("there is no file %s yet, and it cannot be made: %v. Make the directory, and let the bot's user write there", data.Data, err)
			return nil
		}
		probe.Close()
		os.Remove(probe.Name())
		e.fine("there is no file %s yet; it is made when the bot starts", data.Data)
		return nil
	}
	return data.read(func(games *store.Store) error {
		if doubt := games.Doubt(); doubt != "" {
			e.note("%s", doubt)
		}
		if err := games.Check(); err != nil {
			e.bad("%s is not in order:\n%v\nKeep a copy of it as it is, and restore the last backup with \"%s\".", data.Data, err, data.command("restore", "FILE"))
			return nil
		}
		running, finished := 0, 0
		if err := everyGame(games, func(g *game.Game) error {
			if g.IsOver() {
				finished++
			} else {
				running++
			}
			return nil
		}); err != nil {
			return err
		}
		info, err := os.Stat(data.Data) // not the copy that was looked at
		if err != nil {
			return err
		}
		e.fine("%s is in order: %s being played, %d finished, %d KB, of which %d are in use", data.Data,
			counted(running, "game"), finished, (info.Size()+1023)/1024, (games.Used()+1023)/1024)
		return nil
	})
}
