// Package game is a game of draughts between two people, and its referee:
// challenges, turns, clocks, offers, results, ratings and leaderboards.
//
// Everything goes through a Referee. Whoever talks to people – a bot, a test, a
// web page – hands it requests: small structs that say who asks what, where, and,
// when it is about a game, at which ply. Each is done in one transaction of a
// Store, or refused with a *Refusal that says why in terms a sentence in any
// language can be made of. What the package promises:
//
//   - A request that was answered is kept: the answer comes after the store has
//     committed.
//   - A request carries an id. Doing it again gives the first answer again and
//     changes nothing, for a day at least. A refusal is an answer, too, but one that
//     is not written down: it is given again until the process ends, or a thousand
//     others were refused.
//   - A request about a game names the ply it was made at. If the game has moved
//     on, it is refused with the game as it stands.
//   - Whatever people must hear of is written down as an Announcement in the same
//     transaction, and stays until someone says it was delivered.
//   - Everybody in a game's place can see it, and its players can see it from anywhere. To
//     all others the referee says that there is no such game: see Viewer.
//   - Time during which no referee was running is nobody's time: see Service.
//   - Nothing grows without end: there are Limits on what goes on at once, and a game
//     that goes on for very long is a draw.
//
// A Game is its events, one after another: moves, offers, take-backs, its end.
// What stands on the board, whose turn it is and what the clocks show follow from
// them, now and as of any earlier event.
//
// The package knows nothing of Discord, of files or of pictures. Time, randomness
// and storage are handed to it.
package game
