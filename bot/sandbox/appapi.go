package sandbox

import (
	"context"
	"encoding/hex"
	"time"
)

// The calls about the app, and about whom it may meet.

func (s *Server) getMe(*call) (any, *Refusal) {
	me := s.world.Users[s.world.App.ID]
	return struct {
		User
		MFA      bool   `json:"mfa_enabled"`
		Locale   string `json:"locale"`
		Verified bool   `json:"verified"`
		Email    any    `json:"email"`
	}{User: me.User.shown(), Locale: me.Locale, Verified: true}, nil
}

func (s *Server) getUser(c *call) (any, *Refusal) {
	a := s.world.Users[c.id("user")]
	if a == nil {
		return nil, refuse(CodeUnknownUser)
	}
	return a.User.shown(), nil
}

func (s *Server) getMyGuilds(c *call) (any, *Refusal) {
	list := []any{}
	for _, g := range s.guilds() {
		list = append(list, map[string]any{
			"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false,
			"permissions": g.Members[s.world.App.ID].Permissions, "features": []string{},
		})
	}
	return list, nil
}

func (s *Server) getApplication(*call) (any, *Refusal) {
	app := s.world.App
	shown := map[string]any{
		"id": app.ID, "name": app.Name, "icon": nil, "description": "", "type": nil, "flags": 0,
		"bot": s.user(app.ID), "bot_public": true, "bot_require_code_grant": false, "verify_key": hex.EncodeToString(s.PublicKey()),
		"integration_types_config":  map[string]any{"0": map[string]any{}, "1": map[string]any{}},
		"interactions_endpoint_url": nil, "redirect_uris": []string{}, "role_connections_verification_url": nil,
		"owner": User{ID: 1, Username: "owner", Discriminator: "0"}, "team": nil, "summary": "",
		"approximate_guild_count": len(s.guilds()), "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "flags_new": "0", "explicit_content_filter": 0, "eligible_oauth2_scopes": []string{},
	}
	if app.InteractionsURL != "" {
		shown["interactions_endpoint_url"] = app.InteractionsURL
	}
	return shown, nil
}

// getGateway says where the gateway is.
func (s *Server) getGateway(*call) (any, *Refusal) {
	return map[string]any{"url": s.gatewayURL()}, nil
}

func (s *Server) getGatewayBot(*call) (any, *Refusal) {
	left, reset := s.startsLeft()
	return map[string]any{
		"url": s.gatewayURL(), "shards": s.options.Shards,
		"session_start_limit": map[string]any{
			"total": startsADay, "remaining": left, "reset_after": reset.Milliseconds(), "max_concurrency": s.options.Concurrency,
		},
	}, nil
}

func (s *Server) gatewayURL() string { return "ws" + s.url[len("http"):] + "/gateway" }

// editApplication sets the address for signed interactions.
func (s *Server) editApplication(c *call) (any, *Refusal) {
	f := c.body.form
	if f.named("interactions_endpoint_url") {
		address := f.text("interactions_endpoint_url", 0, 2048)
		// The app is asked without the lock: it may well call the API meanwhile.
		s.mu.Unlock()
		ctx, cancel := context.WithTimeout(c.r.Context(), 2*answerWithin+time.Second)
		err := s.SetInteractionsURL(ctx, address)
		cancel()
		s.mu.Lock()
		if err != nil {
			f.note("interactions_endpoint_url", "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID", "The specified interactions endpoint url could not be verified: %s", err)
		}
	}
	if refusal := f.notes.refusal(); refusal != nil {
		return nil, refusal
	}
	return s.getApplication(c)
}
