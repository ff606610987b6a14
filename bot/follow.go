package bot

import (
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// followings are what of a game a user can follow, in the order of the buttons.
var followings = []game.Following{game.FollowsEnd, game.FollowsMoves, game.FollowsNothing}

// addFollowing adds what of a game the user follows, and buttons that change it. Where boards are edited,
// moves mention nobody.
func (req *request) addFollowing(m *message.Builder, g *game.Game) {
	now := g.Following(req.by.Person)
	m.Text(req.lang.Say("follow.state", "follows", now.String()))
	if now != game.FollowsNothing && req.prefs.Quiet {
		m.Text(req.lang.Say("follow.quiet"))
	}
	var row []dg.MessageComponent
	for _, f := range followings {
		if f == now || f == game.FollowsMoves && (req.settings.InPlace || g.HasComputer()) {
			continue
		}
		id := inGame(g, followAction).with(f.String())
		row = append(row, buttonLabelled(req.lang.Say("button.follow", "follows", id.arg), id, dg.SecondaryButton))
	}
	m.Row(row...)
}

// useFollow has the user follow a game as a button says.
func (b *Bot) useFollow(req *request) (delivery.Response, error) {
	i := slices.IndexFunc(followings, func(f game.Following) bool { return f.String() == req.id.arg })
	if i < 0 {
		return delivery.Response{}, errUnknown
	}
	a, err := b.referee.Follow(req, game.FollowRequest{Request: req.gameRequest(), Game: req.id.game, Follows: followings[i]})
	if err != nil {
		return delivery.Response{}, err
	}
	r, err := b.useMore(req, a.Game)
	r.Placement = req.replacing()
	return r, err
}
