package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

// A route is one call of Discord's HTTP API.
type route struct {
	pattern     string                            // without the version
	find        func(*Server, *call) error        // finds what the path names, and checks that the bot may use it
	do          func(*Server, *call) (any, error) // a nil answer has the status 204
	limit       rateLimit
	open        bool // needs no token of the bot: the path holds one
	interaction bool // outside the global limit
	unlimited   bool // without a rate limit of its own either
}

// A call is one request to a route, with what its path names.
type call struct {
	*http.Request
	body    body
	created bool // the status of the answer is 201

	guild       *Guild
	channel     *Channel
	may         Permissions // of the bot in the channel
	message     *message
	interaction *interaction
}

func (c *call) id(name string) ID {
	id, _ := ParseID(c.PathValue(name))
	return id
}

// api lists all calls that are served.
var api = []route{
	{pattern: "GET /gateway", do: (*Server).getGateway, open: true, unlimited: true},
	{pattern: "GET /gateway/bot", do: (*Server).getGatewayBot},
	{pattern: "GET /users/@me", do: (*Server).getMe},
	{pattern: "POST /users/@me/channels", do: (*Server).createDM},
	{pattern: "GET /applications/@me", do: (*Server).getApplication},
	{pattern: "PATCH /applications/@me", do: (*Server).editApplication},

	{pattern: "GET /applications/{application}/commands", find: ofApplication, do: (*Server).listCommands},
	{pattern: "PUT /applications/{application}/commands", find: ofApplication, do: (*Server).overwriteCommands},

	{pattern: "GET /guilds/{guild}", find: inGuild, do: (*Server).getGuild},
	{pattern: "GET /guilds/{guild}/members/{user}", find: inGuild, do: (*Server).getGuildMember},

	{pattern: "GET /channels/{channel}", find: inChannel, do: (*Server).getChannel},
	{pattern: "POST /channels/{channel}/threads", find: inChannel, do: (*Server).createThread},
	{pattern: "GET /channels/{channel}/messages", find: inChannel, do: (*Server).listMessages},
	{pattern: "POST /channels/{channel}/messages", find: inChannel, do: (*Server).createMessage, limit: sendLimit},
	{pattern: "GET /channels/{channel}/messages/{message}", find: ofMessage, do: (*Server).getMessage},
	{pattern: "PATCH /channels/{channel}/messages/{message}", find: ofMessage, do: (*Server).editMessage, limit: sendLimit},

	{pattern: "POST /interactions/{interaction}/{token}/callback", find: ofInteraction, do: (*Server).callback, open: true, interaction: true, unlimited: true},
	{pattern: "POST /webhooks/{application}/{token}", find: ofToken, do: (*Server).followUp, open: true, interaction: true, limit: webhookLimit},
	{pattern: "GET /webhooks/{application}/{token}/messages/{message}", find: ofResponse, do: (*Server).getResponse, open: true, interaction: true, limit: webhookLimit},
	{pattern: "PATCH /webhooks/{application}/{token}/messages/{message}", find: ofResponse, do: (*Server).editResponse, open: true, interaction: true, limit: webhookLimit},
	{pattern: "DELETE /webhooks/{application}/{token}/messages/{message}", find: ofResponse, do: (*Server).deleteResponse, open: true, interaction: true, limit: webhookLimit},
}

// routes returns everything that is served at one address.
func (s *Server) routes() http.Handler {
	calls := http.NewServeMux()
	for _, r := range api {
		if r.limit == (rateLimit{}) {
			r.limit = usualLimit
		}
		calls.HandleFunc(r.pattern, func(w http.ResponseWriter, req *http.Request) { s.serveCall(w, req, &r) })
	}
	calls.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.observe(Exchange{At: s.clock.Now(), Route: "none", Path: r.Method + " " + r.URL.Path, Status: http.StatusNotFound})
		reply(w, http.StatusNotFound, statusError(http.StatusNotFound))
	})
	all := http.NewServeMux()
	all.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		version, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/api/"), "/")
		if version != "v9" && version != "v10" {
			reply(w, http.StatusBadRequest, newError(CodeInvalidAPIVersion))
			return
		}
		r2 := r.Clone(r.Context())
		r2.URL.Path, r2.URL.RawPath = "/"+path, ""
		r2.SetPathValue("version", version)
		calls.ServeHTTP(w, r2)
	})
	all.HandleFunc("GET /gateway", s.serveGateway)
	all.HandleFunc("GET /gateway/", s.serveGateway)
	all.HandleFunc("GET "+attachmentsPath+"{channel}/{id}/{name}", s.serveAttachment)
	all.Handle("/sandbox/", s.servePeople())
	if s.options.Page != nil {
		all.Handle("/", s.options.Page)
	}
	return s.guardHost(all)
}

// reply answers with a value as JSON.
func reply(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"message":"500: Internal Server Error","code":0}`)
	}
	write(w, status, text)
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

// serveCall answers one call, unless a fault happens to it, and records the exchange.
func (s *Server) serveCall(w http.ResponseWriter, r *http.Request, route *route) {
	e := Exchange{At: s.clock.Now(), Route: route.pattern, Path: r.URL.RequestURI()}
	fault := s.requestFault(r.Method, r.URL.Path)
	var text []byte
	if fault != nil {
		e.Fault = fault.ID
		e.Status, text = s.failRequest(fault, w, r)
	}
	if e.Status == 0 {
		e.Status, text = s.answerCall(w, r, route, &e)
	}
	e.Response = string(text)
	s.observe(e)
	if fault != nil && fault.Do == Lose {
		panic(http.ErrAbortHandler)
	}
	write(w, e.Status, text)
}

// answerCall checks token, body and rate limit of a call, in this order, and does it under the lock.
func (s *Server) answerCall(w http.ResponseWriter, r *http.Request, route *route, e *Exchange) (int, []byte) {
	if !route.open && r.Header.Get("Authorization") != "Bot "+s.Token() {
		return failure(statusError(http.StatusUnauthorized))
	}
	c := &call{Request: r, body: body{at: newCheck()}}
	if r.Method != http.MethodGet && r.Method != http.MethodDelete {
		var err error
		c.body, err = readBody(r.Header.Get("Content-Type"), r.Body)
		e.Request, e.Files = string(c.body.text), len(c.body.files)
		c.body.listed = r.PathValue("version") != "v9" && (r.Method == http.MethodPatch || route.unlimited)
		if isList := c.body.list != nil; err == nil && isList != (r.Method == http.MethodPut) {
			err = newError(CodeInvalidJSON)
		}
		if err != nil {
			return failure(err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed() {
		return failure(statusError(http.StatusServiceUnavailable))
	}
	resource := strings.Join([]string{r.PathValue("channel"), r.PathValue("guild"), r.PathValue("application"), r.PathValue("token")}, "/")
	if !s.options.Limits.Off {
		if wait, global, refused := s.limiter.admit(w.Header(), s.clock.Now(), route, resource); refused {
			return http.StatusTooManyRequests, tooMany(w, wait, global)
		}
	}
	if route.find != nil {
		if err := route.find(s, c); err != nil {
			return failure(err)
		}
	}
	answer, err := route.do(s, c)
	if err != nil {
		return failure(err)
	}
	if answer == nil {
		return http.StatusNoContent, nil
	}
	text, err := json.Marshal(answer)
	if err != nil {
		s.log.Error("sandbox cannot write its answer", "route", route.pattern, "err", err)
		return failure(err)
	}
	if c.created {
		return http.StatusCreated, text
	}
	return http.StatusOK, text
}

// failure returns what answers a call that went wrong.
func failure(err error) (status int, text []byte) {
	e, ok := errors.AsType[*APIError](err)
	if !ok {
		e = statusError(http.StatusInternalServerError)
	}
	text, _ = e.MarshalJSON()
	return e.Status, text
}
