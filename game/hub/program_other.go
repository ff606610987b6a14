//go:build !unix

package hub

import "os/exec"

func alone(*exec.Cmd) {}

func kill(cmd *exec.Cmd) { cmd.Process.Kill() }
