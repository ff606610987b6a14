package bot

import (
	"slices"
	"strings"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// holds reports whether the user has a role of the guild.
func (req *request) holds(role game.RoleID) bool {
	return role != 0 && req.i.Member != nil && slices.Contains(req.i.Member.Roles, role.String())
}

// roleOf returns the role of an option; 0 if it is not given, or everybody has it.
func (req *request) roleOf(option string) game.RoleID {
	role, _ := message.Snowflake[game.RoleID](req.text(option))
	if uint64(role) == uint64(req.place) {
		return 0
	}
	return role
}

// checkRoles returns why the roles that /settings names cannot be those of champions or directors; nil if
// they can.
func (b *Bot) checkRoles(req *request) error {
	if director, ok := message.Snowflake[game.RoleID](req.text("director-role")); ok && req.roleOf("director-role") == 0 {
		return &roleError{"error.role", []game.RoleID{director}, delivery.EverybodysRole}
	}
	role, ok := message.Snowflake[game.RoleID](req.text("champion-role"))
	if !ok || role == req.settings.Champions.Role {
		return nil
	}
	obstacle, err := b.discord.RoleObstacle(req, req.place, role, req.i.Member)
	if err == nil && obstacle != "" {
		err = &roleError{"error.role", []game.RoleID{role}, obstacle}
	}
	return err
}

// roleError says what cannot be done because of a role, or without one of several.
type roleError struct {
	key      string // of the sentence
	roles    []game.RoleID
	obstacle delivery.RoleObstacle
}

func (e *roleError) Error() string { return e.key }

func (e *roleError) add(_ *Bot, req *request, m *message.Builder) {
	m.Text(req.lang.Say(e.key, "role", strings.Join(say.Each(e.roles, say.Role), " / "), "obstacle", string(e.obstacle)))
}
