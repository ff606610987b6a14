package match

import (
	"context"
	"errors"
	"fmt"

	"doublecorner/game/draughts"
	"doublecorner/game/hub"
	"doublecorner/game/search"
)

// Player chooses moves. An error of a Player loses it the game; it is then closed.
type Player interface {
	// NewGame says that the next position is of another game, with that number.
	NewGame(ctx context.Context, number int) error
	Move(ctx context.Context, h *draughts.History) (draughts.Move, error)
	Close() error
}

// Contender is one of the two that play a match.
type Contender struct {
	Name  string
	Start func(ctx context.Context) (Player, error) // which may be called for each game
}

// Searcher returns a contender that thinks by itself. The seed of its limit changes with each game.
func Searcher(name string, l search.Limit, start func() (hub.Engine, error)) Contender {
	return Contender{name, func(context.Context) (Player, error) {
		e, err := start()
		return &searcher{e, l, l.Seed}, err
	}}
}

type searcher struct {
	engine hub.Engine
	limit  search.Limit
	seed   uint64
}

func (s *searcher) NewGame(_ context.Context, number int) error {
	s.engine.Forget()
	s.limit.Seed = s.seed + uint64(number)
	return nil
}

func (s *searcher) Move(ctx context.Context, h *draughts.History) (draughts.Move, error) {
	t, err := s.engine.Think(ctx, h, s.limit)
	if err == nil && (len(t.Lines) == 0 || len(t.Lines[0].Moves) == 0) {
		err = errors.New("it found no move")
	}
	if err != nil {
		return draughts.Move{}, err
	}
	return t.Lines[0].Moves[0], nil
}

func (s *searcher) Close() error { return nil }

// Program returns a contender that is a program speaking the Hub protocol.
func Program(name string, l search.Limit, v *draughts.Variant, params map[string]string, command []string) Contender {
	return Contender{name, func(ctx context.Context) (Player, error) {
		c, err := hub.Start(command[0], command[1:]...)
		if err != nil {
			return nil, err
		}
		if err := c.Init(ctx, v, params); err != nil {
			c.Close()
			return nil, fmt.Errorf("%s: %w", command[0], err)
		}
		return &program{c, l}, nil
	}}
}

type program struct {
	client *hub.Client
	limit  search.Limit
}

func (p *program) NewGame(ctx context.Context, _ int) error { return p.client.NewGame(ctx) }

func (p *program) Move(ctx context.Context, h *draughts.History) (draughts.Move, error) {
	return p.client.Think(ctx, h, p.limit)
}

func (p *program) Close() error { return p.client.Close() }
