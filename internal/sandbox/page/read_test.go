package page_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"doublecorner/internal/sandbox"
)

// What one has read or dismissed in one window is so in all, and stays so.
func TestRead(t *testing.T) {
	browser := chromium(t)
	s := rehearse(t, list{askCommand})
	if err := s.Overwrite(s.room(), s.AppID(), sandbox.Overwrite{}); err != nil { // the first channel denies threads
		t.Fatal(err)
	}
	thread := s.api("POST", fmt.Sprintf("/channels/%s/threads", s.room()), object{"name": "Game K7Q2", "type": 11})
	say := func(words string) {
		s.api("POST", fmt.Sprintf("/channels/%s/messages", thread["id"]), object{"content": words + ", <@" + s.person("Anna").ID.String() + ">"})
	}
	say("one")
	const unread = `document.querySelector('.channel[data-unread]')`
	const called = `document.title.startsWith('(1)')`
	first := open(t, browser, s.testWorld, "Anna", wide)
	first.until("the thread is there", named("#sidebar", "Game K7Q2"))
	say("two")
	first.until("the thread is unread", unread)
	first.do(chromedp.Reload())
	first.until("it is unread after a reload", `document.querySelector('.post') && `+unread)

	second := openIn(t, first.ctx, s.testWorld, "Anna", wide)
	say("three")
	first.until("Anna is called in the first window", unread+` && `+called)
	second.until("and in the second", unread+` && `+called)
	second.clicks("#sidebar", "Game K7Q2")
	second.sees("three")
	first.until("it is read in both", `!`+unread+` && !`+called)
	second.clicks("#sidebar", "checkers")
	second.until("the channel is open", `document.title.startsWith('#checkers')`)
	say("four")
	second.until("the thread is unread", unread)
	first.clicks("#sidebar", "Game K7Q2")
	first.sees("four")
	s.says(list{text("five")})
	second.sees("five") // and stores what it has read
	second.until("the thread is read", `!`+unread)
	second.do(chromedp.Reload())
	second.until("it stays read", `document.querySelector('.post') && !`+unread)

	first.clicks("#sidebar", "checkers")
	first.sees("five")
	first.commands("ask")
	first.presses(kb.Enter)
	s.answers(s.next(), 4, object{"flags": 64, "content": "for Anna alone"})
	second.sees("for Anna alone")
	first.clicks(".post", "Dismiss message")
	second.until("it is dismissed", `!document.querySelector('.post[data-only]')`)
}
