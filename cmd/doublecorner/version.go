package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is the version of a release, set when it is built.
var release string

// versionCommand prints the version.
type versionCommand struct{}

func (c *versionCommand) Run(s streams) error {
	fmt.Fprintf(s.out, "doublecorner %s, %s on %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

// version returns the version of the release, or of the commit if it is no release.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return cmp.Or(release, info.Main.Version)
	}
	return cmp.Or(release, "unknown")
}
