package when

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"doublecorner/bot/lang"
)

// ErrTime says that a text is no time, or none that is ahead.
var ErrTime = errors.New("no time that is ahead")

// Parse returns the instant that a user typed, in a language or English: 2026-11-28 18:00, 28.11. 18:00,
// Saturday 6 pm, tomorrow 18:00, 18:00, or in 2 hours. Without a day, or with one that has no year, it is the next
// such instant. Words that it does not know are errors, so that it never guesses.
func Parse(l *lang.Language, typed string, now time.Time, zone *time.Location) (time.Time, error) {
	if len(typed) > maxTypedTime {
		return time.Time{}, ErrTime
	}
	p := &parser{now: now.In(zone), hour: -1, weekday: -1}
	words := timeWords.FindAllString(foldTime(typed), -1)
	for len(words) > 0 {
		n := p.take(l, words)
		if n == 0 && l != lang.English() {
			n = p.take(lang.English(), words)
		}
		if n == 0 {
			return time.Time{}, ErrTime
		}
		words = words[n:]
	}
	return p.time()
}

// maxTypedTime is the number of bytes of a time.
const maxTypedTime = 100

// timeWords matches the words of a typed time: dates and times of day as a whole, numbers apart from letters.
var timeWords = regexp.MustCompile(`\d{4}[-.]\d{1,2}[-.]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}\.\d{1,2}\.|\d{1,2}/\d{1,2}|\d{1,2}[:.]\d\d|\d+|[^\s\d,.]+`)

// foldTime returns a text without accents, case and the T between an ISO date and time, and with a dot at the end of a
// date before a time.
func foldTime(text string) string {
	return dateThenTime.ReplaceAllString(isoT.ReplaceAllString(lang.WithoutAccents(text), "$1 $2"), "$1. $2")
}

var (
	isoT         = regexp.MustCompile(`(\d)t(\d)`)
	dateThenTime = regexp.MustCompile(`(\d{1,2}\.\d{1,2}),? +(\d{1,2}[:.]\d\d)`)
)

// parser collects what the words of a typed time say.
type parser struct {
	now              time.Time
	year, month, day int // 0: not named
	hour, minute     int // -1: not named
	weekday          int // from Monday; -1: not named
	after            time.Duration
	isAfter, isDated bool
	isEvening        bool
}

// take reads the first of some words in a language, or more, and returns how many; 0 if it knows none.
func (p *parser) take(l *lang.Language, words []string) int {
	word := words[0]
	evening := beginsWithPhrase(l, "when.evening", words)
	p.isEvening = p.isEvening || evening > 0
	for days, key := range []string{"when.today", "when.tomorrow"} {
		if n := beginsWithPhrase(l, key, words); n > 0 {
			day := p.now.AddDate(0, 0, days)
			p.setDate(day.Year(), int(day.Month()), day.Day())
			return n
		}
	}
	if evening > 0 {
		return evening
	}
	if n := beginsWithPhrase(l, "when.in", words); n > 0 {
		p.isAfter = true
		return n
	}
	if n := beginsWithPhrase(l, "when.filler", words); n > 0 {
		return n
	}
	if digits := numbers.FindAllString(word, -1); len(digits) > 0 {
		return p.takeNumbers(l, digits, words)
	}
	return p.takeName(l, word)
}

// takeNumbers reads the first of some words, which has numbers, and what belongs to it.
func (p *parser) takeNumbers(l *lang.Language, numbers, words []string) int {
	word := words[0]
	n := make([]int, len(numbers))
	for i, digits := range numbers {
		n[i], _ = strconv.Atoi(digits)
	}
	next := ""
	if len(words) > 1 {
		next = words[1]
	}
	switch {
	case len(n) == 3 && len(numbers[0]) == 4:
		p.setDate(n[0], n[1], n[2])
	case len(n) == 3:
		p.setDate(n[2], n[1], n[0])
	case strings.Contains(word, "/") && n[0] <= 12 && n[1] <= 12 && n[0] != n[1]:
		return 0 // which is the month depends on the country
	case strings.Contains(word, "/") && n[1] > 12:
		p.setDate(p.year, n[0], n[1])
	case strings.HasSuffix(word, ".") && l.Code == "hu": // which begins with the greatest
		p.setDate(p.year, n[0], n[1])
	case strings.Contains(word, "/"), strings.HasSuffix(word, "."):
		p.setDate(p.year, n[1], n[0])
	case len(n) == 2 && p.hour >= 0:
		return 0 // one of the two is no time of day
	case len(n) == 2:
		p.hour, p.minute = n[0], n[1]
		return 1 + p.takeHalf(next)
	case isOneOf(l, "when.days", next):
		return p.wait(n[0], 24*time.Hour)
	case isOneOf(l, "clock.minutes", next) && p.hour < 0:
		return p.wait(n[0], time.Minute)
	case isOneOf(l, "clock.hours", next) && (p.isAfter || slices.ContainsFunc(words[2:], func(w string) bool { return isOneOf(l, "when.in", w) })):
		return p.wait(n[0], time.Hour)
	case isOneOf(l, "clock.hours", next) && p.hour < 0: // 18 h, 18 h 30
		p.hour, p.minute = n[0], 0
		if len(words) > 2 && len(words[2]) == 2 && numbers0to59.MatchString(words[2]) {
			p.minute, _ = strconv.Atoi(words[2])
			return 3
		}
		return 2
	case len(numbers[0]) == 4:
		p.year = n[0]
	case p.takeMonth(l, words[1:]) > 0: // 28 of November
		p.setDate(p.year, p.month, n[0])
		return 1 + p.takeMonth(l, words[1:])
	case p.month != 0 && p.day == 0: // November 28
		p.setDate(p.year, p.month, n[0])
	case p.hour < 0:
		p.hour = n[0]
		return 1 + p.takeHalf(next)
	default:
		return 0
	}
	return 1
}

// setDate sets the date; 0 for a year that is not named.
func (p *parser) setDate(year, month, day int) {
	p.year, p.month, p.day, p.isDated = year, month, day, true
}

var numbers0to59 = regexp.MustCompile(`^[0-5]\d$`)

// wait adds a number of days, hours or minutes until the start, and returns how many words that are; 0 if it is too far
// ahead.
func (p *parser) wait(n int, unit time.Duration) int {
	if n > int(maxAhead/unit) {
		return 0
	}
	p.after += time.Duration(n) * unit
	return 2
}

// takeHalf reads which half of the day an hour is in.
func (p *parser) takeHalf(word string) int {
	switch {
	case word == "am" && p.hour >= 1 && p.hour <= 12:
		p.hour %= 12
	case word == "pm" && p.hour >= 1 && p.hour <= 12:
		p.hour = p.hour%12 + 12
	default:
		return 0
	}
	return 1
}

// takeName reads the name of a weekday, perhaps with the evening in the same word, or of a month.
func (p *parser) takeName(l *lang.Language, word string) int {
	weekday, month := nameOfTime(l, word)
	for evening := range strings.SplitSeq(foldTime(l.Say("when.evening")), ", ") {
		if day, is := strings.CutSuffix(word, evening); is && weekday < 0 && month == 0 {
			weekday, _ = nameOfTime(l, day)
			p.isEvening = p.isEvening || weekday >= 0
		}
	}
	switch {
	case weekday >= 0:
		p.weekday = weekday
	case month > 0:
		p.month = month
	case word == "utc" || word == "gmt":
		p.now = p.now.UTC()
	default:
		return 0
	}
	return 1
}

// takeMonth reads the name of a month behind fillers, and returns how many words that are.
func (p *parser) takeMonth(l *lang.Language, words []string) int {
	n := 0
	for n < len(words) {
		filler := beginsWithPhrase(l, "when.filler", words[n:])
		if filler == 0 {
			break
		}
		n += filler
	}
	if n == len(words) {
		return 0
	}
	_, month := nameOfTime(l, words[n])
	if month == 0 {
		return 0
	}
	p.month = month
	return n + 1
}

// beginsWithPhrase returns the number of words of the longest phrase in a list of a language with which words begin.
func beginsWithPhrase(l *lang.Language, key string, words []string) (longest int) {
	for phrase := range strings.SplitSeq(foldTime(l.Say(key)), ", ") {
		if parts := strings.Fields(phrase); len(parts) <= len(words) && slices.Equal(parts, words[:len(parts)]) {
			longest = max(longest, len(parts))
		}
	}
	return longest
}

// nameOfTime returns which weekday or month a word names, counted from 0 or from 1: the one whose name has most in
// common with the beginning of the word, because languages inflect names and people shorten them. It returns -1 and
// 0 if there is none, or if there are several.
func nameOfTime(l *lang.Language, word string) (weekday, month int) {
	best, at, tied := 0, -1, false
	names := strings.Split(foldTime(l.Say("when.weekdays")+", "+l.Say("when.months")), ", ")
	for i, all := range names {
		for name := range strings.SplitSeq(all, "/") {
			n := 0
			for a, b := []rune(name), []rune(word); n < min(len(a), len(b)) && a[n] == b[n]; {
				n++
			}
			whole := n == len([]rune(word))
			if len([]rune(word)) > len([]rune(name))+3 { // more than an ending: Samstagnachmittag
				continue
			}
			switch {
			case name == word:
				n = 100
			case n < 2 || n < 3 && !whole || !whole && n < min(4, len([]rune(name))-2):
				continue
			}
			switch {
			case n > best:
				best, at, tied = n, i, false
			case n == best && i != at:
				tied = true
			}
		}
	}
	const weekdays = 7
	switch {
	case at < 0 || tied:
		return -1, 0
	case at < weekdays:
		return at, 0
	}
	return -1, at - weekdays + 1
}

// isOneOf reports whether a word is in a list of a language.
func isOneOf(l *lang.Language, key, word string) bool {
	return word != "" && slices.Contains(strings.Split(foldTime(l.Say(key)), ", "), word)
}

// time returns the instant that was typed.
func (p *parser) time() (time.Time, error) {
	switch {
	case p.isEvening && p.hour >= 5 && p.hour < 12:
		p.hour += 12
	case p.isEvening && p.hour < 17: // which may be in the afternoon or at night
		return time.Time{}, ErrTime
	}
	named := p.isDated || p.weekday >= 0 || p.month != 0 || p.hour >= 0
	if p.after > 0 && !named && p.after < maxAhead {
		return p.now.Add(p.after).Truncate(time.Minute), nil
	}
	isWrong := p.after > 0 || p.isAfter || p.hour < 0 || p.hour > 23 || p.minute > 59 || (p.day == 0) != (p.month == 0) || p.isDated && p.day == 0 || !p.isDated && p.year != 0
	if isWrong {
		return time.Time{}, ErrTime
	}
	day := p.now
	at := func(year, month, day int) time.Time {
		return time.Date(year, time.Month(month), day, p.hour, p.minute, 0, 0, p.now.Location())
	}
	t := at(day.Year(), int(day.Month()), day.Day())
	switch {
	case p.isDated:
		year := p.year
		if year == 0 {
			year = day.Year()
		}
		t = at(year, p.month, p.day)
		if p.year == 0 && t.Before(p.now) {
			t = at(year+1, p.month, p.day)
		}
		if t.Day() != p.day || int(t.Month()) != p.month || p.weekday >= 0 && weekdayOf(t) != p.weekday {
			return time.Time{}, ErrTime
		}
	case p.weekday >= 0:
		ahead := (p.weekday - weekdayOf(t) + 7) % 7
		if t = at(t.Year(), int(t.Month()), t.Day()+ahead); t.Before(p.now) {
			t = at(t.Year(), int(t.Month()), t.Day()+7)
		}
	case t.Before(p.now):
		t = at(t.Year(), int(t.Month()), t.Day()+1)
	}
	if t.Before(p.now) || t.After(p.now.Add(maxAhead)) {
		return time.Time{}, ErrTime
	}
	return t, nil
}

// maxAhead is how far in the future a start can be.
const maxAhead = 366 * 24 * time.Hour

// ParseDay returns the beginning of the day that a user typed as Parse reads it, without a time of day.
func ParseDay(l *lang.Language, typed string, now time.Time, zone *time.Location) (time.Time, error) {
	return Parse(l, typed+" 0:00", Midnight(now, 0, zone), zone)
}

// Days returns the number of days that a user typed: 14 days, or 14.
func Days(l *lang.Language, typed string) (n int, ok bool) {
	return numberOf(lang.Fold(typed), append(typedWords(l, "when.days"), ""), []string{""})
}

// Midnight returns the beginning of the day of a time, or of one some days later, in a time zone.
func Midnight(t time.Time, days int, zone *time.Location) time.Time {
	y, m, d := t.In(zone).Date()
	return time.Date(y, m, d+days, 0, 0, 0, 0, zone)
}
