package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"doublecorner/internal/sandbox"
)

// Direct messages are opened by one click, also where the sandbox is slow, and is asked
// again meanwhile because a channel is new.
func TestDirectMessages(t *testing.T) {
	browser := chromium(t)
	p := open(t, browser, seeded(t, sandbox.Options{}), "Anna", wide)
	p.sees("Play a game")

	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		const [quick, waits] = [window.fetch, [300, 1500]]
		window.fetch = async (...request) => {
			const answer = await quick(...request)
			if (request[0].endsWith('/channels')) await new Promise((done) => setTimeout(done, waits.shift() ?? 0))
			return answer
		}
	})()`))
	p.enters("Double Corner")
}

// That direct messages cannot be opened is said where users can read it, on a phone too.
func TestNoDirectMessages(t *testing.T) {
	browser := chromium(t)
	for _, l := range []looks{wide, narrow} {
		p := open(t, browser, seeded(t, sandbox.Options{}), "Anna", l)
		p.sees("Play a game")
		if l == narrow {
			p.clicks("#head", "Channels")
		}
		p.hinders("/dm")
		p.clicks("#sidebar", "Double Corner")
		p.fails()
		p.until("it says that this failed", `(() => {
			const hint = document.getElementById('hint'), at = hint.getBoundingClientRect()
			return hint.textContent === 'Double Corner cannot be opened now: The sandbox cannot be reached' && !hint.closest('[inert]')
				&& hint.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2))
		})()`)
	}
}
