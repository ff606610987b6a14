// Package render turns positions into pictures: boards as PNG, whole games as animated
// GIF, charts of ratings and cards of finished games. For people who do not look at
// pictures it gives descriptions and boards of letters.
//
// A board is put together from squares. Each way a square can look is drawn once for a
// theme and a size, by gg, and brought onto the theme's palette. After that a picture costs
// little more than copying and compressing. What is kept between pictures is bounded, and
// all functions are safe for use by many goroutines.
//
// The package has no words of its own in pictures: names, notes and results come from
// the caller, in the language of the reader.
package render
