package page_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// What one is about to click stays where it is while others talk.
func TestNothingMovesUnderThePointer(t *testing.T) {
	s, p, alone := asAnnaWithDM(t, list{askCommand})
	p.enters("Double Corner")
	s.says(list{text("in the other channel")})
	p.until("there is something new", `document.querySelector('.channel[data-unread]')`)
	p.do(chromedp.Evaluate[chromedp.Void](`window.aimed = document.querySelector('.channel[data-unread]')`))
	s.says(list{text("once more")})
	s.api("POST", "/channels/"+alone.ID.String()+"/messages", object{"content": "and here"})
	p.sees("and here")
	if !value[bool](p, `window.aimed.isConnected`) {
		t.Error("the channel is another element now: a click that had begun is lost")
	}
}
