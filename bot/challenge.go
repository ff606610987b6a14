package bot

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/bot/when"
	"doublecorner/game"
	"doublecorner/game/draughts"
	"doublecorner/game/draughts/pdn"
	"doublecorner/render"
)

// canBegin reports whether games may begin in the channel of a request, or in the parent of a thread.
func (req *request) canBegin() bool {
	return req.settings.allows(req.channel) || req.inThread() && req.settings.allows(req.i.Parent)
}

// challenge challenges a user, or anyone in the guild.
func (b *Bot) challenge(req *request) (delivery.Response, error) {
	switch {
	case req.asksComputer():
		return b.challengeComputer(req)
	case req.i.Context == dg.InteractionContextBotDM:
		return delivery.Response{}, errDM
	case !req.canBegin():
		return delivery.Response{}, errChannel
	case req.text("level") != "": // beside a person
		return delivery.Response{}, &game.RequestError{Code: game.BadTerms, Terms: game.NoLevel}
	}
	terms, err := b.terms(req)
	if err != nil {
		return delivery.Response{}, err
	}
	q := game.ChallengeRequest{Request: req.gameRequest(), Room: req.channel, Terms: terms}
	if user, id, ok := req.user("opponent"); ok {
		q.To, q.Robot = id, user != nil && user.Bot
	}
	a, err := b.referee.Challenge(req, q)
	if err != nil {
		return delivery.Response{}, err
	}
	b.storeName(req)
	b.storePlace(req)
	b.updateList(&req.settings, a.Challenge)
	return delivery.Response{
		Message: b.challengeMessage(req, req.public, a.Challenge), Announcements: a.Announced,
		Challenge: a.Challenge.ID, Closed: a.Challenge.CounterTo,
	}, nil
}

// The values of the option “opening”. Any other is a position: a FEN, or a game and perhaps a move in it.
const (
	freeOpening   = "free"
	ballotOpening = "ballot"
)

// terms returns the terms that the options of /challenge and the settings of the guild name. A game from a
// position is not rated, and has the rules of the game from which the position is, unless others are named.
func (b *Bot) terms(req *request) (game.Terms, error) {
	start := req.text("opening")
	for _, o := range openingOptions(req.lang) { // people do not always choose from the list that opens
		if lang.Fold(start) == lang.Fold(o.Label) || lang.Fold(start) == o.Value {
			start = o.Value
		}
	}
	ballot := start == ballotOpening
	if ballot || start == freeOpening {
		start = ""
	}
	terms := game.Terms{Ballot: ballot, Rated: req.boolean("rated", start == "") && !req.settings.Friendly}
	v, err := req.settings.variant(cmp.Or(req.text("rules"), req.settings.defaultRules()))
	if err != nil {
		return terms, err
	}
	g, h, err := b.namedMoment(req, start)
	if err != nil {
		return terms, err
	}
	if g != nil {
		start = pdn.FEN(h.Position())
		if req.text("rules") == "" && (g.Place == req.place || g.Pool.IsBuiltin()) {
			v = g.Variant
		}
	}
	rules := v.Rules()
	for key := range strings.SplitSeq(req.text("house-rules"), "+") {
		for _, rule := range draughts.HouseRules() {
			if rule.Key == key {
				rules = rule.Change(rules)
			}
		}
	}
	if terms.Variant, err = game.VariantOf(rules); err != nil {
		return terms, errRules
	}
	if start != "" {
		if terms.Start, err = pdn.ParseFEN(terms.Variant, start); err != nil {
			return terms, err
		}
	}
	terms.Colour = map[string]game.Colour{"white": game.PlayWhite, "black": game.PlayBlack}[req.text("colour")]
	clock, named, err := req.clock()
	if err == nil && !named {
		clock, err = game.ParseClock(cmp.Or(req.settings.Clock, when.DefaultClock))
	}
	terms.Clock = clock
	return terms, err
}

// namedMoment returns the game that a text names, and its history up to the move in the text, or the last one; no
// game if the text names none.
func (b *Bot) namedMoment(req *request, text string) (*game.Game, *draughts.History, error) {
	name, after := strings.TrimSpace(text), ""
	if i := strings.IndexFunc(name, unicode.IsSpace); i > 0 {
		name, after = strings.TrimRight(name[:i], ",:"), name[i:]
	}
	id, ok := game.ParseGameID(name)
	if !ok {
		return nil, nil, nil
	}
	g, err := b.referee.Game(req, id, req.viewer())
	if err != nil {
		return nil, nil, err
	}
	h, err := g.History()
	if err != nil {
		return nil, nil, err
	}
	plies, ok := pliesAfter(h, after)
	if !ok {
		return nil, nil, &momentError{id, strings.TrimSpace(after), say.FullMoves(h.Len())}
	}
	return g, h.Until(plies), nil
}

// pliesAfter returns how many plies of a game were played after the move of a number, as score sheets count:
// one of each side is a move, unless the text goes on with that of the first, as in “12. 22-18”. "" is the last move. It
// returns false if there is no such move.
func pliesAfter(h *draughts.History, move string) (plies int, ok bool) {
	if move == "" {
		return h.Len(), true
	}
	rest, numbered := draughts.WithoutNumber(move)
	number := strings.TrimSuffix(move, rest)
	if !numbered {
		number = move
	}
	names, _ := draughts.SquareNames(number) // as digits of any keyboard, without dots
	n, err := strconv.Atoi(strings.Join(names, " "))
	if err != nil || n > say.FullMoves(h.Len()) {
		return 0, false
	}
	plies = 2 * n
	if numbered && !strings.Contains(number, "…") && !strings.Contains(number, "..") {
		plies--
	}
	return min(max(0, plies), h.Len()), true
}

// momentError says that a game has no move of a number that was typed.
type momentError struct {
	game  game.GameID
	typed string
	last  int // the number of its last move
}

func (e *momentError) Error() string { return "error.moment" }

func (e *momentError) add(_ *Bot, req *request, m *message.Builder) {
	m.Text(req.lang.Say(e.Error(), "id", string(e.game), "part", say.Echo(e.typed), "n", e.last))
}

// useAccept begins the game of a challenge. The board follows the challenge's message if it is the
// response; else the response replaces that message.
func (b *Bot) useAccept(req *request) (delivery.Response, error) {
	a, err := b.referee.Accept(req, req.reply())
	if err != nil {
		return b.begunBefore(req, err)
	}
	b.storeName(req)
	return b.acceptedResponse(req, a), nil
}

// begunBefore returns the response to a second click on the button that began a game: a link to the game. If it is
// none, it returns why the referee refused the request.
func (b *Bot) begunBefore(req *request, err error) (delivery.Response, error) {
	refused, ok := errors.AsType[*game.RequestError](err)
	if !ok || refused.Code != game.ChallengeClosed {
		return delivery.Response{}, err
	}
	g, gone := b.referee.Game(req, refused.Challenge.Game, game.Viewer{Person: req.by.Person})
	if gone != nil {
		return delivery.Response{}, err
	}
	r := delivery.Response{Message: req.linkTo(g)}
	if delivery.OpenFingerprint(refused.Challenge).IsOn(req.i.Message) { // as it was at the click
		r.Before = b.challengeMessage(req, req.public, refused.Challenge)
	}
	return r, nil
}

// acceptedResponse returns the response that shows the game of a challenge that was accepted.
func (b *Bot) acceptedResponse(req *request, a game.Answer) delivery.Response {
	b.updateList(&req.settings, a.Challenge)
	r := b.beginResponse(req, a)
	switch {
	case r.Board != nil && a.Game.Room != req.channel && !req.canBegin():
		r = req.begunThere(r)
	case r.Board == nil || r.Board.In != delivery.InResponse:
		r.Placement = delivery.Replace
	case delivery.OpenFingerprint(a.Challenge).IsOn(req.i.Message):
		r.Before = b.challengeMessage(req, req.public, a.Challenge)
	}
	r.Closed = a.Challenge.ID // the button of /games is on another message
	return r
}

// useDecline declines a challenge, which tells the challenger unless they want no mentions.
func (b *Bot) useDecline(req *request) (delivery.Response, error) {
	a, err := b.referee.Decline(req, req.reply())
	if err != nil {
		return delivery.Response{}, err
	}
	r := b.closedResponse(req, a)
	prefs, err := b.preferencesOf(req, a.Challenge.From)
	if err != nil || prefs[a.Challenge.From].Quiet || !delivery.OpenFingerprint(a.Challenge).IsOn(req.i.Message) {
		return r, err
	}
	r.Before, r.Message, r.Placement = r.Message, &message.Builder{}, delivery.Follow // an edit notifies nobody
	r.Message.Text(req.public.Say("challenge.declined", "from", say.Mention(a.Challenge.From), "to", say.Mention(a.Challenge.To)))
	r.Message.Mentions = []string{a.Challenge.From.String()}
	r.Message.Fingerprint, r.Before.Fingerprint = r.Before.Fingerprint, 0
	return r, nil
}

// useWithdraw withdraws a challenge.
func (b *Bot) useWithdraw(req *request) (delivery.Response, error) {
	a, err := b.referee.Withdraw(req, req.reply())
	if err != nil {
		return delivery.Response{}, err
	}
	return b.closedResponse(req, a), nil
}

// closedResponse returns the response that shows how a challenge ended.
func (b *Bot) closedResponse(req *request, a game.Answer) delivery.Response {
	b.updateList(&req.settings, a.Challenge)
	return delivery.Response{
		Message: b.challengeMessage(req, req.public, a.Challenge), Announcements: a.Announced, Closed: a.Challenge.ID,
		Placement: delivery.Replace,
	}
}

// reply returns the request to answer the challenge of a button.
func (req *request) reply() game.ReplyRequest {
	return game.ReplyRequest{Request: req.gameRequest(), Challenge: req.id.challenge}
}

// beginResponse returns the response that shows a new game. If the guild wants threads, the board goes
// into a new thread, and the response shows that the challenge was accepted.
// Discord creates no threads in threads, so in a thread the board stays where it is. So does that of a game
// against the computer, which is one message.
func (b *Bot) beginResponse(req *request, a game.Answer) delivery.Response {
	b.storePlace(req)
	staysHere := req.inThread() && a.Game.Room == req.channel || a.Game.HasComputer()
	if staysHere || a.Game.Place != req.place || !req.settings.threads(req) {
		return b.boardResponse(req, a)
	}
	return delivery.Response{
		Message: b.challengeMessage(req, req.public, a.Challenge), Announcements: a.Announced,
		Board: &delivery.Board{
			Game: a.Game, Mentions: delivery.Mentioned(a.Game, delivery.JustBegun),
			In: delivery.InThread, Parent: req.channel, Thread: b.threadName(req, a.Game),
		},
	}
}

// rematch offers a rematch in the guild of a game, or begins it if the opponent has offered one. A user in
// another guild gets a link to the game's channel.
func (b *Bot) rematch(req *request, g *game.Game) (delivery.Response, error) {
	away, channel := g.Place != req.place, req.channel
	switch {
	case away:
		channel = g.Room
	case !req.canBegin() && g.Room != req.channel: // a rematch may begin in the channel of its game
		return delivery.Response{}, errChannel
	}
	if g.HasComputer() {
		if err := b.checkFairStart(req, &g.Terms); err != nil {
			return delivery.Response{}, err
		}
	}
	gameSettings, _, err := b.settingsOfGame(req, g)
	if err != nil {
		return delivery.Response{}, err
	}
	a, err := b.referee.Rematch(req, game.RematchRequest{
		Request: req.gameRequest(), Game: g.ID, Room: channel, Unrated: gameSettings.Friendly,
	})
	if err != nil {
		return delivery.Response{}, err
	}
	b.storeName(req)
	switch {
	case a.Game != nil && a.Challenge == nil: // it had begun before, by a click on the same button
		return delivery.Response{Message: req.linkTo(a.Game)}, nil
	case a.Game != nil:
		r := b.beginResponse(req, a)
		r.Closed = a.Challenge.ID
		return r, nil
	case away:
		return delivery.Response{Message: req.linkTo(g)}, nil
	}
	return delivery.Response{
		Message: b.challengeMessage(req, req.public, a.Challenge), Announcements: a.Announced, Challenge: a.Challenge.ID,
	}, nil
}

// ComposeChallenge returns the message that shows a challenge, in the language of its guild or DM.
func (b *Bot) ComposeChallenge(ctx context.Context, ch *game.Challenge) (*message.Builder, error) {
	s, l, err := b.settingsOf(ctx, ch.Place)
	if err != nil {
		return nil, err
	}
	b.updateList(s, ch)
	m := b.challengeMessage(ctx, l, ch)
	switch ch.State {
	case game.Accepted:
		g, err := b.referee.UnrestrictedGame(ctx, ch.Game)
		switch {
		case isRefused(err, game.NoSuchGame): // it did not count, and was deleted
			return m, nil
		case err != nil:
			return nil, err
		}
		m = b.linkedChallenge(ctx, l, ch, b.gameLink(ctx, g))
	case game.Refused:
		prefs, err := b.preferencesOf(ctx, ch.From)
		if err != nil {
			return nil, err
		}
		m.Mentions = mentionable([]game.PersonID{ch.From}, prefs)
	}
	return m, nil
}

// challengeMessage returns the message that shows a challenge, with buttons while it is open.
func (b *Bot) challengeMessage(ctx context.Context, l *lang.Language, ch *game.Challenge) *message.Builder {
	return b.linkedChallenge(ctx, l, ch, "`"+string(ch.Game)+"`")
}

// linkedChallenge returns the message that shows a challenge, with a link to the game that it began.
func (b *Bot) linkedChallenge(ctx context.Context, l *lang.Language, ch *game.Challenge, link string) *message.Builder {
	m := &message.Builder{Accent: challengeAccent, Fingerprint: delivery.ChallengeFingerprint(ch)}
	m.Text(say.Challenge(l, ch))
	if !ch.IsRegular() && ch.State == game.Open {
		if err := m.Board(l, boardFile, render.View{Position: ch.Start}); err != nil {
			m.Text("`" + pdn.FEN(ch.Start) + "`")
		}
	}
	if ch.State != game.Open {
		m.Text(l.Say("challenge.state", "state", ch.State, "from", say.Mention(ch.From), "to", say.Named(l, &ch.Terms, ch.To), "game", link))
		return m
	}
	m.Text(b.ratingsText(ctx, l, ch))
	buttons := []dg.MessageComponent{button(l, customID{action: acceptAction, challenge: ch.ID}, dg.SuccessButton)}
	if ch.To == game.Anyone && b.mind.IsOn() && b.now().Sub(ch.Made) >= patience {
		buttons = append(buttons, button(l, customID{action: playAction, challenge: ch.ID}, dg.PrimaryButton))
	}
	if ch.To != game.Anyone {
		m.Mentions = []string{ch.To.String()}
		buttons = append(buttons,
			button(l, customID{action: declineAction, challenge: ch.ID}, dg.SecondaryButton),
			button(l, customID{action: counterAction, challenge: ch.ID}, dg.SecondaryButton))
	}
	m.Row(append(buttons, button(l, customID{action: withdrawAction, challenge: ch.ID}, dg.SecondaryButton))...)
	return m
}

// ratingsText returns the ratings of the players of a challenge in its guild or DM; "" if they have none.
func (b *Bot) ratingsText(ctx context.Context, l *lang.Language, ch *game.Challenge) string {
	var texts []string
	known := false
	for _, p := range []game.PersonID{ch.From, ch.To} {
		if p == game.Anyone {
			continue
		}
		last, err := b.referee.RatingHistory(ctx, p, game.PoolOf(ch.Variant), ch.Place, 1)
		if err != nil {
			b.log.Warn("challenge without ratings", "challenge", ch.ID, "err", err)
			return ""
		}
		rated, rating := len(last) > 0, game.Rating{}
		if rated {
			known, rating = true, last[0].Rating
		}
		texts = append(texts, l.Say("challenge.rating", "player", say.Mention(p),
			"rated", rated, "rating", say.Round(rating.Points), "provisional", rating.IsProvisional()))
	}
	if !known {
		return ""
	}
	return strings.Join(texts, " · ")
}
