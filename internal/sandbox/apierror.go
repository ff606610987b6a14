package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Code is the number by which Discord names an error.
type Code int

// The errors that the sandbox knows, with the status and the message of each.
var (
	CodeUnknownChannel      = newCode(10003, 404, "Unknown Channel")
	CodeUnknownGuild        = newCode(10004, 404, "Unknown Guild")
	CodeUnknownMember       = newCode(10007, 404, "Unknown Member")
	CodeUnknownMessage      = newCode(10008, 404, "Unknown Message")
	CodeUnknownRole         = newCode(10011, 404, "Unknown Role")
	CodeUnknownUser         = newCode(10013, 404, "Unknown User")
	CodeUnknownWebhook      = newCode(10015, 404, "Unknown Webhook")
	CodeUnknownInteraction  = newCode(10062, 404, "Unknown interaction")
	codeUnknownEvent        = newCode(10070, 404, "Unknown Guild Scheduled Event")
	codeRoleLimit           = newCode(30005, 400, "Maximum number of guild roles reached (250)")
	codeTooManyUploads      = newCode(30015, 400, "Maximum number of attachments in a message reached (10)")
	codeCommandLimit        = newCode(30032, 400, "Maximum number of application commands reached (100)")
	codeEventLimit          = newCode(30038, 400, "Maximum number of uncompleted guild scheduled events reached (100)")
	CodeTooManyOldEdits     = newCode(30046, 429, "Maximum number of edits to messages older than 1 hour reached. Try again later")
	CodeTooLarge            = newCode(40005, 413, "Request entity too large")
	CodeAlreadyAcknowledged = newCode(40060, 400, "Interaction has already been acknowledged.")
	CodeTooManyFollowUps    = newCode(40094, 400, "This interaction has reached the maximum number of follow up messages that can be sent")
	CodeMissingAccess       = newCode(50001, 403, "Missing Access")
	CodeNotYourMessage      = newCode(50005, 403, "Cannot edit a message authored by another user")
	CodeEmptyMessage        = newCode(50006, 400, "Cannot send an empty message")
	CodeCannotMessageUser   = newCode(50007, 403, "Cannot send messages to this user")
	CodeMissingPermissions  = newCode(50013, 403, "Missing Permissions")
	CodeWrongChannelType    = newCode(50024, 400, "Cannot execute action on this channel type")
	CodeInvalidWebhookToken = newCode(50027, 401, "Invalid Webhook Token")
	codeInvalidRole         = newCode(50028, 400, "Invalid role")
	codeInvalidRecipients   = newCode(50033, 400, "Invalid Recipient(s)")
	CodeInvalidForm         = newCode(50035, 400, "Invalid Form Body")
	CodeInvalidAPIVersion   = newCode(50041, 400, "Invalid API version provided")
	codeEntryPoint          = newCode(50240, 400, "You cannot remove this app's Entry Point command in a bulk update operation. Include the Entry Point command in your update request or delete it separately.")
	CodeInvalidJSON         = newCode(50109, 400, "The request body contains invalid JSON.")
)

// known holds the answers with each code.
var known = map[Code]APIError{}

func newCode(code Code, status int, message string) Code {
	known[code] = APIError{Status: status, Code: code, Message: message}
	return code
}

// An APIError is what Discord answers to a request that it refuses.
type APIError struct {
	Status  int
	Code    Code
	Message string
	Fields  []FieldError
}

// A FieldError says what is wrong with one field of a request's body.
type FieldError struct {
	Path    []string // from the outside in; positions in lists in decimal digits
	Code    string
	Message string
}

// newError returns the error with a code.
func newError(code Code) *APIError {
	e := known[code]
	return &e
}

// statusError returns an error that has only a status.
func statusError(status int) *APIError {
	return &APIError{Status: status, Message: fmt.Sprintf("%d: %s", status, http.StatusText(status))}
}

func (e *APIError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s", e.Code, e.Message)
	for _, f := range e.Fields {
		fmt.Fprintf(&b, "; %s: %s", strings.Join(f.Path, "."), f.Message)
	}
	return b.String()
}

// MarshalJSON writes the error as Discord does, which nests the errors of fields by their paths
// and ends each path with a list named _errors.
func (e *APIError) MarshalJSON() ([]byte, error) {
	body := map[string]any{"code": e.Code, "message": e.Message}
	if len(e.Fields) > 0 {
		tree := map[string]any{}
		for _, f := range e.Fields {
			at := tree
			for _, step := range f.Path {
				next, ok := at[step].(map[string]any)
				if !ok {
					next = map[string]any{}
					at[step] = next
				}
				at = next
			}
			list, _ := at["_errors"].([]any)
			at["_errors"] = append(list, map[string]string{"code": f.Code, "message": f.Message})
		}
		body["errors"] = tree
	}
	return json.Marshal(body)
}
