// A command being filled in: its name, a chip for each option, and a place to add more.

import { Chip } from './chip.js'
import { el } from './element.js'
import { matching } from './choices.js'
import { sortOf } from './option.js'

// A Line fills in one command by keyboard or pointer. host is the composer:
// {choices, world, here, open, close, ask, leave, sendCommand, tell}.
export class Line {
  constructor(command, host) {
    this.command = command
    this.host = host
    this.chips = []
    this.tail = el('input', {
      class: 'line-tail', type: 'text', role: 'combobox', 'aria-expanded': 'true', 'aria-autocomplete': 'list', 'aria-label': 'Add an option',
      autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
      on: { focus: () => this.atTail(), input: () => this.atTail(), keydown: (event) => this.tailKeys(event) },
    })
    this.node = el('div', { class: 'line', role: 'group', 'aria-label': `/${command.name}`, on: { pointerdown: (event) => this.point(event) } },
      el('span', { class: 'line-command' }, `/${command.name}`), this.tail)
    for (const option of command.options) if (option.required) this.add(option)
    this.rest()
  }

  // start gives the focus to the first option, or to where more are added. A text that came
  // with the command goes there.
  start(text) {
    const [first] = this.chips
    if (first && text) {
      first.type(text)
    } else if (first) {
      first.focus()
    } else {
      this.tail.value = text
      this.tail.focus()
      this.atTail()
    }
  }

  // empty says that nothing was filled in.
  get empty() { return this.tail.value.trim() === '' && this.chips.every((chip) => chip.empty) }

  // plain is the line as it can be stored.
  get plain() { return { path: this.command.path, tail: this.tail.value, chips: this.chips.map((chip) => chip.plain) } }

  // fill fills in again what was stored.
  fill({ tail, chips }) {
    for (const { name, text, picked } of chips) {
      const option = this.command.options.find((o) => o.name === name)
      if (option) (this.chips.find((chip) => chip.option === option) ?? this.add(option)).fill(text, picked)
    }
    this.tail.value = tail
    this.rest()
    return this
  }

  left() { return this.command.options.filter((o) => !this.chips.some((chip) => chip.option === o)) }

  rest() {
    const n = this.left().length
    this.tail.placeholder = n === 0 ? '' : n === 1 ? '+1 optional' : `+${n} optional`
    this.tail.readOnly = n === 0 && this.tail.value === ''
  }

  add(option, before = null) {
    const chip = new Chip(option, this)
    const at = before ? this.chips.indexOf(before) : this.chips.length
    this.chips.splice(at, 0, chip)
    this.tail.before(chip.node)
    this.rest()
    return chip
  }

  drop(chip) {
    const at = this.chips.indexOf(chip)
    this.chips.splice(at, 1)
    chip.node.remove()
    this.rest()
    const next = this.chips[at - 1] ?? this.tail
    next.focus()
  }

  // onward goes to the next option that still needs a value, or to the end.
  onward(chip) {
    const at = this.chips.indexOf(chip)
    const next = this.chips.slice(at + 1).concat(this.chips.slice(0, at)).find((c) => c.option.required && c.empty) ?? this.tail
    next.focus()
  }

  before(chip) {
    const at = chip ? this.chips.indexOf(chip) : this.chips.length
    const previous = this.chips[at - 1]
    if (previous) previous.focus(true)
    return Boolean(previous)
  }

  after(chip) {
    const next = this.chips[this.chips.indexOf(chip) + 1] ?? this.tail
    next.focus()
  }

  // A click beside everything goes to the end.
  point(event) {
    if (event.target !== this.node && !event.target.classList.contains('line-command')) return
    event.preventDefault()
    this.tail.focus()
  }

  atTail() {
    this.rest()
    const typed = this.tail.value.trim()
    const options = matching(this.left(), typed, (o) => [o.label, o.name])
    this.host.choices.pick = (line) => {
      this.tail.value = ''
      this.add(line.option).focus()
    }
    this.host.open({
      field: this.tail, title: `/${this.command.name}`, about: this.command.about,
      lines: options.map((option) => ({ label: option.label, about: option.about, side: sortOf(option), option })),
      at: typed ? 0 : -1,
    })
    if (typed && options.length === 0) this.host.tell('There is no such option.')
  }

  tailKeys(event) {
    const { choices } = this.host
    if (event.isComposing) return
    const listed = this.host.isOpen && choices.lines.length > 0
    switch (event.key) {
      case 'ArrowDown': case 'ArrowUp':
        if (!listed) return
        choices.step(event.key === 'ArrowDown' ? 1 : -1)
        break
      case 'Enter':
        if (listed && choices.active) choices.pick(choices.active)
        else if (this.tail.value.trim() !== '') this.host.tell('There is no such option.')
        else if (!event.repeat) this.submit()
        break
      case 'Tab':
        // After the command's name it goes to the first option, later to what comes after the box.
        if (event.shiftKey || !listed || !choices.active && this.chips.length > 0) return
        choices.pick(choices.active ?? choices.lines[0])
        break
      case ' ':
        if (!listed || !choices.active || this.tail.value.trim() === '') return
        if (choices.active.label.toLowerCase() !== this.tail.value.trim().toLowerCase()) return
        choices.pick(choices.active)
        break
      case 'Backspace': case 'ArrowLeft':
        if (this.tail.selectionStart !== 0 || this.tail.selectionEnd !== 0) return
        if (!this.before(null) && event.key === 'Backspace' && this.tail.value === '') this.host.leave(`/${this.command.name}`)
        break
      case 'Escape':
        if (this.host.isOpen && listed && choices.active) choices.go(-1)
        else this.host.leave('')
        break
      default: return
    }
    event.preventDefault()
  }

  // values reads all chips: {options}, or the chip that is wrong and why.
  values() {
    const options = {}
    for (const chip of this.chips) {
      const { value, error } = chip.read()
      if (error) return { chip, error }
      if (value !== undefined) options[chip.option.name] = value
    }
    return { options }
  }

  submit() {
    const { options, chip, error } = this.values()
    if (chip) {
      chip.focus()
      chip.wrong(error)
      return
    }
    this.host.sendCommand(this, { command: this.command.path, name: this.command.name, options })
  }
}
