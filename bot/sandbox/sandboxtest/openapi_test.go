package sandboxtest_test

import (
	"os"
	"path/filepath"
	"testing"

	"doublecorner/bot/sandbox"
	"doublecorner/bot/sandbox/sandboxtest"
)

// Most machines do not have the description. Exchanges can be observed there all the same.
func TestWithoutTheDescription(t *testing.T) {
	t.Setenv("DISCORD_OPENAPI", filepath.Join(t.TempDir(), "absent.json"))
	if _, err := sandboxtest.Load(); !os.IsNotExist(err) {
		t.Fatalf("what is not there is %v", err)
	}
	sandboxtest.Observe(t)(sandbox.Exchange{Route: "GET /gateway", Status: 200, Response: `{"neither": "checked"}`})
}
