package bot

import (
	"context"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
)

// privateBoard returns the board of a game that only the user sees.
func (b *Bot) privateBoard(req *request, g *game.Game) *delivery.PrivateBoard {
	return &delivery.PrivateBoard{Game: g, Player: req.by.Person, Compose: func(ctx context.Context, g *game.Game) (*message.Builder, error) {
		return b.composePrivateBoard(ctx, req, g)
	}}
}

// composePrivateBoard returns the message of a private board: with the moves if it is the turn of the user, and a button that
// turns it, or with how the game ended.
func (b *Bot) composePrivateBoard(ctx context.Context, req *request, g *game.Game) (*message.Builder, error) {
	from := req.side(g)
	h, err := g.History()
	if err != nil {
		return nil, err
	}
	m := &message.Builder{Private: true, Accent: playingAccent}
	change, err := say.LastChange(req.lang, g, h)
	if err != nil {
		return nil, err
	}
	head := b.composer.heading(ctx, req.lang, g)
	m.Text(head.line + change)
	if err := b.composer.addBoard(ctx, req.lang, m, g, h, req.theme(), from); err != nil {
		return nil, err
	}
	addTextBoard(m, req.lang, h.Position(), from, req.prefs.Text)
	if result, over := g.Result(); over {
		b.composer.addEnd(ctx, req.lang, m, g, h, result, req.by.Person)
		return m, nil
	}
	turn, err := b.composer.turnText(ctx, req.lang, g, h)
	if err != nil {
		return nil, err
	}
	m.Text(turn)
	if side, plays := g.Side(req.by.Person); plays && side == g.Turn() {
		addMoves(m, req.lang, h.Position(), from, inGame(g, moveAction).with, inGame(g, pieceAction).with)
	}
	row := []dg.MessageComponent{
		b.composer.liveButton(req.lang, g),
		button(req.lang, inGame(g, flipAction).with(from.Opponent().String()), dg.SecondaryButton),
	}
	if req.mayPlan(g) {
		row = append(row, button(req.lang, inGame(g, planAction), dg.SecondaryButton))
	}
	if head.host == req.by.Person {
		row = append(row, nextBoardButton(req.lang, g))
		if t := b.composer.tournamentOf(ctx, g); t != nil {
			m.Text("-# " + message.Escape(b.composer.viewOf(ctx, req.lang, "", t).Note()))
		}
	}
	m.Row(row...)
	if g.Room != req.channel {
		m.Text("-# " + say.Channel(g.Room) + " · " + say.Code(g.ID))
	}
	return m, nil
}

// moreMessage returns the private message with the rest of a board's buttons. What says something to the opponent is not first
// in the last row, where a double click on More may hit it.
func (b *Bot) moreMessage(req *request, g *game.Game) *message.Builder {
	m := &message.Builder{Private: true}
	m.Text(say.Title(req.lang, g))
	m.Text(say.LostPlan(req.lang, g, req.by.Person))
	side, plays := g.Side(req.by.Person)
	if plays && g.CanClaimWin(side) {
		m.Row(button(req.lang, inGame(g, claimWinAction), dg.PrimaryButton))
	}
	for _, o := range game.Offers {
		if plays && g.Offered(side, o) {
			withdraw := inGame(g, withdrawOfferAction).with(string(offerActions[o]))
			m.Text(say.Offer(req.lang, g, side, o))
			m.Row(buttonLabelled(req.lang.Say("button.withdraw"), withdraw, dg.SecondaryButton))
		}
	}
	mayLackThread := g.Place == req.place && req.canHaveThreads() && !g.Voting &&
		(g.HasComputer() || !(req.settings.threads(req) && req.mayThread()))
	shows := []customID{{action: exportAction}, {action: stepAction, arg: stepOpen}}
	if plays && !g.IsOver() && mayLackThread {
		shows = append(shows, customID{action: threadAction})
	}
	if req.mayPlan(g) {
		shows = append(shows, customID{action: planAction})
	}
	if _, votes := g.VotesFor(req.by.Person); g.IsBetween() && (plays || votes) {
		shows = append(shows, customID{action: reportAction})
	}
	acts := []customID{{action: flipAction}, {action: moveListAction}}
	if plays && !g.IsOver() && !g.Voting {
		acts = append(acts, customID{action: takeBackAction})
	}
	if plays && !g.IsOver() {
		acts = append(acts, customID{action: abortAction})
	}
	if p := g.Player(side.Opponent()); plays && !g.Voting && (p.IsHuman() || p == game.Stranger) {
		acts = append(acts, customID{action: blockAction})
	}
	for _, ids := range [][]customID{shows, acts} {
		var row []dg.MessageComponent
		for _, id := range ids {
			id.game, id.ply = g.ID, g.Ply()
			row = append(row, button(req.lang, id, dg.SecondaryButton))
		}
		m.Row(row...)
	}
	if !plays && !g.IsOver() && !g.IsBetween() {
		req.addFollowing(m, g)
	}
	return m
}

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
		if f == now || f == game.FollowsMoves && (req.settings.inPlace() || g.HasComputer()) {
			continue
		}
		id := inGame(g, followAction).with(f.String())
		row = append(row, buttonLabelled(req.lang.Say("button.follow", "follows", id.arg), id, dg.SecondaryButton))
	}
	m.Row(row...)
}
