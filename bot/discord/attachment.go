package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"

	"doublecorner/bot/delivery"
)

// attachmentHosts serve the attachments of messages. Nothing is read from another host.
var attachmentHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

// attachmentTimeout is how long an attachment may take to arrive.
const attachmentTimeout = 5 * time.Second

var errNotDiscords = errors.New("the address of an attachment is none of Discord's")

// Attachment reads an attachment of at most so many bytes. It reads nothing but what Discord serves, by https and without
// following a redirect; if the API is another server's, such as the sandbox's, also what that serves.
func (c *Client) Attachment(ctx context.Context, address string, most int) ([]byte, error) {
	at, err := url.Parse(address)
	if err != nil || !c.servesAttachments(at) {
		return nil, errNotDiscords
	}
	ctx, cancel := context.WithTimeout(ctx, attachmentTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, errNotDiscords
	}
	req.Header.Set("User-Agent", userAgent)
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("read an attachment: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("read an attachment: %s", resp.Status)
	}
	content, err := io.ReadAll(io.LimitReader(resp.Body, int64(most)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read an attachment: %w", err)
	case len(content) > most:
		return nil, delivery.ErrTooLarge
	}
	return content, nil
}

// servesAttachments reports whether attachments are read from an address.
func (c *Client) servesAttachments(at *url.URL) bool {
	if at.User != nil {
		return false
	}
	if at.Scheme == "https" && slices.Contains(attachmentHosts, at.Host) {
		return true
	}
	api, err := url.Parse(c.base)
	return err == nil && c.base != DefaultBase+"/" && at.Scheme == api.Scheme && at.Host == api.Host
}
