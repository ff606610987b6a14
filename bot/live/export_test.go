package live

import "context"

// Check is check, which a minute's tick calls.
func (b *Boards) Check(ctx context.Context) { b.check(ctx) }
