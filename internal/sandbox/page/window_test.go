//go:build browser

package page_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var (
	browserFlag = flag.String("browser", "chromium", "the Chromium to test the page in")
	shotsFlag   = flag.String("shots", "", "the directory to keep screenshots of the page in")
)

// patience is how long a window may take to show what it must, on a busy machine.
const patience = 30 * time.Second

// chromium starts the browser that -browser names. All tests share it.
func chromium(t *testing.T) context.Context {
	t.Helper()
	ctx, err := startBrowser()
	must(t, err)
	return ctx
}

var (
	startBrowser = sync.OnceValues(func() (context.Context, error) {
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(*browserFlag), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("lang", "en-GB"), chromedp.Flag("hide-scrollbars", false),
		)
		ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
		stopBrowser = cancel
		ctx, _ = chromedp.NewContext(ctx)
		return ctx, chromedp.Do(ctx)
	})
	stopBrowser = func() {}
)

func TestMain(m *testing.M) {
	code := m.Run()
	stopBrowser()
	os.Exit(code)
}

// looks is how a window is to be.
type looks struct {
	width, height int64
	light         bool
	touch         bool
}

var (
	wide   = looks{width: 1280, height: 800}
	narrow = looks{width: 360, height: 740, touch: true}
)

// window is one person at the page.
type window struct {
	t    *testing.T
	ctx  context.Context
	name string

	touch    bool
	forgiven []string
	mu       sync.Mutex
	problems []string
}

// open opens the page as a user.
func open(t *testing.T, browser context.Context, w *testWorld, name string, l looks) *window {
	t.Helper()
	p := empty(t, browser, name, l)
	p.do(chromedp.Navigate(w.URL() + "/?as=" + name))
	p.until("the page is there", `document.title.endsWith('· `+name+`') && document.querySelector('.post, .nothing') !== null`)
	return p
}

// empty opens a window that shows nothing yet.
func empty(t *testing.T, browser context.Context, name string, l looks) *window {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	p := &window{t: t, ctx: ctx, name: name, touch: l.touch}
	must(t, chromedp.Listen(ctx, p.notice))
	scheme := "dark"
	if l.light {
		scheme = "light"
	}
	call(p, log.Enable, cdp.Empty{})
	call(p, runtime.Enable, cdp.Empty{})
	call(p, emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: l.width, Height: l.height, DeviceScaleFactor: 1})
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: l.touch})
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme},
		{Name: "prefers-reduced-motion", Value: "reduce"},
	}})
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, problem := range p.problems {
			if !slices.ContainsFunc(p.forgiven, func(text string) bool { return strings.Contains(problem, text) }) {
				t.Errorf("%s's window: %s", name, problem)
			}
		}
	})
	return p
}

// notice keeps what goes wrong in a window: errors, warnings, and what the content
// security policy forbids.
func (p *window) notice(event any) {
	var problem string
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		problem = "exception: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			problem += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" || e.Type == "assert" {
			problem = "console: "
			for _, a := range e.Args {
				problem += string(a.Value) + a.Description + " "
			}
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			problem = fmt.Sprintf("log: %s %s", e.Entry.Text, e.Entry.URL)
		}
	}
	if problem != "" {
		p.mu.Lock()
		p.problems = append(p.problems, problem)
		p.mu.Unlock()
	}
}

// forgive expects problems that hold one of these texts, as some tests cause them.
func (p *window) forgive(texts ...string) { p.forgiven = append(p.forgiven, texts...) }

func (p *window) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatalf("%s's window: %v", p.name, err)
	}
}

// call sends a command of the browser's own protocol.
func call[P, R any](p *window, command cdp.Command[P, R], params P) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, command, params); err != nil {
		p.t.Fatalf("%s's window: %v", p.name, err)
	}
}

// value evaluates an expression of the page.
func value[T any](p *window, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s's window: %v in %s", p.name, err, expression)
	}
	return v
}

// until waits for something to be so.
func (p *window) until(what, expression string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	for {
		so, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if so {
			return
		}
		// While a page is being replaced by another, nothing can be asked.
		if ctx.Err() != nil {
			p.shoot("failed")
			p.t.Fatalf("%s's window: not so: %s (%v)\n%s", p.name, what, err, p.text())
		}
		time.Sleep(30 * time.Millisecond)
	}
}

// focusBox puts the focus into the message box.
var focusBox = chromedp.Evaluate[chromedp.Void](`document.getElementById('box').focus()`)

func (p *window) text() string {
	text, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.body.innerText`))
	return text
}

// hinders has the page wait for answers to what it asks at addresses with this part, until
// frees or fails says what becomes of them.
func (p *window) hinders(part string) {
	p.t.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](`(() => {
		window.hindered = []
		window.freely ??= window.fetch
		window.fetch = (address, ...rest) => !address.includes(` + quoted(part) + `) ? freely(address, ...rest)
			: new Promise((answer, fail) => hindered.push({
				free: () => answer(freely(address, ...rest)),
				fail: () => fail(new TypeError('The line is cut')),
			}))
	})()`))
}

// frees has what was hindered go on, and hinders nothing more.
func (p *window) frees() {
	p.t.Helper()
	p.until("something is hindered", `hindered.length > 0`)
	p.do(chromedp.Evaluate[chromedp.Void](`(() => { window.fetch = freely; for (const one of hindered) one.free() })()`))
}

// fails has what was hindered fail, and hinders nothing more.
func (p *window) fails() {
	p.t.Helper()
	p.until("something is hindered", `hindered.length > 0`)
	p.do(chromedp.Evaluate[chromedp.Void](`(() => { window.fetch = freely; for (const one of hindered) one.fail() })()`))
}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// sees waits for a text among the messages.
func (p *window) sees(text string) {
	p.t.Helper()
	shown := `document.getElementById('timeline').innerText.replace(/\s+/g, ' ').replaceAll('\u2011', '-')` // as moves are typed
	p.until("shows "+text, shown+`.includes(`+quoted(text)+`)`)
}

// called is the name of an element, as those hear it who do not see it; nearly: labels
// that belong to fields are left out.
const called = `((n) => n.getAttribute('aria-label') ?? [...n.childNodes].map(function text(c) {
	return c.nodeType === 3 ? c.data : c.ariaHidden === 'true' || c.nodeType !== 1 ? '' : c.alt ?? [...c.childNodes].map(text).join('')
}).join('').trim())`

// named is the newest control in a part of the page that is called so, as an
// expression.
func named(within, text string) string {
	return `[...document.querySelectorAll('` + within +
		` :is(button, a, [role=option], input, select, textarea)')].filter((n) => n.checkVisibility({opacityProperty: true}) && !n.disabled &&
		` + called + `(n).startsWith(` + quoted(text) + `)).at(-1)`
}

// clicks clicks the newest control that is called so, where a pointer would.
func (p *window) clicks(within, text string) {
	p.t.Helper()
	p.until("there is "+text, named(within, text))
	p.do(chromedp.Evaluate[chromedp.Void](named(within, text) + `.scrollIntoView({block: 'nearest'})`))
	// All in one, because the page may draw the control anew between two questions.
	p.until(text+" does not move", `(() => {
		const n = `+named(within, text)+`, b = n.getBoundingClientRect(), was = n.seenAt
		n.seenAt = b.x + ' ' + b.y
		const X = b.x + b.width / 2, Y = b.y + b.height / 2, hit = document.elementFromPoint(X, Y)
		window.foundAt = {X, Y, Hit: n === hit || n.contains(hit)}
		return n.seenAt === was
	})()`)
	at := value[struct {
		X, Y float64
		Hit  bool
	}](p, `foundAt`)
	if !at.Hit {
		p.shoot("covered")
		p.t.Fatalf("%s's window: %q is covered by something", p.name, text)
	}
	p.do(chromedp.MouseClickXY(at.X, at.Y))
}

// presses presses keys, such as Enter, one after another.
func (p *window) presses(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.types(key)
	}
}

// types types a text where the focus is.
func (p *window) types(text string) {
	p.t.Helper()
	for _, sign := range text {
		p.strikes(sign, 0)
	}
}

// strikes presses one key and lets it go. What a key writes comes with its pressing, as
// at a real keyboard: a page that takes the key takes the sign too.
func (p *window) strikes(sign rune, modifiers kb.Modifier) {
	p.t.Helper()
	for _, event := range kb.Encode(sign) {
		event.Modifiers |= int64(modifiers)
		switch event.Type {
		case kb.KeyChar:
			continue
		case kb.KeyDown:
			if key := kb.Keys[sign]; key == nil || key.Print {
				event.Text = string(sign)
			}
		}
		call(p, input.DispatchKeyEvent, *event)
	}
}

// focused says what has the focus.
func (p *window) focused() string {
	return value[string](p, `(() => {
		const n = document.activeElement
		return [n.tagName.toLowerCase(), n.id, n.className, n.getAttribute('aria-label') ?? n.textContent.slice(0, 60)].join(' ')
	})()`)
}

// tabsTo presses Tab, or with back Shift and Tab, until what has the focus is called so.
func (p *window) tabsTo(text string, back bool) {
	p.t.Helper()
	is := called + `(document.activeElement).startsWith(` + quoted(text) + `)`
	var seen []string
	for range 60 {
		if value[bool](p, is+` && document.activeElement !== document.body`) {
			if !value[bool](p, `document.activeElement.matches(':focus-visible')`) {
				p.t.Errorf("%s's window: one cannot see that %q has the focus", p.name, text)
			}
			return
		}
		if back {
			p.strikes('\t', kb.ModifierShift)
		} else {
			p.presses(kb.Tab)
		}
		seen = append(seen, p.focused())
	}
	p.shoot("failed")
	p.t.Fatalf("%s's window: Tab does not come to %q but to\n%s", p.name, text, strings.Join(seen, "\n"))
}

// commands types a command and sends it, waiting for what each key brings.
func (p *window) commands(command string) {
	p.t.Helper()
	p.types("/" + command)
	p.until("/"+command+" is suggested",
		`document.querySelector('.suggest:not([hidden]) .choice[data-active]')?.textContent.startsWith(`+quoted("/"+command)+`)`)
	p.presses(kb.Enter)
	p.holds("/" + command + " ")
}

// holds waits until this is in the message box.
func (p *window) holds(text string) {
	p.t.Helper()
	p.until("the box holds "+text, `document.getElementById('box').value === `+quoted(text))
}

// tells waits until the page says below the box what is wrong.
func (p *window) tells(text string) {
	p.t.Helper()
	p.until("it says "+text, `document.getElementById('hint').textContent === `+quoted(text))
}

// shoot keeps a picture of the window, if pictures are to be kept.
func (p *window) shoot(name string) {
	p.t.Helper()
	if *shotsFlag == "" {
		return
	}
	must(p.t, os.MkdirAll(*shotsFlag, 0o755))
	png, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Errorf("no screenshot: %v", err)
		return
	}
	file := strings.NewReplacer("/", "-", " ", "-").Replace(p.t.Name() + "-" + name + ".png")
	must(p.t, os.WriteFile(filepath.Join(*shotsFlag, file), png, 0o644))
}

// settled waits until all pictures are there.
func (p *window) settled() {
	p.t.Helper()
	p.until("all pictures are there", `[...document.images].every((i) => i.complete && i.naturalWidth > 0)`)
}
