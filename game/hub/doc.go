// Package hub speaks version 2 of the Hub protocol, by which programs that play draughts are
// spoken to. Server is the side of the program that thinks, and Client that of the program that
// asks. docs/TOOLS.md says what is added for other rule sets than those of the protocol.
package hub
