// Package sandbox is a Discord on this machine: a small, strict server that speaks the part of
// Discord's HTTP API and gateway that a bot of commands and buttons uses, and lets scripts and pages
// act as the people in it.
//
// It refuses what Discord refuses, with Discord's error code and the place of the mistake. A Fault
// makes it late, repeat itself or fail. It promises:
//
//   - a bot that works here through real sockets sends nothing of a form, size or order that
//     Discord's documentation forbids for the calls that are served;
//   - people can do what a Discord client lets them do, and nothing else;
//   - nothing grows without bound, and no input makes it panic.
//
// docs/sandbox.md lists what it does not have; calls that it does not serve answer 404.
//
// A bot comes in by an HTTP transport that sends requests for discord.com to Server.URL. GET /gateway
// answers where the gateway is. Versions 9 and 10 of the API are served.
package sandbox
