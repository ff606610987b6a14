package sandbox

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
)

// A route is one call of an HTTP API: of Discord's, or of that for people, which has no limits.
type route struct {
	pattern   string                            // without the version
	find      func(*Server, *call) error        // finds what the path names, and checks that it may be used
	do        func(*Server, *call) (any, error) // a nil result has the status 204
	limit     rateLimit                         // usualLimit if it is zero
	open      bool                              // needs no token of the bot, and is outside the global limit
	unlimited bool                              // has no limit at all
	bodiless  bool                              // reads no body
}

// A call is one request to a route, with what its path names.
type call struct {
	*http.Request
	body   body
	header http.Header // of the response
	status int         // of the response; zero: 200

	person      *account // who acts
	guild       *Guild
	channel     *Channel
	may         Permissions // of the bot in the channel
	message     *message
	interaction *interaction // to which a response is given, or whose response a person waits for
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
	{pattern: "GET /guilds/{guild}/channels", find: inGuild, do: (*Server).listGuildChannels},
	{pattern: "GET /guilds/{guild}/members/{user}", find: inGuild, do: (*Server).getGuildMember},

	{pattern: "PUT /guilds/{guild}/members/{user}/roles/{role}", find: inGuild, do: byBot((*Member).hold), bodiless: true},
	{pattern: "DELETE /guilds/{guild}/members/{user}/roles/{role}", find: inGuild, do: byBot((*Member).lose)},

	{pattern: "GET /guilds/{guild}/scheduled-events", find: inGuild, do: (*Server).listEvents},
	{pattern: "POST /guilds/{guild}/scheduled-events", find: inGuild, do: (*Server).createEvent},
	{pattern: "PATCH /guilds/{guild}/scheduled-events/{event}", find: inGuild, do: (*Server).changeEvent},
	{pattern: "DELETE /guilds/{guild}/scheduled-events/{event}", find: inGuild, do: (*Server).deleteEvent},

	{pattern: "GET /channels/{channel}", find: inChannel, do: (*Server).getChannel},
	{pattern: "POST /channels/{channel}/threads", find: inChannel, do: (*Server).createThread},
	{pattern: "GET /channels/{channel}/messages", find: inChannel, do: (*Server).listMessages},
	{pattern: "POST /channels/{channel}/messages", find: inChannel, do: (*Server).createMessage, limit: sendLimit},
	{pattern: "GET /channels/{channel}/messages/{message}", find: ofMessage, do: (*Server).getMessage},
	{pattern: "PATCH /channels/{channel}/messages/{message}", find: ofMessage, do: (*Server).editMessage, limit: sendLimit},
	{pattern: "DELETE /channels/{channel}/messages/{message}", find: ofMessage, do: (*Server).deleteMessage},

	{pattern: "POST /interactions/{interaction}/{token}/callback", find: ofInteraction, do: (*Server).callback, open: true, unlimited: true},
	{pattern: "POST /webhooks/{application}/{token}", find: ofToken, do: (*Server).followUp, open: true, limit: webhookLimit},
	{pattern: "GET /webhooks/{application}/{token}/messages/{message}", find: ofResponse, do: (*Server).getResponse, open: true, limit: webhookLimit},
	{pattern: "PATCH /webhooks/{application}/{token}/messages/{message}", find: ofResponse, do: (*Server).editResponse, open: true, limit: webhookLimit},
	{pattern: "DELETE /webhooks/{application}/{token}/messages/{message}", find: ofResponse, do: (*Server).deleteResponse, open: true, limit: webhookLimit},
}

// routes returns everything that is served at one address.
func (s *Server) routes() http.Handler {
	calls := http.NewServeMux()
	for _, r := range api {
		calls.HandleFunc(r.pattern, func(w http.ResponseWriter, req *http.Request) { s.serveCall(w, req, &r) })
	}
	calls.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.observe(Exchange{At: s.clock.Now(), Route: "none", Path: r.Method + " " + r.URL.Path, Status: http.StatusNotFound})
		reply(w, http.StatusNotFound, statusError(http.StatusNotFound))
	})
	all := http.NewServeMux()
	all.Handle("/api/v9/", http.StripPrefix("/api/v9", calls))
	all.Handle("/api/v10/", http.StripPrefix("/api/v10", calls))
	all.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		reply(w, http.StatusBadRequest, newError(CodeInvalidAPIVersion))
	})
	all.HandleFunc("GET /gateway", s.serveGateway)
	all.HandleFunc("GET /gateway/", s.serveGateway)
	all.HandleFunc("GET "+attachmentsPath+"{channel}/{id}/{name}", s.serveAttachment)
	all.Handle("/sandbox/", http.StripPrefix("/sandbox", s.peopleRoutes()))
	if s.options.Page != nil {
		all.Handle("/", s.options.Page)
	}
	return s.guard(all)
}

// reply responds with a value as JSON.
func reply(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		status, text = failure(err)
	}
	write(w, status, text)
}

func write(w http.ResponseWriter, status int, text []byte) {
	if status != http.StatusNoContent {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	w.Write(text)
}

// serveCall does one call, unless a fault happens to it, and records the exchange.
func (s *Server) serveCall(w http.ResponseWriter, r *http.Request, route *route) {
	e := Exchange{At: s.clock.Now(), Route: route.pattern, Path: r.URL.RequestURI()}
	fault := s.requestFault(r.Method, r.URL.Path)
	var text []byte
	if fault != nil {
		e.Fault = fault.ID
		e.Status, text = s.failRequest(fault, w, r)
	}
	if e.Status == 0 {
		var err error
		if e.Status, text, err = s.answerCall(w, r, route, &e); err != nil {
			e.Status, text = failure(err)
		}
	}
	e.Response = string(text)
	s.observe(e)
	if fault != nil && fault.Do == Lose {
		panic(http.ErrAbortHandler)
	}
	write(w, e.Status, text)
}

// answerCall checks token, body and rate limit of a call, in this order, and does it under the lock.
func (s *Server) answerCall(w http.ResponseWriter, r *http.Request, route *route, e *Exchange) (status int, text []byte, err error) {
	if !route.open && r.Header.Get("Authorization") != "Bot "+s.Token() {
		return 0, nil, statusError(http.StatusUnauthorized)
	}
	c := &call{Request: r, header: w.Header(), body: body{at: newCheck()}}
	if route.hasBody(r.Method) {
		c.body, err = route.readBody(r.Method, r.Header.Get("Content-Type"), r.Body)
		e.Request, e.Files = string(c.body.text), len(c.body.files)
		c.body.listed = c.body.listed && !strings.Contains(r.RequestURI, "/api/v9/")
		if err != nil {
			return 0, nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed() {
		return 0, nil, statusError(http.StatusServiceUnavailable)
	}
	if !s.options.Limits.Off && !route.unlimited {
		if wait, global, refused := s.limiter.admit(w.Header(), s.clock.Now(), s.isMoved(), route, r); refused {
			return http.StatusTooManyRequests, tooMany(w, wait, global), nil
		}
	}
	if r.Method != http.MethodGet {
		s.scheduleSave()
	}
	return s.do(c, route)
}

func (r *route) hasBody(method string) bool {
	return method != http.MethodGet && method != http.MethodDelete && !r.bodiless
}

// readBody reads the body of a call.
func (r *route) readBody(method, contentType string, in io.Reader) (body, error) {
	b, err := readBody(contentType, in)
	b.listed = method == http.MethodPatch || r.unlimited
	if isList := b.list != nil; err == nil && isList != (method == http.MethodPut) {
		err = newError(CodeInvalidJSON)
	}
	return b, err
}

// do does a call. Like most methods, it needs the lock.
func (s *Server) do(c *call, route *route) (status int, text []byte, err error) {
	if route.find != nil {
		if err := route.find(s, c); err != nil {
			return 0, nil, err
		}
	}
	result, err := route.do(s, c)
	if result == nil || err != nil {
		return http.StatusNoContent, nil, err
	}
	text, err = json.Marshal(result)
	return cmp.Or(c.status, http.StatusOK), text, err
}

// failure returns the status and the body of the response to a call that went wrong.
func failure(err error) (status int, text []byte) {
	e, ok := errors.AsType[*APIError](err)
	if !ok {
		e = statusError(http.StatusInternalServerError)
	}
	text, _ = e.MarshalJSON()
	return e.Status, text
}
