package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot"
	"doublecorner/game"
)

// DefaultBase is where Discord's API is.
const DefaultBase = "https://discord.com/api/v10"

// slowest is how long one request may take.
const slowest = 10 * time.Second

// Client makes requests of Discord. It is safe for use by many goroutines.
type Client struct {
	session *dg.Session
	limits  *rateLimiter
	tokens  tokens
	app     string // the id of the app
	user    string // and of its user, which writes the messages
}

// ClientConfig is what a Client needs from outside.
type ClientConfig struct {
	// Base is the address of the API, with its version; empty: DefaultBase.
	Base string
	// Token is the bot's, without "Bot ". An app that only answers signed posts can do
	// without.
	Token string
	// Transport makes the connections; nil: the usual one.
	Transport http.RoundTripper
	// Log is told when Discord refuses much; it may be nil.
	Log *slog.Logger
}

// NewClient returns a client. It does not ask anything yet.
func NewClient(c ClientConfig) (*Client, error) {
	if c.Base == "" {
		c.Base = DefaultBase
	}
	base, err := ParseBase(c.Base)
	if err != nil {
		return nil, fmt.Errorf("the address of Discord's API: %w", err)
	}
	if c.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, mostAcknowledging
		c.Transport = t
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	limits := newRateLimiter(time.Now, c.Log)
	token := ""
	if c.Token != "" {
		token = "Bot " + c.Token
	}
	session, err := dg.New(token)
	if err != nil {
		return nil, err
	}
	session.LogLevel = -1 // what goes wrong is told by errors
	session.StateEnabled = false
	session.ShouldRetryOnRateLimit = false
	session.MaxRestRetries = 0
	session.UserAgent += " doublecorner" // after discordgo's address and version, as Discord demands them
	session.Client = &http.Client{
		Timeout:       slowest,
		Transport:     &transport{base: base, next: c.Transport, limits: limits},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Client{session: session, limits: limits}, nil
}

// App is what Discord knows of the bot's app.
type App struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// VerifyKey is what signed posts are checked against, and PostsTo where they go. While
	// they go somewhere, the gateway hears of no interaction.
	VerifyKey string `json:"verify_key"`
	PostsTo   string `json:"interactions_endpoint_url"`
}

// Meet asks who the bot is, which shows that the token is good, and returns its app.
func (c *Client) Meet(ctx context.Context) (*App, error) {
	app := &App{}
	if err := c.request(ctx, http.MethodGet, dg.EndpointApplication("@me"), nil, nil, app); err != nil {
		return nil, err
	}
	me := &dg.User{}
	if err := c.request(ctx, http.MethodGet, dg.EndpointUser("@me"), nil, nil, me); err != nil {
		return nil, err
	}
	c.app, c.user = app.ID, me.ID
	return app, nil
}

// Gateway asks where the gateway is, and how many shards to use.
func (c *Client) Gateway(ctx context.Context) (*dg.GatewayBotResponse, error) {
	info, err := c.session.GatewayBot(dg.WithContext(ctx))
	return info, known(err)
}

// RefusedLately counts the requests that Discord has refused in the last ten minutes: with
// 401, 403 or 429. Discord bans who makes 10,000 of them.
func (c *Client) RefusedLately() int { return c.limits.refusedLately() }

// request makes a request when its turn has come. discordgo's limiter is one that is thrown
// away, as it would keep something of every address for ever.
func (c *Client) request(ctx context.Context, method, address string, data any, files []*dg.File, result any) error {
	return c.requestMade(ctx, method, address, func() (any, []*dg.File, error) { return data, files, nil }, result)
}

// requestMade makes a request whose body is made when its turn has come.
func (c *Client) requestMade(ctx context.Context, method, address string, makeBody func() (any, []*dg.File, error), result any) error {
	to, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("address of the request: %w", err)
	}
	done, err := c.limits.wait(ctx, routeOf(method, apiPath(to)))
	if err != nil {
		return err
	}
	defer done()
	data, files, err := makeBody()
	if err != nil {
		return err
	}
	var kind string
	var body []byte
	if len(files) > 0 {
		kind, body, err = dg.MultipartBodyWithJSON(data, files)
	} else if data != nil {
		kind = "application/json"
		body, err = dg.Marshal(data)
	}
	if err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	bucket := dg.NewRatelimiter().LockBucket("")
	text, err := c.session.RequestWithLockedBucket(method, address, kind, body, bucket, 0, dg.WithContext(ctx))
	if err != nil {
		return known(err)
	}
	if result == nil || len(text) == 0 {
		return nil
	}
	if err := dg.Unmarshal(text, result); err != nil {
		// It was done; what came of it cannot be read.
		return fmt.Errorf("read Discord's answer: %w", err)
	}
	return nil
}

// once is a message that is not sent again where it has just been sent.
type once struct {
	*bot.Message
	Nonce   string `json:"nonce"`
	Enforce bool   `json:"enforce_nonce"`
}

// Post sends a message to a room, and returns where it is.
func (c *Client) Post(ctx context.Context, room game.RoomID, m *bot.Message, nonce string) (*dg.Message, error) {
	shown := &whereabouts{}
	err := c.request(ctx, http.MethodPost, dg.EndpointChannelMessages(room.String()), once{m, nonce, true}, m.Files, shown)
	return shown.message(), err
}

// Edit changes a message of the bot's. makeMessage says to what, when Discord takes a change.
func (c *Client) Edit(ctx context.Context, room game.RoomID, post game.PostID, makeMessage func() (*bot.Message, error)) error {
	return c.reach(room, post, func(address string) error {
		return c.requestMade(ctx, http.MethodPatch, address, func() (any, []*dg.File, error) {
			m, err := makeMessage()
			if err != nil {
				return nil, nil, err
			}
			return m, m.Files, nil
		}, nil)
	})
}

// reach does something with a message: by the interaction that it came by, or else as one of
// its channel.
func (c *Client) reach(room game.RoomID, post game.PostID, do func(address string) error) error {
	if address := c.tokens.address(post.String(), time.Now()); address != "" {
		err := do(address)
		var failed *Error
		if !errors.As(err, &failed) || failed.Temporary() || failed.Status == http.StatusBadRequest {
			return err
		}
		c.tokens.forget(post.String())
	}
	return do(dg.EndpointChannelMessage(room.String(), post.String()))
}

// Message returns a message.
func (c *Client) Message(ctx context.Context, room game.RoomID, post game.PostID) (*dg.Message, error) {
	var text json.RawMessage
	err := c.reach(room, post, func(address string) error { return c.request(ctx, http.MethodGet, address, nil, nil, &text) })
	if err != nil {
		return nil, err
	}
	m, err := readMessage(text)
	if err != nil {
		return nil, fmt.Errorf("read Discord's answer: %w", err)
	}
	return m, nil
}

// Recent looks at the last messages in pages.
const (
	recentPage = 50
	mostPages  = 20
)

// Recent returns the bot's last messages in a room, the newest first: those that were
// said since a time, and some before them. One that cannot be read is left out.
func (c *Client) Recent(ctx context.Context, room game.RoomID, since time.Time) ([]*dg.Message, error) {
	var all []*dg.Message
	query := "?limit=" + strconv.Itoa(recentPage)
	for page := 1; ; page++ {
		var texts []json.RawMessage
		if err := c.request(ctx, http.MethodGet, dg.EndpointChannelMessages(room.String())+query, nil, nil, &texts); err != nil {
			return nil, err
		}
		var oldest whereabouts
		for _, text := range texts {
			m := &dg.Message{}
			if json.Unmarshal(text, m) == nil && m.Author != nil && m.Author.ID == c.user {
				all = append(all, m)
			}
			if err := json.Unmarshal(text, &oldest); err != nil {
				return nil, fmt.Errorf("read Discord's answer: %w", err)
			}
		}
		said, err := dg.SnowflakeTimestamp(oldest.ID)
		if len(texts) < recentPage || page == mostPages || err != nil || said.Before(since) {
			return all, nil
		}
		query = "?limit=" + strconv.Itoa(recentPage) + "&before=" + oldest.ID
	}
}

// Parent returns the room that a thread is in; 0 if it is no thread.
func (c *Client) Parent(ctx context.Context, room game.RoomID) (game.RoomID, error) {
	channel := &dg.Channel{}
	if err := c.request(ctx, http.MethodGet, dg.EndpointChannel(room.String()), nil, nil, channel); err != nil {
		return 0, err
	}
	if !channel.IsThread() {
		return 0, nil // what else has a parent is in a category
	}
	return roomID(channel.ParentID)
}

// threadRests is after how many minutes without a word a thread is put away. A message
// brings it back.
const threadRests = 3 * 24 * 60

// Thread opens a thread in a room, and returns it.
func (c *Client) Thread(ctx context.Context, room game.RoomID, name string) (game.RoomID, error) {
	thread := &dg.Channel{}
	err := c.request(ctx, http.MethodPost, dg.EndpointChannelThreads(room.String()), &dg.ThreadStart{
		Name: name, AutoArchiveDuration: threadRests, Type: dg.ChannelTypeGuildPublicThread,
	}, nil, thread)
	if err != nil {
		return 0, err
	}
	return roomID(thread.ID)
}

func roomID(text string) (game.RoomID, error) {
	id, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, fmt.Errorf("a room is called %.40q", text)
	}
	return game.RoomID(id), nil
}

// Direct returns the room in which only a person reads.
func (c *Client) Direct(ctx context.Context, p game.PersonID) (game.RoomID, error) {
	channel := &dg.Channel{}
	recipient := map[string]string{"recipient_id": p.String()}
	if err := c.request(ctx, http.MethodPost, dg.EndpointUserChannels("@me"), recipient, nil, channel); err != nil {
		return 0, err
	}
	return roomID(channel.ID)
}

// May returns what the bot may do in a room, as Discord's bits.
func (c *Client) May(ctx context.Context, room string) (int64, error) {
	may, err := c.session.UserChannelPermissions(c.user, room, dg.WithContext(ctx))
	return may, known(err)
}

// Invitation returns the address that brings the bot to a server with all rights that it
// needs, once Meet has asked who it is. Without scopes Discord would take what the app's
// page "Installation" says, which for a new app is commands and no bot.
func (c *Client) Invitation() string {
	var rights int64
	for _, r := range Rights {
		rights |= r.Bit
	}
	return "https://discord.com/oauth2/authorize?" + url.Values{
		"client_id": {c.app}, "scope": {"bot applications.commands"}, "permissions": {strconv.FormatInt(rights, 10)},
	}.Encode()
}
