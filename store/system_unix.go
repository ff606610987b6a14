//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// reserved is how much address space is set aside for the file: 16 GB, or one where
// addresses have 32 bits. It takes no memory. Until the file has grown to that it
// need not move in memory, for which updates would have to wait for readers and
// readers for updates.
const reserved = 1 << (30 + ^uint(0)>>63*4)

// lock locks a file as bbolt does.
func lock(f *os.File, wait time.Duration) error {
	for end := time.Now().Add(wait); ; time.Sleep(wait / 20) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err != syscall.EWOULDBLOCK || time.Now().After(end) {
			return err
		}
	}
}

// inode returns the number by which the system knows a file.
func inode(info os.FileInfo) (uint64, bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return uint64(stat.Ino), true
}

// inherit gives a file to the owner of the one whose place it takes, or of the directory
// where there is none: a bot that is not the superuser must be able to open what the
// superuser put in its place.
func inherit(temporary, path string) error {
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
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || owner.Uid == 0 {
		return nil
	}
	return os.Chown(temporary, int(owner.Uid), int(owner.Gid))
}

// syncDirectory waits until what a directory lists is on disk.
func syncDirectory(name string) error { return syncFile(name) }
