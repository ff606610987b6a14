// Package lesson makes the rules pages: for each topic the points there are to know of a
// rule set, each a sentence and a diagram that shows it.
//
// Sentences follow from the rule set's own declaration, and diagrams from the engine: a
// diagram is only shown if the engine allows the moves in it, or refuses them for the very
// reason that the sentence gives. So a page cannot disagree with the referee, whichever
// rule set it is about.
//
// outline.go lists the points. The files named for topics describe each diagram as a
// pattern of pieces and moves; finder.go and placement.go find where on the board a pattern
// holds. Sentences live in bot/lang under lesson; diagrams have no words. pages.go writes
// the pages of docs/rules.
package lesson
