package sandbox

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Seed fills an empty world so that people can play in it at once. It makes a guild with the name of the app, a
// channel #checkers, the players Anna and Ben, and Cleo, who owns the guild and may moderate; it brings the bot
// in, and sends a welcome that says what to type first. It leaves a world with people as it is.
func (s *Server) Seed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.world.Users) > 1 || len(s.world.Guilds) > 0 {
		return nil // the bot itself is always there
	}
	var people []ID
	for _, name := range []string{"Anna", "Ben", "Cleo"} {
		a, err := s.addUser(name)
		if err != nil {
			return fmt.Errorf("seed the sandbox: %w", err)
		}
		people = append(people, a.ID)
	}
	anna, ben, cleo := people[0], people[1], people[2]
	g := s.addGuild(s.world.App.Name, cleo, "checkers")
	for _, who := range []ID{anna, ben, s.world.App.ID} {
		s.join(g, who, s.longAgo())
	}
	g.Roles[0].Permissions = ManageRoles // the bot's own role
	for _, name := range []string{"Director", "Champion"} {
		s.addRole(g, Role{Name: name})
	}
	// The first game is played where its players are, not in a thread of its own.
	s.world.Channels[g.ID].Overwrites = map[ID]Overwrite{s.world.App.ID: {Deny: CreatePublicThread}}
	welcome := []Component{
		{Kind: TextDisplay, ID: 2, Content: "## Play a game"},
		{Kind: TextDisplay, ID: 3, Content: fmt.Sprintf(
			"1. Type `/challenge` in the box below and press Enter, twice.\n"+
				"2. Become <@%s> by clicking your own name, here or in a second window.\n"+
				"3. Press **Accept**, then choose a move below the board.\n"+
				"Alone? Type `/help`, and press **Play the bot**. `/puzzle` has something to solve.", ben)},
		{Kind: TextDisplay, ID: 4, Content: fmt.Sprintf(
			"-# <@%s> and <@%s> play, <@%s> owns this server and may moderate. `/help` tells the rest.", anna, ben, cleo)},
	}
	container := Component{Kind: Container, ID: 1, AccentColor: json.RawMessage(strconv.Itoa(0x4F7CAC)), Spoiler: new(false), Components: welcome}
	d := &draft{pings: func(ID) bool { return false }}
	d.Author, d.ApplicationID, d.Flags, d.Components = s.user(s.world.App.ID), s.world.App.ID, ComponentsV2, []Component{container}
	s.send(s.world.Channels[g.ID], d)
	return nil
}

// SeedNeighbour adds a second guild to a world that has one, with other people in it, so that the two can meet by the bot.
// It leaves a world with several as it is.
func (s *Server) SeedNeighbour() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.world.Guilds) != 1 {
		return nil
	}
	var people []ID
	for _, name := range []string{"Dora", "Emil"} {
		a, err := s.addUser(name)
		if err != nil {
			return fmt.Errorf("seed the sandbox: %w", err)
		}
		people = append(people, a.ID)
	}
	g := s.addGuild("Harbour Café", people[0], "harbour")
	for _, who := range []ID{people[1], s.world.App.ID} {
		s.join(g, who, s.longAgo())
	}
	s.world.Channels[g.ID].Overwrites = map[ID]Overwrite{s.world.App.ID: {Deny: CreatePublicThread}}
	return nil
}
