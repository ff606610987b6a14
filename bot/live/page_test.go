package live_test

import (
	"net/http"
	"strings"
	"testing"

	"doublecorner/bot/lang"
)

// A page without a session says what to do in a language that the browser asks for.
func TestClosedPage(t *testing.T) {
	f := newFixture(t)
	for asked, code := range map[string]string{
		"de-AT,de;q=0.9,en;q=0.8": "de", "xx, pt-PT;q=0.7": "pt-BR", "": "en", "\"><script>": "en", "fr": "fr",
	} {
		r, err := http.NewRequest("GET", f.site.URL, nil)
		f.must(err)
		r.Header.Set("Accept-Language", asked)
		response, err := http.DefaultClient.Do(r)
		f.must(err)
		var text strings.Builder
		_ = response.Write(&text)
		response.Body.Close()
		over := lang.For(code).Say("live.over")
		if !strings.Contains(text.String(), `<html lang="`+code+`">`) || !strings.Contains(text.String(), over) {
			t.Errorf("for %q it is not %s: %s", asked, code, text.String())
		}
	}
}
