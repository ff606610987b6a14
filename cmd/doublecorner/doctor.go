package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// doctorCommand looks whether everything is in order, and says how to mend what is not.
type doctorCommand struct {
	configFlags
	Data    string `help:"File of games; that of the settings if not given." env:"DOUBLECORNER_DATA" placeholder:"FILE" type:"path"`
	Channel string `help:"Look also what the bot may do in this channel, given by its id." placeholder:"ID"`
}

// slowest is how long Discord is waited for.
const slowest = 20 * time.Second

func (c *doctorCommand) Run(s streams) error {
	file, settings, err := c.load()
	if err != nil {
		return usageError{err}
	}
	if _, err := strconv.ParseUint(c.Channel, 10, 63); c.Channel != "" && err != nil {
		return usageError{fmt.Errorf("--channel %s: a channel is named by its id, as in 123456789012345678. With Discord's setting \"Developer Mode\", its menu has \"Copy Channel ID\"", c.Channel)}
	}
	token := settings.Discord.Token != ""
	if !token && c.Channel != "" {
		return usageError{errors.New("to look at a channel a token is needed: name the settings by --config")}
	}
	data := dataFlags{Data: settings.Data}
	if c.Data != "" {
		data.Data = c.Data
	}
	if err := data.there(); err != nil && !token {
		return err
	}
	e := &examination{out: s.out}
	if file != "" {
		e.fine("%s can be read", file)
	}
	if token {
		e.settings(settings)
		ctx, cancel := context.WithTimeout(context.Background(), slowest)
		defer cancel()
		e.discord(ctx, settings, c.Channel)
	}
	if err := e.games(data); err != nil {
		return err
	}
	switch {
	case e.err != nil:
		return e.err
	case e.wrong:
		return errWrong
	}
	return nil
}
