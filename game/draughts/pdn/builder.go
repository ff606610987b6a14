package pdn

// builder puts the nodes of a game together.
type builder struct {
	line  *Line
	open  []*Line // the lines around it
	nodes int     // in all lines
	// openedAt are the lines of the file in which the variations at hand begin, and
	// unclosed that of a comment which nothing closes.
	openedAt []int
	unclosed int
	played   bool // something other than comments was read
	result   string
}

func (b *builder) depth() int { return len(b.open) }

func (b *builder) add(kind Kind, text string) {
	*b.line = append(*b.line, Node{Kind: kind, Text: text})
	b.nodes++
	if kind != Comment {
		b.played = true
	}
}

func (b *builder) enter(lineNo int) {
	b.openedAt = append(b.openedAt, lineNo)
	b.add(Variation, "")
	b.open = append(b.open, b.line)
	b.line = &(*b.line)[len(*b.line)-1].Variation
}

func (b *builder) leave() {
	b.line = b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
	b.openedAt = b.openedAt[:len(b.openedAt)-1]
}
