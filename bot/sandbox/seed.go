package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
)

// The people of a new world: two to play, and the owner of the server, who may do what
// moderators may.
var (
	seededPlayers = []string{"Anna", "Ben"}
	seededOwner   = "Cleo"
)

// Seed peoples an empty world so that somebody can play in it at once: a server named
// like the app, with a channel #checkers, two people to play and one to look on and
// moderate, the bot among them, and a welcome that says what to type first. A world
// with anybody in it is left as it is, so Seed may be called at every start.
func (s *Server) Seed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.world.Users) > 1 || len(s.world.Guilds) > 0 {
		return nil // the bot itself is always there
	}
	people := map[string]ID{}
	for _, name := range slices.Concat(seededPlayers, []string{seededOwner}) {
		id, err := s.bear(name)
		if err != nil {
			return fmt.Errorf("seed the sandbox: %w", err)
		}
		people[name] = id
	}
	place, err := s.found(s.world.App.Name, people[seededOwner], "checkers")
	if err != nil {
		return fmt.Errorf("seed the sandbox: %w", err)
	}
	g := s.world.Guilds[place]
	for _, name := range seededPlayers {
		s.join(g, people[name])
	}
	s.join(g, s.world.App.ID)
	if err := s.welcome(s.world.Channels[place], people); err != nil {
		return fmt.Errorf("seed the sandbox: %w", err)
	}
	return nil
}

// welcome has the bot say what to do first. It is held to the rules for messages, as
// whatever else the bot says.
func (s *Server) welcome(c *Channel, people map[string]ID) error {
	anna, ben := people[seededPlayers[0]], people[seededPlayers[1]]
	text, err := json.Marshal(map[string]any{
		"flags":            ComponentsV2,
		"allowed_mentions": map[string]any{"parse": []string{}},
		"components": []any{map[string]any{"type": Container, "accent_color": 0x4F7CAC, "components": []any{
			map[string]any{"type": TextDisplay, "content": "## Play a game"},
			map[string]any{"type": TextDisplay, "content": fmt.Sprintf(
				"1. Type `/challenge` in the box below and press Enter, twice.\n"+
					"2. Become <@%s> by clicking your own name, here or in a second window.\n"+
					"3. Press **Accept**, then choose a move below the board.", ben)},
			map[string]any{"type": TextDisplay, "content": fmt.Sprintf(
				"-# <@%s> and <@%s> play, <@%s> owns this server and may moderate. `/help` tells the rest.",
				anna, ben, people[seededOwner])},
		}}},
	})
	if err != nil {
		return err
	}
	f, refusal := parseForm(text)
	if refusal != nil {
		return refusal
	}
	d, refusal := s.compose(body{form: f, raw: text}, c.ID, nil, false)
	if refusal != nil {
		return refusal
	}
	s.send(c, &post{Message: Message{Author: s.user(s.world.App.ID), ApplicationID: s.world.App.ID}}, d)
	return nil
}
