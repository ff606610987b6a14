package bot

import (
	"fmt"
	"slices"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
	"doublecorner/game"
)

// blockedAt identifies one of the people whom a user has blocked, without saying who that is: a custom ID must not tell who a stranger
// is. It changes with how many they are.
func blockedAt(i, n int) string { return fmt.Sprint(i, " ", n) }

// nameOfBlocked returns what a user calls somebody whom they have blocked.
func (b *Bot) nameOfBlocked(req *request, block game.Block) string {
	if block.Name != "" {
		return block.Name
	}
	return b.names.pictureName(req, req.lang, block.Person, req.place)
}

// useBlock blocks the opponent of a game, in all guilds.
func (b *Bot) useBlock(req *request) (delivery.Response, error) {
	block, err := b.referee.BlockOpponent(req, req.id.game, req.viewer())
	if err != nil {
		return delivery.Response{}, err
	}
	prefs, err := b.records.preferencesOf(req, req.by.Person)
	if err != nil {
		return delivery.Response{}, err
	}
	after := prefs[req.by.Person]
	all := after.blocks()
	i := slices.IndexFunc(all, func(other game.Block) bool { return other.Person == block.Person })
	m := req.private("block.done", "player", message.Escape(b.nameOfBlocked(req, all[i])))
	m.Row(button(req.lang, customID{action: unblockAction, arg: blockedAt(i, len(all))}, dg.SecondaryButton))
	return delivery.Response{Message: m}, nil
}

// useUnblock blocks somebody no more.
func (b *Bot) useUnblock(req *request) (delivery.Response, error) {
	for i, block := range req.prefs.blocks() {
		if req.id.arg == blockedAt(i, len(req.prefs.blocks())) {
			err := b.referee.Unblock(req, req.by.Person, block.Person)
			return delivery.Response{Message: req.private("block.undone", "player", message.Escape(b.nameOfBlocked(req, block)))}, err
		}
	}
	return delivery.Response{}, errUnknown
}

// addBlocks adds how many people the user has blocked to their preferences, and a select that unblocks one; nothing if nobody is.
func (b *Bot) addBlocks(m *message.Builder, req *request) {
	all := req.prefs.blocks()
	if len(all) == 0 {
		return
	}
	var options []dg.SelectMenuOption
	for i, block := range slices.Backward(all) {
		options = append(options, dg.SelectMenuOption{Label: message.Clip(b.nameOfBlocked(req, block)), Value: blockedAt(i, len(all))})
	}
	m.Text(req.lang.Say("block.count", "n", len(all)))
	m.Row(selectOne(customID{action: unblockAction}, req.lang.Say("block.undo"), options[:min(len(options), message.MaxOptions)]))
}
