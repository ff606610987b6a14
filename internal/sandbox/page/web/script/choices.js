// A list to choose from: what menus, the commands and their options share. The focus
// stays in a field, which says by aria-activedescendant which line is meant.

import { el, icon, name, put } from './element.js'

// Choices shows lines {label, about, side, face, picked} and calls pick with the one that
// is chosen.
export class Choices {
  constructor({ label, field, pick, multiple = false }) {
    this.field = field
    this.pick = pick
    this.node = el('div', { class: 'choices', role: 'listbox', id: name('choices'), 'aria-label': label, 'aria-multiselectable': multiple || null })
    this.lines = []
    this.at = -1
    field.setAttribute('aria-controls', this.node.id)
    // A press must not take the focus out of the field.
    this.node.addEventListener('pointerdown', (event) => event.preventDefault())
  }

  show(lines, at = 0) {
    this.lines = lines
    this.node.hidden = lines.length === 0
    put(this.node, lines.map((line, i) => el('div', {
      class: 'choice', role: 'option', id: `${this.node.id}-${i}`,
      on: { click: () => this.pick(line), pointermove: () => { if (this.at !== i) this.go(i, false) } },
    },
    line.face,
    el('span', { class: 'choice-text' },
      el('span', { class: 'choice-label' }, line.label),
      line.about ? el('span', { class: 'choice-about' }, line.about) : null),
    line.side ? el('span', { class: 'choice-side' }, line.side) : null,
    line.picked ? icon('check') : null)))
    this.go(Math.min(at, lines.length - 1))
  }

  // go means another line; -1 is none.
  go(at, scroll = true) {
    this.at = at
    for (const [i, node] of [...this.node.children].entries()) {
      node.toggleAttribute('data-active', i === at)
      node.setAttribute('aria-selected', String(this.lines[i].picked ?? i === at))
    }
    const active = this.node.children[at]
    if (active && scroll) active.scrollIntoView({ block: 'nearest' })
    this.field.setAttribute('aria-activedescendant', active?.id ?? '')
  }

  // step goes to the next line or the one before, round the ends.
  step(by) {
    const n = this.lines.length
    if (n > 0) this.go(this.at < 0 ? (by > 0 ? 0 : n - 1) : (this.at + by + n) % n)
  }

  get active() { return this.lines[this.at] ?? null }
}

// matching finds the things that a text may mean: first those that begin with it.
export function matching(things, text, words) {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return things
  const rank = (thing) => {
    const all = words(thing).filter(Boolean).map((word) => word.toLowerCase())
    if (all[0].startsWith(wanted)) return 0
    if (all.some((word) => word.startsWith(wanted))) return 1
    return all.some((word) => word.includes(wanted)) ? 2 : 3
  }
  return things.map((thing) => ({ thing, rank: rank(thing) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ thing }) => thing)
}
