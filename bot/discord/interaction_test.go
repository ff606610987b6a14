package discord

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	dg "github.com/bwmarrin/discordgo"

	"doublecorner/bot/delivery"
	"doublecorner/bot/message"
)

// TestRead checks that an interaction that discordgo cannot read can be answered, without its
// data.
func TestRead(t *testing.T) {
	tests := []struct {
		text string
		id   string
		data bool
	}{
		{`{"id":"5","token":"t","type":2,"data":{"name":"do","type":1}}`, "5", true},
		{`{"id":"5","token":"t","type":3,"data":{"custom_id":"x","component_type":2},"message":{"id":"1","components":[{"type":17,"components":[{"type":10,"content":"x"}]}]}}`, "5", true},
		{`{"id":"5","token":"t","type":3,"data":{"custom_id":"x","component_type":2},"message":{"id":"1","components":[{"type":99}]}}`, "5", false},
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
		{"type":17,"components":[{"type":12,"items":[{"media":{"url":"https://cdn.test/a/board.png?ex=1","attachment_id":"8"}},{"media":{"url":"https://elsewhere.test/x.png"}}]}]},
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

// whole is an interaction with every field that surprises are expected in.
const whole = `{"id":"5","application_id":"6","type":2,"token":"t","version":1,"guild_id":"77","channel_id":"78","context":0,
	"locale":"nl","guild_locale":"de","app_permissions":"8","attachment_size_limit":10485760,"entitlements":[{"id":"9"}],
	"authorizing_integration_owners":{"0":"77"},"guild":{"id":"77","features":[],"locale":"de"},"channel":{"id":"78","type":0,"permissions":"8"},
	"user":{"id":"7","username":"anna","flags":0,"avatar":null},
	"member":{"joined_at":"2026-05-01T12:00:00Z","roles":["1"],"nick":"A","flags":0,"pending":false,"permissions":"32",
		"user":{"id":"7","username":"anna","global_name":"Anna","discriminator":"0","public_flags":64,"bot":false}},
	"data":{"id":"3","name":"do","type":1,"options":[{"name":"x","type":6,"value":"7"}],"resolved":{"members":{"7":{"permissions":"32"}},"channels":{"78":{"id":"78","permissions":"32"}}}},
	"message":{"id":"4","flags":64,"components":[]}}`

// TestReadSurprises checks that a field of an unexpected type is removed alone, at any depth, but
// data and message as a whole.
func TestReadSurprises(t *testing.T) {
	var paths [][]string
	var walk func(object map[string]any, path []string)
	walk = func(object map[string]any, path []string) {
		for name, value := range object {
			path := append(slices.Clone(path), name)
			paths = append(paths, path)
			if inner, ok := value.(map[string]any); ok {
				walk(inner, path)
			}
		}
	}
	// changed returns the interaction with one field changed, or without it.
	changed := func(path []string, to any) map[string]any {
		var all map[string]any
		must(t, json.Unmarshal([]byte(whole), &all))
		at := all
		for _, name := range path[:len(path)-1] {
			at = at[name].(map[string]any)
		}
		if at[path[len(path)-1]] = to; to == nil {
			delete(at, path[len(path)-1])
		}
		return all
	}
	reads := func(all map[string]any) (i delivery.Interaction, fits bool) {
		text, err := json.Marshal(all)
		must(t, err)
		i, err = readInteraction(text)
		must(t, err)
		return i, json.Unmarshal(text, &dg.Interaction{}) == nil
	}
	walk(changed([]string{""}, nil), nil)
	lost := 0
	for _, path := range paths {
		for _, surprise := range []any{5.5, "x", true, []any{[]any{5}}} {
			if slices.Equal(path, []string{"id"}) || slices.Equal(path, []string{"token"}) {
				continue // without which nothing can be answered
			}
			got, fits := reads(changed(path, surprise))
			if fits {
				continue
			}
			lost++
			without := changed(path, nil)
			if path[0] == "data" || path[0] == "message" {
				delete(without, "data")
				delete(without, "message")
			}
			if want, _ := reads(without); !reflect.DeepEqual(got, want) {
				t.Errorf("%s is %v: %+v, want %+v", path, surprise, got, want)
			}
		}
	}
	if lost < 100 {
		t.Errorf("only %d surprises", lost)
	}
}

// TestReadPermissions checks that permissions that do not fit into an int64 do not remove the
// others.
func TestReadPermissions(t *testing.T) {
	for permissions, want := range map[string]int64{
		"32": 32, "9223372036854775807": math.MaxInt64, "9223372036854775808": 0, "9223372036854775840": 32, "18446744073709551648": 32,
		"1606938044258990275541962092341162602522202993782792835301408": 32, // 2^200 and 32
		"": 0, "-1": -1, "x": 0, "0x20": 0,
	} {
		i, err := readInteraction([]byte(strings.NewReplacer(`"32"`, strconv.Quote(permissions), `"8"`, strconv.Quote(permissions)).Replace(whole)))
		must(t, err)
		if i.Member.Permissions != want || i.AppPermissions != want || i.Member.User.ID != "7" {
			t.Errorf("%s: %+v", permissions, i)
		}
		if data, ok := i.Data.(dg.ApplicationCommandInteractionData); ok && (data.Resolved.Members["7"].Permissions != want || len(data.Options) != 1) || !ok && want != 0 {
			t.Errorf("%s: the data are %+v", permissions, i.Data)
		}
	}
}

// TestReadDeep checks the maximum depth of repairs.
func TestReadDeep(t *testing.T) {
	for resolved, want := range map[string]bool{
		`{"members":{"7":{"permissions":"9223372036854775840"}}}`:             true,
		`{"messages":{"4":{"member":{"permissions":"9223372036854775840"}}}}`: false,
	} {
		i, err := readInteraction(fmt.Appendf(nil, `{"id":"5","token":"t","type":2,"data":{"name":"do","resolved":%s}}`, resolved))
		must(t, err)
		if got := i.Data != nil; got != want {
			t.Errorf("%s is read: %v, want %v", resolved, got, want)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for name, permissions := range map[string]string{"usual": `"32"`, "surprising": `"9223372036854775840"`} {
		text := []byte(strings.ReplaceAll(whole, `"32"`, permissions))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := readInteraction(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func FuzzReadInteraction(f *testing.F) {
	f.Add([]byte(`{"id":"5","token":"t","type":2,"data":{"name":"do","type":1,"options":[{"name":"x","type":3,"value":"y"}]}}`))
	f.Add([]byte(`{"id":"5","token":"t","type":3,"data":{"custom_id":"x"},"message":{"components":[{"type":99}]},"member":null}`))
	f.Add([]byte(`{"id":"5","token":"t","type":5,"data":{"components":[{"type":1,"components":[{"type":4}]}]}}`))
	f.Add([]byte(`{"permissions":"9223372036854775840","user":{"id":"7","flags":"x"},"joined_at":5}`))
	surprised := []string{"member", "user", "entitlements", "context", "app_permissions", "authorizing_integration_owners", "locale", "guild_locale", "guild", "channel", "message"}
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
