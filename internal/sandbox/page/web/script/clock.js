// Times as Discord shows them, in the user's language.

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

const units = [['year', 365 * 86400], ['month', 30 * 86400], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]]

// said writes a time in one of Discord's styles.
export function said(date, style, locale) {
  return new Intl.DateTimeFormat(locale, styles[style]).format(date)
}

// relative says how far away a time is, in the largest unit that fits.
function relative(date, locale) {
  const seconds = Math.round((date - Date.now()) / 1000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / size), unit)
}

// stamp shows a time in one of Discord's styles. R tells how far away it is, and keeps telling.
export function stamp(seconds, style, locale) {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return 'Invalid Date'
  return el('time', { class: 'stamp', datetime: date.toISOString(), title: said(date, 'F', locale), 'data-relative': style === 'R' ? locale : null },
    style === 'R' ? relative(date, locale) : said(date, style, locale))
}

// when says when a message was sent: the time, and the day unless it was today.
export function when(timestamp, locale) {
  const date = new Date(timestamp)
  const isToday = new Date().toDateString() === date.toDateString()
  return el('time', { class: 'when', datetime: date.toISOString(), title: said(date, 'F', locale) }, said(date, isToday ? 't' : 's', locale))
}

setInterval(() => {
  for (const node of document.querySelectorAll('time[data-relative]')) {
    const text = relative(new Date(node.dateTime), node.dataset.relative)
    if (node.textContent !== text) node.textContent = text
  }
}, 1000)
