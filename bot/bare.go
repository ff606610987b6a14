package bot

import dg "github.com/bwmarrin/discordgo"

// withoutControls returns a message as it was, but that nothing can be done with it any
// more: its pictures stay, its buttons and menus go.
func withoutControls(was *dg.Message) *dg.InteractionResponseData {
	data := &dg.InteractionResponseData{
		Flags:           dg.MessageFlagsIsComponentsV2,
		AllowedMentions: (&message{}).mentions(),
		Components:      []dg.MessageComponent{},
	}
	if was == nil {
		return data
	}
	kept := []*dg.MessageAttachment{}
	for _, a := range was.Attachments {
		if a != nil {
			kept = append(kept, &dg.MessageAttachment{ID: a.ID, Filename: a.Filename})
		}
	}
	data.Attachments = &kept
	data.Components = passive(was.Components, kept)
	return data
}

// passive returns components without those that do something. Pictures that came with
// the message are named as they were when it was sent.
func passive(components []dg.MessageComponent, kept []*dg.MessageAttachment) []dg.MessageComponent {
	all := []dg.MessageComponent{}
	for _, c := range components {
		switch c := c.(type) {
		case *dg.Container:
			inner := *c
			inner.Components = passive(c.Components, kept)
			all = append(all, inner)
		case *dg.TextDisplay:
			all = append(all, dg.TextDisplay{Content: c.Content})
		case *dg.MediaGallery:
			inner := dg.MediaGallery{Items: make([]dg.MediaGalleryItem, len(c.Items))}
			for i, item := range c.Items {
				inner.Items[i] = item
				if i < len(kept) {
					inner.Items[i].Media = dg.UnfurledMediaItem{URL: "attachment://" + kept[i].Filename}
				}
			}
			all = append(all, inner)
		}
	}
	return all
}

// active tells whether something can be done with components.
func active(components []dg.MessageComponent) bool {
	for _, c := range components {
		switch c := c.(type) {
		case *dg.ActionsRow:
			return true
		case *dg.Container:
			if active(c.Components) {
				return true
			}
		}
	}
	return false
}
