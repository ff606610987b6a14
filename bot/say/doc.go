// Package say puts the domain into sentences: players, moves, turns, offers, results, rules and errors, from values of package
// game and a language. It knows the markup of messages, but no requests and no responses.
package say
