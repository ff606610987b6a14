// Ids are numbers too long for JavaScript's own, so they stay texts.

const epoch = 1420070400000n

// order compares two ids by when they were made.
export function order(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

// timeOf says when an id was made.
export function timeOf(id) {
  return new Date(Number((BigInt(id) >> 22n) + epoch)).toISOString()
}

// now makes an id for something that is only on this page.
export function now() {
  return String((BigInt(Date.now()) - epoch) << 22n)
}
