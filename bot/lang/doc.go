// Package lang holds every sentence that people read, in every language.
//
// A language is a file under catalogue: keys and messages, in the message format of
// ICU, which translators know: {name} is replaced, {n, plural, one {…} other {…}}
// chooses by a number as the language counts, {side, select, white {…} other {…}} by a
// word. The English file is the one that says what there is: the others have the same
// keys, each with the same names in it.
package lang
