// Times as Discord shows them, in the person's language.

import { el } from './element.js'

const styles = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
}

const formats = new Map()

function format(kind, locale, options) {
  const key = `${kind} ${locale} ${JSON.stringify(options)}`
  if (!formats.has(key)) {
    let made
    try {
      made = new Intl[kind](locale, options)
    } catch {
      made = new Intl[kind]('en-GB', options) // a language that this browser does not know
    }
    formats.set(key, made)
  }
  return formats.get(key)
}

const units = [
  ['year', 365 * 86400], ['month', 30 * 86400], ['day', 86400],
  ['hour', 3600], ['minute', 60], ['second', 1],
]

// relative says how far away a time is, in the largest unit that fits.
function relative(then, now, locale) {
  const seconds = Math.round((then - now) / 1000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return format('RelativeTimeFormat', locale, { numeric: 'auto' }).format(Math.round(seconds / size), unit)
}

export function said(date, style, locale) {
  return format('DateTimeFormat', locale, styles[style] ?? styles.f).format(date)
}

// stamp shows a time in one of Discord's styles; R tells how far away it is, and keeps
// telling.
export function stamp(seconds, style, locale) {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return el('span', {}, 'Invalid Date')
  const node = el('time', { class: 'stamp', datetime: date.toISOString(), title: said(date, 'F', locale), 'data-locale': locale })
  if (style === 'R') {
    node.dataset.relative = ''
    node.textContent = relative(date, Date.now(), locale)
  } else {
    node.textContent = said(date, style, locale)
  }
  return node
}

// when says when a message was sent: the time, and the day unless it was today.
export function when(timestamp, locale) {
  const date = new Date(timestamp)
  const today = new Date().toDateString() === date.toDateString()
  return moment(date, today ? 't' : 's', locale)
}

// hour says when on its day a message was sent.
export const hour = (timestamp, locale) => moment(new Date(timestamp), 't', locale)

function moment(date, style, locale) {
  return el('time', { class: 'when', datetime: date.toISOString(), title: said(date, 'F', locale) }, said(date, style, locale))
}

export function dayOf(timestamp, locale) {
  return said(new Date(timestamp), 'D', locale)
}

setInterval(() => {
  const now = Date.now()
  for (const node of document.querySelectorAll('time[data-relative]')) {
    const text = relative(new Date(node.dateTime), now, node.dataset.locale)
    if (node.textContent !== text) node.textContent = text
  }
}, 1000)
