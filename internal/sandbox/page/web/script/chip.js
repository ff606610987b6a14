// One option of a command that is being filled in.

import { found, read, sortOf, things } from './option.js'
import { el, icon, name } from './element.js'
import { matching } from './choices.js'

// How long to wait for more keys before asking the bot what may be meant.
const pause = 90

// A Chip is one option with what was typed for it, or chosen.
export class Chip {
  constructor(option, line) {
    Object.assign(this, { option, line, picked: null, asking: null, timer: 0 })
    this.list = () => things(option, line.host.world, line.host.here)
    const id = name('option')
    const label = el('label', { for: id }, option.label)
    this.field = el('input', {
      id, type: 'text', role: 'combobox', 'aria-expanded': 'true', 'aria-autocomplete': 'list', 'aria-required': String(Boolean(option.required)),
      'aria-describedby': 'hint', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', size: '4',
      on: {
        focus: () => this.at(), blur: () => this.judge(), keydown: (event) => this.keys(event),
        input: () => {
          this.picked = null
          this.fit()
          this.at()
        },
      },
    })
    this.node = el('span', { class: 'chip' }, label, this.field,
      option.required ? null : el('button', { type: 'button', class: 'plain', tabindex: '-1', 'aria-label': `Remove ${option.label}`, on: { click: () => line.drop(this) } }, icon('close')))
  }

  get empty() { return this.field.value.trim() === '' }

  focus(atEnd = false) {
    this.field.focus()
    if (atEnd) this.field.setSelectionRange(this.field.value.length, this.field.value.length)
  }

  type(text) {
    this.field.value = text
    this.fit()
    this.focus(true)
  }

  // plain is the chip as it can be stored.
  get plain() {
    return { name: this.option.name, text: this.field.value, picked: this.picked && { label: this.picked.label, value: this.picked.value } }
  }

  fill(text, picked) {
    this.field.value = text
    this.picked = picked
    this.fit()
  }

  fit() { this.field.size = Math.max(4, [...this.field.value].length + 1) }

  wrong(reason) {
    this.node.toggleAttribute('data-wrong', Boolean(reason))
    this.field.setAttribute('aria-invalid', String(Boolean(reason)))
    this.line.host.tell(reason ?? '')
  }

  judge() {
    const { error } = this.read()
    this.node.toggleAttribute('data-wrong', Boolean(error) && !this.empty)
  }

  read() {
    if (this.picked) return { value: this.picked.value }
    return read(this.option, this.field.value, this.list())
  }

  pick(line) {
    this.picked = line
    this.field.value = line.label
    this.fit()
    this.wrong(null)
    this.line.onward(this)
  }

  // at shows what can be chosen for this option.
  at() {
    const { host } = this.line
    const show = (lines, state = '') => {
      if (document.activeElement !== this.field) return
      host.choices.pick = (line) => this.pick(line)
      host.open({ field: this.field, title: this.option.label, about: this.option.about, side: this.option.required ? 'Required' : sortOf(this.option), lines, state, at: 0 })
    }
    this.node.removeAttribute('data-wrong')
    clearTimeout(this.timer)
    this.asking?.abort()
    const list = this.list()
    const typed = this.picked ? '' : this.field.value
    if (list) {
      const lines = found(list, typed)
      show(lines, lines.length === 0 ? 'Nothing in the list is called that.' : '')
    } else if (this.option.autocomplete) {
      // Until the bot answers, only what it suggested before and fits now can be chosen.
      const before = host.isOpen && host.field === this.field ? matching(host.choices.lines, typed, (line) => [line.label]) : []
      show(before, before.length === 0 ? 'Loading…' : '')
      this.timer = setTimeout(() => this.search(show), pause)
    } else {
      const { error } = this.empty ? {} : read(this.option, this.field.value, null)
      show([], error ?? '')
    }
  }

  async search(show) {
    if (this.line.host.line !== this.line) return // one is elsewhere by now
    const asking = new AbortController()
    this.asking = asking
    // The bot is told what else is there, as far as it means something yet.
    const options = {}
    for (const chip of this.line.chips) {
      if (chip === this) continue
      const { value } = chip.read()
      if (value !== undefined) options[chip.option.name] = value
    }
    options[this.option.name] = this.field.value
    let lines = []
    let state = ''
    try {
      const answer = await this.line.host.ask({ command: this.line.command.path, focused: this.option.name, options }, asking.signal)
      if (answer.kind === 'choices') {
        lines = (answer.choices ?? []).map((c) => ({ label: c.name, value: c.value }))
        if (lines.length === 0) state = this.empty ? 'There is nothing to choose from.' : 'Nothing that can be chosen matches this.'
      } else {
        state = 'Loading options failed'
      }
    } catch (problem) {
      if (asking.signal.aborted) return
      state = `Loading options failed: ${problem.message}`
    }
    if (!asking.signal.aborted) show(lines, state)
  }

  keys(event) {
    const { choices } = this.line.host
    if (event.isComposing) return
    const open = this.line.host.isOpen && this.line.host.field === this.field
    const active = open ? choices.active : null
    switch (event.key) {
      case 'ArrowDown': case 'ArrowUp':
        if (!open) this.at()
        choices.step(event.key === 'ArrowDown' ? 1 : -1)
        break
      case 'Enter':
        if (active && !this.picked) choices.pick(active)
        else if (!this.picked && !(this.empty && !this.option.required) && this.read().error) this.wrong(this.read().error)
        else if (!event.repeat) this.line.submit()
        break
      case 'Tab':
        if (event.shiftKey) {
          if (!this.line.before(this)) return
        } else if (active && !this.picked && !(this.empty && !this.option.required)) {
          choices.pick(active)
        } else {
          this.line.after(this)
        }
        break
      case 'Backspace':
        if (this.field.value !== '') return
        if (this.option.required) {
          if (!this.line.before(this) && this.line.chips.every((chip) => chip.empty)) this.line.host.leave(`/${this.line.command.name}`)
        } else {
          this.line.drop(this)
        }
        break
      case 'ArrowLeft':
        if (this.field.selectionStart !== 0 || this.field.selectionEnd !== 0) return
        this.line.before(this)
        break
      case 'ArrowRight':
        if (this.field.selectionStart !== this.field.value.length) return
        this.line.after(this)
        break
      case 'Escape':
        if (open && choices.lines.length > 0) this.line.host.close()
        else this.line.host.leave('')
        break
      default: return
    }
    event.preventDefault()
  }
}
