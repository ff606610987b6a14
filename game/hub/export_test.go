package hub

import "time"

// Hurry makes a client wait no longer than d for anything.
func (c *Client) Hurry(d time.Duration) { c.startTimeout, c.grace, c.moveTimeout = d, d, d }

// Share returns how long a level line lets an engine think about the next move.
func Share(text string) (time.Duration, error) {
	l, err := ParseLine(text)
	if err != nil {
		return 0, err
	}
	parsed, err := parseLimit(l)
	return parsed.share(), err
}
