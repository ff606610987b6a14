package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"doublecorner/bot/discord"
)

// setupCommand changes what Discord shows of the app, and what it asks of those who add it.
type setupCommand struct {
	configFlags
	Yes bool `help:"Change it without asking."`
}

// appProfile is what setup makes of an app.
var appProfile = discord.AppProfile{
	Description: "A referee for checkers and draughts, and an opponent. Challenge members, move by button or menu, and see the board " +
		"after each turn. With tournaments, leaderboards, puzzles and reviews, in twelve languages. /help shows how to begin.",
	Tags:     []string{"board game", "checkers", "draughts", "game", "tournaments"},
	Installs: discord.DefaultInstalls(),
}

func (c *setupCommand) Run(s streams) error {
	_, settings, err := c.load()
	if err != nil {
		return usageError{err}
	}
	if settings.Discord.Token == "" {
		return errNoToken
	}
	client, err := discord.NewClient(discord.ClientConfig{Base: settings.Discord.API, Token: string(settings.Discord.Token)})
	if err != nil {
		return usageError{fmt.Errorf("discord.api: %w", err)}
	}
	ctx := context.Background() // a signal ends the program, also while it asks
	app, err := client.FetchApp(ctx)
	if unknownToken(err) {
		return usageError{errUnknownToken}
	} else if err != nil {
		return err
	}
	if err := c.change(ctx, s, client, app); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Invite it: %s\n", client.Invitation())
	return nil
}

// change shows what would change of an app, asks, and changes it.
func (c *setupCommand) change(ctx context.Context, s streams, client *discord.Client, app *discord.App) error {
	changes := profileChanges(app.AppProfile, appProfile)
	if len(changes) == 0 {
		fmt.Fprintf(s.out, "%q is set up.\n", app.Name)
		return nil
	}
	fmt.Fprintf(s.out, "Of the app %q this would change:\n", app.Name)
	for _, change := range changes {
		fmt.Fprintf(s.out, "  %s\n    is:      %s\n    becomes: %s\n", change.of, cmp.Or(change.is, "empty"), change.becomes)
	}
	if !c.Yes && !agrees(s) {
		fmt.Fprintln(s.out, "Nothing is changed.")
		return nil
	}
	if err := client.EditApp(ctx, appProfile); err != nil {
		return err
	}
	fmt.Fprintln(s.out, "It is changed.")
	return nil
}

// agrees asks whether to change it.
func agrees(s streams) bool {
	fmt.Fprint(s.out, "Change it? [y/N] ")
	line, err := bufio.NewReader(s.in).ReadString('\n')
	if err == io.EOF {
		fmt.Fprintln(s.out)
	}
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(line)))
}

// profileChange is a part of a profile that changes.
type profileChange struct{ of, is, becomes string }

// profileChanges returns which parts of a profile differ from the wanted one.
func profileChanges(is, wanted discord.AppProfile) []profileChange {
	return slices.DeleteFunc([]profileChange{
		{"description", is.Description, wanted.Description},
		{"tags", alphabetical(is.Tags), alphabetical(wanted.Tags)},
		{"added to a server", installText(is, discord.GuildInstall), installText(wanted, discord.GuildInstall)},
		{"added to an account", installText(is, discord.UserInstall), installText(wanted, discord.UserInstall)},
	}, func(c profileChange) bool { return c.is == c.becomes })
}

// alphabetical lists words in the order of the alphabet.
func alphabetical(words []string) string {
	return strings.Join(slices.Sorted(slices.Values(words)), ", ")
}

// installText lists the scopes and permissions that an app gets when it is added in one way.
func installText(p discord.AppProfile, way string) string {
	params := p.Installs[way].Params
	text := alphabetical(params.Scopes)
	bits, _ := strconv.ParseInt(params.Permissions.String(), 10, 64) // zero if it has none
	if bits == 0 {
		return text
	}
	var names []string
	for _, r := range discord.RequiredPermissions {
		if bits&r.Bit != 0 {
			names = append(names, strconv.Quote(r.Name))
			bits &^= r.Bit
		}
	}
	if bits != 0 {
		names = append(names, fmt.Sprintf("others (%d)", bits))
	}
	return text + ", with " + strings.Join(names, ", ")
}
