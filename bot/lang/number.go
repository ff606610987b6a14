package lang

import (
	"strconv"
	"strings"
)

// Number writes a whole number, with signs between its thousands if it has more than four digits.
func (l *Language) Number(n int) string {
	digits := strconv.Itoa(n)
	if n < 10_000 {
		return digits
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + l.Say("number.thousands") + digits[i:]
	}
	return digits
}

// Decimal writes a number that has a decimal point as the language does.
func (l *Language) Decimal(number string) string {
	return strings.Replace(number, ".", l.Say("number.decimal"), 1)
}
