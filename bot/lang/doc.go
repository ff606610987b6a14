// Package lang has every sentence that users read, in every language.
//
// The catalogue of a language is a file of keys and messages, in the message format of ICU, which
// translators know. {name} is replaced by an argument, {n, plural, one {…} other {…}} chooses by a
// number as the language counts, and {side, select, white {…} other {…}} chooses by a word. All
// catalogues have the keys of the English one, and their messages the same arguments.
package lang
