// Package pdn reads and writes draughts games and positions: PDN 3.0, the Portable
// Draughts Notation, and the FEN in it.
//
// A Reader goes through a file game by game and needs no more memory than the
// longest one. It takes what real archives contain: missing move numbers, results
// of every style or none, odd separators, Latin-1, tags with quotes in them. A
// Game keeps everything that was read in its order, whether it means something or
// not, so that writing it again loses nothing but white space and move numbers.
//
// Reading a game does not say that its moves are legal. Game.Replay plays them by
// a rule set and says which one is not, and why.
package pdn
