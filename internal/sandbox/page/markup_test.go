//go:build browser

package page_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"doublecorner/internal/sandbox"
)

// What is written, and what is shown: Discord's markdown, and nothing else.
func TestMarkup(t *testing.T) {
	browser := chromium(t)
	w := seeded(t, sandbox.Options{})
	p := open(t, browser, w, "Anna", wide)
	draw := func(text string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		defer cancel()
		shown, err := chromedp.Run(ctx, chromedp.Evaluate[string](`(async () => {
			const { markup } = await import('/script/markup.js')
			const box = document.createElement('div')
			const world = {
				person: (id) => id === '1' ? 'Anna' : 'unknown-user',
				role: () => '@role',
				channel: (id) => id === '2' ? { name: 'room' } : null,
			}
			box.append(...markup(`+quoted(text)+`, { me: { id: '1', locale: 'en-GB' }, world }))
			return box.innerHTML
		})()`, chromedp.EvalAwaitPromise))
		must(t, err)
		for _, noise := range []string{` target="_blank" rel="noopener noreferrer nofollow"`, ` type="button"`, ` tabindex="0"`} {
			shown = strings.ReplaceAll(shown, noise, "")
		}
		return shown
	}
	for _, c := range []struct{ written, shown string }{
		{"plain", "plain"},
		{"two\nlines", "two<br>lines"},
		{"**bold** *italic* _italic_", "<strong>bold</strong> <em>italic</em> <em>italic</em>"},
		{"__under__ ~~struck~~", "<u>under</u> <s>struck</s>"},
		{"||hid **den**||", `<span data-spoiler="">hid <strong>den</strong></span>`},
		{"***both***", "<strong><em>both</em></strong>"},
		{"**bold *and italic***", "<strong>bold <em>and italic</em></strong>"},
		{"*a **b** c*", "<em>a <strong>b</strong> c</em>"},
		{"a * b * c", "a * b * c"},
		{"snake_case_name", "snake_case_name"},
		{"**open", "**open"},
		{"**", "**"},
		{`\*not\* \_this\_ \\`, `*not* _this_ \`},
		{`**a\*\*b**`, `<strong>a**b</strong>`},
		{"`a **b**` ``c ` d``", "<code>a **b**</code> <code>c ` d</code>"},
		{"`open", "`open"},
		{"```\n> no quote\n# no heading\n```", "<pre><code>&gt; no quote\n# no heading</code></pre>"},
		{"```go\nfunc\n```after", `<pre><code data-language="go">func</code></pre>after`},
		{"before ```in``` after", "before <pre><code>in</code></pre> after"},
		{"```open\n- x", "```open<ul><li>x</li></ul>"},
		{"# One\n## Two\n### Three\n#### Four", `<h3 class="h1">One</h3><h4 class="h2">Two</h4><h5 class="h3">Three</h5>#### Four`},
		{"#none\n-#none", "#none<br>-#none"},
		{"-# small **print**", `<p class="subtext">small <strong>print</strong></p>`},
		{"> a\n> b\nc", "<blockquote>a<br>b</blockquote>c"},
		{">>> a\nb\n- c", "<blockquote>a<br>b<ul><li>c</li></ul></blockquote>"},
		{"> > a", "<blockquote>&gt; a</blockquote>"},
		{"- a\n- b\n  - c\n    more\n- d", "<ul><li>a</li><li>b<ul><li>c<br>more</li></ul></li><li>d</li></ul>"},
		{"3. a\n4. b", `<ol start="3"><li>a</li><li>b</li></ol>`},
		{"1. a\n- b", "<ol><li>a</li></ol><ul><li>b</li></ul>"},
		{"[a](https://example.org/x)", `<a href="https://example.org/x">a</a>`},
		{`[**a**](https://example.org "title")`, `<a href="https://example.org" title="title"><strong>a</strong></a>`},
		{"[a](javascript:alert(1))", "[a](javascript:alert(1))"},
		{"[a](data:text/html,x)", "[a](data:text/html,x)"},
		{"[https://bank.example](https://thief.example)",
			`[<a href="https://bank.example">https://bank.example</a>](<a href="https://thief.example">https://thief.example</a>)`},
		{"https://discord.com/channels/1/2 https://discord.com/channels/1/2/3",
			`<button class="mention" dir="auto">#room</button> <button class="mention" dir="auto">#room › 💬</button>`},
		{"[**a**](https://discord.com/channels/@me/2/3)", `<button class="linklike" dir="auto"><strong>a</strong></button>`},
		{"https://discord.com/channels/1/3", `<a href="https://discord.com/channels/1/3">https://discord.com/channels/1/3</a>`},
		{"see https://example.org/a_b_c.", `see <a href="https://example.org/a_b_c">https://example.org/a_b_c</a>.`},
		{"<https://example.org>", `<a href="https://example.org">https://example.org</a>`},
		{"xhttps://example.org", "xhttps://example.org"},
		{"<@1> <@!1> <@9>",
			`<span class="mention" dir="auto" data-person="1" data-me="">@Anna</span> ` +
				`<span class="mention" dir="auto" data-person="1" data-me="">@Anna</span> ` +
				`<span class="mention" dir="auto" data-person="9">@unknown-user</span>`},
		{"<@&5> @everyone @herebefore", `<span class="mention" dir="auto">@role</span> <span class="mention">@everyone</span> @herebefore`},
		{"<#2> <#3>", `<button class="mention" dir="auto">#room</button> <span class="mention">#unknown</span>`},
		{"</move:5> </privacy export:5>", `<button class="mention">/move</button> <button class="mention">/privacy export</button>`},
		{"<:king:12>", `<span title=":king:">:king:</span>`},
		{"<t:x> <t:99999999999999>", "&lt;t:x&gt; &lt;t:99999999999999&gt;"},
		{"<t:9999999999999>", "Invalid Date"},
		{"<b>x</b> &amp; <img src=x onerror=alert(1)>", "&lt;b&gt;x&lt;/b&gt; &amp;amp; &lt;img src=x onerror=alert(1)&gt;"},
		{strings.Repeat("**_", 200) + "x" + strings.Repeat("_**", 200), ""},
		{strings.Repeat("*", 2000), ""},
		{strings.Repeat("[", 4000), ""},
		{"[" + strings.Repeat("[[a]", 1000) + "]", ""},
		{"[a [b] c](https://example.org)", `<a href="https://example.org">a [b] c</a>`},
		{"[a [b](https://example.org)", `[a <a href="https://example.org">b</a>`},
		{strings.Repeat("`", 1999) + "x", ""},
		{strings.Repeat("> - ", 900), ""},
		{strings.Repeat("||", 1000) + strings.Repeat("~~", 900), ""},
	} {
		if got := draw(c.written); c.shown != "" && got != c.shown {
			t.Errorf("%q is shown as\n%s\nnot\n%s", c.written, got, c.shown)
		}
	}
	if got := draw("<t:1700000000:D>"); !strings.Contains(got, `<time class="stamp" datetime="2023-11-14T22:13:20.000Z"`) ||
		!strings.Contains(got, "14 November 2023") {
		t.Errorf("a time is shown as %s", got)
	}
}
