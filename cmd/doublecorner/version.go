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

// version returns the version of the release, or the commit if it is no release.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := settings["vcs.revision"]
	if commit == "" {
		return cmp.Or(info.Main.Version, "unknown")
	}
	text := "commit " + commit[:min(len(commit), 12)]
	if settings["vcs.modified"] == "true" {
		text += ", changed since"
	}
	return text
}
