package discordtest_test

import (
	"os"
	"path/filepath"
	"testing"

	"doublecorner/internal/discordtest"
	"doublecorner/internal/sandbox"
)

// Most machines do not have the description. Exchanges can be observed there all the same.
func TestWithoutTheDescription(t *testing.T) {
	t.Setenv("DISCORD_OPENAPI", filepath.Join(t.TempDir(), "absent.json"))
	if _, err := discordtest.Load(); !os.IsNotExist(err) {
		t.Fatalf("what is not there is %v", err)
	}
	discordtest.Observe(t)(sandbox.Exchange{Route: "GET /gateway", Status: 200, Response: `{"neither": "checked"}`})
}
