//go:build browser

package page_test

import (
	"testing"

	"doublecorner/internal/sandbox"
)

// Other terms are filled into a form, which opens again as it was if they cannot be read.
func TestOtherTerms(t *testing.T) {
	browser := chromium(t)
	w := settle(t, sandbox.Options{})
	anna, ben := open(t, browser, w, "Anna", wide), open(t, browser, w, "Ben", looks{width: 360, height: 740, touch: true})
	anna.sees("Play a game")
	value[bool](anna, `[...document.querySelectorAll('a.present[data-person]')].find((a) => a.textContent.includes('Ben'))
		.dispatchEvent(new MouseEvent('contextmenu', {bubbles: true, cancelable: true}))`)
	anna.settled()
	anna.shoot("member-menu")
	anna.clicks(".popup", "Challenge")
	ben.sees("challenges @Ben")
	ben.clicks(".post", "Other terms")
	ben.until("the form is open", `document.querySelector('dialog [data-id="clock"]')`)
	ben.settled()
	ben.shoot("terms-form")
	ben.clicks("dialog", "Random color")
	ben.clicks(".popup", "I play White")
	ben.until("White is chosen", `document.querySelector('dialog').textContent.includes('I play White')`)
	value[string](ben, `document.querySelector('dialog [data-id="clock"]').value = 'soon'`)
	ben.clicks("dialog", "Submit")
	ben.sees("I don’t know this time limit.")
	ben.settled()
	ben.shoot("terms-refused")
	ben.clicks(".post", "Try again")
	ben.until("the form is open", `document.querySelector('dialog [data-id="clock"]')`)
	if clock := value[string](ben, `document.querySelector('dialog [data-id="clock"]').value`); clock != "soon" {
		t.Errorf("the clock is %q, not what was written", clock)
	}
	ben.until("White is chosen", `document.querySelector('dialog').textContent.includes('I play White')`)
	value[string](ben, `document.querySelector('dialog [data-id="clock"]').value = '2d'`)
	ben.clicks("dialog", "Submit")
	anna.sees("@Ben plays White")
	ben.until("the form cannot be opened again",
		`![...document.querySelectorAll('.post button')].some((b) => b.textContent.includes('Try again'))`)
	anna.shoot("countered")
}
