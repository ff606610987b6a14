package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
	"doublecorner/game"
	"doublecorner/internal/recent"
)

// DefaultBase is the address of Discord's API.
const DefaultBase = "https://discord.com/api/v10"

const (
	userAgent      = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + dg.VERSION + ") doublecorner" // in the form that Discord demands
	requestTimeout = 10 * time.Second
	recentPage     = 50 // messages that Recent reads at once
	maxRecentPages = 20
	threadArchive  = 3 * 24 * 60 // minutes without messages after which a thread is archived; a message unarchives it
)

// Client makes requests to Discord's HTTP API. It is safe for use by many goroutines.
type Client struct {
	base     string // the address of the API, with its version and a slash
	token    string
	http     *http.Client
	limits   *rateLimiter
	contact  contact
	tokens   *recent.Map[string, tokenAddress] // of the last interaction that sent or edited each message, by ID
	identity atomic.Pointer[identity]          // empty until FetchApp has fetched it
}

// identity is the IDs of the app and of its user, which is the author of its messages.
type identity struct{ app, user string }

// ClientConfig is what a Client needs.
type ClientConfig struct {
	// Base is the address of the API with its version. If it is empty, it is DefaultBase.
	Base  string
	Token string // without "Bot "
	// Transport makes the connections. If it is nil, it is a clone of http.DefaultTransport.
	Transport http.RoundTripper
	// Log gets an entry when Discord refuses many requests. It may be nil.
	Log *slog.Logger
	// Processes returns how many processes make requests with the token; nil: one.
	Processes func() int
}

// NewClient returns a client. It makes no request yet.
func NewClient(c ClientConfig) (*Client, error) {
	base, err := ParseBase(cmp.Or(c.Base, DefaultBase))
	if err != nil {
		return nil, fmt.Errorf("the address of Discord's API: %w", err)
	}
	if c.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, maxAcknowledging
		c.Transport = t
	}
	if c.Processes == nil {
		c.Processes = func() int { return 1 }
	}
	client := &Client{
		base: strings.TrimSuffix(base.String(), "/") + "/", token: c.Token,
		http: &http.Client{
			Timeout: requestTimeout, Transport: c.Transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		limits: newRateLimiter(time.Now, cmp.Or(c.Log, slog.New(slog.DiscardHandler)), c.Processes), tokens: recent.NewMap[string, tokenAddress](maxTokens),
	}
	client.identity.Store(&identity{})
	return client, nil
}

// ParseBase reads the address of the API. Its errors do not repeat the address, because it may be
// a secret that was put in the wrong place.
func ParseBase(address string) (*url.URL, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" {
		return nil, fmt.Errorf("it is no address of an API; Discord's is %s", DefaultBase)
	}
	if !versioned.MatchString(base.Path) {
		return nil, fmt.Errorf("it does not end in a version, as Discord's does: %s", DefaultBase)
	}
	return base, nil
}

var versioned = regexp.MustCompile(`/api/v[0-9]+/?$`)

// App is the bot's app.
type App struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// VerifyKey is the public key that verifies signed posts. EndpointURL is where Discord posts
	// interactions; while it is set, no interaction comes over the gateway.
	VerifyKey   string `json:"verify_key"`
	EndpointURL string `json:"interactions_endpoint_url"`
	// Owner is a user, or else stands for the team.
	Owner struct {
		ID string `json:"id"`
	} `json:"owner"`
	Team struct {
		Owner string `json:"owner_user_id"`
	} `json:"team"`
	AppProfile
}

// Operator returns the user to whom the app belongs, or its team; 0 if Discord does not say.
func (a *App) Operator() game.PersonID {
	id, _ := message.Snowflake[game.PersonID](cmp.Or(a.Team.Owner, a.Owner.ID))
	return id
}

// FetchApp returns the bot's app, and remembers the IDs of the app and its user. It shows that the
// token is valid.
func (c *Client) FetchApp(ctx context.Context) (*App, error) {
	app := &App{}
	if err := c.request(ctx, http.MethodGet, dg.EndpointApplication("@me"), nil, app); err != nil {
		return nil, err
	}
	me := &dg.User{}
	if err := c.request(ctx, http.MethodGet, dg.EndpointUser("@me"), nil, me); err != nil {
		return nil, err
	}
	c.identity.Store(&identity{app: app.ID, user: me.ID})
	return app, nil
}

// Gateway returns the address of the gateway, the recommended number of shards and the limits of
// session starts.
func (c *Client) Gateway(ctx context.Context) (*dg.GatewayBotResponse, error) {
	info := &dg.GatewayBotResponse{}
	if err := c.request(ctx, http.MethodGet, dg.EndpointGatewayBot, nil, info); err != nil {
		return nil, err
	}
	return info, nil
}

// IsIn reports whether the bot is in a guild.
func (c *Client) IsIn(ctx context.Context, guild game.PlaceID) (bool, error) {
	err := c.request(ctx, http.MethodGet, dg.EndpointGuild(guild.String()), nil, nil)
	if failed, ok := errors.AsType[*Error](err); ok && (failed.Code == unknownGuild || failed.Code == missingAccess) {
		return false, nil
	}
	return err == nil, err
}

// InvalidRequests returns how many requests of the last ten minutes Discord refused with 401, 403
// or 429. Discord bans a bot after 10,000 of them.
func (c *Client) InvalidRequests() int { return c.limits.invalidRequests() }

// request makes a request once the rate limits allow it, and reads the response into result,
// unless that is nil.
func (c *Client) request(ctx context.Context, method, address string, body, result any) error {
	path := strings.TrimPrefix(address, dg.EndpointAPI)
	route := routeOf(method, path)
	if dm, ok := body.(newDM); ok {
		route.channel = dm.Recipient
	}
	done, err := c.limits.wait(ctx, route)
	if err != nil {
		return err
	}
	defer done()
	kind, text, err := encode(body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(text))
	if err != nil {
		return newNetworkError(err)
	}
	r.Header.Set("User-Agent", userAgent)
	r.Header.Set("Authorization", "Bot "+c.token)
	if kind != "" { // Discord refuses one without a body
		r.Header.Set("Content-Type", kind)
	}
	began := time.Now()
	response, err := c.http.Do(r)
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			c.contact.record(began, false)
		}
		return newNetworkError(err)
	}
	defer response.Body.Close()
	text, err = io.ReadAll(response.Body)
	if response.StatusCode/100 != 2 {
		failed := newResponseError(response, text)
		c.contact.record(began, failed.isAnswer(response.Header))
		c.limits.record(route, response.Header, failed.Status, failed.Code)
		return failed
	}
	c.contact.record(began, true)
	c.limits.record(route, response.Header, response.StatusCode, 0)
	if err != nil {
		return newNetworkError(err)
	}
	if result == nil || len(text) == 0 {
		return nil
	}
	if err := json.Unmarshal(text, result); err != nil {
		// Discord did it; its response is unreadable.
		return fmt.Errorf("read Discord's response: %w", err)
	}
	return nil
}

// encode writes the body of a request with its files. It returns its content type, or "" if there
// is no body.
func encode(body any) (kind string, text []byte, err error) {
	var files []*dg.File
	switch body := body.(type) {
	case nil:
		return "", nil, nil
	case func() (*message.Message, error): // composed now that the rate limits allow the request
		m, err := body()
		if err != nil {
			return "", nil, err
		}
		return encode(m)
	case nonceMessage:
		files = body.Files
	case *message.Message:
		files = body.Files
	case *message.Response:
		if body.Data != nil {
			files = body.Data.Files
		}
	}
	if len(files) == 0 {
		text, err = json.Marshal(body)
		return "application/json", text, err
	}
	for _, f := range files {
		if s, ok := f.Reader.(io.Seeker); ok {
			s.Seek(0, io.SeekStart) // an earlier try may have read it
		}
	}
	return dg.MultipartBodyWithJSON(body, files)
}

// nonceMessage is a message that Discord does not send again if its nonce was just used.
type nonceMessage struct {
	*message.Message
	Nonce   string `json:"nonce"`
	Enforce bool   `json:"enforce_nonce"`
}

// Post sends a message to a channel, and returns where it is.
func (c *Client) Post(ctx context.Context, channel game.RoomID, m *message.Message, nonce string) (*dg.Message, error) {
	shown := &messageRef{}
	err := c.request(ctx, http.MethodPost, dg.EndpointChannelMessages(channel.String()), nonceMessage{m, nonce, true}, shown)
	return shown.message(), err
}

// Edit edits a message of the bot. It calls compose once the rate limits allow the edit.
func (c *Client) Edit(ctx context.Context, channel game.RoomID, id game.PostID, compose func() (*message.Message, error)) error {
	return c.reach(channel, id, func(address string) error {
		return c.request(ctx, http.MethodPatch, address, compose, nil)
	})
}

// Delete deletes a message of the bot.
func (c *Client) Delete(ctx context.Context, channel game.RoomID, id game.PostID) error {
	return c.reach(channel, id, func(address string) error {
		return c.request(ctx, http.MethodDelete, address, nil, nil)
	})
}

// reach calls do with the address of a message by the token of an interaction, and if there is
// none or it is not valid any more, with its address in its channel.
func (c *Client) reach(channel game.RoomID, id game.PostID, do func(address string) error) error {
	if known, _ := c.tokens.Get(id.String()); known.isValid(time.Now()) {
		err := do(known.address)
		failed, ok := errors.AsType[*Error](err)
		if !ok || failed.Temporary() || failed.Status == http.StatusBadRequest {
			return err
		}
		c.tokens.Take(id.String())
	}
	return do(dg.EndpointChannelMessage(channel.String(), id.String()))
}

// Message returns a message.
func (c *Client) Message(ctx context.Context, channel game.RoomID, id game.PostID) (*dg.Message, error) {
	m := &wholeMessage{}
	err := c.reach(channel, id, func(address string) error { return c.request(ctx, http.MethodGet, address, nil, m) })
	return &m.Message, err
}

// Recent returns the bot's last messages in a channel, newest first: all since a time, and some
// before. It omits messages that it cannot read.
func (c *Client) Recent(ctx context.Context, channel game.RoomID, since time.Time) ([]*dg.Message, error) {
	user := c.identity.Load().user
	var all []*dg.Message
	query := "?limit=" + strconv.Itoa(recentPage)
	for page := 1; ; page++ {
		var texts []json.RawMessage
		if err := c.request(ctx, http.MethodGet, dg.EndpointChannelMessages(channel.String())+query, nil, &texts); err != nil {
			return nil, err
		}
		var oldest messageRef
		for _, text := range texts {
			m := &dg.Message{}
			if json.Unmarshal(text, m) == nil && m.Author != nil && m.Author.ID == user {
				all = append(all, m)
			}
			if err := json.Unmarshal(text, &oldest); err != nil {
				return nil, fmt.Errorf("read Discord's response: %w", err)
			}
		}
		sent, err := dg.SnowflakeTimestamp(oldest.ID)
		if len(texts) < recentPage || page == maxRecentPages || err != nil || sent.Before(since) {
			return all, nil
		}
		query = "?limit=" + strconv.Itoa(recentPage) + "&before=" + oldest.ID
	}
}

// Parent returns the channel of a thread; 0 if the channel is not a thread.
func (c *Client) Parent(ctx context.Context, channel game.RoomID) (game.RoomID, error) {
	var object channelObject
	err := c.request(ctx, http.MethodGet, dg.EndpointChannel(channel.String()), nil, &object)
	return object.ofThread(), err
}

// channelObject is what is read of a channel.
type channelObject struct {
	dg.Channel
	Parent game.RoomID `json:"parent_id,string"`
}

// ofThread returns the channel of a thread; 0 if it is none, because the parent of other channels is a category.
func (c *channelObject) ofThread() game.RoomID {
	if !c.IsThread() {
		return 0
	}
	return c.Parent
}

// Thread creates a thread in a channel, and returns it. An announcement channel has threads of a type of its own only.
func (c *Client) Thread(ctx context.Context, channel game.RoomID, name string) (game.RoomID, error) {
	create := func(kind dg.ChannelType) (game.RoomID, error) {
		return c.requestChannel(ctx, dg.EndpointChannelThreads(channel.String()), &dg.ThreadStart{
			Name: name, AutoArchiveDuration: threadArchive, Type: kind,
		})
	}
	thread, err := create(dg.ChannelTypeGuildPublicThread)
	if failed, ok := errors.AsType[*Error](err); ok && failed.Status == http.StatusBadRequest {
		if thread, err := create(dg.ChannelTypeGuildNewsThread); err == nil {
			return thread, nil
		}
	}
	return thread, err
}

// Direct returns the channel of the DM with a user.
func (c *Client) Direct(ctx context.Context, user game.PersonID) (game.RoomID, error) {
	return c.requestChannel(ctx, dg.EndpointUserChannels("@me"), newDM{user.String()})
}

// newDM asks for the DM with a user.
type newDM struct {
	Recipient string `json:"recipient_id"`
}

// requestChannel makes a request that creates a channel, and returns the channel.
func (c *Client) requestChannel(ctx context.Context, address string, body any) (game.RoomID, error) {
	var channel struct {
		ID game.RoomID `json:"id,string"`
	}
	err := c.request(ctx, http.MethodPost, address, body, &channel)
	if err == nil && channel.ID == 0 {
		err = errors.New("read Discord's response: the channel has no ID")
	}
	return channel.ID, err
}
