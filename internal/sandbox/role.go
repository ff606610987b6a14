package sandbox

import (
	"net/http"
	"slices"
)

// A Role is what members of a guild hold, and permits them more. Everybody holds @everyone, which has the
// guild's id.
type Role struct {
	ID          ID
	Name        string
	Permissions Permissions
	Managed     bool `json:",omitempty"` // only its bot holds it
}

// maxRoles is how many roles a guild can have besides @everyone.
const maxRoles = 249

// Role makes a role in a guild, below all others. It permits nothing.
func (s *Server) Role(guild ID, name string) (ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.Guilds[guild]
	switch {
	case g == nil:
		return 0, newError(CodeUnknownGuild)
	case len(g.Roles) >= maxRoles:
		return 0, newError(codeRoleLimit)
	}
	return s.addRole(g, Role{Name: name}), nil
}

func (s *Server) addRole(g *Guild, r Role) ID {
	r.ID = s.nextID()
	g.Roles = append(g.Roles, r)
	s.publish(&Event{Kind: "people"})
	return r.ID
}

// Permit changes what a role permits.
func (s *Server) Permit(guild, role ID, permits Permissions) error {
	return s.withRole(guild, role, func(g *Guild, i int) { g.Roles[i].Permissions = permits })
}

// Raise puts a role above all others of its guild.
func (s *Server) Raise(guild, role ID) error {
	return s.withRole(guild, role, func(g *Guild, i int) {
		g.Roles = slices.Concat(g.Roles[i:i+1], g.Roles[:i], g.Roles[i+1:])
	})
}

// RemoveRole deletes a role of a guild.
func (s *Server) RemoveRole(guild, role ID) error {
	return s.withRole(guild, role, func(g *Guild, i int) {
		g.Roles = slices.Delete(g.Roles, i, i+1)
		for _, m := range g.Members {
			m.lose(role)
		}
	})
}

// withRole changes a role of a guild, which is number i of them.
func (s *Server) withRole(guild, role ID, change func(g *Guild, i int)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.world.Guilds[guild]
	if g == nil {
		return newError(CodeUnknownGuild)
	}
	i := g.indexOf(role)
	if i < 0 {
		return newError(CodeUnknownRole)
	}
	change(g, i)
	s.publish(&Event{Kind: "people"})
	return nil
}

func (g *Guild) holders(role ID) []ID {
	holders := []ID{}
	for _, who := range sortedKeys(g.Members) {
		if slices.Contains(g.Members[who].Roles, role) {
			holders = append(holders, who)
		}
	}
	return holders
}

// indexOf returns where a role is among those of the guild, which are the highest first; -1 if it is none of
// them.
func (g *Guild) indexOf(role ID) int {
	return slices.IndexFunc(g.Roles, func(r Role) bool { return r.ID == role })
}

// highest returns where the highest role of a member is among those of the guild.
func (g *Guild) highest(who ID) int {
	i := slices.IndexFunc(g.Roles, func(r Role) bool { return slices.Contains(g.Members[who].Roles, r.ID) })
	if i < 0 {
		return len(g.Roles)
	}
	return i
}

// hold has a member hold a role.
func (m *Member) hold(role ID) {
	m.lose(role)
	m.Roles = append(m.Roles, role)
}

// lose has a member hold a role no longer.
func (m *Member) lose(role ID) {
	m.Roles = slices.DeleteFunc(m.Roles, func(r ID) bool { return r == role })
}

// roleObjects returns the roles of a guild as the bot gets them.
func (s *Server) roleObjects(g *Guild) []any {
	all := []any{s.roleObject(g, g.ID)}
	for _, r := range g.Roles {
		all = append(all, s.roleObject(g, r.ID))
	}
	return all
}

// roleObject returns a role of a guild as the bot gets it; nil if there is none.
func (s *Server) roleObject(g *Guild, role ID) map[string]any {
	i := g.indexOf(role)
	switch {
	case role == g.ID:
		return complete("role", map[string]any{"id": g.ID, "permissions": Usual})
	case i < 0:
		return nil
	}
	r := g.Roles[i]
	object := complete("role", map[string]any{
		"id": r.ID, "name": r.Name, "permissions": r.Permissions, "managed": r.Managed, "position": len(g.Roles) - i,
	})
	if r.Managed {
		object["tags"] = map[string]any{"bot_id": s.world.App.ID}
	}
	return object
}

// byBot changes whether a member holds a role, if the bot may do that.
func byBot(change func(*Member, ID)) func(*Server, *call) (any, error) {
	return func(s *Server, c *call) (any, error) {
		who, bot, i := c.id("user"), s.world.App.ID, c.guild.indexOf(c.id("role"))
		switch {
		case s.world.Users[who] == nil:
			return nil, newError(CodeUnknownUser)
		case c.guild.Members[who] == nil:
			return nil, newError(CodeUnknownMember)
		case c.id("role") == c.guild.ID:
			return nil, newError(codeInvalidRole)
		case i < 0:
			return nil, newError(CodeUnknownRole)
		case !s.world.mayIn(c.guild, bot).has(ManageRoles), i <= c.guild.highest(bot), c.guild.Roles[i].Managed:
			return nil, newError(CodeMissingPermissions)
		}
		change(c.guild.Members[who], c.guild.Roles[i].ID)
		s.publish(&Event{Kind: "people"})
		return nil, nil
	}
}

// RoleView is a role with who holds it.
type RoleView struct {
	ID      ID     `json:"id"`
	Name    string `json:"name"`
	Managed bool   `json:"managed,omitempty"`
	Members []ID   `json:"members"`
}

func (g *Guild) roleViews() []RoleView {
	all := []RoleView{}
	for _, r := range g.Roles {
		all = append(all, RoleView{r.ID, r.Name, r.Managed, g.holders(r.ID)})
	}
	return all
}

// byOwner changes whether a person holds a role, as a member would who may give every role.
func byOwner(change func(*Member, ID)) func(*Server, *call) (any, error) {
	return func(s *Server, c *call) (any, error) {
		role := c.id("role")
		for _, g := range s.world.Guilds {
			if i := g.indexOf(role); i >= 0 && g.Members[c.person.ID] != nil && !g.Roles[i].Managed {
				change(g.Members[c.person.ID], role)
				s.publish(&Event{Kind: "people"})
				return c.person.view(), nil
			}
		}
		return nil, &RequestError{http.StatusNotFound, "there is no such role for them"}
	}
}
