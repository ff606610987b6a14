package game

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
)

// Block says that a person does not want to play with another one, in any place. Name is what the other one was called,
// if the two met in a game between two places.
type Block struct {
	Person PersonID `json:"person,string"`
	Name   string   `json:"name,omitempty"`
}

// maxBlocks is how many others a person can block.
const maxBlocks = 100

// BlocksOf returns whom a person has blocked, by their settings record.
func BlocksOf(settings []byte) []Block {
	var with struct {
		Blocks []Block `json:"blocks"`
	}
	if json.Unmarshal(settings, &with) != nil {
		return nil
	}
	return with.Blocks
}

// exportSettings returns the exported form of the settings record of a person, without the ids of people whom they know by a name
// only.
func exportSettings(record []byte) any {
	members := map[string]any{}
	blocks := BlocksOf(record)
	if len(blocks) == 0 || json.Unmarshal(record, &members) != nil {
		return jsonOf(record)
	}
	var exported []object
	for _, b := range blocks {
		if b.Name != "" {
			exported = append(exported, object{{"name", b.Name}})
		} else {
			exported = append(exported, object{{"person", b.Person}})
		}
	}
	members["blocks"] = exported
	return members
}

func blocksOf(tx Reader, p PersonID) ([]Block, error) {
	if !p.IsHuman() {
		return nil, nil
	}
	record, err := orNone(tx.Settings(PersonSettings(p)))
	return BlocksOf(record), err
}

func isBlocked(all []Block, p PersonID) bool {
	return slices.ContainsFunc(all, func(b Block) bool { return b.Person == p })
}

// areApart reports whether one of two people has blocked the other.
func areApart(tx Reader, a, b PersonID) (bool, error) {
	if a == b || !a.IsHuman() || !b.IsHuman() {
		return false, nil
	}
	byA, err := blocksOf(tx, a)
	if err != nil || isBlocked(byA, b) {
		return err == nil, err
	}
	byB, err := blocksOf(tx, b)
	return isBlocked(byB, a), err
}

// checkApart refuses something of two people if one of them has blocked the other.
func (s *step) checkApart(a, b PersonID) error {
	if apart, err := areApart(s.tx, a, b); err != nil {
		return err
	} else if apart {
		return refuse(Blocked)
	}
	return nil
}

// BlockOpponent has a player block the opponent of a game. It returns the block.
func (r *Referee) BlockOpponent(ctx context.Context, id GameID, v Viewer) (block Block, err error) {
	err = r.update(ctx, func(s *step) error {
		g, err := v.game(s.tx, id)
		if err != nil {
			return err
		}
		side, plays := g.Side(v.Person)
		opponent := g.Player(side.Opponent())
		if !plays || !opponent.IsHuman() {
			return v.refusal(&RequestError{Code: NotAPlayer, Game: g}, id)
		}
		block = Block{Person: opponent}
		if g.IsBetween() {
			block.Name = cmp.Or(g.Names[side.Opponent()], "?") // who is known by no name is known by no id either
		}
		return s.changeBlocks(v.Person, func(all []Block) ([]Block, error) {
			switch {
			case isBlocked(all, opponent):
				return all, nil
			case len(all) >= maxBlocks:
				return nil, &RequestError{Code: TooManyBlocks, Limit: maxBlocks}
			}
			return append(all, block), nil
		})
	})
	return block, err
}

// Unblock has a person block another one no more.
func (r *Referee) Unblock(ctx context.Context, p, other PersonID) error {
	return r.update(ctx, func(s *step) error {
		return s.changeBlocks(p, func(all []Block) ([]Block, error) {
			return slices.DeleteFunc(all, func(b Block) bool { return b.Person == other }), nil
		})
	})
}

func (s *step) changeBlocks(p PersonID, change func([]Block) ([]Block, error)) error {
	if err := checkNotErasing(s.tx, p); err != nil {
		return err
	}
	all, err := blocksOf(s.tx, p)
	if err != nil {
		return err
	}
	if all, err = change(all); err != nil {
		return err
	}
	return putMember(s.tx, p, "blocks", all)
}
