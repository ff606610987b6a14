// Package standings shows tournaments and leaderboards: as tables and brackets, which are pictures and texts, and as sentences
// about how a tournament stands and what happens in it.
package standings
