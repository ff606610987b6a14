package page_test

import (
	"context"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"doublecorner/internal/sandbox"
)

// However often a stream hears that it is lost, it is opened anew once: of two, each would
// tell everything.
func TestStream(t *testing.T) {
	browser := chromium(t)
	p := open(t, browser, seeded(t, sandbox.Options{}), "Anna", wide)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	waiting, err := chromedp.Run(ctx, chromedp.Evaluate[[]int](`(async () => {
		const { Stream } = await import('/script/stream.js')
		const alarms = []
		window.EventSource = class extends EventTarget { close() {} }
		window.setTimeout = (f) => alarms.push(f)
		const stream = new Stream('/nowhere', { opened() {}, heard() {}, lost() {} })
		const counts = []
		for (let i = 0; i < 3; i++) {
			const { source } = stream
			source.dispatchEvent(new Event('error'))
			stream.retry()
			source.dispatchEvent(new Event('error'))
			counts.push(alarms.length)
			alarms.splice(0).forEach((f) => f())
		}
		return counts
	})()`, chromedp.EvalAwaitPromise))
	must(t, err)
	if len(waiting) != 3 || waiting[0] != 1 || waiting[1] != 1 || waiting[2] != 1 {
		t.Errorf("each time it is lost, it is opened anew %v times", waiting)
	}
}

// A sandbox that lets itself be followed and not be read is asked ever less often.
func TestStreamPatience(t *testing.T) {
	browser := chromium(t)
	p := open(t, browser, seeded(t, sandbox.Options{}), "Anna", wide)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	waits, err := chromedp.Run(ctx, chromedp.Evaluate[[]int](`(async () => {
		const { Stream } = await import('/script/stream.js')
		const waits = []
		window.EventSource = class extends EventTarget { close() {} }
		window.setTimeout = (f, wait) => waits.push(wait)
		const stream = new Stream('/nowhere', { opened() { stream.retry() }, heard() {}, lost() {} })
		for (let i = 0; i < 4; i++) {
			if (i === 3) stream.caughtUp()
			stream.source.dispatchEvent(new Event('open'))
			stream.open()
		}
		return waits
	})()`, chromedp.EvalAwaitPromise))
	must(t, err)
	if want := []int{300, 600, 1200, 300}; !slices.Equal(waits, want) {
		t.Errorf("it waits %v ms, not %v", waits, want)
	}
}

// However often a user becomes another in one window, the page goes on: pages that
// the browser keeps to go back to keep no connection, and open one when they come back.
func TestStreamOfPagesLeft(t *testing.T) {
	browser := chromium(t)
	w := seeded(t, sandbox.Options{})
	p := open(t, browser, w, "Anna", wide)
	becomes := func(name string) {
		t.Helper()
		p.clicks("#sidebar", "You are ")
		p.clicks(".popup", name)
		p.until("this is "+name+"'s window", `document.title.endsWith('· `+name+`') && document.querySelector('.post')`)
	}
	for range 4 {
		becomes("Ben")
		becomes("Anna")
	}
	p.do(chromedp.Evaluate[chromedp.Void](`window.kept = true`))
	becomes("Ben")
	p.do(chromedp.Evaluate[chromedp.Void](`history.back()`))
	p.until("Anna's page is back", `window.kept`)
	_, err := w.person("Ben").Say(w.ctx, w.room(), "Are you there?")
	must(t, err)
	p.sees("Are you there?")
}
