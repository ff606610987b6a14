package main

import (
	"cmp"

	"github.com/alecthomas/kong"
)

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
