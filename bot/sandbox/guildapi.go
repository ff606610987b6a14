package sandbox

// The calls about servers.

// guild finds a server that the bot is in.
func (s *Server) guild(c *call) (*Guild, *Refusal) {
	g := s.world.Guilds[c.id("guild")]
	if g == nil {
		return nil, refuse(CodeUnknownGuild)
	}
	if g.Members[s.world.App.ID] == nil {
		return nil, refuse(CodeMissingAccess)
	}
	return g, nil
}

func (s *Server) getGuild(c *call) (any, *Refusal) {
	g, refusal := s.guild(c)
	if refusal != nil {
		return nil, refusal
	}
	return s.showGuild(g), nil
}

func (s *Server) getGuildRoles(c *call) (any, *Refusal) {
	g, refusal := s.guild(c)
	if refusal != nil {
		return nil, refusal
	}
	return []any{s.everyone(g)}, nil
}

func (s *Server) getGuildChannels(c *call) (any, *Refusal) {
	g, refusal := s.guild(c)
	if refusal != nil {
		return nil, refusal
	}
	list := []any{}
	for _, channel := range s.sortedChannels() {
		if channel.Guild == g.ID && !channel.Kind.thread() {
			list = append(list, s.showChannel(channel))
		}
	}
	return list, nil
}

func (s *Server) getActiveThreads(c *call) (any, *Refusal) {
	g, refusal := s.guild(c)
	if refusal != nil {
		return nil, refusal
	}
	list := []any{}
	for _, channel := range s.sortedChannels() {
		if channel.Guild == g.ID && channel.Kind.thread() && !channel.Archived && s.world.may(s.world.App.ID, channel).has(ViewChannel) {
			list = append(list, s.showChannel(channel))
		}
	}
	return map[string]any{"threads": list, "members": []any{}, "has_more": false}, nil
}

func (s *Server) getGuildMember(c *call) (any, *Refusal) {
	g, refusal := s.guild(c)
	if refusal != nil {
		return nil, refusal
	}
	who := c.id("user")
	if s.world.Users[who] == nil {
		return nil, refuse(CodeUnknownUser)
	}
	m := g.Members[who]
	if m == nil {
		return nil, refuse(CodeUnknownMember)
	}
	return s.showFullMember(g, who), nil
}
