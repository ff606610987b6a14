//go:build unix

package hub

import (
	"os/exec"
	"syscall"
)

// alone gives a program a process group of its own, so that the terminal's Ctrl+C does not end it.
func alone(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends a program and those it has started.
func kill(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
