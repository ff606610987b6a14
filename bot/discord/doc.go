// Package discord connects a bot to Discord: a Dispatcher accepts interactions from the Gateway or
// from signed posts, has a Handler handle them, and responds in time. A Client makes the requests
// of Discord's HTTP API within its rate limits. Of games it knows only the ids of package game.
//
// It uses discordgo's types and addresses. It replaces parts of discordgo:
//
//   - its session sends all requests to Discord itself, and hides some errors: [Client];
//   - its rate limiter keeps a bucket for every interaction for ever, delays responses by a limit
//     that does not apply to them, and cannot be interrupted: [rateLimiter];
//   - its types for messages lack alt texts of files and flags of edits, and it does not read the
//     IDs of files in components: [message.Message], [wholeMessage];
//   - its gateway cannot be observed, and loses events: [Gateway];
//   - it handles events in no order, without recovering panics: [Dispatcher];
//   - it reads nothing of an interaction that has an unexpected field, nor labels of modals: [readInteraction].
package discord
