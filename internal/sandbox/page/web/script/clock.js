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

let ahead = 0 // by how many milliseconds the sandbox's clock is ahead of this machine's

// setClock takes over what time it is in the sandbox.
export function setClock(timestamp) { ahead = Date.parse(timestamp) - Date.now() }

const now = () => new Date(Date.now() + ahead)

// said writes a time in one of Discord's styles.
export function said(date, style, locale) {
  return new Intl.DateTimeFormat(locale, styles[style]).format(date)
}

// relative says how far away a time is, in the largest unit that fits.
function relative(date, locale) {
  const seconds = Math.round((date - now()) / 1000)
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
  const isToday = now().toDateString() === date.toDateString()
  return el('time', { class: 'when', datetime: date.toISOString(), title: said(date, 'F', locale) }, said(date, isToday ? 't' : 's', locale))
}

// clockControl shows what time it is, and moves the clock by what is chosen.
export function clockControl(locale, move) {
  const steps = [['+1 hour', '1h'], ['+1 day', '24h'], ['+1 month', '744h']]
  const control = el('div', { class: 'clock', role: 'group', 'aria-label': 'The clock' },
    el('time', { 'data-now': locale }, said(now(), 's', locale)),
    steps.map(([words, forward]) => el('button', { type: 'button', class: 'plain', on: { click: () => moving(forward) } }, words)))
  const moving = async (forward) => {
    const buttons = control.querySelectorAll('button')
    buttons.forEach((b) => { b.disabled = true })
    await move(forward)
    buttons.forEach((b) => { b.disabled = false })
  }
  return control
}

setInterval(() => {
  for (const node of document.querySelectorAll('time[data-now]')) node.textContent = said(now(), 's', node.dataset.now)
  for (const node of document.querySelectorAll('time[data-relative]')) {
    const text = relative(new Date(node.dateTime), node.dataset.relative)
    if (node.textContent !== text) node.textContent = text
  }
}, 1000)
