package postgrestest

import (
	"os"
	"os/exec"
	"os/user"
	"runtime"
	"strconv"
	"sync"
	"syscall"
)

// servant returns the user that runs servers for root, which may not do so itself.
func servant() (uid, gid int, needed bool) {
	if os.Geteuid() != 0 {
		return 0, 0, false
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ = strconv.Atoi(u.Uid)
			gid, _ = strconv.Atoi(u.Gid)
			return uid, gid, true
		}
	}
	return 0, 0, false
}

// giveToUser makes the user that runs servers the owner of a directory.
func giveToUser(dir string) error {
	uid, gid, needed := servant()
	if !needed {
		return nil
	}
	return os.Chown(dir, uid, gid)
}

// start starts a command as that user. It ends with this process.
func start(c *exec.Cmd) error {
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if c.Args[0] == patroniProgram {
		c.SysProcAttr.Pdeathsig = syscall.SIGTERM // it stops its server
	}
	if uid, gid, needed := servant(); needed {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	started := make(chan error)
	starts() <- func() { started <- c.Start() }
	return <-started
}

// starts returns a channel of what a thread does that lives as long as this process: Pdeathsig comes when
// the thread ends that started the command.
var starts = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for do := range work {
			do()
		}
	}()
	return work
})
