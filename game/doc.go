// Package game is a game of draughts between two people, and its referee: challenges, turns,
// clocks, offers, results, ratings and leaderboards.
//
// A program gives a Referee requests: small structs that say who asks what, where, and, about a
// game, at which ply. The referee does each in one transaction of a Store, or refuses it with a
// *RequestError, from which a sentence in any language can be made. The package promises:
//
//   - An answer comes after the store has committed.
//   - A request carries an id. Repeating it gives the first answer again and changes nothing, for
//     a day at least. A refusal is not stored: a request that was refused is judged again.
//   - A request about a game names a ply. If the game has moved on, the request is refused with
//     the game as it stands.
//   - The same transaction stores an Announcement of everything that people must be told. It
//     stays until it is delivered.
//   - Everyone in a game's place sees the game, and its players see it from anywhere. To all
//     others there is no such game: see Viewer.
//   - A conditional move is made in the transaction of the move that it answers. Only its player
//     sees it before: see Branch.
//   - While no referee runs, no clock runs: see Service.
//   - Nothing grows without end: Quotas limit what goes on at the same time, a game of MaxPlies is a
//     draw, and a game without a clock in which nobody moves ends.
//
// A Game is the sequence of its events: moves, offers, take-backs, its end. The position, the side
// to move and the clocks follow from them, now and as of any earlier event.
//
// The package knows nothing of Discord, of files or of pictures. Its caller provides the time,
// random bits and the store.
package game
