// Package discord carries what a bot hears and says: interactions arrive over the gateway
// or as signed posts, are answered in time whatever happens, and messages that answer
// nobody are sent. It knows Discord's manners, and nothing of games.
//
// It is built on discordgo: its types, its requests and its way to write messages. What
// that library was seen to do wrong is done here in another way:
//
//   - its limiter of requests keeps a bucket for every interaction there ever was, and
//     lets answers wait for a limit that does not apply to them, so answers go past it;
//     and it sleeps, where nothing can wake it, so limits are kept by [pacer];
//   - its connection to the gateway cannot be watched from outside, so [Gateway] is one
//     of our own;
//   - it runs every event for itself, in no order and without a net, so [Desk] hears
//     what happens in a room in its order, and catches what falls;
//   - interactions it cannot read come without data, so [read] takes from them what is
//     needed to answer.
package discord
