package sandbox

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// desk is where people come in: the calls under /sandbox/, of which docs/sandbox.md
// tells.
type desk struct{ s *Server }

const maxRequest = 1 << 20

func (s *Server) desk() http.Handler {
	d := &desk{s}
	m := http.NewServeMux()
	m.HandleFunc("GET /sandbox/world", d.showWorld)
	m.HandleFunc("POST /sandbox/people", d.addPerson)
	m.HandleFunc("PATCH /sandbox/people/{person}", d.by(d.changePerson))
	m.HandleFunc("GET /sandbox/people/{person}/channels", d.by(d.listChannels))
	m.HandleFunc("GET /sandbox/people/{person}/commands", d.by(d.listCommands))
	m.HandleFunc("GET /sandbox/people/{person}/messages", d.by(d.listMessages))
	m.HandleFunc("GET /sandbox/people/{person}/events", d.by(d.streamEvents))
	m.HandleFunc("POST /sandbox/people/{person}/command", act(d, func(who ID, u Use) (*interaction, bool, error) {
		u.Focused = ""
		i, err := s.use(who, u)
		return i, u.NoWait, err
	}))
	m.HandleFunc("POST /sandbox/people/{person}/autocomplete", act(d, func(who ID, u Use) (*interaction, bool, error) {
		if u.Focused == "" {
			return nil, false, errors.New("which option is focused?")
		}
		i, err := s.use(who, u)
		return i, u.NoWait, err
	}))
	pressed := act(d, func(who ID, p Press) (*interaction, bool, error) {
		i, err := s.press(who, p)
		return i, p.NoWait, err
	})
	m.HandleFunc("POST /sandbox/people/{person}/press", pressed)
	m.HandleFunc("POST /sandbox/people/{person}/choose", pressed)
	m.HandleFunc("POST /sandbox/people/{person}/submit", act(d, func(who ID, f Submission) (*interaction, bool, error) {
		i, err := s.submit(who, f)
		return i, f.NoWait, err
	}))
	m.HandleFunc("POST /sandbox/people/{person}/say", d.by(d.say))
	m.HandleFunc("POST /sandbox/people/{person}/dm", d.by(d.openDM))
	m.HandleFunc("GET /sandbox/faults", func(w http.ResponseWriter, r *http.Request) { reply(w, 200, s.Faults()) })
	m.HandleFunc("POST /sandbox/faults", d.addFault)
	m.HandleFunc("DELETE /sandbox/faults/{fault}", d.withdrawFault)
	m.HandleFunc("POST /sandbox/gateway", d.disturb)
	m.HandleFunc("GET /sandbox/requests", func(w http.ResponseWriter, r *http.Request) { reply(w, 200, s.Exchanges()) })
	m.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		complain(w, http.StatusNotFound, errors.New("there is no such call"))
	})
	return d.guard(m)
}

// guard refuses requests from web pages of other sites, by the Origin that browsers send.
func (d *desk) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin := r.Header.Get("Origin"); origin != "" {
			if u, err := url.Parse(origin); err != nil || u.Host != r.Host {
				complain(w, http.StatusForbidden, errors.New("pages from elsewhere may not act here"))
				return
			}
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
		next.ServeHTTP(w, r)
	})
}

// named refuses requests whose Host is not a name of this machine, unless the sandbox is
// public. The owner of another site can point its name at this machine, and browsers then take
// the sandbox for a part of that site. API requests may also have Discord's name as their Host,
// because bots that are redirected to the sandbox still send it.
func (s *Server) named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		ip := net.ParseIP(strings.Trim(host, "[]"))
		ours := host == "localhost" || ip != nil && ip.IsLoopback()
		asDiscord := host == "discord.com" && strings.HasPrefix(r.URL.Path, "/api/")
		if !ours && !asDiscord && !s.options.Public {
			complain(w, http.StatusForbidden, errors.New("this machine is not known by that name; use the address that the sandbox prints, or start it with --public"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func complain(w http.ResponseWriter, status int, err error) {
	reply(w, status, map[string]string{"error": err.Error()})
}

func readJSON[T any](w http.ResponseWriter, r *http.Request) (T, bool) {
	var v T
	dec := json.NewDecoder(r.Body)
	dec.UseNumber()
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		complain(w, http.StatusBadRequest, err)
		return v, false
	}
	return v, true
}

// by makes a call of what a person does, whom the path names.
func (d *desk) by(do func(http.ResponseWriter, *http.Request, ID)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who, _ := ParseID(r.PathValue("person"))
		d.s.mu.Lock()
		a := d.s.world.Users[who]
		d.s.mu.Unlock()
		if a == nil || a.Bot {
			complain(w, http.StatusNotFound, errors.New("there is no such person"))
			return
		}
		do(w, r, who)
	}
}

// act makes a call of something that a person does and the bot answers.
func act[T any](d *desk, do func(ID, T) (*interaction, bool, error)) http.HandlerFunc {
	return d.by(func(w http.ResponseWriter, r *http.Request, who ID) {
		request, ok := readJSON[T](w, r)
		if !ok {
			return
		}
		d.s.mu.Lock()
		i, noWait, err := do(who, request)
		d.s.mu.Unlock()
		if err != nil {
			complain(w, http.StatusBadRequest, err)
			return
		}
		if noWait {
			reply(w, http.StatusAccepted, Outcome{Interaction: i.id, Kind: "waiting"})
			return
		}
		select {
		case <-i.done:
			reply(w, http.StatusOK, i.outcome)
		case <-r.Context().Done():
		}
	})
}

func (d *desk) showWorld(w http.ResponseWriter, r *http.Request) {
	s := d.s
	s.mu.Lock()
	shown := World{
		App: s.user(s.world.App.ID), PublicKey: hex.EncodeToString(s.PublicKey()), Locales: locales,
		People: []Resident{}, Guilds: []Realm{}, Channels: []Place{},
	}
	for _, id := range sortedKeys(s.world.Users) {
		if a := s.world.Users[id]; !a.Bot {
			shown.People = append(shown.People, a.resident())
		}
	}
	for _, id := range sortedKeys(s.world.Guilds) {
		g := s.world.Guilds[id]
		shown.Guilds = append(shown.Guilds, Realm{g.ID, g.Name, g.Owner, sortedKeys(g.Members)})
	}
	for _, c := range s.sortedChannels() {
		shown.Channels = append(shown.Channels, c.place())
	}
	s.mu.Unlock()
	shown.Connected = s.Sessions()
	reply(w, http.StatusOK, shown)
}

func (d *desk) addPerson(w http.ResponseWriter, r *http.Request) {
	request, ok := readJSON[struct {
		Name      string `json:"name"`
		Locale    string `json:"locale"`
		Installed bool   `json:"installed"`
		Guilds    []ID   `json:"guilds"`
	}](w, r)
	if !ok {
		return
	}
	if request.Locale != "" {
		if err := checkLocale(request.Locale); err != nil {
			complain(w, http.StatusBadRequest, err)
			return
		}
	}
	s := d.s
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, g := range request.Guilds {
		if s.world.Guilds[g] == nil {
			complain(w, http.StatusBadRequest, refuse(CodeUnknownGuild))
			return
		}
	}
	id, err := s.bear(request.Name)
	if err != nil {
		complain(w, http.StatusBadRequest, err)
		return
	}
	a := s.world.Users[id]
	a.Locale, a.Installed = cmp.Or(request.Locale, a.Locale), request.Installed
	for _, g := range request.Guilds {
		s.join(s.world.Guilds[g], id)
	}
	reply(w, http.StatusCreated, a.resident())
}

// changePerson changes what a person has chosen. What is left out stays as it is.
func (d *desk) changePerson(w http.ResponseWriter, r *http.Request, who ID) {
	request, ok := readJSON[struct {
		Locale    *string `json:"locale"`
		Installed *bool   `json:"installed"`
		ClosedDMs *bool   `json:"closed_dms"`
	}](w, r)
	if !ok {
		return
	}
	if request.Locale != nil {
		if err := checkLocale(*request.Locale); err != nil {
			complain(w, http.StatusBadRequest, err)
			return
		}
	}
	var shown Resident
	err := d.s.account(who, func(a *account) {
		if request.Locale != nil {
			a.Locale = *request.Locale
		}
		if request.Installed != nil {
			a.Installed = *request.Installed
		}
		if request.ClosedDMs != nil {
			a.ClosedDMs = *request.ClosedDMs
		}
		shown = a.resident()
	})
	if err != nil {
		complain(w, http.StatusNotFound, err)
		return
	}
	reply(w, http.StatusOK, shown)
}

func (d *desk) listChannels(w http.ResponseWriter, r *http.Request, who ID) {
	list := []Place{}
	d.s.mu.Lock()
	for _, c := range d.s.sortedChannels() {
		if d.s.world.may(who, c).has(ViewChannel) {
			list = append(list, d.s.placeFor(c, who))
		}
	}
	d.s.mu.Unlock()
	reply(w, http.StatusOK, list)
}

// place finds the channel that a call is about.
func (d *desk) place(r *http.Request, who ID) (*Channel, error) {
	id, _ := ParseID(r.URL.Query().Get("channel"))
	return d.s.seenBy(who, id)
}

func (d *desk) listCommands(w http.ResponseWriter, r *http.Request, who ID) {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	c, err := d.place(r, who)
	if err != nil {
		complain(w, http.StatusNotFound, err)
		return
	}
	list := []Command{}
	locale := d.s.world.Users[who].Locale
	for _, command := range d.s.usable(who, c) {
		shown := *command
		shown.NameLocalized, shown.DescriptionLocalized = shown.NameLocalizations[locale], shown.DescriptionIn[locale]
		list = append(list, shown)
	}
	reply(w, http.StatusOK, list)
}

func (d *desk) listMessages(w http.ResponseWriter, r *http.Request, who ID) {
	after, _ := ParseID(r.URL.Query().Get("after"))
	before, _ := ParseID(r.URL.Query().Get("before"))
	limit, err := strconv.Atoi(r.URL.Query().Get("limit"))
	if err != nil || limit < 1 || limit > maxPosts {
		limit = 50
	}
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	c, err := d.place(r, who)
	if err != nil {
		complain(w, http.StatusNotFound, err)
		return
	}
	list := []*Sight{}
	for _, p := range c.Posts {
		if p.ID > after && (before == 0 || p.ID < before) && p.visible(who) {
			list = append(list, c.sight(p, who))
		}
	}
	if len(list) > limit {
		list = list[len(list)-limit:]
	}
	// Whoever follows the events can tell which of them are in this list.
	w.Header().Set("Last-Event-ID", strconv.Itoa(d.s.lastEvent))
	reply(w, http.StatusOK, list)
}

func (d *desk) say(w http.ResponseWriter, r *http.Request, who ID) {
	request, ok := readJSON[struct {
		Channel ID     `json:"channel"`
		Content string `json:"content"`
	}](w, r)
	if !ok {
		return
	}
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	p, c, err := d.s.say(who, request.Channel, request.Content)
	if err != nil {
		complain(w, http.StatusBadRequest, err)
		return
	}
	reply(w, http.StatusCreated, c.sight(p, who))
}

func (d *desk) openDM(w http.ResponseWriter, r *http.Request, who ID) {
	d.s.mu.Lock()
	defer d.s.mu.Unlock()
	c, err := d.s.direct(who)
	if err != nil {
		complain(w, http.StatusInsufficientStorage, err)
		return
	}
	reply(w, http.StatusOK, d.s.placeFor(c, who))
}

func (d *desk) addFault(w http.ResponseWriter, r *http.Request) {
	fault, ok := readJSON[Fault](w, r)
	if !ok {
		return
	}
	id, err := d.s.Misbehave(fault)
	if err != nil {
		complain(w, http.StatusBadRequest, err)
		return
	}
	reply(w, http.StatusCreated, map[string]int{"id": id})
}

func (d *desk) withdrawFault(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.PathValue("fault"))
	happened, known := d.s.withdraw(id)
	if !known {
		complain(w, http.StatusNotFound, errors.New("there is no such fault"))
		return
	}
	reply(w, http.StatusOK, map[string]int{"happened": happened})
}

// disturb does something to the gateway's connections, at once.
func (d *desk) disturb(w http.ResponseWriter, r *http.Request) {
	request, ok := readJSON[struct {
		Do   string `json:"do"`
		Code int    `json:"code"`
	}](w, r)
	if !ok {
		return
	}
	switch request.Do {
	case "hangup":
		if err := checkClose(request.Code); err != nil {
			complain(w, http.StatusBadRequest, err)
			return
		}
		d.s.Hangup(request.Code)
	case "reconnect":
		d.s.AskReconnect()
	case "invalidate":
		d.s.Invalidate(false)
	default:
		complain(w, http.StatusBadRequest, errors.New("there are hangup, reconnect and invalidate"))
		return
	}
	reply(w, http.StatusOK, map[string]int{"connected": d.s.Sessions()})
}
