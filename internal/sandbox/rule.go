package sandbox

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A rule checks a value of JSON and returns the value to decode, or nil to ignore it.
type rule func(at place, v any) any

// object takes an object of a shape whose constraints hold.
func object(s shape, constraints ...constraint) rule {
	return func(at place, v any) any {
		given := at.object(v)
		if given == nil {
			return nil
		}
		read := s.read(at, given)
		at.hold(read, constraints)
		return read
	}
}

// object takes an object, or notes that a value is none.
func (at place) object(v any) map[string]any {
	given, ok := v.(map[string]any)
	if !ok {
		at.note("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
	}
	return given
}

// list takes a list with a number of items.
func list(least, most int, item rule) rule {
	return func(at place, v any) any {
		given, ok := v.([]any)
		switch {
		case !ok:
			return at.note("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		case len(given) < least || len(given) > most:
			return at.note("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
		}
		read := make([]any, len(given))
		for i, v := range given {
			read[i] = item(at.in(i), v)
		}
		return read
	}
}

// set takes a list in which nothing is twice.
func set(least, most int, item rule) rule {
	return func(at place, v any) any {
		read, _ := list(least, most, item)(at, v).([]any)
		seen := map[any]bool{}
		for i, v := range read {
			at.in(i).once(seen, v, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		}
		return read
	}
}

// text takes a string with a number of characters.
func text(least, most int) rule {
	return func(at place, v any) any {
		s, ok := v.(string)
		switch n := utf8.RuneCountInString(s); {
		case !ok:
			return at.note("STRING_TYPE_CONVERT", "Could not interpret the value as string.")
		case n > most && least == 0:
			at.note("BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
		case n < least || n > most:
			at.note("BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
		}
		return s
	}
}

// unless takes a value that means nothing as nothing: discordgo writes it for a field that is empty.
func unless(nothing string, other rule) rule {
	return func(at place, v any) any {
		if fmt.Sprint(v) == nothing {
			return nil
		}
		return other(at, v)
	}
}

func flag(at place, v any) any {
	if _, ok := v.(bool); !ok {
		return at.note("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return v
}

// integer takes a whole number, which may be written as a string. It is read as an int64.
func integer(least, most int64) rule {
	return func(at place, v any) any {
		n, err := strconv.ParseInt(fmt.Sprint(v), 10, 64)
		switch {
		case err != nil:
			return at.note("NUMBER_TYPE_COERCE", "Value %.40q is not int.", fmt.Sprint(v))
		case n < least:
			at.note("NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", least)
		case n > most:
			at.note("NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", most)
		}
		return max(least, min(n, most))
	}
}

// snowflake takes an id, which may be written as a number.
func snowflake(at place, v any) any {
	id, err := ParseID(fmt.Sprint(v))
	if err != nil {
		return at.note("NUMBER_TYPE_COERCE", "Value %.40q is not snowflake.", fmt.Sprint(v))
	}
	return id
}

// oneOf takes one of some values, by what another rule reads.
func oneOf[T comparable](other rule, values ...T) rule {
	return func(at place, v any) any {
		read := other(at, v)
		if got, ok := read.(T); ok && !slices.Contains(values, got) {
			at.note("BASE_TYPE_CHOICES", "Value must be one of %v.", values)
		}
		return read
	}
}

// oneOfNumbers takes one of some whole numbers.
func oneOfNumbers(values ...int64) rule {
	return oneOf(integer(math.MinInt64, math.MaxInt64), values...)
}

// address takes a URL that a client can follow.
func address(at place, v any) any {
	schemes := []string{"http", "https", "discord"}
	s, _ := text(0, 512)(at, v).(string)
	if u, err := url.Parse(s); err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme) {
		at.note("URL_TYPE_INVALID_SCHEME", "Scheme \"%.20s\" is not one of (%s).", strings.SplitN(s, ":", 2)[0], strings.Join(schemes, ", "))
	}
	return s
}

// localized takes an object with a value for some of Discord's locales.
func localized(each rule) rule {
	return func(at place, v any) any {
		given := at.object(v)
		s := shape{}
		for locale := range given {
			if slices.Contains(locales, locale) {
				s[locale+"!"] = each
			} else {
				at.in(locale).note("BASE_TYPE_CHOICES", "Value must be one of Discord's locales.")
			}
		}
		return s.read(at, given)
	}
}

// notServed refuses a field that the sandbox does not support.
func notServed(what string) rule {
	return func(at place, v any) any {
		if list, ok := v.([]any); ok && len(list) == 0 {
			return nil
		}
		return at.notServed(what)
	}
}

// notServed notes that the sandbox lacks something that Discord has.
func (at place) notServed(what string, args ...any) any {
	return at.note("SANDBOX_NOT_SERVED", "The sandbox has no "+what, args...)
}
