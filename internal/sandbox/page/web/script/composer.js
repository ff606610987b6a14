// The box at the bottom: messages are written in it, and commands.

import { el, icon, put } from './element.js'
import { Choices, matching } from './choices.js'
import { Line, commandOf } from './commandline.js'
import { face } from './avatar.js'
import { attachment, kindOf } from './option.js'

// How long to wait for more keys before asking the bot what may be meant.
const pause = 90

// A Composer writes messages and commands, and has the session send them.
export class Composer {
  constructor(root, session) {
    this.session = session
    this.commands = []
    this.picked = new Map() // what was chosen from the suggestions of the bot, by option: {label, value}
    this.suggested = { lines: [] } // what the bot suggested last, and for which option
    this.box = el('textarea', {
      id: 'box', rows: '1', 'aria-autocomplete': 'list', 'aria-describedby': 'hint', autocomplete: 'off', enterkeyhint: 'send',
      on: {
        input: () => this.typed(), focus: () => this.typed(), click: () => this.typed(), blur: () => this.close(),
        keydown: (event) => this.keys(event),
      },
    })
    this.choices = new Choices({ label: 'Suggestions', field: this.box, pick: (line) => this.pick(line) })
    this.title = el('p', { class: 'suggest-title' })
    this.state = el('p', { class: 'suggest-state', role: 'status' })
    this.panel = el('div', { class: 'suggest', hidden: true }, this.title, this.choices.node, this.state)
    this.hint = el('p', { class: 'hint', id: 'hint', role: 'status' })
    this.file = null // beside the message: {name, content}
    this.attached = el('p', { class: 'attached', hidden: true })
    this.input = el('input', { type: 'file', hidden: true, on: { change: () => this.attach(this.input.files[0]) } })
    const add = button('Attach a file', icon('plus'), () => this.input.click())
    const slash = button('Commands', el('span', { class: 'slash' }, '/'), () => this.type('/'))
    const send = button('Send', icon('send'), () => this.send())
    root.replaceChildren(this.panel, this.attached, this.input, el('div', { class: 'frame' }, add, slash, this.box, send), this.hint)
  }

  // place says where one writes now.
  place(here, world, commands) {
    Object.assign(this, { here, world, commands })
    const where = here ? `${here.guild ? '#' : '@'}${here.name}` : ''
    this.box.placeholder = !here ? '' : here.closed ? `You may not write in ${where}` : `Message ${where}`
    this.box.setAttribute('aria-label', here ? `Message ${where}` : 'Message')
    if (document.activeElement === this.box) this.suggest()
  }

  focus() { this.box.focus() }

  // type puts a text into the box, as if it had been typed.
  type(text) {
    this.set(text)
    this.focus()
    this.typed()
  }

  set(text) {
    this.box.value = text
    this.fit()
  }

  fit() {
    this.box.style.setProperty('height', 'auto')
    this.box.style.setProperty('height', `${this.box.scrollHeight}px`)
  }

  // attach puts a file beside the message, and names it for the option of a command that takes one.
  async attach(chosen) {
    this.input.value = ''
    if (!chosen) return
    const bytes = new Uint8Array(await chosen.arrayBuffer())
    this.beside({ name: chosen.name, content: btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join('')) })
    const line = this.lineOf(this.box.value)
    const option = line?.command.options.find((o) => o.type === attachment)
    if (option) {
      const before = this.box.value.replace(new RegExp(`\\s*${option.label}:.*$`), '').trimEnd()
      this.set(`${before} ${option.label}:${chosen.name} `)
    }
    this.focus()
    this.typed()
  }

  // beside shows which file is beside the message; null: none.
  beside(file) {
    this.file = file
    this.attached.hidden = !file
    put(this.attached, file && [icon('file'), file.name, button('Remove the file', icon('close'), () => this.beside(null))])
  }

  // tell says below the box what is wrong.
  tell(text) { this.hint.textContent = text }

  typed() {
    this.fit()
    this.tell('')
    this.suggest()
  }

  // suggest lists what may be meant by what was typed so far.
  suggest() {
    clearTimeout(this.timer)
    const text = this.box.value.slice(0, this.box.selectionStart)
    const line = this.lineOf(text)
    if (!text.startsWith('/') || text.includes('\n')) this.close()
    else if (line && text.length >= line.start) this.suggestFor(line)
    else this.suggestCommands(text)
  }

  // lineOf is the command that a text is; null if it is none.
  lineOf(text) {
    const begun = text.includes('\n') ? null : commandOf(text, this.commands)
    return begun && new Line(begun, text, this)
  }

  suggestCommands(text) {
    const found = matching(this.commands, text.slice(1), (c) => [c.name, c.path, ...c.name.split(' ').slice(1), c.about])
    this.open({
      title: 'Commands', lines: found.map((command) => ({
        label: `/${command.name}`, about: command.about, from: 0, put: `/${command.name} `, face: face(this.world.app, 'small'),
      })),
    })
  }

  suggestFor(line) {
    const last = line.last()
    const { option, word } = last
    if (!option) {
      const { name, about } = line.command
      this.open({ title: `/${name}`, about, lines: line.optionLines(word, last.from), at: word ? 0 : -1 })
    } else if (last.list) {
      const state = option.type === attachment && !this.file ? 'Choose a file with +.' : ''
      this.openOption(option, line.valueLines(last), state)
    } else {
      // Until the bot answers, only what it suggested before and fits now can be chosen.
      const before = this.suggested.option === option ? this.suggested.lines : []
      const lines = line.valueLines({ ...last, list: before })
      if (option.autocomplete) this.timer = setTimeout(() => this.ask(line, last), pause)
      this.openText(line, last, lines, option.autocomplete && lines.length === 0 ? 'Loading…' : '')
    }
  }

  openOption(option, lines, state = '', at = 0) {
    this.open({ title: option.label, about: option.about, side: kindOf(option), lines, state, at })
  }

  // openText lists values for an option that takes any text. The last word of it may as well name another option.
  openText(line, { option, word, from }, lines, state) {
    if (lines.length > 0) {
      this.openOption(option, lines)
      return
    }
    const last = /\s(\S*)$/.exec(word)?.[1] ?? ''
    this.openOption(option, last ? line.optionLines(last, from + word.length - last.length) : [], state, -1)
  }

  // ask asks the bot what may be meant. It is told what else is there, as far as that means something yet.
  async ask(line, last) {
    const { here, box } = this
    const { option, word } = last
    const text = box.value
    const options = {}
    for (const other of line.command.options) {
      const { value } = line.value(other)
      if (value !== undefined) options[other.name] = value
    }
    options[option.name] = word
    let lines = []
    let state = ''
    try {
      const answer = await this.session.api.autocomplete({
        channel: here.id, command: line.command.path, focused: option.name, options,
      })
      lines = (answer.choices ?? []).map((c) => ({ label: c.name, value: c.value }))
      if (answer.kind !== 'choices') state = 'Loading options failed'
      else if (lines.length === 0) state = 'There is nothing that can be chosen.'
    } catch (error) {
      state = `Loading options failed: ${error.message}`
    }
    if (box.value !== text || this.here.id !== here.id || document.activeElement !== box) return
    this.suggested = { option, lines }
    this.openText(line, last, lines.map((one) => ({ ...one, from: last.from, put: `${one.label} `, option })), state)
  }

  // open shows what can be chosen, or why nothing can.
  open({ title, about = '', side = '', lines, state = '', at = 0 }) {
    put(this.title, el('b', {}, title), ` ${about}`, side ? el('em', {}, side) : null)
    this.state.textContent = state
    this.panel.hidden = lines.length === 0 && !state && !about
    this.choices.show(lines, at)
  }

  close() {
    clearTimeout(this.timer)
    this.panel.hidden = true
    this.choices.show([])
  }

  // pick puts what was chosen in the place of what was typed for it.
  pick({ from, put, option, label, value }) {
    if (option) this.picked.set(option.name, { label, value })
    this.box.setRangeText(put, from, this.box.selectionStart, 'end')
    this.typed()
  }

  // send sends what was written. If that cannot be sent, it comes back.
  async send() {
    const text = this.box.value.trim()
    if (text === '' && !this.file) return
    if (!this.here) {
      this.tell('There is nowhere to write to.')
      return
    }
    const line = this.lineOf(text)
    const { options, error } = line?.values() ?? {}
    if (error) {
      this.tell(error)
      return
    }
    const { picked, file } = this
    this.picked = new Map()
    this.set('')
    this.beside(null)
    this.close()
    const isSent = line ? await this.session.use({ command: line.command.path, options }) : await this.session.say(text, file ? [file] : [])
    if (isSent || this.box.value !== '') return
    this.picked = picked
    this.set(text)
    this.beside(file)
  }

  keys(event) {
    if (event.isComposing) return
    const { active, lines } = this.choices
    switch (event.key) {
      case 'ArrowDown': case 'ArrowUp':
        if (lines.length === 0) return
        this.choices.step(event.key === 'ArrowDown' ? 1 : -1)
        break
      case 'Enter':
        if (event.shiftKey) return
        if (active) this.pick(active)
        else if (!event.repeat) this.send()
        break
      case 'Tab':
        if (event.shiftKey || lines.length === 0) return
        this.pick(active ?? lines[0])
        break
      case 'Escape':
        this.close()
        break
      default: return
    }
    event.preventDefault()
  }
}

// button is one beside the box. A press must not take the focus out of it.
function button(label, sign, does) {
  return el('button', {
    type: 'button', class: 'plain', 'aria-label': label, title: label,
    on: { pointerdown: (event) => event.preventDefault(), click: does },
  }, sign)
}
