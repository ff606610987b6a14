package discord

import (
	"context"
	"go/ast"
	"go/parser"
	source "go/token"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game/tournament"
	"doublecorner/internal/discordtest"
)

// requests has a call of each method of Client that makes requests.
var requests = map[string]struct {
	do   func(context.Context, *Client)
	make []string
}{
	"FetchApp": {func(ctx context.Context, c *Client) { c.FetchApp(ctx) }, []string{"GET /applications/@me", "GET /users/@me"}},
	"IsIn":     {func(ctx context.Context, c *Client) { c.IsIn(ctx, 8) }, []string{"GET /guilds/{id}"}},
	"EditApp": {
		func(ctx context.Context, c *Client) {
			c.EditApp(ctx, AppProfile{Description: "x", Tags: []string{"x"}, Installs: DefaultInstalls()})
		},
		[]string{"PATCH /applications/@me"},
	},
	"Gateway": {func(ctx context.Context, c *Client) { c.Gateway(ctx) }, []string{"GET /gateway/bot"}},
	"probe":   {func(ctx context.Context, c *Client) { c.probe(ctx) }, []string{"GET /gateway"}},
	"Register": {func(ctx context.Context, c *Client) { c.Register(ctx, words) }, []string{
		"GET /applications/{id}/commands", "PUT /applications/{id}/commands",
	}},
	"Post": {func(ctx context.Context, c *Client) { c.Post(ctx, 1, messageData("x"), "n") }, []string{"POST /channels/{id}/messages"}},
	"Edit": {
		func(ctx context.Context, c *Client) {
			becomes := func() (*message.Message, error) { return messageData("x"), nil }
			c.Edit(ctx, 1, 2, becomes)
			c.followUp(ctx, asked, messageData("x"))
			c.Edit(ctx, 1, 7, becomes)
		},
		[]string{"PATCH /channels/{id}/messages/{id}", "POST /webhooks/{id}/{token}", "PATCH /webhooks/{id}/{token}/messages/{id}"},
	},
	"Delete": {func(ctx context.Context, c *Client) { c.Delete(ctx, 1, 2) }, []string{"DELETE /channels/{id}/messages/{id}"}},
	"Message": {
		func(ctx context.Context, c *Client) {
			c.Message(ctx, 1, 2)
			c.followUp(ctx, asked, messageData("x"))
			c.Message(ctx, 1, 7)
		},
		[]string{"GET /channels/{id}/messages/{id}", "POST /webhooks/{id}/{token}", "GET /webhooks/{id}/{token}/messages/{id}"},
	},
	"Recent": {func(ctx context.Context, c *Client) { c.Recent(ctx, 1, time.Now()) }, []string{"GET /channels/{id}/messages"}},
	"Parent": {func(ctx context.Context, c *Client) { c.Parent(ctx, 1) }, []string{"GET /channels/{id}"}},
	"Thread": {func(ctx context.Context, c *Client) { c.Thread(ctx, 1, "x") }, []string{"POST /channels/{id}/threads"}},
	"Schedule": {
		func(ctx context.Context, c *Client) {
			at := time.Now()
			e := delivery.ScheduledEvent{Name: "x", Link: "https://discord.com/channels/8/1/2", Subject: "new", From: at, Until: at.Add(time.Hour)}
			e.Repetition = tournament.Monthly
			c.Schedule(ctx, 8, e)
			for state := range delivery.EventCancelled + 1 {
				e.Subject, e.State = "planned", state
				c.Schedule(ctx, 8, e)
			}
			for _, e.State = range []delivery.EventState{delivery.EventActive, delivery.EventOver} {
				e.Subject, e.Link, e.Until = "active", "x", time.Time{}
				c.Schedule(ctx, 8, e)
			}
			e.Until, e.State = at.AddDate(100, 0, 0), delivery.EventActive
			c.Schedule(ctx, 8, e)
			e.State = delivery.EventPlanned // it was put off after Discord had begun it
			c.Schedule(ctx, 8, e)
			e.Subject, e.State = "none", delivery.EventActive
			c.Schedule(ctx, 8, e)
		},
		[]string{
			"GET /guilds/{id}/scheduled-events", "POST /guilds/{id}/scheduled-events",
			"GET /guilds/{id}/scheduled-events", "PATCH /guilds/{id}/scheduled-events/{id}",
			"GET /guilds/{id}/scheduled-events", "PATCH /guilds/{id}/scheduled-events/{id}",
			"GET /guilds/{id}/scheduled-events", "DELETE /guilds/{id}/scheduled-events/{id}",
			"GET /guilds/{id}/scheduled-events", "DELETE /guilds/{id}/scheduled-events/{id}",
			"GET /guilds/{id}/scheduled-events",
			"GET /guilds/{id}/scheduled-events", "PATCH /guilds/{id}/scheduled-events/{id}",
			"GET /guilds/{id}/scheduled-events", "PATCH /guilds/{id}/scheduled-events/{id}",
			"GET /guilds/{id}/scheduled-events", "DELETE /guilds/{id}/scheduled-events/{id}", "POST /guilds/{id}/scheduled-events",
			"GET /guilds/{id}/scheduled-events",
		},
	},
	"changeRole": {
		func(ctx context.Context, c *Client) {
			c.GiveRole(ctx, 8, 1, 2)
			c.TakeRole(ctx, 8, 1, 2)
		},
		[]string{"PUT /guilds/{id}/members/{id}/roles/{id}", "DELETE /guilds/{id}/members/{id}/roles/{id}"},
	},
	"Member": {func(ctx context.Context, c *Client) { c.Member(ctx, 8, 1) }, []string{"GET /guilds/{id}/members/{id}"}},
	"RoleObstacle": {func(ctx context.Context, c *Client) { c.RoleObstacle(ctx, 8, 2, nil) }, []string{
		"GET /guilds/{id}", "GET /guilds/{id}/members/{id}", "GET /guilds/{id}/channels",
	}},
	"scheduledEvent": {func(ctx context.Context, c *Client) { c.scheduledEvent(ctx, 8, "y") }, []string{"GET /guilds/{id}/scheduled-events"}},
	"Direct":         {func(ctx context.Context, c *Client) { c.Direct(ctx, 1) }, []string{"POST /users/@me/channels"}},
	"Permissions": {func(ctx context.Context, c *Client) { c.Permissions(ctx, "1") }, []string{
		"GET /channels/{id}", "GET /guilds/{id}", "GET /guilds/{id}/members/{id}",
	}},
	"permissionsIn": {func(ctx context.Context, c *Client) {
		c.permissionsIn(ctx, &channelObject{Channel: dg.Channel{GuildID: "8"}})
	}, []string{
		"GET /guilds/{id}", "GET /guilds/{id}/members/{id}",
	}},
	"MayPost": {func(ctx context.Context, c *Client) { c.MayPost(ctx, 1) }, []string{
		"GET /channels/{id}", "GET /guilds/{id}", "GET /guilds/{id}/members/{id}",
	}},
	"respond": {
		func(ctx context.Context, c *Client) {
			for _, r := range responses {
				c.respond(ctx, asked, r)
			}
		},
		slices.Repeat([]string{"POST /interactions/{id}/{token}/callback"}, len(responses)),
	},
	"originalResponse": {func(ctx context.Context, c *Client) { c.originalResponse(ctx, asked) },
		[]string{"GET /webhooks/{id}/{token}/messages/@original"}},
	"followUp": {func(ctx context.Context, c *Client) { c.followUp(ctx, asked, messageData("x")) },
		[]string{"POST /webhooks/{id}/{token}"}},
	"editOriginal": {func(ctx context.Context, c *Client) { c.editOriginal(ctx, asked, messageData("x")) },
		[]string{"PATCH /webhooks/{id}/{token}/messages/@original"}},
	"deleteOriginal": {func(ctx context.Context, c *Client) { c.deleteOriginal(ctx, asked) },
		[]string{"DELETE /webhooks/{id}/{token}/messages/@original"}},
}

// asked is an interaction.
var asked = &dg.Interaction{ID: "1", AppID: "2", Token: "t"}

// responses has a response of each type that the bot sends.
var responses = map[string]*message.Response{
	"InteractionResponseChannelMessageWithSource":         {Type: 4, Data: messageData("x")},
	"InteractionResponseDeferredChannelMessageWithSource": {Type: 5, Data: &message.Message{Flags: dg.MessageFlagsEphemeral}},
	"InteractionResponseDeferredMessageUpdate":            {Type: 6},
	"InteractionResponseUpdateMessage":                    {Type: 7, Data: messageData("x")},
	"InteractionApplicationCommandAutocompleteResult":     {Type: 8, Data: &message.Message{Choices: []*dg.ApplicationCommandOptionChoice{}}},
	"InteractionResponseModal":                            aModal.Initial(&dg.Interaction{}),
}

// TestRequests checks every request of a Client against Discord's limits and description. A new
// request or type of response must be added to the tables above.
func TestRequests(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == "GET" && (strings.HasSuffix(r.URL.Path, "/messages") || strings.HasSuffix(r.URL.Path, "/commands")):
			io.WriteString(w, "[]")
		case r.Method == "GET" && strings.HasSuffix(r.URL.Path, "/scheduled-events"):
			io.WriteString(w, `[{"id":"7","status":1,"entity_metadata":{"location":"x · planned"}},`+
				`{"id":"8","status":2,"scheduled_end_time":"2099-01-01T00:00:00Z","entity_metadata":{"location":"x · active"}},`+
				`{"id":"9","status":1,"entity_metadata":null}]`)
		default:
			io.WriteString(w, `{"id":"7","guild_id":"8"}`)
		}
	}))
	defer server.Close()
	for name, r := range requests {
		recorder := discordtest.Record(t)
		c, err := NewClient(ClientConfig{Base: server.URL + "/api/v10", Token: "t", Transport: recorder})
		must(t, err)
		c.identity.Store(&identity{app: "3", user: "4"})
		r.do(t.Context(), c)
		var made []string
		for _, r := range recorder.Requests() {
			made = append(made, r.Route)
		}
		if !slices.Equal(made, r.make) {
			t.Errorf("%s makes %q, want %q", name, made, r.make)
		}
	}
	methods, types := requestingMethods(t)
	if want := slices.Sorted(maps.Keys(requests)); !slices.Equal(methods, want) {
		t.Errorf("the methods that make requests are %q, want %q", methods, want)
	}
	if want := slices.Sorted(maps.Keys(responses)); !slices.Equal(types, want) {
		t.Errorf("the types of responses are %q, want %q", types, want)
	}
}

// requestingMethods returns the methods of Client that make requests, and the types of responses
// in the bot's code.
func requestingMethods(t *testing.T) (methods, types []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	must(t, err)
	for _, other := range []string{"../*.go", "../delivery/*.go"} {
		more, err := filepath.Glob(other)
		must(t, err)
		files = append(files, more...)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(source.NewFileSet(), name, nil, 0)
		must(t, err)
		var method string // of Client
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				method = ""
				if n.Recv != nil && name == filepath.Base(name) {
					if to, ok := n.Recv.List[0].Type.(*ast.StarExpr); ok && to.X.(*ast.Ident).Name == "Client" {
						method = n.Name.Name
					}
				}
			case *ast.CallExpr:
				called, ok := n.Fun.(*ast.SelectorExpr)
				if !ok || method == "" || strings.HasPrefix(method, "request") {
					break
				}
				if strings.HasPrefix(called.Sel.Name, "request") {
					methods = append(methods, method)
				}
			case *ast.SelectorExpr:
				if _, ok := responses[n.Sel.Name]; ok ||
					strings.HasPrefix(n.Sel.Name, "InteractionResponse") && n.Sel.Name != "InteractionResponseType" {
					types = append(types, n.Sel.Name)
				}
			}
			return true
		})
	}
	slices.Sort(methods)
	slices.Sort(types)
	return slices.Compact(methods), slices.Compact(types)
}
