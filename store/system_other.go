//go:build !unix

package store

import (
	"net"
	"os"
	"time"
)

// reserved is nothing where a file that is mapped is made as long as its map.
const reserved = 0

// lock does nothing where a file that another process has open cannot be replaced
// anyway.
func lock(*os.File, time.Duration) error { return nil }

// listen makes a socket. Everybody who may use its directory can connect to it.
func listen(name string) (*net.UnixListener, error) {
	return net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
}

// inode returns nothing where files have no numbers.
func inode(os.FileInfo) (uint64, bool) { return 0, false }

// inherit does nothing where files belong to whom their directory says.
func inherit(string, string) error { return nil }

// syncDirectory does nothing where directories cannot be waited for.
func syncDirectory(string) error { return nil }
