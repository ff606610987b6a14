package discord

import (
	"testing"

	dg "github.com/bwmarrin/discordgo"
)

// An interaction that discordgo cannot read comes without its data, and can be answered.
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
		i, err := read([]byte(test.text))
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

func FuzzReadInteraction(f *testing.F) {
	f.Add([]byte(`{"id":"5","token":"t","type":2,"data":{"name":"do","type":1,"options":[{"name":"x","type":3,"value":"y"}]}}`))
	f.Add([]byte(`{"id":"5","token":"t","type":3,"data":{"custom_id":"x"},"message":{"components":[{"type":99}]},"member":null}`))
	f.Add([]byte(`{"id":"5","token":"t","type":5,"data":{"components":[{"type":1,"components":[{"type":4}]}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		i, err := read(text)
		if err != nil {
			return
		}
		asks(i)
		subject(i)
		if i.Type != dg.InteractionPing && (i.ID == "" || i.Token == "") {
			t.Errorf("%q cannot be answered", text)
		}
	})
}
