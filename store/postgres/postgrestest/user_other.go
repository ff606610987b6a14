//go:build !linux

package postgrestest

import "os/exec"

func giveToUser(string) error { return nil }

func start(c *exec.Cmd) error { return c.Start() }
