package mind

import "testing"

// Thinking pauses while there is work, but not for ever.
func TestPause(t *testing.T) {
	var none *Work
	if none.pauses() != nil {
		t.Error("no work makes a pause")
	}
	var w Work
	pause := w.pauses()
	if waited := pause(); waited != 0 {
		t.Errorf("without work it pauses for %v", waited)
	}
	w.Begin()
	if waited := pause(); waited < longestPause {
		t.Errorf("with work it pauses for %v", waited)
	}
	go w.End()
	for w.count.Load() > 0 {
		pause()
	}
	if waited := pause(); waited != 0 {
		t.Errorf("after the work it pauses for %v", waited)
	}
}
