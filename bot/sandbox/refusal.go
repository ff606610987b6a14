package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Code is the number by which Discord names a refusal.
type Code int

// The refusals that the sandbox knows, by Discord's numbers.
const (
	CodeUnknownApplication    Code = 10002
	CodeUnknownChannel        Code = 10003
	CodeUnknownGuild          Code = 10004
	CodeUnknownMember         Code = 10007
	CodeUnknownMessage        Code = 10008
	CodeUnknownUser           Code = 10013
	CodeUnknownWebhook        Code = 10015
	CodeUnknownInteraction    Code = 10062
	CodeUnknownCommand        Code = 10063
	CodeTooManyOldEdits       Code = 30046
	CodeTooLarge              Code = 40005
	CodeAlreadyAcknowledged   Code = 40060
	CodeTooManyFollowUps      Code = 40094
	CodeMissingAccess         Code = 50001
	CodeDirectMessage         Code = 50003
	CodeNotYourMessage        Code = 50005
	CodeEmptyMessage          Code = 50006
	CodeCannotMessageUser     Code = 50007
	CodeMissingPermissions    Code = 50013
	CodeWrongChannelType      Code = 50024
	CodeInvalidWebhookToken   Code = 50027
	CodeInvalidForm           Code = 50035
	CodeInvalidAPIVersion     Code = 50041
	CodeThreadArchived        Code = 50083
	CodeInvalidJSON           Code = 50109
	CodeThreadAlreadyThere    Code = 160004
	codeTooManyUploads        Code = 30015
	codeCommandLimit          Code = 30032
	codeInvalidRecipients     Code = 50033
	codeCannotReplyWithoutLog Code = 160002
)

// known says how Discord answers each code: with which status, in which words.
var known = map[Code]struct {
	status int
	words  string
}{
	CodeUnknownApplication:    {404, "Unknown Application"},
	CodeUnknownChannel:        {404, "Unknown Channel"},
	CodeUnknownGuild:          {404, "Unknown Guild"},
	CodeUnknownMember:         {404, "Unknown Member"},
	CodeUnknownMessage:        {404, "Unknown Message"},
	CodeUnknownUser:           {404, "Unknown User"},
	CodeUnknownWebhook:        {404, "Unknown Webhook"},
	CodeUnknownInteraction:    {404, "Unknown interaction"},
	CodeUnknownCommand:        {404, "Unknown application command"},
	codeTooManyUploads:        {400, "Maximum number of attachments in a message reached (10)"},
	codeCommandLimit:          {400, "Maximum number of application commands reached (100)"},
	CodeTooManyOldEdits:       {429, "Maximum number of edits to messages older than 1 hour reached. Try again later"},
	CodeTooLarge:              {413, "Request entity too large"},
	CodeAlreadyAcknowledged:   {400, "Interaction has already been acknowledged."},
	CodeTooManyFollowUps:      {400, "This interaction has reached the maximum number of follow up messages that can be sent"},
	CodeMissingAccess:         {403, "Missing Access"},
	CodeDirectMessage:         {403, "Cannot execute action on a DM channel"},
	CodeNotYourMessage:        {403, "Cannot edit a message authored by another user"},
	CodeEmptyMessage:          {400, "Cannot send an empty message"},
	CodeCannotMessageUser:     {403, "Cannot send messages to this user"},
	CodeMissingPermissions:    {403, "Missing Permissions"},
	CodeWrongChannelType:      {400, "Cannot execute action on this channel type"},
	CodeInvalidWebhookToken:   {401, "Invalid Webhook Token"},
	codeInvalidRecipients:     {400, "Invalid Recipient(s)"},
	CodeInvalidForm:           {400, "Invalid Form Body"},
	CodeInvalidAPIVersion:     {400, "Invalid API version provided"},
	CodeThreadArchived:        {400, "Thread is archived"},
	CodeInvalidJSON:           {400, "The request body contains invalid JSON."},
	codeCannotReplyWithoutLog: {400, "Cannot reply without permission to read message history"},
	CodeThreadAlreadyThere:    {400, "A thread has already been created for this message"},
}

// A Refusal is what Discord answers instead of doing what it was asked.
type Refusal struct {
	Status   int
	Code     Code
	Message  string
	Mistakes []Mistake
}

// A Mistake is one place of a request's body that is wrong.
type Mistake struct {
	Path    []string // from the outside in; positions in lists in decimal digits
	Code    string
	Message string
}

func refuse(code Code) *Refusal {
	k := known[code]
	return &Refusal{Status: k.status, Code: code, Message: k.words}
}

// plain is a refusal that has no number of its own.
func plain(status int) *Refusal {
	return &Refusal{Status: status, Message: fmt.Sprintf("%d: %s", status, http.StatusText(status))}
}

func (r *Refusal) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", r.Code, r.Message)
	for _, m := range r.Mistakes {
		fmt.Fprintf(&b, "; %s: %s", strings.Join(m.Path, "."), m.Message)
	}
	return b.String()
}

// MarshalJSON writes the refusal in Discord's shape: mistakes nested by their path,
// each place with its list `_errors`.
func (r *Refusal) MarshalJSON() ([]byte, error) {
	body := map[string]any{"code": r.Code, "message": r.Message}
	if len(r.Mistakes) > 0 {
		tree := map[string]any{}
		for _, m := range r.Mistakes {
			at := tree
			for _, step := range m.Path {
				next, ok := at[step].(map[string]any)
				if !ok {
					next = map[string]any{}
					at[step] = next
				}
				at = next
			}
			list, _ := at["_errors"].([]any)
			at["_errors"] = append(list, map[string]string{"code": m.Code, "message": m.Message})
		}
		body["errors"] = tree
	}
	return json.Marshal(body)
}
