// Package lesson makes the rule pages: of each topic the points there are to know of a
// rule set, each a sentence and a position that shows it.
//
// What is said follows from the rule set's own declaration, and what is shown has been
// played with the engine: a position is only drawn if the moves in it are allowed, or
// refused for the very reason the sentence gives. So a page cannot disagree with the
// referee, whichever rule set it is about.
//
// outline.go says which points there are; the files named for topics sketch their
// positions, stage.go and place.go find where on the board a sketch holds. Sentences live in
// bot/lang under lesson; pictures have no words. book.go writes the pages as files.
package lesson
