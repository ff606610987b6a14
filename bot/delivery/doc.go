// Package delivery gets messages to people. It sends the responses to requests and the
// announcements that no response delivered, records which message shows a game, and removes
// the buttons and selects of messages that are out of date.
package delivery
