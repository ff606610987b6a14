package discord

import (
	"runtime"
	"time"
)

// laneWait estimates how long an interaction waits that joins a lane now: for the interactions
// before it in the lane, and for a processor.
func (d *Dispatcher) laneWait(lane string) time.Duration {
	return max(d.processorWait(), d.handlingTime*time.Duration(len(d.lanes[lane])))
}

// processorWait estimates how long an interaction waits for a processor.
func (d *Dispatcher) processorWait() time.Duration {
	return time.Duration(d.waiting) * typicalWork / time.Duration(runtime.GOMAXPROCS(0))
}

// extendRush begins or prolongs a rush if many interactions wait.
func (d *Dispatcher) extendRush() {
	now := d.now()
	if d.processorWait() <= maxUnacknowledgedWait || d.rushBudget.Wait("") > 0 {
		return
	}
	ends := now.Add(rushPause)
	if d.rushEnds.After(now) {
		now = d.rushEnds
	}
	d.rushBudget.Spend("", ends.Sub(now).Seconds())
	d.rushEnds = ends
}

// runLane handles the interactions of a lane one after another. Boards are drawn and responses are
// sent in parallel to that.
func (d *Dispatcher) runLane(key string) {
	for {
		d.mu.Lock()
		lane := d.lanes[key]
		if len(lane) == 0 {
			delete(d.lanes, key)
			d.mu.Unlock()
			return
		}
		r := lane[0]
		d.lanes[key] = lane[1:]
		d.mu.Unlock()
		d.begin()
		began := d.takeSlot()
		response, ok := r.handle()
		go func() {
			defer d.finish(r)
			response = r.draw(response)
			d.freeSlot(began)
			d.end()
			if response.Wait != nil {
				response, ok = r.wait(response)
			}
			r.respond(response, ok)
		}()
	}
}

// takeSlot waits until an interaction may be handled. It returns when that was.
func (d *Dispatcher) takeSlot() time.Time {
	d.slots <- struct{}{}
	d.mu.Lock()
	defer d.mu.Unlock()
	for rush := d.rushEnds.Sub(d.now()); rush > 0; rush = d.rushEnds.Sub(d.now()) {
		d.mu.Unlock()
		time.Sleep(rush)
		d.mu.Lock()
	}
	d.waiting--
	return d.now()
}

// freeSlot records that an interaction was handled, and how long that took.
func (d *Dispatcher) freeSlot(began time.Time) {
	<-d.slots
	d.mu.Lock()
	defer d.mu.Unlock()
	d.handlingTime += (d.now().Sub(began) - d.handlingTime) / 16
}
