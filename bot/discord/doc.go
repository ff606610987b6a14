// Package discord carries what a bot hears and says: interactions arrive over the gateway
// or as signed posts, are answered in time whatever happens, and messages that answer
// nobody are sent. It knows Discord's manners, and nothing of games.
//
// It is built on discordgo: its types, its requests and its way to write messages. What
// that library was seen to do wrong is done here in another way:
//
//   - its limiter of requests keeps a bucket for every interaction there ever was, lets
//     answers wait for a limit that does not apply to them, and sleeps where nothing can
//     wake it, so limits are kept by [rateLimiter];
//   - its types for messages lack alt texts of files and flags of edits, and it does not
//     read the ids of files that components show, so [bot.Message] is what is sent, and
//     [readMessage] reads what comes;
//   - its connection to the gateway cannot be watched from outside, so [Gateway] is one
//     of our own;
//   - it runs every event for itself, in no order and without a net, so [Desk] hears
//     what happens in a room in its order, and catches what falls;
//   - interactions it cannot read come without data, so [read] takes from them what is
//     needed to answer.
package discord
