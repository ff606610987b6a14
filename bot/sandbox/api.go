package sandbox

import (
	"encoding/json"
	"net/http"
	"strings"
)

// A route is one call of Discord's HTTP API.
type route struct {
	pattern     string // without the version
	do          func(*Server, *call) (any, *Refusal)
	size        bucketSize
	open        bool // needs no token of the bot: the path holds one
	interaction bool // outside the global limit
	unlimited   bool // in no bucket either
	list        bool // its body is a list
}

// call is one request to a route, when it is its turn.
type call struct {
	r      *http.Request
	body   body
	list   []any
	status int // what to answer when it went well; zero: 200, or 204 with nothing to say
}

func (c *call) id(name string) ID {
	id, _ := ParseID(c.r.PathValue(name))
	return id
}

// api are all the calls that are served.
var api = []route{
	{pattern: "GET /gateway", do: (*Server).getGateway, open: true, unlimited: true},
	{pattern: "GET /gateway/bot", do: (*Server).getGatewayBot},
	{pattern: "GET /users/@me", do: (*Server).getMe},
	{pattern: "GET /users/@me/guilds", do: (*Server).getMyGuilds},
	{pattern: "POST /users/@me/channels", do: (*Server).createDM},
	{pattern: "GET /users/{user}", do: (*Server).getUser},
	{pattern: "GET /oauth2/applications/@me", do: (*Server).getApplication},
	{pattern: "GET /applications/@me", do: (*Server).getApplication},
	{pattern: "PATCH /applications/@me", do: (*Server).editApplication},

	{pattern: "GET /applications/{application}/commands", do: (*Server).listCommands},
	{pattern: "PUT /applications/{application}/commands", do: (*Server).overwriteCommands, list: true},
	{pattern: "POST /applications/{application}/commands", do: (*Server).createCommand},
	{pattern: "GET /applications/{application}/commands/{command}", do: (*Server).getCommand},
	{pattern: "PATCH /applications/{application}/commands/{command}", do: (*Server).editCommand},
	{pattern: "DELETE /applications/{application}/commands/{command}", do: (*Server).deleteCommand},
	{pattern: "GET /applications/{application}/guilds/{guild}/commands", do: (*Server).listCommands},
	{pattern: "PUT /applications/{application}/guilds/{guild}/commands", do: (*Server).overwriteCommands, list: true},
	{pattern: "POST /applications/{application}/guilds/{guild}/commands", do: (*Server).createCommand},
	{pattern: "GET /applications/{application}/guilds/{guild}/commands/{command}", do: (*Server).getCommand},
	{pattern: "PATCH /applications/{application}/guilds/{guild}/commands/{command}", do: (*Server).editCommand},
	{pattern: "DELETE /applications/{application}/guilds/{guild}/commands/{command}", do: (*Server).deleteCommand},

	{pattern: "GET /guilds/{guild}", do: (*Server).getGuild},
	{pattern: "GET /guilds/{guild}/channels", do: (*Server).getGuildChannels},
	{pattern: "GET /guilds/{guild}/roles", do: (*Server).getGuildRoles},
	{pattern: "GET /guilds/{guild}/members/{user}", do: (*Server).getGuildMember},
	{pattern: "GET /guilds/{guild}/threads/active", do: (*Server).getActiveThreads},

	{pattern: "GET /channels/{channel}", do: (*Server).getChannel},
	{pattern: "PATCH /channels/{channel}", do: (*Server).editChannel},
	{pattern: "DELETE /channels/{channel}", do: (*Server).deleteChannel},
	{pattern: "POST /channels/{channel}/typing", do: (*Server).typing},
	{pattern: "GET /channels/{channel}/messages", do: (*Server).listMessages},
	{pattern: "POST /channels/{channel}/messages", do: (*Server).createMessage, size: sizeSend},
	{pattern: "GET /channels/{channel}/messages/{message}", do: (*Server).getMessage},
	{pattern: "PATCH /channels/{channel}/messages/{message}", do: (*Server).editMessage, size: sizeSend},
	{pattern: "DELETE /channels/{channel}/messages/{message}", do: (*Server).deleteMessage, size: sizeSend},
	{pattern: "POST /channels/{channel}/messages/{message}/threads", do: (*Server).createThread},
	{pattern: "POST /channels/{channel}/threads", do: (*Server).createThread},
	{pattern: "PUT /channels/{channel}/thread-members/{user}", do: (*Server).addThreadMember},

	{pattern: "POST /interactions/{interaction}/{token}/callback", do: (*Server).callback, open: true, interaction: true, unlimited: true},
	{pattern: "POST /webhooks/{application}/{token}", do: (*Server).followUp, open: true, interaction: true, size: sizeWebhook},
	{pattern: "GET /webhooks/{application}/{token}/messages/{message}", do: (*Server).getWebhookMessage, open: true, interaction: true, size: sizeWebhook},
	{pattern: "PATCH /webhooks/{application}/{token}/messages/{message}", do: (*Server).editWebhookMessage, open: true, interaction: true, size: sizeWebhook},
	{pattern: "DELETE /webhooks/{application}/{token}/messages/{message}", do: (*Server).deleteWebhookMessage, open: true, interaction: true, size: sizeWebhook},
}

// routes puts together everything that is served at one address.
func (s *Server) routes() http.Handler {
	calls := http.NewServeMux()
	for _, r := range api {
		if r.size == (bucketSize{}) {
			r.size = sizeUsual
		}
		calls.HandleFunc(r.pattern, func(w http.ResponseWriter, req *http.Request) { s.serveCall(w, req, &r) })
	}
	calls.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refusal := plain(http.StatusNotFound)
		s.observe(Exchange{At: s.clock.Now(), Route: "none", Path: r.Method + " " + r.URL.Path, Status: 404})
		reply(w, refusal.Status, refusal)
	})
	all := http.NewServeMux()
	all.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		rest := strings.TrimPrefix(r.URL.Path, "/api")
		version, tail, _ := strings.Cut(rest[1:], "/")
		switch version {
		case "v9", "v10":
			r2 := r.Clone(r.Context())
			r2.URL.Path, r2.URL.RawPath = "/"+tail, ""
			r2.SetPathValue("version", version)
			calls.ServeHTTP(w, r2)
		default:
			reply(w, 400, refuse(CodeInvalidAPIVersion))
		}
	})
	all.HandleFunc("GET /gateway", s.serveGateway)
	all.HandleFunc("GET /gateway/", s.serveGateway)
	all.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveAttachment)
	all.Handle("/sandbox/", s.desk())
	if s.options.Page != nil {
		all.Handle("/", s.options.Page)
	}
	return s.named(all)
}

func reply(w http.ResponseWriter, status int, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		status, text = 500, []byte(`{"message":"500: Internal Server Error","code":0}`)
	}
	write(w, status, text)
	return text
}

func write(w http.ResponseWriter, status int, text []byte) {
	if status == http.StatusNoContent {
		w.WriteHeader(status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(text)
}

// serveCall does one call: what misbehaves, who asks, what is asked, how often, and
// then the thing itself, in one piece.
func (s *Server) serveCall(w http.ResponseWriter, r *http.Request, route *route) {
	told := Exchange{At: s.clock.Now(), Route: route.pattern, Path: r.URL.Path}
	if r.URL.RawQuery != "" {
		told.Path += "?" + r.URL.RawQuery
	}
	fault := s.fateOfRequest(r.Method, r.URL.Path)
	if fault != nil {
		told.Fault = fault.ID
		if status, text, done := s.suffer(fault, w, r); done {
			told.Status, told.Response = status, string(text)
			s.observe(told)
			write(w, status, text)
			return
		}
	}
	status, text := s.answerCall(w, r, route, &told)
	told.Status, told.Response = status, string(text)
	s.observe(told)
	if fault != nil && fault.Do == Lose {
		panic(http.ErrAbortHandler)
	}
	write(w, status, text)
}

func (s *Server) answerCall(w http.ResponseWriter, r *http.Request, route *route, told *Exchange) (int, []byte) {
	fail := func(refusal *Refusal) (int, []byte) {
		text, _ := refusal.MarshalJSON()
		return refusal.Status, text
	}
	if !route.open && r.Header.Get("Authorization") != "Bot "+s.Token() {
		return fail(plain(http.StatusUnauthorized))
	}
	c := &call{r: r}
	if r.Method != http.MethodGet && r.Method != http.MethodDelete {
		var refusal *Refusal
		if route.list {
			c.list, told.Request, refusal = readList(r)
		} else {
			c.body, refusal = readBody(r.Header.Get("Content-Type"), r.Body)
			told.Request, told.Files = string(c.body.raw), len(c.body.files)
			c.body.listed = r.PathValue("version") != "v9" && (r.Method == http.MethodPatch || route.unlimited)
		}
		if refusal != nil {
			return fail(refusal)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return fail(plain(http.StatusServiceUnavailable))
	}
	place := strings.Join([]string{r.PathValue("channel"), r.PathValue("guild"), r.PathValue("application"), r.PathValue("token")}, "/")
	if wait, global, refused := s.limiter.admit(w.Header(), s.clock.Now(), route, place); refused {
		return http.StatusTooManyRequests, tooMany(w, wait, global)
	}
	answer, refusal := route.do(s, c)
	if refusal != nil {
		return fail(refusal)
	}
	if answer == nil {
		return http.StatusNoContent, nil
	}
	text, err := json.Marshal(answer)
	if err != nil {
		s.log.Error("sandbox cannot write its answer", "route", route.pattern, "err", err)
		return fail(plain(http.StatusInternalServerError))
	}
	if c.status == 0 {
		c.status = http.StatusOK
	}
	return c.status, text
}

func readList(r *http.Request) ([]any, string, *Refusal) {
	text, refusal := readAll(r.Body)
	if refusal != nil {
		return nil, "", refusal
	}
	list, err := decode[[]any](text)
	if err != nil {
		return nil, string(text), refuse(CodeInvalidJSON)
	}
	return list, string(text), nil
}
