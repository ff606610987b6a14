package sandbox

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The API for people: the calls under /sandbox/, which docs/sandbox.md describes.

const maxRequest = 1 << 20

// A RequestError says why the sandbox refuses a call.
type RequestError struct {
	Status int    `json:"-"`
	Reason string `json:"error"`
}

func (c *RequestError) Error() string { return c.Reason }

// peopleAPI lists all calls that people make, except the stream of events.
var peopleAPI = []route{
	{pattern: "GET /world", do: (*Server).getWorld},
	{pattern: "POST /people", do: with((*Server).addPerson)},
	{pattern: "PATCH /people/{person}", find: ofPerson, do: with((*Server).changePerson)},
	{pattern: "GET /people/{person}/channels", find: ofPerson, do: (*Server).listChannels},
	{pattern: "GET /people/{person}/commands", find: inView, do: (*Server).listUsable},
	{pattern: "GET /people/{person}/messages", find: inView, do: (*Server).listVisible},
	{pattern: "POST /people/{person}/say", find: ofPerson, do: with((*Server).say)},
	{pattern: "POST /people/{person}/dm", find: ofPerson, do: (*Server).openDM},
	{pattern: "PUT /people/{person}/roles/{role}", find: ofPerson, do: byOwner((*Member).hold)},
	{pattern: "DELETE /people/{person}/roles/{role}", find: ofPerson, do: byOwner((*Member).lose)},
	{pattern: "POST /people/{person}/command", find: ofPerson, do: acting((*Server).use)},
	{pattern: "POST /people/{person}/autocomplete", find: ofPerson, do: acting((*Server).autocomplete)},
	{pattern: "POST /people/{person}/press", find: ofPerson, do: acting((*Server).press)},
	{pattern: "POST /people/{person}/submit", find: ofPerson, do: acting((*Server).submit)},
	{pattern: "POST /clock", do: with((*Server).moveClock)},
	{pattern: "PUT /guilds/{guild}/bot", find: ofGuild, do: (*Server).addBot},
	{pattern: "DELETE /guilds/{guild}/bot", find: ofGuild, do: (*Server).removeBot},
	{pattern: "GET /faults", do: (*Server).listFaults},
	{pattern: "POST /faults", do: with((*Server).addFault)},
	{pattern: "DELETE /faults/{fault}", do: (*Server).removeFault},
	{pattern: "POST /gateway", do: with((*Server).disturbGateway)},
	{pattern: "GET /requests", do: (*Server).listExchanges},
}

// peopleRoutes returns the API for people.
func (s *Server) peopleRoutes() http.Handler {
	m := http.NewServeMux()
	for _, r := range peopleAPI {
		m.HandleFunc(r.pattern, func(w http.ResponseWriter, req *http.Request) { s.servePerson(w, req, &r) })
	}
	m.HandleFunc("GET /people/{person}/events", s.streamEvents)
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		replyError(w, &RequestError{http.StatusNotFound, "there is no such call"})
	})
	return m
}

// guard refuses requests whose Host is not a name of this machine, unless the sandbox is public. The owner
// of another site can point its name at this machine, and browsers then take the sandbox for a part of that
// site. API requests may also have Discord's name as their Host, because bots that are redirected to the
// sandbox still send it. It also refuses calls for people from web pages of other sites, by the Origin that
// browsers send.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		asDiscord := host == "discord.com" && strings.HasPrefix(r.URL.Path, "/api/")
		origin := r.Header.Get("Origin")
		from, err := url.Parse(origin)
		fromElsewhere := origin != "" && (err != nil || from.Host != r.Host)
		switch {
		case !isLoopback(host) && !asDiscord && !s.options.Public:
			replyError(w, &RequestError{http.StatusForbidden,
				"this machine is not known by that name; use the address that the sandbox prints, or start it with --public"})
		case fromElsewhere && strings.HasPrefix(r.URL.Path, "/sandbox/"):
			replyError(w, &RequestError{http.StatusForbidden, "pages from elsewhere may not act here"})
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func replyError(w http.ResponseWriter, err error) {
	status := http.StatusBadRequest
	if e, ok := errors.AsType[*RequestError](err); ok {
		status = e.Status
	}
	reply(w, status, map[string]string{"error": err.Error()})
}

// servePerson does one call for people. It waits for the response if the bot must give one.
func (s *Server) servePerson(w http.ResponseWriter, r *http.Request, route *route) {
	c := &call{Request: r, header: w.Header()}
	status, text, err := s.answerPerson(w, c, route)
	switch {
	case err != nil:
		replyError(w, err)
	case c.interaction == nil:
		write(w, status, text)
	default:
		select {
		case <-c.interaction.done:
			reply(w, http.StatusOK, c.interaction.response)
		case <-r.Context().Done():
		}
	}
}

// answerPerson reads the body of a call, and does the call under the lock.
func (s *Server) answerPerson(w http.ResponseWriter, c *call, route *route) (status int, text []byte, err error) {
	if c.body.text, err = io.ReadAll(http.MaxBytesReader(w, c.Body, maxRequest)); err != nil {
		return 0, nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	status, text, err = s.do(c, route)
	// A client that follows the events can tell which of them are in the response.
	c.header.Set("Last-Event-ID", strconv.Itoa(s.lastEvent))
	return status, text, err
}

// query returns the id that the query has under a key, or 0.
func (c *call) query(key string) ID {
	id, _ := ParseID(c.URL.Query().Get(key))
	return id
}

// ofPerson finds the person who acts.
func ofPerson(s *Server, c *call) error {
	c.person = s.world.Users[c.id("person")]
	if c.person == nil || c.person.Bot {
		return &RequestError{http.StatusNotFound, "there is no such person"}
	}
	return nil
}

// inView finds the person who acts, and the channel that the query names.
func inView(s *Server, c *call) (err error) {
	if err = ofPerson(s, c); err == nil {
		if c.channel, err = s.seenBy(c.person.ID, c.query("channel")); err != nil {
			err = &RequestError{http.StatusNotFound, err.Error()}
		}
	}
	return err
}

// with does a call with its body.
func with[T any](do func(*Server, *call, T) (any, error)) func(*Server, *call) (any, error) {
	return func(s *Server, c *call) (any, error) {
		d := json.NewDecoder(bytes.NewReader(c.body.text))
		d.UseNumber()
		d.DisallowUnknownFields()
		var in T
		if err := d.Decode(&in); err != nil {
			return nil, err
		}
		return do(s, c, in)
	}
}

// acting does something to which the bot responds.
func acting[T any](do func(*Server, ID, T) (*interaction, error)) func(*Server, *call) (any, error) {
	return with(func(s *Server, c *call, act T) (any, error) {
		var request struct {
			NoWait bool `json:"no_wait"`
		}
		if err := json.Unmarshal(c.body.text, &request); err != nil {
			return nil, err
		}
		i, err := do(s, c.person.ID, act)
		if err == nil && request.NoWait {
			c.status = http.StatusAccepted
			return Response{Interaction: i.id, Kind: "waiting"}, nil
		}
		c.interaction = i
		return nil, err
	})
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
	Now       string        `json:"now"`
}

// GuildView is a server with who is in it.
type GuildView struct {
	ID      ID         `json:"id"`
	Name    string     `json:"name"`
	Owner   ID         `json:"owner"`
	Members []ID       `json:"members"`
	Roles   []RoleView `json:"roles"` // the highest first
}

func (s *Server) getWorld(*call) (any, error) {
	world := World{
		App: s.user(s.world.App.ID), PublicKey: hex.EncodeToString(s.PublicKey()), Locales: locales,
		People: []UserView{}, Guilds: []GuildView{}, Channels: []ChannelView{}, Connected: s.connected(), Now: stamp(s.Now()),
	}
	for _, id := range sortedKeys(s.world.Users) {
		if a := s.world.Users[id]; !a.Bot {
			world.People = append(world.People, a.view())
		}
	}
	for _, id := range sortedKeys(s.world.Guilds) {
		g := s.world.Guilds[id]
		world.Guilds = append(world.Guilds, GuildView{g.ID, g.Name, g.Owner, sortedKeys(g.Members), g.roleViews()})
	}
	for _, id := range sortedKeys(s.world.Channels) {
		world.Channels = append(world.Channels, s.world.Channels[id].summary())
	}
	return world, nil
}

func (s *Server) addPerson(c *call, asked struct {
	Name   string `json:"name"`
	Guilds []ID   `json:"guilds"`
	UserChange
}) (any, error) {
	for _, g := range asked.Guilds {
		if s.world.Guilds[g] == nil {
			return nil, newError(CodeUnknownGuild)
		}
	}
	if err := asked.check(); err != nil {
		return nil, err
	}
	var err error
	if c.person, err = s.addUser(asked.Name); err != nil {
		return nil, err
	}
	for _, g := range asked.Guilds {
		s.join(s.world.Guilds[g], c.person.ID, s.clock.Now())
	}
	c.status = http.StatusCreated
	return s.changePerson(c, asked.UserChange)
}

// changePerson changes what a person has chosen.
func (s *Server) changePerson(c *call, change UserChange) (any, error) {
	if err := change.check(); err != nil {
		return nil, err
	}
	a := c.person
	a.Locale = *cmp.Or(change.Locale, &a.Locale)
	a.Installed = *cmp.Or(change.Installed, &a.Installed)
	a.ClosedDMs = *cmp.Or(change.ClosedDMs, &a.ClosedDMs)
	s.publish(&Event{Kind: "people"})
	return a.view(), nil
}

func (s *Server) listChannels(c *call) (any, error) {
	list := []ChannelView{}
	for _, id := range sortedKeys(s.world.Channels) {
		if channel, err := s.seenBy(c.person.ID, id); err == nil {
			list = append(list, s.channelFor(channel, c.person.ID))
		}
	}
	return list, nil
}

func (s *Server) listUsable(c *call) (any, error) {
	list := []Command{}
	for _, command := range s.usable(c.person.ID, c.channel) {
		shown := *command
		shown.NameLocalized, shown.DescriptionLocalized = shown.NameLocalizations[c.person.Locale], shown.DescriptionLocalizations[c.person.Locale]
		list = append(list, shown)
	}
	return list, nil
}

func (s *Server) listVisible(c *call) (any, error) {
	after := c.query("after")
	limit, err := strconv.Atoi(c.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > maxMessages {
		limit = 50
	}
	list := []*MessageView{}
	for _, m := range c.channel.Messages {
		if m.ID > after && m.visible(c.person.ID) {
			list = append(list, c.channel.view(m, c.person.ID))
		}
	}
	return list[max(0, len(list)-limit):], nil
}

// say sends a plain message of a person.
func (s *Server) say(c *call, asked struct {
	Channel ID       `json:"channel"`
	Content string   `json:"content"`
	Files   []Upload `json:"files"`
}) (any, error) {
	who := c.person.ID
	channel, err := s.seenBy(who, asked.Channel)
	if err != nil {
		return nil, err
	}
	if !s.world.may(who, channel).has(channel.sends()) {
		return nil, errors.New("you may not write here")
	}
	isEmpty := strings.TrimSpace(asked.Content) == "" && len(asked.Files) == 0
	if n := utf8.RuneCountInString(asked.Content); isEmpty || n > maxContent {
		return nil, fmt.Errorf("a message has 1 to %d characters, or files", maxContent)
	}
	if len(asked.Files) > maxFiles {
		return nil, fmt.Errorf("a message has %d files at most", maxFiles)
	}
	d := &draft{message: message{Message: Message{Author: s.user(who), Content: asked.Content}}, pings: pingable(nil)}
	for _, u := range asked.Files {
		f := s.newFile(channel.ID, upload{name: fileName(u.Name), bytes: u.Content}, "", false)
		d.files, d.Files = append(d.files, f), append(d.Files, f.Attachment)
	}
	c.status = http.StatusCreated
	return channel.view(s.send(channel, d), who), nil
}

func (s *Server) openDM(c *call) (any, error) {
	channel, err := s.directChannel(c.person.ID)
	if err != nil {
		return nil, err
	}
	return s.channelFor(channel, c.person.ID), nil
}
