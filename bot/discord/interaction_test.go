package discord

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/message"
)

// TestRead checks that a field that discordgo cannot read leaves the others, and that an interaction can be answered
// without its data if it or the message is unreadable.
func TestRead(t *testing.T) {
	tests := []struct {
		text string
		id   string
		data bool
	}{
		{`{"id":"5","token":"t","type":2,"data":{"name":"do","type":1}}`, "5", true},
		{`{"id":"5","token":"t","type":3,"data":{"custom_id":"x","component_type":2},
			"message":{"id":"1","components":[{"type":17,"components":[{"type":10,"content":"x"}]}]}}`, "5", true},
		{`{"id":"5","token":"t","type":3,"data":{"custom_id":"x","component_type":2},
			"message":{"id":"1","components":[{"type":99}]}}`, "5", false},
		{`{"id":"5","token":"t","type":2,"data":{"name":5},"member":{"permissions":"32"}}`, "5", false},
		{`{"id":"5","token":"t","type":2,"data":{"name":"do"},"entitlements":5,"member":5,"context":"new"}`, "5", true},
		{`{"entitlements":5,"member":{"permissions":"9223372036854775840"},"context":"new",
			"id":"5","token":"t","type":2,"data":{"name":"do"}}`, "5", true},
		{`{"id":"5","token":"t","type":77,"data":{}}`, "5", false},
		{`{"type":1}`, "", false},
		{`{"type":2,"data":{"name":"do"}}`, "error", false},
		{`{"id":5}`, "error", false},
		{`nonsense`, "error", false},
	}
	for _, test := range tests {
		i, err := readInteraction([]byte(test.text))
		if test.id == "error" {
			if err == nil {
				t.Errorf("%s is read as %+v", test.text, i)
			}
			continue
		}
		if err != nil || i.ID != test.id || (i.Data != nil) != test.data {
			t.Errorf("%s: %+v, %v", test.text, i, err)
		}
	}
}

// TestReadModal checks that what a user wrote and chose in labels is read.
func TestReadModal(t *testing.T) {
	i, err := readInteraction([]byte(`{"id":"5","token":"t","type":5,"message":{"id":"7"},"data":{"custom_id":"form","components":[
		{"type":18,"id":1,"component":{"type":3,"id":2,"custom_id":"choice","values":["b"]}},
		{"type":18,"id":3,"component":{"type":4,"id":4,"custom_id":"text","value":"words"}}]}}`))
	must(t, err)
	data, ok := i.Data.(dg.ModalSubmitInteractionData)
	if !ok || data.CustomID != "form" || i.Message == nil {
		t.Fatalf("read is %+v", i)
	}
	want := map[string]string{"choice": "b", "text": "words"}
	if got := message.Inputs(data.Components); !reflect.DeepEqual(got, want) {
		t.Errorf("the inputs are %v, not %v", got, want)
	}
}

// TestReadFilesInComponents checks that files of components are read, in an interaction and in a
// message.
func TestReadFilesInComponents(t *testing.T) {
	const message = `{"id":"1","attachments":[],"components":[
		{"type":17,"components":[{"type":12,"items":[
			{"media":{"url":"https://cdn.test/a/board.png?ex=1","attachment_id":"8"}},
			{"media":{"url":"https://elsewhere.test/x.png"}}]}]},
		{"type":13,"file":{"url":"https://cdn.test/b/game.pdn","attachment_id":"9"}}]}`
	i, err := readInteraction([]byte(`{"id":"5","token":"t","type":3,"data":{"custom_id":"x","component_type":2},"message":` + message + `}`))
	must(t, err)
	alone := &wholeMessage{}
	must(t, json.Unmarshal([]byte(message), alone))
	for _, m := range []*dg.Message{i.Message, &alone.Message} {
		var got []string
		for _, a := range m.Attachments {
			got = append(got, a.ID+" "+a.Filename)
		}
		if want := []string{"8 board.png", "9 game.pdn"}; !slices.Equal(got, want) {
			t.Errorf("it has the files %q, want %q", got, want)
		}
	}
}

func FuzzReadInteraction(f *testing.F) {
	f.Add([]byte(`{"id":"5","token":"t","type":2,"data":{"name":"do","type":1,"options":[{"name":"x","type":3,"value":"y"}]}}`))
	f.Add([]byte(`{"id":"5","token":"t","type":3,"data":{"custom_id":"x"},"message":{"components":[{"type":99}]},"member":null}`))
	f.Add([]byte(`{"id":"5","token":"t","type":5,"data":{"components":[{"type":1,"components":[{"type":4}]}]}}`))
	f.Add([]byte(`{"permissions":"9223372036854775840","user":{"id":"7","flags":"x"},"joined_at":5}`))
	surprised := []string{"member", "user", "entitlements", "context", "app_permissions",
		"authorizing_integration_owners", "locale", "guild_locale", "guild", "channel", "message"}
	f.Fuzz(func(t *testing.T, text []byte) {
		if name := surprised[len(text)%len(surprised)]; json.Valid(text) {
			i, err := readInteraction(fmt.Appendf(nil, `{"id":"5","token":"t","type":2,"data":{"name":"do"},%q:%s}`, name, text))
			if err != nil || i.ID != "5" || i.Token != "t" || name != "message" && i.Data == nil {
				t.Errorf("with %s as %q it is %+v, %v", name, text, i, err)
			}
		}
		i, err := readInteraction(text)
		if err != nil {
			return
		}
		requester(i.Interaction)
		subject(i.Interaction)
		if i.Type != dg.InteractionPing && (i.ID == "" || i.Token == "") {
			t.Errorf("%q cannot be answered", text)
		}
	})
}
