// Doublecorner is a referee for checkers.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"doublecorner/game"
)

// The exit status of the process.
const (
	statusFine  = 0
	statusWrong = 1 // the input is wrong, or the command failed
	statusUsage = 2 // the command line, the settings or what they name is wrong, so that another try would not help
)

// commands is the whole command line. A command is in a file that has its name, or that of what it is about. An
// example is what can stand behind the command's name.
type commands struct {
	Run     runCommand     `cmd:"" help:"Run the bot." example:"--config /etc/doublecorner/config.yaml"`
	Sandbox sandboxCommand `cmd:"" help:"Run the bot in a Discord on this machine, to try everything without an account." example:"--listen 127.0.0.1:9000 --fresh"`

	Check  checkCommand  `cmd:"" help:"Referee games in PDN files: say which moves are not legal, and why." example:"--rules russian games.pdn"`
	Moves  movesCommand  `cmd:"" help:"List the legal moves of a position." example:"--rules russian --fen W:Wc3:Bd4,d6,f6"`
	Think  thinkCommand  `cmd:"" help:"Look for the best moves of a position." example:"--rules american --fen W:W26,K6,K7:B5,K15,K30 --time 5s"`
	Perft  perftCommand  `cmd:"" help:"Count the possible games from a position up to a depth, to compare move generators." example:"--rules international --depth 6"`
	Render renderCommand `cmd:"" help:"Draw a position as a picture." example:"--rules american --fen W:W22,30:B18,10,3 --last 22x6 -o board.png"`
	Replay replayCommand `cmd:"" help:"Draw a game of a PDN file as an animated picture." example:"games.pdn --game 2 -o game.gif"`
	Rules  rulesCommand  `cmd:"" help:"List the rule sets, print one as a file to change, or write the rules of all with diagrams."`

	Engine  engineCommand  `cmd:"" help:"Think for another program that speaks the Hub protocol, such as a board on the screen." example:"--rules american"`
	Match   matchCommand   `cmd:"" help:"Let two settings of the engine, or other programs, play games against each other, and say which is stronger." example:"--rules american --a level=5 --b level=4 --games 20"`
	Endgame endgameCommand `cmd:"" help:"Solve endings, and look up what they are worth."`

	Setup    setupCommand    `cmd:"" help:"Give the app its description, its tags and what it asks of those who add it, and print the invitation." example:"--config config.yaml"`
	Doctor   doctorCommand   `cmd:"" help:"Check the settings, the token, permissions and the file of games, and say how to fix what is wrong." example:"--config config.yaml --channel 123456789012345678"`
	Backup   backupCommand   `cmd:"" set:"games=File of games" help:"Copy the file of games, also while it is in use." example:"monday.db"`
	Restore  restoreCommand  `cmd:"" set:"games=File of games" help:"Replace the file of games by a backup, and keep the old file beside it." example:"monday.db"`
	Export   exportCommand   `cmd:"" help:"Write finished games, or all, as PDN." example:"-o games.pdn"`
	MoveData moveDataCommand `cmd:"" help:"Copy all games from a file into a PostgreSQL database, or back." example:"doublecorner.db postgres://USER:PASSWORD@HOST/DATABASE"`
	Compact  compactCommand  `cmd:"" set:"games=File of games" help:"Make the file of games as small as possible." example:"--data doublecorner.db"`

	Help       helpCommand       `cmd:"" help:"Describe the program, or one of its commands." example:"rules show"`
	Version    versionCommand    `cmd:"" help:"Print the version."`
	Completion completionCommand `cmd:"" help:"Print a script with which a shell completes the program's commands." example:"bash"`
	Complete   completeCommand   `cmd:"" hidden:"" passthrough:"" help:"Print the words that can follow, for the scripts of completion."`
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// errWrong makes the status statusWrong without a message: the command has printed what is wrong.
var errWrong = errors.New("")

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run runs one command and returns the status to exit with.
func run(args []string, s streams) (status int) {
	var c commands
	out := &output{to: s.out}
	s.out = out
	exited := false
	parser := newParser(&c, s, func(code int) { status, exited = code, true })
	if len(args) == 0 {
		args = []string{"--help"}
	} else if args[0] == "--version" {
		args[0] = "version"
	}
	command, err := parser.Parse(args)
	switch {
	case exited: // help was asked for
		return status
	case err != nil:
		return misused(s, args, err)
	}
	err = command.Run()
	switch err = cmp.Or(out.err, err); {
	case err == nil:
		return statusFine
	case errors.Is(err, errWrong):
		return statusWrong
	default:
		fmt.Fprintln(s.err, "doublecorner:", err)
		_, usage := errors.AsType[usageError](err)
		_, setup := errors.AsType[*game.SetupError](err)
		if usage || setup {
			return statusUsage
		}
		return statusWrong
	}
}

// newParser returns what reads command lines into c. It calls exit after it has printed help.
func newParser(c *commands, s streams, exit func(int)) *kong.Kong {
	parser := kong.Must(c,
		kong.Name("doublecorner"),
		kong.Description("A referee for checkers: american, russian, international and the rest of the family."),
		kong.Writers(s.out, s.err),
		kong.Exit(exit),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 90}),
		kong.Bind(s),
		kong.NamedMapper("games", gamesMapper),
		kong.NamedMapper("positive", positiveMapper),
		kong.Vars{"games": "File of games, or the address of their database", "themes": strings.Join(themes(), ", "), "hash": strconv.Itoa(defaultHash)},
	)
	for _, n := range parser.Model.Leaves(true) {
		if n.Tag.Has("example") {
			n.Detail = "Example:\n\n\t" + n.FullPath() + " " + n.Tag.Get("example")
		}
	}
	return parser
}

// positiveMapper reads a number or a time above zero, and not above that of the tag "most". So a flag without a default is
// zero only if it is not given.
var positiveMapper = kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
	usual := kong.NewRegistry().RegisterDefaults().ForType(target.Type())
	if err := usual.Decode(ctx, target); err != nil {
		return err
	}
	if target.IsZero() || target.CanInt() && target.Int() < 0 {
		return errors.New("it must be above zero")
	}
	if most, _ := strconv.ParseInt(ctx.Value.Tag.Get("most"), 10, 64); most > 0 && target.Int() > most {
		return fmt.Errorf("it must be from 1 to %d", most)
	}
	return nil
})

// misused says what is wrong with a command line. If help is asked for after that, it prints the help.
func misused(s streams, args []string, err error) int {
	parsed, ok := errors.AsType[*kong.ParseError](err)
	if ok && (slices.Contains(args, "-h") || slices.Contains(args, "--help")) {
		parsed.Context.PrintUsage(false)
		return statusFine
	}
	command := "doublecorner"
	if ok && parsed.Context.Selected() != nil {
		command = parsed.Context.Selected().FullPath()
	}
	fmt.Fprintf(s.err, "doublecorner: %v\nTry \"%s --help\".\n", err, command)
	return statusUsage
}

// usageError is an error of the command line or the settings.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// asUsage makes a usage error of an error, if there is one.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// helpCommand describes a command, as --help after it does.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Words of the command, as in rules show."`
}

func (c *helpCommand) Run(k *kong.Kong) error {
	command, err := kong.Trace(k, c.Command)
	if err = cmp.Or(err, command.Error); err != nil {
		return usageError{err}
	}
	return command.PrintUsage(false)
}
