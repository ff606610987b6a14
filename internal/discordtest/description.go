// Package discordtest helps tests of a bot. It checks what goes over Discord's HTTP API: as a sandbox
// does, and against Discord's own description where that is at hand. A
// Person acts as a user of a sandbox.
package discordtest

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"doublecorner/internal/sandbox"
)

// Description is Discord's own description of its HTTP API.
type Description struct {
	mu       sync.Mutex
	doc      map[string]any
	paths    map[string]string // from a path without the names in its braces
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // nil: the call has none
}

// Load reads the description from the file that the environment variable DISCORD_OPENAPI names. The error is
// fs.ErrNotExist if there is none.
func Load() (*Description, error) { return load() }

var load = sync.OnceValues(func() (*Description, error) {
	name := os.Getenv("DISCORD_OPENAPI")
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	d := &Description{paths: map[string]string{}, schemas: map[string]*jsonschema.Schema{}, compiler: jsonschema.NewCompiler()}
	var ok bool
	if d.doc, ok = doc.(map[string]any); !ok {
		return nil, fmt.Errorf("%s is not a description", name)
	}
	for path := range object(d.doc, "paths") {
		d.paths[parameterless(path)] = path
	}
	// It says that these are whole numbers. Discord takes them as strings too, writes
	// them so itself, and discordgo sends them so.
	for name, schema := range object(d.doc, "components", "schemas") {
		if strings.HasPrefix(name, "ApplicationCommand") {
			if p := object(schema, "properties", "default_member_permissions"); p != nil {
				p["type"] = []any{"integer", "string", "null"}
			}
		}
	}
	// It says that this is an object with translations. Discord's documentation and all libraries have a string.
	if p := object(d.doc, "components", "schemas", "ApplicationFormPartial", "properties", "description"); p != nil {
		p["type"] = []any{"object", "string", "null"}
	}
	return d, d.compiler.AddResource("discord.json", d.doc)
})

// object follows keys into nested objects; it returns nil if one is missing.
func object(v any, keys ...string) map[string]any {
	m, _ := v.(map[string]any)
	for _, key := range keys {
		m, _ = m[key].(map[string]any)
	}
	return m
}

var braces = regexp.MustCompile(`\{[^}]*\}`)

func parameterless(path string) string { return braces.ReplaceAllString(path, "{}") }

// Check returns how an exchange differs from the description: its request, if that was granted,
// and its response.
func (d *Description) Check(e sandbox.Exchange) error {
	if e.Status >= 300 {
		return nil
	}
	return errors.Join(
		d.check(e.Route, e.Request, "requestBody"),
		d.check(e.Route, e.Response, "responses", strconv.Itoa(e.Status)),
	)
}

// check compares a part of what a route carries with the description. It skips routes that the
// description lacks, such as those of signed posts.
func (d *Description) check(route, text string, part ...string) error {
	method, path, _ := strings.Cut(route, " ")
	path, ok := d.paths[parameterless(path)]
	if !ok || text == "" {
		return nil
	}
	steps := append([]string{"paths", path, strings.ToLower(method)}, part...)
	schema, err := d.schema(append(steps, "content", "application/json", "schema"))
	if schema == nil || err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err == nil {
		err = schema.Validate(v)
	}
	if err != nil {
		return fmt.Errorf("%s, %s: %w\n%s", route, strings.Join(part, " "), err, text)
	}
	return nil
}

func (d *Description) schema(steps []string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	pointer := ""
	for _, step := range steps {
		step = strings.NewReplacer("~", "~0", "/", "~1").Replace(step)
		pointer += "/" + url.PathEscape(step)
	}
	schema, ok := d.schemas[pointer]
	if !ok && object(d.doc, steps...) != nil {
		var err error
		if schema, err = d.compiler.Compile("discord.json#" + pointer); err != nil {
			return nil, err
		}
	}
	d.schemas[pointer] = schema
	return schema, nil
}

// Observe returns a function for sandbox.Options that fails the test if an exchange differs from
// the description. It checks nothing if there is no description.
func Observe(t testing.TB) func(sandbox.Exchange) {
	d, complain := description(t), whileRunning(t)
	return func(e sandbox.Exchange) {
		if d != nil {
			complain(d.Check(e))
		}
	}
}

// description loads the description; nil, with a line in the log, if there is none.
func description(t testing.TB) *Description {
	t.Helper()
	d, err := Load()
	if errors.Is(err, fs.ErrNotExist) {
		t.Log("Discord's description is not here: nothing is checked against it")
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// whileRunning returns what fails the test with an error, unless the test is over.
func whileRunning(t testing.TB) func(error) {
	var mu sync.Mutex
	over := false
	t.Cleanup(func() { mu.Lock(); over = true; mu.Unlock() })
	return func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if err != nil && !over {
			t.Errorf("not as Discord takes it: %v", err)
		}
	}
}
