package sandbox

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// The API for people: the calls under /sandbox/, which docs/sandbox.md describes.

const maxRequest = 1 << 20

// A personCall is one request of the API for people.
type personCall struct {
	*http.Request
	text    []byte      // the body
	header  http.Header // of the response
	person  *account    // who acts, if the path names them
	channel *Channel    // that the query names, if it must
	status  int         // of the response; zero: 200
}

// A RequestError says why the sandbox refuses a call.
type RequestError struct {
	Status int    `json:"-"`
	Reason string `json:"error"`
}

func (c *RequestError) Error() string { return c.Reason }

type personHandler func(*personCall) (any, error)

// servePeople returns the API for people.
func (s *Server) servePeople() http.Handler {
	m := http.NewServeMux()
	for pattern, do := range map[string]personHandler{
		"GET world":                         s.locked(s.getWorld),
		"POST people":                       s.locked(with(s.addPerson)),
		"PATCH people/{person}":             s.locked(with(s.changePerson)),
		"GET people/{person}/channels":      s.locked(s.listChannels),
		"GET people/{person}/commands":      s.locked(s.inView(s.listUsable)),
		"GET people/{person}/messages":      s.locked(s.inView(s.listVisible)),
		"POST people/{person}/say":          s.locked(with(s.postSay)),
		"POST people/{person}/dm":           s.locked(s.openDM),
		"POST people/{person}/command":      s.locked(acting(s.use)),
		"POST people/{person}/autocomplete": s.locked(acting(s.autocomplete)),
		"POST people/{person}/press":        s.locked(acting(s.press)),
		"POST people/{person}/choose":       s.locked(acting(s.press)),
		"POST people/{person}/submit":       s.locked(acting(s.submit)),
		"GET faults":                        func(*personCall) (any, error) { return s.Faults(), nil },
		"POST faults":                       with(s.postFault),
		"DELETE faults/{fault}":             s.deleteFault,
		"POST gateway":                      with(s.disturbGateway),
		"GET requests":                      func(*personCall) (any, error) { return s.Exchanges(), nil },
	} {
		method, path, _ := strings.Cut(pattern, " ")
		m.HandleFunc(method+" /sandbox/"+path, s.served(do))
	}
	m.HandleFunc("GET /sandbox/people/{person}/events", s.streamEvents)
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		replyError(w, &RequestError{http.StatusNotFound, "there is no such call"})
	})
	return m
}

// guardHost refuses requests whose Host is not a name of this machine, unless the sandbox is
// public. The owner of another site can point its name at this machine, and browsers then take
// the sandbox for a part of that site. API requests may also have Discord's name as their Host,
// because bots that are redirected to the sandbox still send it.
func (s *Server) guardHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		asDiscord := host == "discord.com" && strings.HasPrefix(r.URL.Path, "/api/")
		if !isLoopback(host) && !asDiscord && !s.options.Public {
			replyError(w, &RequestError{http.StatusForbidden, "this machine is not known by that name; use the address that the sandbox prints, or start it with --public"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

func replyError(w http.ResponseWriter, err error) {
	status := http.StatusBadRequest
	if e, ok := errors.AsType[*RequestError](err); ok {
		status = e.Status
	}
	reply(w, status, map[string]string{"error": err.Error()})
}

// newPersonCall reads the body of a call and finds the person who acts. It refuses calls from web
// pages of other sites, by the Origin that browsers send.
func (s *Server) newPersonCall(w http.ResponseWriter, r *http.Request) (c *personCall, err error) {
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Host != r.Host {
			return nil, &RequestError{http.StatusForbidden, "pages from elsewhere may not act here"}
		}
	}
	c = &personCall{Request: r, header: w.Header()}
	if named := r.PathValue("person"); named != "" {
		id, _ := ParseID(named)
		s.mu.Lock()
		c.person = s.world.Users[id]
		s.mu.Unlock()
		if c.person == nil || c.person.Bot {
			return nil, &RequestError{http.StatusNotFound, "there is no such person"}
		}
	}
	c.text, err = io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	return c, err
}

// query returns the id that the query has under a key, or 0.
func (c *personCall) query(key string) ID {
	id, _ := ParseID(c.URL.Query().Get(key))
	return id
}

// served serves a call. If the bot responds to it, it waits for that unless it is told not to.
func (s *Server) served(do personHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var answer any
		c, err := s.newPersonCall(w, r)
		if err == nil {
			answer, err = do(c)
		}
		if err != nil {
			replyError(w, err)
			return
		}
		if i, ok := answer.(*interaction); ok {
			select {
			case <-i.done:
				answer = i.response
			case <-r.Context().Done():
				return
			}
		}
		reply(w, cmp.Or(c.status, http.StatusOK), answer)
	}
}

// locked does a call under the lock.
func (s *Server) locked(do personHandler) personHandler {
	return func(c *personCall) (any, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		answer, err := do(c)
		if _, waits := answer.(*interaction); waits || err != nil {
			return answer, err
		}
		text, err := json.Marshal(answer)
		return json.RawMessage(text), err
	}
}

// with does a call with its body.
func with[T any](do func(*personCall, T) (any, error)) personHandler {
	return func(c *personCall) (any, error) {
		d := json.NewDecoder(bytes.NewReader(c.text))
		d.UseNumber()
		d.DisallowUnknownFields()
		var in T
		if err := d.Decode(&in); err != nil {
			return nil, err
		}
		return do(c, in)
	}
}

// acting does something to which the bot responds.
func acting[T any](do func(ID, T) (*interaction, error)) personHandler {
	return with(func(c *personCall, act T) (any, error) {
		var request struct {
			NoWait bool `json:"no_wait"`
		}
		if err := json.Unmarshal(c.text, &request); err != nil {
			return nil, err
		}
		i, err := do(c.person.ID, act)
		if err == nil && request.NoWait {
			c.status = http.StatusAccepted
			return Response{Interaction: i.id, Kind: "waiting"}, nil
		}
		return i, err
	})
}

// inView does a call about a channel that the person sees.
func (s *Server) inView(do personHandler) personHandler {
	return func(c *personCall) (_ any, err error) {
		if c.channel, err = s.seenBy(c.person.ID, c.query("channel")); err != nil {
			return nil, &RequestError{http.StatusNotFound, err.Error()}
		}
		return do(c)
	}
}

// World lists everything that exists, so that a script can find the ids.
type World struct {
	App       User          `json:"app"`
	PublicKey string        `json:"public_key"`
	People    []UserView    `json:"people"`
	Guilds    []GuildView   `json:"guilds"`
	Channels  []ChannelView `json:"channels"`
	Locales   []string      `json:"locales"`   // that people can choose
	Connected int           `json:"connected"` // sessions of the bot at the gateway
}

// GuildView is a server with who is in it.
type GuildView struct {
	ID      ID     `json:"id"`
	Name    string `json:"name"`
	Owner   ID     `json:"owner"`
	Members []ID   `json:"members"`
}

func (s *Server) getWorld(*personCall) (any, error) {
	world := World{
		App: s.user(s.world.App.ID), PublicKey: hex.EncodeToString(s.PublicKey()), Locales: locales,
		People: []UserView{}, Guilds: []GuildView{}, Channels: []ChannelView{}, Connected: s.connected(),
	}
	for _, id := range sortedKeys(s.world.Users) {
		if a := s.world.Users[id]; !a.Bot {
			world.People = append(world.People, a.view())
		}
	}
	for _, id := range sortedKeys(s.world.Guilds) {
		g := s.world.Guilds[id]
		world.Guilds = append(world.Guilds, GuildView{g.ID, g.Name, g.Owner, sortedKeys(g.Members)})
	}
	for _, id := range sortedKeys(s.world.Channels) {
		world.Channels = append(world.Channels, s.world.Channels[id].summary())
	}
	return world, nil
}

func (s *Server) addPerson(c *personCall, asked struct {
	Name      string `json:"name"`
	Locale    string `json:"locale"`
	Installed bool   `json:"installed"`
	Guilds    []ID   `json:"guilds"`
}) (any, error) {
	for _, g := range asked.Guilds {
		if s.world.Guilds[g] == nil {
			return nil, newError(CodeUnknownGuild)
		}
	}
	locale := cmp.Or(asked.Locale, "en-US")
	if err := checkLocale(locale); err != nil {
		return nil, err
	}
	a, err := s.addUser(asked.Name)
	if err != nil {
		return nil, err
	}
	a.Locale, a.Installed = locale, asked.Installed
	for _, g := range asked.Guilds {
		s.join(s.world.Guilds[g], a.ID)
	}
	c.status = http.StatusCreated
	return a.view(), nil
}

// changePerson changes what a person has chosen.
func (s *Server) changePerson(c *personCall, change UserChange) (any, error) {
	a := c.person
	if change.Locale != nil {
		if err := checkLocale(*change.Locale); err != nil {
			return nil, err
		}
		a.Locale = *change.Locale
	}
	if change.Installed != nil {
		a.Installed = *change.Installed
	}
	if change.ClosedDMs != nil {
		a.ClosedDMs = *change.ClosedDMs
	}
	s.publish(&Event{Kind: "people"})
	return a.view(), nil
}

func (s *Server) listChannels(c *personCall) (any, error) {
	list := []ChannelView{}
	for _, id := range sortedKeys(s.world.Channels) {
		if channel, err := s.seenBy(c.person.ID, id); err == nil {
			list = append(list, s.channelFor(channel, c.person.ID))
		}
	}
	return list, nil
}

func (s *Server) listUsable(c *personCall) (any, error) {
	list := []Command{}
	for _, command := range s.usable(c.person.ID, c.channel) {
		shown := *command
		shown.NameLocalized, shown.DescriptionLocalized = shown.NameLocalizations[c.person.Locale], shown.DescriptionLocalizations[c.person.Locale]
		list = append(list, shown)
	}
	return list, nil
}

func (s *Server) listVisible(c *personCall) (any, error) {
	after, before := c.query("after"), c.query("before")
	limit, err := strconv.Atoi(c.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > maxMessages {
		limit = 50
	}
	list := []*MessageView{}
	for _, m := range c.channel.Messages {
		if m.ID > after && (before == 0 || m.ID < before) && m.visible(c.person.ID) {
			list = append(list, c.channel.view(m, c.person.ID))
		}
	}
	// A client that follows the events can tell which of them are in this list.
	c.header.Set("Last-Event-ID", strconv.Itoa(s.lastEvent))
	return list[max(0, len(list)-limit):], nil
}

func (s *Server) postSay(c *personCall, asked struct {
	Channel ID     `json:"channel"`
	Content string `json:"content"`
}) (any, error) {
	channel, m, err := s.say(c.person.ID, asked.Channel, asked.Content)
	if err != nil {
		return nil, err
	}
	c.status = http.StatusCreated
	return channel.view(m, c.person.ID), nil
}

func (s *Server) openDM(c *personCall) (any, error) {
	channel, err := s.directChannel(c.person.ID)
	if err != nil {
		return nil, err
	}
	return s.channelFor(channel, c.person.ID), nil
}

func (s *Server) postFault(c *personCall, f Fault) (any, error) {
	c.status = http.StatusCreated
	id, err := s.AddFault(f)
	return map[string]int{"id": id}, err
}

func (s *Server) deleteFault(c *personCall) (any, error) {
	id, _ := strconv.Atoi(c.PathValue("fault"))
	happened := s.RemoveFault(id)
	if happened < 0 {
		return nil, &RequestError{http.StatusNotFound, "there is no such fault"}
	}
	return map[string]int{"happened": happened}, nil
}

// disturbGateway does something to the gateway's connections, at once.
func (s *Server) disturbGateway(_ *personCall, asked struct {
	Do   string `json:"do"`
	Code int    `json:"code"`
}) (any, error) {
	if err := checkClose(asked.Code); err != nil {
		return nil, err
	}
	switch asked.Do {
	case "hangup":
		s.Hangup(asked.Code)
	case "reconnect":
		s.AskReconnect()
	case "invalidate":
		s.Invalidate(false)
	default:
		return nil, errors.New("there are hangup, reconnect and invalidate")
	}
	return map[string]int{"connected": s.Sessions()}, nil
}
