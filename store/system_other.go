//go:build !unix

package store

import (
	"net"
	"os"
)

// reserved is 0 where a mapped file becomes as long as its map.
const reserved = 0

// listen makes a socket. Everybody who can open its directory can connect to it.
func listen(name string) (net.Listener, error) {
	return net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
}

// inode returns false, because files have no inode numbers here.
func inode(string) (uint64, bool) { return 0, false }

// inherit does nothing, because files belong to the owner of their directory here.
func inherit(*os.File, string) error { return nil }
