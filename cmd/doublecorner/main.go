// Doublecorner is a referee for checkers.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// What the process tells whoever started it.
const (
	statusFine  = 0
	statusWrong = 1 // what was to be checked is wrong, or could not be read
	statusUsage = 2 // the command line or the settings are wrong, so that trying again is of no use
)

// commands is the whole command line; each command is a file of this package.
type commands struct {
	Run     runCommand     `cmd:"" help:"Run the bot."`
	Sandbox sandboxCommand `cmd:"" help:"Run the bot in a Discord on this machine, to try everything without an account."`

	Check  checkCommand  `cmd:"" help:"Referee games in PDN files: say which moves are not legal, and why."`
	Moves  movesCommand  `cmd:"" help:"List the legal moves of a position."`
	Perft  perftCommand  `cmd:"" help:"Count the ways a game can go from a position, to compare generators by."`
	Render renderCommand `cmd:"" help:"Draw a position as a picture."`
	Replay replayCommand `cmd:"" help:"Make a moving picture of a game in a PDN file."`
	Rules  rulesCommand  `cmd:"" help:"List the rule sets there are, or show one as a file to change."`

	Doctor  doctorCommand  `cmd:"" help:"Look whether settings, token, permissions and the file of games are in order, and say how to mend what is not."`
	Backup  backupCommand  `cmd:"" help:"Copy the file of games, also while it is in use."`
	Restore restoreCommand `cmd:"" help:"Put a backup in the place of the file of games, which is kept beside it."`
	Export  exportCommand  `cmd:"" help:"Write finished games as PDN, or all."`
	Compact compactCommand `cmd:"" help:"Make the file of games as small as it can be."`

	Version    versionCommand    `cmd:"" help:"Say which version this is."`
	Completion completionCommand `cmd:"" help:"Print what makes a shell complete this program's commands."`
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// errWrong says that what a command was to check is wrong, which it has said itself.
var errWrong = errors.New("")

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run runs one command and returns the status to exit with.
func run(args []string, s streams) (status int) {
	var c commands
	exited := false
	parser, err := kong.New(&c,
		kong.Name("doublecorner"),
		kong.Description("A referee for checkers: american, russian, international and the rest of the family."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { status, exited = code, true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 90}),
		kong.Bind(s),
		kong.Vars{"themes": themes()},
	)
	if err != nil {
		fmt.Fprintln(s.err, "doublecorner:", err)
		return statusUsage
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	command, err := parser.Parse(args)
	switch {
	case exited: // help was asked for
		return status
	case err != nil:
		fmt.Fprintf(s.err, "doublecorner: %v\nTry \"doublecorner --help\".\n", err)
		return statusUsage
	}
	switch err := command.Run(); {
	case err == nil:
		return statusFine
	case errors.Is(err, errWrong):
		return statusWrong
	default:
		fmt.Fprintln(s.err, "doublecorner:", err)
		var usage usageError
		if errors.As(err, &usage) {
			return statusUsage
		}
		return statusWrong
	}
}

// usageError is a mistake in what was asked for, rather than in what was checked.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }
