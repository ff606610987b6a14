package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Load reads a file of settings, if there is one, and then an environment in the form of os.Environ,
// which overrides the file. Relative paths in the file are relative to its directory.
func Load(file string, environment []string) (Config, error) {
	c, where := Default(), places{}
	if file != "" {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			return c, fmt.Errorf("there is no file %s; copy config.example.yaml, or use no file and set %s", file, find("discord.token-file").variable())
		} else if err != nil {
			return c, err
		}
		if err := c.read(text, where); err != nil {
			return c, fmt.Errorf("%s: %w", file, err)
		}
		for name, line := range where {
			where[name] = file + ": " + line
		}
		for _, path := range []*string{&c.Data, &c.Discord.TokenFile} {
			if *path != "" && !filepath.IsAbs(*path) {
				*path = filepath.Join(filepath.Dir(file), *path)
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
		first, _, _ := strings.Cut(yaml.FormatError(err, false, false), "\n")
		return fmt.Errorf("it is not YAML: %s", first)
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
	var entries []*ast.MappingValueNode
	switch part := part.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
		return nil
	case *ast.MappingNode:
		entries = part.Values
	case *ast.MappingValueNode:
		entries = []*ast.MappingValueNode{part}
	default:
		return fault(part, "here settings are expected, such as %q", settings[0].name+": ...")
	}
	seen := map[string]bool{}
	for _, e := range entries {
		name := begin + e.Key.GetToken().Value
		if seen[name] {
			return fault(e.Key, "%s is set twice", name)
		}
		seen[name] = true
		if s := find(name); s != nil {
			value, ok := scalar(e.Value)
			if !ok {
				return fault(e.Value, "%s is one value, not several", name)
			}
			if value == nil {
				continue // left empty, so the default holds
			}
			if s.file && !isText(e.Value) {
				return fault(e.Value, "%s: it is the name of a file; put it in quotes if that is its name", name)
			}
			if err := s.set(c, *value); err != nil {
				return fault(e.Value, "%s: %w", name, err)
			}
			where[name] = line(e.Value)
			continue
		}
		if !slices.ContainsFunc(settings, func(s setting) bool { return strings.HasPrefix(s.name, name+".") }) {
			return fault(e.Key, "there is no setting %.60q; there are %s", name, within(begin))
		}
		if err := c.readPart(e.Value, name+".", where); err != nil {
			return err
		}
	}
	return nil
}

// scalar returns the text of a single value; nil if it is empty.
func scalar(n ast.Node) (*string, bool) {
	switch n := n.(type) {
	case *ast.NullNode:
		return nil, true
	case *ast.LiteralNode:
		return &n.Value.Value, true
	case ast.ScalarNode:
		return &n.GetToken().Value, true
	}
	return nil, false
}

// isText reports whether a single value is text, not a number or a truth value.
func isText(n ast.Node) bool {
	return n.Type() == ast.StringType || n.Type() == ast.LiteralType
}

// within lists the names of a level of the file.
func within(begin string) string {
	var names []string
	for _, s := range settings {
		if rest, ok := strings.CutPrefix(s.name, begin); ok {
			first, _, _ := strings.Cut(rest, ".")
			if !slices.Contains(names, begin+first) {
				names = append(names, begin+first)
			}
		}
	}
	return strings.Join(names, ", ")
}

// fault returns an error with its line. It never quotes a value, which may be a secret.
func fault(at ast.Node, why string, about ...any) error {
	return fmt.Errorf("%s: %w", line(at), fmt.Errorf(why, about...))
}

func line(n ast.Node) string { return fmt.Sprintf("line %d", n.GetToken().Position.Line) }

// others are environment variables that are no settings.
var others = []string{prefix + "CONFIG"}

// override reads the settings of environment variables.
func (c *Config) override(environment []string, where places) error {
	for _, line := range environment {
		variable, value, _ := strings.Cut(line, "=")
		if !strings.HasPrefix(variable, prefix) || value == "" || slices.Contains(others, variable) {
			continue
		}
		at := slices.IndexFunc(settings, func(s setting) bool { return s.variable() == variable })
		if at < 0 {
			return fmt.Errorf("the environment sets %.60s, which is no setting; config.example.yaml has the names", variable)
		}
		place := "the environment variable " + variable
		if err := settings[at].set(c, value); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		where[settings[at].name] = place
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
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: discord.token-file: there is no file %s", place, name)
	} else if err != nil {
		return fmt.Errorf("%s: discord.token-file: %w", place, err)
	}
	if c.Discord.Token = token(string(text)); c.Discord.Token == "" {
		return fmt.Errorf("%s: discord.token-file: %s is empty", place, name)
	}
	return nil
}
