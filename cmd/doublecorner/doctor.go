package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"doublecorner/bot"
	"doublecorner/bot/discord"
	"doublecorner/bot/message"
	"doublecorner/cmd/doublecorner/internal/config"
	"doublecorner/game"
	"doublecorner/store"
	"doublecorner/store/postgres"
	"doublecorner/store/transfer"
)

// doctorCommand checks the settings, the token, permissions and the file of games, and says how to fix
// what is wrong.
type doctorCommand struct {
	configFlags
	Data    string `help:"${games}; that of the settings if not given." env:"DOUBLECORNER_DATA" placeholder:"FILE" type:"games"`
	Channel string `help:"Check the bot's permissions in this channel, too, given by its id." placeholder:"ID"`
}

// doctorTimeout is how long the doctor waits for Discord.
const doctorTimeout = 20 * time.Second

func (c *doctorCommand) Run(s streams) error {
	file, settings, err := c.load()
	if err != nil {
		return usageError{err}
	}
	if _, ok := message.Snowflake[uint64](c.Channel); c.Channel != "" && !ok {
		return usageError{fmt.Errorf("--channel %s: a channel is named by its id, as in 123456789012345678. With Discord's setting \"Developer Mode\", its menu has \"Copy Channel ID\"", c.Channel)}
	}
	token := settings.Discord.Token != ""
	data := dataFlags{Data: cmp.Or(c.Data, settings.Data)}
	if err := data.exists(); !token && (c.Channel != "" || err != nil && c.Data == "") {
		return errNoToken
	} else if !token && err != nil {
		return err
	}
	d := &diagnosis{out: s.out}
	if file != "" {
		d.fine("%s can be read", file)
	}
	if token {
		d.token(file, settings)
		ctx, cancel := context.WithTimeout(context.Background(), doctorTimeout)
		defer cancel()
		d.discord(ctx, settings, c.Channel)
	} else if c.Data == "" {
		d.note("there is no token, so Discord was not asked: name the settings by --config")
	}
	d.live(settings)
	err = d.games(data)
	if err == nil && d.wrong {
		return errWrong
	}
	return err
}

// diagnosis prints what the doctor finds, a line each.
type diagnosis struct {
	out         io.Writer
	wrong       bool // a line says what is wrong
	recommended int  // shards, by Discord; 0 if that is not known
	boards      bool // live boards are set up
}

func (d *diagnosis) fine(text string, values ...any) {
	fmt.Fprintf(d.out, "fine: "+text+"\n", values...)
}

// note prints what is not wrong, but worth knowing.
func (d *diagnosis) note(text string, values ...any) {
	fmt.Fprintf(d.out, "note: "+text+"\n", values...)
}

func (d *diagnosis) bad(text string, values ...any) {
	fmt.Fprintf(d.out, "wrong: "+text+"\n", values...)
	d.wrong = true
}

// token checks who can read the token, in the file that the settings name or in their own.
func (d *diagnosis) token(file string, c config.Config) {
	name := c.Discord.TokenFile
	if name == "" && os.Getenv("DOUBLECORNER_DISCORD_TOKEN") == "" {
		name = file
	}
	if name != "" {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			d.bad("%v", err)
		case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
			d.bad("others than its owner can read the token in %s, and act as the bot: chmod 600 %s", name, name)
		default:
			d.fine("only its owner can read the token in %s", name)
		}
	}
}

// discord checks what Discord lets the bot do.
func (d *diagnosis) discord(ctx context.Context, c config.Config, channel string) {
	client, err := discord.NewClient(discord.ClientConfig{Base: c.Discord.API, Token: string(c.Discord.Token)})
	if err != nil {
		d.bad("discord.api: %v", err)
		return
	}
	app, err := client.FetchApp(ctx)
	switch {
	case unknownToken(err):
		d.bad("%v", errUnknownToken)
		return
	case err != nil:
		d.bad("%v. Look whether this machine reaches %s", err, c.Discord.API)
		return
	}
	d.fine("Discord knows the token: it is that of %q. Invite it: %s", app.Name, client.Invitation())
	if wrong := mismatch(c, app); wrong != "" {
		d.bad("%s", wrong)
	}
	if c.Gateway.On {
		d.gateway(ctx, client, c.Gateway.Shards)
	}
	if channel != "" {
		d.channel(ctx, client, channel)
	}
}

// gateway checks whether all sessions can begin.
func (d *diagnosis) gateway(ctx context.Context, client *discord.Client, shards discord.Shards) {
	info, err := client.Gateway(ctx)
	if err != nil {
		d.bad("Discord does not say where its gateway is: %v", err)
		return
	}
	d.recommended = info.Shards
	limit := info.SessionStartLimit
	needed := info.Shards
	if shards.Total > 0 {
		needed = shards.Last - shards.First + 1
		if shards.Total < info.Shards {
			d.bad("gateway.shards counts %d shards, and Discord recommends %d: set it to \"all\"", shards.Total, info.Shards)
		}
		if needed < shards.Total {
			d.note("gateway.shards is %d of %d shards: servers on the others get no answers, because no other process can have the file of games. Set it to \"all\"", needed, shards.Total)
		}
	}
	switch {
	case limit.Total == 0:
		d.fine("the gateway takes it, with %s; how many sessions a day are left, Discord does not say", counted(needed, "shard"))
	case limit.Remaining < needed:
		d.bad("Discord lets the bot begin %d more sessions for now, and it needs %d: start it in %v, and look in its log why it began so many", limit.Remaining, needed,
			(time.Duration(limit.ResetAfter) * time.Millisecond).Round(time.Minute))
	default:
		d.fine("the gateway takes it, with %s; %d of %d sessions a day are left", counted(needed, "shard"), limit.Remaining, limit.Total)
	}
}

// live checks that people reach the page of the live board.
func (d *diagnosis) live(c config.Config) {
	switch {
	case c.Live.Listen == "" && c.Live.Address == "":
		return
	case c.Live.Listen == "" || c.Live.Address == "":
		d.bad("%v", errHalfLive)
		return
	}
	d.boards = true
	ctx, cancel := context.WithTimeout(context.Background(), doctorTimeout)
	defer cancel()
	page, status, err := fetch(ctx, c.Live.Address+"/")
	switch {
	case err != nil:
		d.bad("live.address cannot be reached: %v. Look whether its name leads to your web server, and whether that has a certificate", err)
	case status == http.StatusBadGateway || status == http.StatusServiceUnavailable:
		d.note("the web server at %s finds no bot behind it: start the bot, or have the server forward to %s", c.Live.Address, c.Live.Listen)
	case status != http.StatusOK || !strings.Contains(page, "<title>Double Corner</title>"):
		d.bad("%s is not the live board (status %d): have the web server forward all of it to %s", c.Live.Address, status, c.Live.Listen)
	default:
		d.fine("the live board is at %s", c.Live.Address)
	}
}

// fetch gets a page.
func fetch(ctx context.Context, address string) (page string, status int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", 0, err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
	return string(text), response.StatusCode, err
}

// channel checks the permissions of the bot in a channel.
func (d *diagnosis) channel(ctx context.Context, client *discord.Client, id string) {
	may, err := client.Permissions(ctx, id)
	if err != nil {
		d.bad("the bot does not see channel %s: %v. Give it \"View Channel\" there, or invite it to the server", id, err)
		return
	}
	var missing []string
	for _, r := range discord.RequiredPermissions {
		if may&r.Bit == 0 {
			missing = append(missing, fmt.Sprintf("%q (%s)", r.Name, r.Purpose))
		}
	}
	if len(missing) > 0 {
		d.bad("in channel %s the bot lacks %s: give it these in the channel's or the server's settings", id, strings.Join(missing, ", "))
	} else {
		d.fine("in channel %s the bot may do all it needs", id)
	}
}

// games checks the file of games, or their database.
func (d *diagnosis) games(data dataFlags) error {
	if data.exists() != nil {
		d.missingFile(data.Data)
		return nil
	}
	name := data.Data
	if postgres.IsAddress(name) {
		name = postgres.Name(name)
	}
	err := data.read(func(games keeper) error {
		file, _ := games.(*store.Store)
		if doubt := games.Doubt(); doubt != "" {
			d.note("%s", doubt)
		}
		if err := games.Check(); err != nil {
			restore := fmt.Sprintf("and restore the last backup with %q", data.command("restore", "FILE"))
			if file == nil {
				restore = "and restore the last dump with pg_restore"
			}
			d.bad("%s is not in order:\n%v\nKeep a copy of it as it is, %s.", name, err, restore)
			return nil
		}
		running, finished := 0, 0
		if err := errors.Join(d.shared(games), d.settings(games), everyGame(games, func(_ game.Reader, g *game.Game) error {
			if g.IsOver() {
				finished++
			} else {
				running++
			}
			return nil
		})); err != nil {
			return err
		}
		room := ""
		if file != nil {
			info, err := os.Stat(data.Data) // the file, not the copy that was checked
			if err != nil {
				return err
			}
			room = fmt.Sprintf(", %d KB, %d of them in use", kilobytes(info.Size()), kilobytes(file.Used()))
		}
		d.fine("%s is in order: %s being played, %d finished%s", name, counted(running, "game"), finished, room)
		d.hearing(games)
		return nil
	})
	if errors.Is(err, postgres.ErrNoGames) {
		d.fine("%v yet; the bot makes its tables when it starts", err)
		return nil
	}
	return err
}

// shared checks how many shards the processes of a database share, once some have run.
func (d *diagnosis) shared(games any) error {
	processes, ok := games.(leased)
	if !ok || d.recommended == 0 {
		return nil
	}
	state, err := processes.Leases().Read(context.Background())
	switch used := len(state.Parts); {
	case err != nil:
		return err
	case used == 0:
	case used < d.recommended:
		d.bad("the processes share %s, and Discord recommends %d: stop all of them, and start them again", counted(used, "shard"), d.recommended)
	default:
		d.fine("the processes share %s; Discord recommends %d", counted(used, "shard"), d.recommended)
	}
	return nil
}

// hearing checks whether live boards hear at once of the moves that other processes make.
func (d *diagnosis) hearing(games any) {
	database, ok := games.(*postgres.Store)
	if !ok || !d.boards {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), doctorTimeout)
	defer cancel()
	hears := false
	err := database.Listen(ctx, func() { hears = true; cancel() }, func(postgres.Change) {})
	switch {
	case hears:
		d.fine("live boards hear at once of the moves that other processes make")
	case errors.Is(err, postgres.ErrDeaf):
		d.note("live boards show the moves of other processes up to a second late: %v", err)
	default:
		d.bad("live boards cannot hear of the moves that other processes make: %v", err)
	}
}

// missingFile checks whether a file of games can be made.
func (d *diagnosis) missingFile(name string) {
	probe, err := os.CreateTemp(filepath.Dir(name), ".doublecorner-*")
	if err != nil {
		d.bad("there is no file %s yet, and it cannot be made: %v. Make the directory, and let the bot's user write there", name, err)
		return
	}
	probe.Close()
	os.Remove(probe.Name())
	d.fine("there is no file %s yet; it is made when the bot starts", name)
}

// settings checks the settings of servers and the preferences of users.
func (d *diagnosis) settings(games keeper) error {
	return transfer.Settings(context.Background(), games, func(key game.SettingsKey, record []byte) error {
		if err := bot.CheckSettings(key, record); err != nil {
			d.bad("%v. The defaults apply, and the settings are kept as they are: a later version of this program may have written them", err)
		}
		return nil
	})
}
