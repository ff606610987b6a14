package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is the version of a release, set when it is built.
var release string

// versionCommand says which program this is.
type versionCommand struct{}

func (c *versionCommand) Run(s streams) error {
	_, err := fmt.Fprintf(s.out, "doublecorner %s, %s on %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version is that of the release, or else the commit that was built.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	said := map[string]string{}
	for _, s := range info.Settings {
		said[s.Key] = s.Value
	}
	commit := said["vcs.revision"]
	switch {
	case commit == "" && info.Main.Version != "":
		return info.Main.Version
	case commit == "":
		return "unknown"
	}
	text := "commit " + commit[:min(len(commit), 12)]
	if said["vcs.modified"] == "true" {
		text += ", changed since"
	}
	return text
}
