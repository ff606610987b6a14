//go:build browser

package page_test

import (
	"context"
	"testing"
)

// The clock is moved, on a phone, and shows the new time in every window.
func TestClock(t *testing.T) {
	browser := chromium(t)
	s := rehearse(t, list{})
	phone, other := open(t, browser, s.testWorld, "Anna", narrow), open(t, browser, s.testWorld, "Ben", wide)
	other.sees("Play a game")
	shows := func(w *window, date string) {
		t.Helper()
		w.until("it is "+date, `document.querySelector('.clock time').textContent.startsWith(`+quoted(date)+`)`)
	}
	phone.clicks("#head", "Channels")
	shows(phone, "5/1/26")
	s.Follow(func(context.Context) error { return nil })
	phone.clicks("#sidebar", "+1 day")
	shows(phone, "5/2/26")
	shows(other, "5/2/26")
	phone.shoot("clock")
	other.shoot("clock-wide")
}
