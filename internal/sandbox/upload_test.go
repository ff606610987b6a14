package sandbox_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"doublecorner/internal/sandbox"
)

// A message lists as attachments only the files that none of its components shows, and an edit that names attachments names all
// that the message keeps: from version 10 of the API on, new ones too.
func TestAttachments(t *testing.T) {
	w := settle(t)
	channel := "/channels/" + w.general.String() + "/messages"
	gallery := func(address string) object {
		return v2(object{"type": 12, "items": list{object{"media": object{"url": address}, "description": "alt"}}})
	}
	with := func(o object, attachments ...any) object {
		o["attachments"] = list(attachments)
		return o
	}
	const noAttachment = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
	tests := []struct {
		name    string
		edit    func(kept, address string) object
		files   int
		version string // empty: 10
		where   string // empty: it is done
		shows   string // "old" or "new": the picture that is shown then
	}{
		{"nothing is said of attachments", func(_, _ string) object { return gallery("attachment://f0.bin") }, 0, "", "", "old"},
		{"the old picture is kept",
			func(kept, _ string) object { return with(gallery("attachment://f0.bin"), object{"id": kept}) },
			0, "", "", "old"},
		{"it is kept, and named by its address",
			func(kept, address string) object { return with(gallery(address), object{"id": kept}) }, 0, "", "", "old"},
		{"it is shown, but not kept", func(_, address string) object { return with(gallery(address)) }, 0, "", "components", ""},
		{"it is not kept, and still shown", func(_, _ string) object { return with(object{}) }, 0, "", "components", ""},
		{"a new picture that is not listed",
			func(_, _ string) object { return with(gallery("attachment://f0.bin")) },
			1, "", "components.0.items.0.media.url", ""},
		{"a new picture that is listed",
			func(_, _ string) object { return with(gallery("attachment://f0.bin"), object{"id": "0"}) }, 1, "", "", "new"},
		{"a new picture that is not listed, before version 10",
			func(_, _ string) object { return with(gallery("attachment://f0.bin")) }, 1, "v9", "", "new"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			status, body := w.upload(channel, gallery("attachment://f0.bin"), 1, 10)
			if status != http.StatusOK {
				t.Fatal(body)
			}
			before := messageIn(t, body)
			old := before.Components[0].Items[0].Media
			if old.AttachmentID == 0 || len(before.Attachments) != 0 {
				t.Fatalf("a picture in a gallery, and attachments %+v", before.Attachments)
			}
			path := channel + "/" + before.ID.String()
			if test.version != "" {
				path = "/api/" + test.version + path
			}
			status, body = w.uploadBy("PATCH", path, test.edit(old.AttachmentID.String(), old.URL), test.files, 10)
			if test.where != "" {
				refused(t, status, body, sandbox.CodeInvalidForm, test.where, noAttachment)
				return
			}
			if status != http.StatusOK {
				t.Fatal(body)
			}
			after := messageIn(t, body)
			shown := after.Components[0].Items[0].Media
			if (shown.AttachmentID == old.AttachmentID) != (test.shows == "old") || len(after.Attachments) != 0 {
				t.Errorf("%+v is shown in place of %+v, besides %+v", shown, old, after.Attachments)
			}
			if there, wanted := w.fetch(old.URL), test.shows == "old"; there != wanted {
				t.Errorf("the old file is there: %v", there)
			}
		})
	}
}

// fetch reports whether a file is there.
func (w *testWorld) fetch(address string) bool {
	w.t.Helper()
	resp, err := http.Get(address)
	check(w.t, err)
	resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

func messageIn(t *testing.T, body string) (m sandbox.Message) {
	t.Helper()
	check(t, json.Unmarshal([]byte(body), &m))
	return m
}
