package mind

import (
	"context"
	"slices"
	"time"

	"doublecorner/game"
	"doublecorner/game/search"
)

// queue holds the tasks that wait. Next comes the place that had its turn longest ago, and in it such a
// person; but one in four turns goes to the task that has waited longest.
type queue struct {
	jobs  []*job // in the order in which they came
	turns int
	// The number of the last turn of each place and person. Once no task waits, all are forgotten.
	ofPlace  map[game.PlaceID]int
	ofPerson map[game.PersonID]int
}

// job is a task that waits or is thought about.
type job struct {
	Task
	ctx     context.Context
	came    time.Time
	done    chan struct{} // is closed when it is done
	thought search.Thought
	err     error
}

const (
	// Longest is how long a job can be thought about.
	Longest = 2 * time.Second
	// patience is how long all jobs for which a person waits are thought about together. The other half of the two
	// seconds that a person waits is for pauses, and for what else an answer takes.
	patience = time.Second
	// shortest is how long a job can be thought about, however many wait.
	shortest = 4 * time.Millisecond
)

const (
	maxJobs          = 2000
	maxJobsOfAPlace  = 500
	maxJobsOfAPerson = 50
	reserve          = 250 // of the room for jobs, what each purpose leaves to those before it
	turnsOfOldest    = 4   // one in so many turns is that of the oldest job
)

// add adds a job, unless there are too many: of its person, of its place, or in all for its purpose.
func (q *queue) add(j *job) bool {
	mine, here := 0, 0
	for _, other := range q.jobs {
		if other.Person == j.Person {
			mine++
		}
		if other.Place == j.Place {
			here++
		}
	}
	if mine >= maxJobsOfAPerson || here >= maxJobsOfAPlace || len(q.jobs) >= maxJobs-reserve*int(j.Purpose) {
		return false
	}
	q.jobs = append(q.jobs, j)
	return true
}

// drop removes a job that waits.
func (q *queue) drop(j *job) {
	if i := slices.Index(q.jobs, j); i >= 0 {
		q.jobs = slices.Delete(q.jobs, i, i+1)
	}
}

// timeForOne returns how long a job that was taken can be thought about, so that those that wait have their turn soon.
func (q *queue) timeForOne(cores int) time.Duration {
	urgent := 0 // jobs for which a person waits
	for _, j := range q.jobs {
		if j.Purpose <= Help {
			urgent++
		}
	}
	if urgent == 0 {
		return Longest
	}
	return min(Longest, max(shortest, patience*time.Duration(cores)/time.Duration(1+urgent)))
}

// take removes the job whose turn it is, and returns it; nil if there is none.
func (q *queue) take() *job {
	if len(q.jobs) == 0 {
		clear(q.ofPlace)
		clear(q.ofPerson)
		return nil
	}
	if q.ofPlace == nil {
		q.ofPlace, q.ofPerson = map[game.PlaceID]int{}, map[game.PersonID]int{}
	}
	q.turns++
	best := q.jobs[0]
	if q.turns%turnsOfOldest != 0 {
		for _, j := range q.jobs[1:] {
			if q.before(j, best) {
				best = j
			}
		}
	}
	q.drop(best)
	q.ofPlace[best.Place], q.ofPerson[best.Person] = q.turns, q.turns
	return best
}

// before reports whether the turn of one job comes before that of another that came earlier.
func (q *queue) before(a, b *job) bool {
	if a.Purpose != b.Purpose {
		return a.Purpose < b.Purpose
	}
	if x, y := q.ofPlace[a.Place], q.ofPlace[b.Place]; x != y {
		return x < y
	}
	return q.ofPerson[a.Person] < q.ofPerson[b.Person]
}
