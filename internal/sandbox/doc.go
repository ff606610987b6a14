// Package sandbox is a Discord on this machine: a small, strict server that speaks the part of
// Discord's HTTP API, versions 9 and 10, and of its gateway that a bot of commands and buttons uses,
// and lets scripts and pages act as the people in it. docs/sandbox.md describes it. It promises:
//
//   - a bot that works here through real sockets sends nothing of a form, size or order that
//     Discord's documentation forbids for the calls that are served;
//   - people can do what a Discord client lets them do, and nothing else;
//   - nothing grows without bound, and no input makes it panic.
package sandbox
