package draughts

// ForgetCrowded forgets the crowded positions that are remembered, so that the next question
// about one costs what the first does.
func ForgetCrowded() {
	recent.mu.Lock()
	defer recent.mu.Unlock()
	recent.known = [len(recent.known)]*crowded{}
}
