package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"doublecorner/store/postgres"
)

// Load reads a file of settings, if there is one, and then an environment in the form of os.Environ,
// which overrides the file. Relative paths in the file are relative to its directory.
func Load(file string, environment []string) (Config, error) {
	c, where := Default(), places{}
	if file != "" {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			return c, fmt.Errorf("there is no file %s; copy config.example.yaml, or use no file and set %s", file, variable("discord.token-file"))
		} else if err != nil {
			return c, err
		}
		if err := c.read(text, where); err != nil {
			return c, fmt.Errorf("%s: %w", file, err)
		}
		for name, line := range where {
			where[name] = file + ": " + line
		}
		for _, s := range c.settings() {
			if s.path != nil && *s.path != "" && !filepath.IsAbs(*s.path) && !postgres.IsAddress(*s.path) {
				*s.path = filepath.Join(filepath.Dir(file), *s.path)
			}
		}
	}
	if err := c.override(environment, where); err != nil {
		return c, err
	}
	if !c.Gateway.On && c.Posts.Listen == "" {
		return c, fmt.Errorf("%s: gateway.on: nothing would reach the bot: set it to true, or posts.listen to an address", where["gateway.on"])
	}
	return c, c.readToken(where)
}

// places says where each setting is set, for errors that are found later.
type places map[string]string

// read reads the settings of a file.
func (c *Config) read(text []byte, where places) error {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		// Without the lines around the mistake, which may have a token.
		if misread, ok := errors.AsType[yaml.Error](err); ok && misread.GetToken() != nil {
			return fmt.Errorf("line %d: it is not YAML: %s", misread.GetToken().Position.Line, misread.GetMessage())
		}
		return errors.New("it is not YAML")
	}
	for _, doc := range file.Docs {
		if err := c.readPart(doc.Body, "", where); err != nil {
			return err
		}
	}
	return nil
}

// readPart reads a part of the file. The names of its settings begin with begin.
func (c *Config) readPart(part ast.Node, begin string, where places) error {
	switch part.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return nil
	}
	mapping, ok := part.(*ast.MappingNode)
	if !ok {
		return fault(part, "here settings are expected, such as \"data: ...\"")
	}
	settings := c.settings()
	for _, e := range mapping.Values {
		name := begin + e.Key.GetToken().Value
		if i := slices.IndexFunc(settings, func(s setting) bool { return s.name == name }); i >= 0 {
			if _, ok := e.Value.(ast.ScalarNode); !ok {
				return fault(e.Value, "%s is one value, not several", name)
			} else if err := settings[i].read(e.Value); err != nil {
				return fault(e.Value, "%s: %w", name, err)
			}
			if e.Value.Type() != ast.NullType {
				where[name] = line(e.Value)
			}
			continue
		}
		var names []string // of this level
		for _, s := range settings {
			if rest, ok := strings.CutPrefix(s.name, begin); ok {
				first, _, _ := strings.Cut(rest, ".")
				names = append(names, begin+first)
			}
		}
		if !slices.Contains(names, name) {
			return fault(e.Key, "there is no setting %.60q; there are %s", name, strings.Join(slices.Compact(names), ", "))
		}
		if err := c.readPart(e.Value, name+".", where); err != nil {
			return err
		}
	}
	return nil
}

// read reads the setting from a value of the file. If that is empty, the default holds.
func (s *setting) read(n ast.Node) error {
	switch n := n.(type) {
	case *ast.NullNode:
		return nil
	case *ast.LiteralNode: // of several lines
		return s.set(n.Value.Value)
	case *ast.StringNode:
	default:
		if s.path != nil {
			return errors.New("it is the name of a file; put it in quotes if that is its name")
		}
	}
	return s.set(n.GetToken().Value)
}

// fault returns an error with its line. It never quotes a value, which may be a secret.
func fault(at ast.Node, why string, about ...any) error {
	return fmt.Errorf("%s: %w", line(at), fmt.Errorf(why, about...))
}

func line(n ast.Node) string { return fmt.Sprintf("line %d", n.GetToken().Position.Line) }

// ofService matches a variable that Kubernetes sets for each of its services, here one whose name begins like the program's.
var ofService = regexp.MustCompile(`^\w+(_SERVICE_(HOST|PORT\w*)=|_PORT=\w+://|_PORT_\d+_(TCP|UDP|SCTP)\w*=)`)

// override reads the settings of environment variables.
func (c *Config) override(environment []string, where places) error {
	settings := c.settings()
	for _, line := range environment {
		key, value, _ := strings.Cut(line, "=")
		if !strings.HasPrefix(key, prefix) || value == "" || key == prefix+"CONFIG" { // which is a flag
			continue
		}
		i := slices.IndexFunc(settings, func(s setting) bool { return variable(s.name) == key })
		switch {
		case i < 0 && ofService.MatchString(line):
			continue
		case i < 0:
			return fmt.Errorf("the environment sets %.60s, which is no setting; config.example.yaml has the names", key)
		}
		place := "the environment variable " + key
		if err := settings[i].set(value); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		where[settings[i].name] = place
	}
	return nil
}

// readToken reads the token from its file, if the settings name one.
func (c *Config) readToken(where places) error {
	name, place := c.Discord.TokenFile, where["discord.token-file"]
	if name == "" {
		return nil
	}
	if c.Discord.Token != "" {
		return fmt.Errorf("discord.token (%s) and discord.token-file (%s) are both set; keep one", where["discord.token"], place)
	}
	text, err := os.ReadFile(name)
	var wrong error
	c.Discord.Token, wrong = token(string(text))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: discord.token-file: there is no file %s", place, name)
	case err != nil:
		return fmt.Errorf("%s: discord.token-file: %w", place, err)
	case wrong != nil:
		return fmt.Errorf("%s: discord.token-file: %s: %w", place, name, wrong)
	case c.Discord.Token == "":
		return fmt.Errorf("%s: discord.token-file: %s is empty", place, name)
	}
	return nil
}
