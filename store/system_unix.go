//go:build unix

package store

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
)

// reserved is how much address space is reserved for the file: 16 GB, or 1 GB where addresses have 32
// bits. It takes no memory. A file that outgrows it must be mapped anew, for which updates and readers
// wait for each other.
const reserved = 1 << (30 + ^uint(0)>>63*4)

// listen makes a socket to which only its user can connect. It sets the mode of the socket's
// file before it listens. Until then the system refuses all connections, so the mode that the
// file has at first does not matter.
func listen(name string) (net.Listener, error) {
	syscall.ForkLock.RLock()
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fd)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close() // a listener has its own
	if err := syscall.Bind(fd, &syscall.SockaddrUnix{Name: name}); err != nil {
		return nil, &fs.PathError{Op: "bind", Path: name, Err: err}
	}
	err = os.Chmod(name, 0o600)
	if err == nil {
		err = os.NewSyscallError("listen", syscall.Listen(fd, syscall.SOMAXCONN))
	}
	if err == nil {
		var l net.Listener
		if l, err = net.FileListener(f); err == nil {
			l.(*net.UnixListener).SetUnlinkOnClose(true)
			return l, nil
		}
	}
	return nil, errors.Join(err, os.Remove(name))
}

// inode returns the inode number of a file.
func inode(path string) (uint64, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	return uint64(info.Sys().(*syscall.Stat_t).Ino), true
}

// inherit gives a file to the owner of the file at path, or of its directory if there is none: a bot
// that is not the superuser must be able to open what the superuser put there.
func inherit(f *os.File, path string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		info, err = os.Stat(filepath.Dir(path))
	}
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	if owner.Uid == 0 {
		return nil
	}
	return f.Chown(int(owner.Uid), int(owner.Gid))
}
