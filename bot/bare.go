package bot

import dg "github.com/bwmarrin/discordgo"

// withoutControls returns a message as it was, but that nothing can be done with it any
// more: its pictures and files stay, its buttons and menus go.
func withoutControls(was *dg.Message) *Message {
	bare := &Message{
		Flags:           dg.MessageFlagsIsComponentsV2,
		AllowedMentions: (&message{}).mentions(),
		Components:      []dg.MessageComponent{},
		Attachments:     []Attachment{},
	}
	if was == nil {
		return bare
	}
	names := map[string]string{} // of the files that stay, by their addresses
	for _, a := range was.Attachments {
		if a != nil {
			bare.Attachments = append(bare.Attachments, Attachment{ID: a.ID})
			names[a.URL] = a.Filename
		}
	}
	bare.Components = passive(was.Components, names)
	return bare
}

// passive returns components without those that do something. Files that came with the
// message are named as they were when it was sent.
func passive(components []dg.MessageComponent, names map[string]string) []dg.MessageComponent {
	named := func(m dg.UnfurledMediaItem) dg.UnfurledMediaItem {
		if name, ok := names[m.URL]; ok {
			m.URL = "attachment://" + name
		}
		return m
	}
	all := []dg.MessageComponent{}
	for _, c := range components {
		switch c := c.(type) {
		case *dg.Container:
			inner := *c
			inner.Components = passive(c.Components, names)
			all = append(all, inner)
		case *dg.TextDisplay:
			all = append(all, dg.TextDisplay{Content: c.Content})
		case *dg.MediaGallery:
			inner := dg.MediaGallery{Items: make([]dg.MediaGalleryItem, len(c.Items))}
			for i, item := range c.Items {
				inner.Items[i] = item
				inner.Items[i].Media = named(item.Media)
			}
			all = append(all, inner)
		case *dg.FileComponent:
			all = append(all, dg.FileComponent{File: named(c.File), Spoiler: c.Spoiler})
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
