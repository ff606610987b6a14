// Package when reads times, time zones and clocks as people type them, in their language or in English, and writes them
// as they read them.
package when
