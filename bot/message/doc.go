// Package message builds messages as Discord receives them: texts, pictures with alt text,
// files, buttons, selects and modals. It knows nothing of games.
package message
