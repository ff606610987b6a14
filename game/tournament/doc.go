// Package tournament plays tournaments: who meets whom, when, and who is ahead. It knows players by
// their ids and games by their scores; it knows nothing of boards, people, clocks of games or stores.
//
// A [Tournament] is one value that follows from a [Declaration] and a list of events, each an [Event].
// [Tournament.Do] checks an event and adds it; [Tournament.Due] says which event the time or the state of the
// tournament causes. [Restore] builds the same tournament again from its declaration and events, now and as of any
// earlier event.
//
// What differs between formats is a table (format.go), and each format has a file: round robin by Berger's
// tables, Swiss and arena by the best matching of all players (matching.go), knockout, ladder, and a match of
// two teams. What an event changes is in state.go.
package tournament
