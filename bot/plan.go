package bot

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/lang"
	"doublecorner/bot/message"
	"doublecorner/bot/say"
	"doublecorner/game"
	"doublecorner/game/draughts"
)

// maxTypedPlan is the length of typed conditional moves.
const maxTypedPlan = 1000

// plan adds the conditional moves that a player typed. After one branch, or some moves that are none yet, it shows the
// position from which the player can go on.
func (b *Bot) plan(req *request, g *game.Game) (delivery.Response, error) {
	branches := typedBranches(req.text("moves"))
	switch {
	case len(branches) == 0:
		return b.planAfter(req, g, nil)
	case len(branches) == 1 && len(branches[0])%2 != 0:
		return b.planAfter(req, g, branches[0])
	}
	return b.addBranches(req, g, branches...)
}

// branchEnds are the signs that end a branch of typed conditional moves.
const branchEnds = ";\n"

// typedBranches cuts a text such as “22-18 15x22; 24-19 15x24” into branches, and each of them into its moves. What is no
// move stays as it is, and will be refused.
func typedBranches(text string) (branches [][]string) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(branchEnds, r) }) {
		part = strings.TrimSpace(part)
		if moves := typedMoves(part); len(moves) > 0 {
			branches = append(branches, moves)
		} else if part != "" {
			branches = append(branches, []string{part})
		}
	}
	return branches
}

// addBranch adds a branch of conditional moves, and shows the position after it.
func (b *Bot) addBranch(req *request, g *game.Game, moves []string) (delivery.Response, error) {
	return b.addBranches(req, g, moves)
}

// addBranches adds branches of conditional moves, all of them or none. It shows the position after one, and the list after
// several.
func (b *Bot) addBranches(req *request, g *game.Game, branches ...[]string) (delivery.Response, error) {
	a, err := b.referee.AddBranches(req, req.branches(g, branches...))
	if refused, ok := errors.AsType[*game.RequestError](err); ok && refused.Branch > 0 && len(branches) > 1 {
		return delivery.Response{}, &branchError{strings.Join(branches[refused.Branch-1], " "), refused}
	} else if err != nil {
		return delivery.Response{}, err
	}
	if len(branches) > 1 {
		return b.planAfter(req, a.Game, nil)
	}
	return b.planAfter(req, a.Game, branches[0])
}

// branchError says why one of several branches cannot be added.
type branchError struct {
	moves  string
	reason *game.RequestError
}

func (e *branchError) Error() string { return e.moves + ": " + e.reason.Error() }

func (e *branchError) add(b *Bot, req *request, m *message.Builder) {
	m.Text(req.lang.Say("plan.refused", "moves", say.Echo(e.moves)))
	b.explain(req, m, e.reason)
}

// branches returns the request that changes conditional moves.
func (req *request) branches(g *game.Game, branches ...[]string) game.BranchRequest {
	return game.BranchRequest{GameRequest: game.GameRequest{Request: req.gameRequest(), Game: g.ID, Ply: g.Ply()}, Branches: branches}
}

// aboutPlan returns the handler of a component about conditional moves in a game.
func aboutPlan(do func(b *Bot, req *request, g *game.Game, moves []string) (delivery.Response, error)) handler {
	return about((*Bot).playedGame, func(b *Bot, req *request, g *game.Game) (delivery.Response, error) {
		moves, ok := req.plannedMoves(g)
		if !ok {
			return delivery.Response{}, errUnknown
		}
		return do(b, req, g, moves)
	})
}

// removeBranches withdraws the branches that begin with some moves, and shows the rest.
func (b *Bot) removeBranches(req *request, g *game.Game, moves []string) (delivery.Response, error) {
	a, err := b.referee.RemoveBranches(req, req.branches(g, moves))
	if err != nil {
		return delivery.Response{}, err
	}
	return b.planAfter(req, a.Game, nil)
}

// plannedMoves returns the moves of a component: its argument is the index of each among the legal moves.
func (req *request) plannedMoves(g *game.Game) (moves []string, ok bool) {
	if req.id == nil || req.id.arg == "" {
		return nil, true
	}
	h, err := g.History()
	if err != nil {
		return nil, false
	}
	for _, index := range strings.Split(req.id.arg, ".") {
		p := h.Position()
		legal := p.Moves()
		i, err := strconv.ParseUint(index, 10, 31)
		if err != nil || int(i) >= len(legal) {
			return nil, false
		}
		moves = append(moves, p.Full(legal[i], draughts.Numbers))
		if h.Play(legal[i]) != nil {
			return nil, false
		}
	}
	return moves, true
}

// planner builds the message in which a player plans.
type planner struct {
	*message.Builder
	l        *lang.Language
	g        *game.Game
	h        *draughts.History   // after the moves that were chosen
	chosen   game.Branch         // those moves
	path     string              // and as the argument of a custom ID
	from     draughts.Side       // at the bottom of the board
	branches []game.Branch       // of the player
	planned  []*draughts.History // after each branch; none if moves were chosen
}

// planAfter shows a player the position after some moves, with selects of the next one.
func (b *Bot) planAfter(req *request, g *game.Game, moves []string) (delivery.Response, error) {
	side, _ := g.Side(req.by.Person)
	switch {
	case !g.AllowsBranches():
		return delivery.Response{}, &game.RequestError{Code: game.NoBranches, Game: g}
	case side == g.Turn():
		return delivery.Response{}, &game.RequestError{Code: game.OwnTurn, Game: g}
	}
	h, err := g.Ahead(moves)
	if err != nil {
		return delivery.Response{}, err
	}
	p := &planner{Builder: &message.Builder{Private: true}, l: req.lang, g: g, h: h, path: pathOf(g, h), from: req.side(g), branches: g.BranchesOf(req.by.Person)}
	for i, m := range h.Moves()[g.Len():] {
		p.chosen = append(p.chosen, h.At(g.Len()+i).Path(m))
	}
	p.Text(req.lang.Say("plan.title") + "\n-# " + b.composer.gameLink(req, g))
	p.Text(say.LostPlan(req.lang, g, req.by.Person))
	if len(moves) > 0 {
		text := "**" + say.Branch(p.l, g, h) + "**"
		if len(moves)%2 == 0 {
			text = "✅ " + text
		}
		p.Text(text)
	}
	if err := b.composer.addBoard(req, req.lang, p.Builder, g, h, req.theme(), p.from); err != nil {
		return delivery.Response{}, err
	}
	addTextBoard(p.Builder, req.lang, h.Position(), p.from, req.prefs.Text)
	if len(moves) == 0 {
		for _, branch := range p.branches {
			planned, err := g.AfterBranch(branch)
			if err != nil {
				return delivery.Response{}, err
			}
			p.planned = append(p.planned, planned)
		}
		p.addBranches()
	}
	p.addNext()
	if len(moves) > 0 {
		p.Row(buttonLabelled(p.l.Say("plan.back"), p.id(planAction, ""), dg.SecondaryButton))
	} else {
		p.addWithdrawal()
	}
	return delivery.Response{Message: p.Builder, Placement: req.replacing(), PrivateBoard: b.privateBoard(req, g)}, nil
}

// pathOf returns the moves of a history that come after those of a game, as the argument of a custom ID.
func pathOf(g *game.Game, h *draughts.History) string {
	var path []string
	for i, m := range h.Moves()[g.Len():] {
		legal := h.At(g.Len() + i).Moves()
		path = append(path, strconv.Itoa(slices.Index(legal, m)))
	}
	return strings.Join(path, ".")
}

// id returns the custom ID of an action on some moves.
func (p *planner) id(a action, path string) customID {
	return inGame(p.g, a).with(path)
}

// addBranches lists the branches.
func (p *planner) addBranches() {
	if len(p.branches) == 0 {
		p.Text(p.l.Say("plan.none"))
		return
	}
	lines := say.Each(p.planned, func(h *draughts.History) string { return "- " + say.Branch(p.l, p.g, h) })
	p.Text(message.ClipTo(strings.Join(lines, "\n"), maxListText))
}

// addWithdrawal adds controls that withdraw branches.
func (p *planner) addWithdrawal() {
	var options []dg.SelectMenuOption
	for _, h := range p.planned {
		options = append(options, dg.SelectMenuOption{Label: message.Clip(say.Branch(p.l, p.g, h)), Value: pathOf(p.g, h)})
	}
	if len(options) > 1 {
		p.Row(selectOne(p.id(withdrawPlanAction, "0"), p.l.Say("menu.withdraw-plan"), options))
	}
	if len(options) > 0 {
		p.Row(button(p.l, p.id(withdrawPlanAction, ""), dg.SecondaryButton))
	}
}

// maxPlanSelects is the number of selects for which the other components of the message leave room. Users
// type further moves.
const maxPlanSelects = 10

// maxPlanPath is the length of a path that leaves room in a custom ID for its other parts.
const maxPlanPath = 70

// addNext adds selects of the next move: of the opponent, or of the player, whose only move is a button.
func (p *planner) addNext() {
	if _, over := p.h.Ending(); over {
		p.Text(p.l.Say("plan.ends"))
		return
	}
	position := p.h.Position()
	legal := position.Moves()
	moves := say.Arrange(position.Variant(), legal, p.from)
	isAnswer := len(p.chosen)%2 == 1
	options := moveOptions(p.l, position, moves, p.from)
	for i := range options {
		options[i].Value = strings.TrimPrefix(p.path+"."+strconv.Itoa(slices.Index(legal, moves[i])), ".")
		options[i].Description = message.Clip(p.then(position, moves[i]))
	}
	options = slices.DeleteFunc(options, func(o dg.SelectMenuOption) bool { return len(o.Value) > maxPlanPath })
	options = options[:min(len(options), maxPlanSelects*message.MaxOptions)]
	a, placeholder := planAction, p.l.Say("menu.expected")
	if isAnswer {
		last := lastStep(p.h)
		a, placeholder = answerAction, p.l.Say("menu.answer", "move", last.Before.Text(last.Move))
	}
	if isAnswer && len(options) == 1 {
		p.Row(buttonLabelled(p.l.Say("button.answer", "move", options[0].Label), p.id(a, options[0].Value), dg.SuccessButton))
		return
	}
	addSelects(p.Builder, p.id(a, p.path), placeholder, options)
}

// then says what is planned after the chosen moves and one more: the answer, or that this is it; "" if
// nothing is.
func (p *planner) then(before draughts.Position, m draughts.Move) string {
	line := append(slices.Clone(p.chosen), before.Path(m))
	i := slices.IndexFunc(p.branches, func(b game.Branch) bool { return b.BeginsWith(line) })
	switch {
	case i < 0:
		return ""
	case len(line)%2 == 0:
		return p.l.Say("plan.planned")
	}
	after := before.Play(m)
	answer, err := after.Along(p.branches[i][len(line)])
	if err != nil {
		return ""
	}
	return p.l.Say("plan.then", "answer", after.Text(answer))
}

// completePlan returns the typed branches with each legal move that can come next in the last one.
func (b *Bot) completePlan(req *request) []*message.Choice {
	g, err := b.chosenGame(req)
	if err != nil || !req.mayPlan(g) {
		return nil
	}
	text, _ := req.options["moves"].(string)
	last := strings.LastIndexAny(text, branchEnds) + 1
	branches, text := strings.TrimSpace(text[:last]), text[last:]
	moves, typed := typedMoves(text), ""
	if n := len(moves); n > 0 && strings.TrimRightFunc(text, unicode.IsSpace) == text {
		moves, typed = moves[:n-1], foldMove(moves[n-1])
	}
	h, err := g.Ahead(moves)
	if err != nil {
		return nil
	}
	p := h.Position()
	var before []string
	for i, m := range h.Moves()[g.Len():] {
		before = append(before, h.At(g.Len()+i).Text(m))
	}
	var found []*message.Choice
	for _, m := range req.movesThatBegin(p, typed) {
		line := strings.TrimSpace(branches + " " + strings.Join(append(before, p.Text(m)), " "))
		if len(line) <= message.MaxValue {
			found = append(found, &message.Choice{Name: line, Value: line})
		}
	}
	return found
}
