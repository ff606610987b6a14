// Package sandbox is a Discord on this machine: a small, strict server that speaks
// the part of Discord's HTTP API and gateway that a bot of commands and buttons
// uses, and lets scripts and pages act as the people in it.
//
// What Discord would refuse, it refuses, with Discord's own error code and the place
// of the mistake; what Discord would do late, twice or not at all, it does when told
// to (see Fault). What it promises:
//
//   - a bot that works here through real sockets sends nothing of a form, size or
//     order that Discord's documentation forbids for the calls that are served;
//   - people can do through it what a Discord client lets them do, and nothing else;
//   - nothing grows without bound, and no input makes it panic.
//
// What it does not promise: calls that are not served (they answer 404), roles other
// than @everyone, voice, and Discord's undocumented tempers.
//
// A bot is pointed at it by an HTTP transport that sends requests for discord.com to
// Server.URL; the address of the gateway is what GET /gateway answers. Both versions
// 9 and 10 of the API are accepted.
package sandbox
