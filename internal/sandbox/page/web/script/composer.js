// The box at the bottom: messages are written in it, and commands.

import { el, icon, put } from './element.js'
import { Choices, matching } from './choices.js'
import { Line } from './commandline.js'
import { face } from './avatar.js'
import { keep, recall } from './storage.js'
import { people } from './option.js'
import { usage } from './command.js'

const longest = 2000

// isCommand says whether a text may become a command.
const isCommand = (text) => text.startsWith('/') && !text.includes('\n')

// isBegun says whether a text is the beginning of a command's name, and no more.
const isBegun = (text) => /^\/\S*$/.test(text)

// A Composer writes messages and fills in commands. act does what was written:
// {say, command, ask} take the id of the channel that one writes in and return
// promises, {enter, scroll, end} go through the messages. What is unsent is stored under
// the name of the person.
export class Composer {
  constructor(root, act, me) {
    this.act = act
    this.commands = []
    this.world = null
    this.here = null
    this.line = null
    this.aside = [] // what was being written before, and comes back after: texts and lines
    this.field = null
    this.stored = `drafts:${me}`
    this.drafts = new Map(recall(this.stored, [], 'sessionStorage')) // what is unsent, by the id of its channel: texts, lines and stored lines
    this.choices = new Choices({ label: 'Suggestions', pick: () => {} })
    this.title = el('p', { class: 'suggest-title' })
    this.state = el('p', { class: 'suggest-state', role: 'status' })
    this.panel = el('div', { class: 'suggest', hidden: true }, this.title, this.choices.node, this.state)
    this.hint = el('p', { class: 'hint', id: 'hint', role: 'status' })
    this.box = el('textarea', {
      id: 'box', rows: '1', maxlength: String(2 * longest), 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox',
      'aria-describedby': 'hint', autocomplete: 'off', enterkeyhint: 'send',
      on: { input: () => this.changed(), keydown: (event) => this.keys(event), blur: () => this.leftBox(), focus: () => this.typed(), click: () => this.typed() },
    })
    this.count = el('span', { class: 'count', 'aria-hidden': 'true' })
    this.send = el('button', { type: 'button', class: 'plain send', 'aria-label': 'Send', title: 'Send', on: { pointerdown: (event) => event.preventDefault(), click: (event) => { if (event.detail < 2) this.go() } } }, icon('send'))
    this.slash = el('button', { type: 'button', class: 'plain slash', 'aria-label': 'Commands', title: 'Commands', on: { pointerdown: (event) => event.preventDefault(), click: () => this.type('/') } }, '/')
    this.frame = el('div', { class: 'frame' }, this.slash, this.box, this.count, this.send)
    root.replaceChildren(this.panel, this.frame, this.hint)
    document.addEventListener('pointerdown', (event) => { if (!root.contains(event.target)) this.close() })
    addEventListener('pagehide', () => this.store())
    document.addEventListener('visibilitychange', () => this.store()) // a phone may close what is not seen
    root.addEventListener('focusout', (event) => { if (event.relatedTarget && !root.contains(event.relatedTarget)) this.close() })
  }

  // go sends what is there, by the button.
  go() {
    if (this.line) this.line.submit()
    else this.say()
  }

  // place says where one writes now.
  place(here, world, commands) {
    const moved = this.here?.id !== here?.id
    const typed = this.here ? [] : this.unsent() // before anything was open
    if (moved && this.here) this.drafts.set(this.here.id, this.unsent())
    Object.assign(this, { here, world, commands })
    const where = here ? here.type === 1 ? `@${here.name}` : `#${here.name}` : ''
    this.box.placeholder = !here ? '' : here.closed ? `You may not write in ${where}` : `Message ${where}`
    this.box.setAttribute('aria-label', here ? `Message ${where}` : 'Message')
    if (!moved) {
      // Other commands may be meant now by what is being typed.
      if (document.activeElement === this.box && this.box.value.startsWith('/')) this.typed()
      return
    }
    this.close()
    this.tell('')
    const restored = (this.drafts.get(here?.id) ?? []).map((it) => it.path ? this.restored(it) : it).filter(Boolean)
    this.show([...restored, ...typed])
    this.drafts.delete(here?.id)
  }

  // restored is a line as it was when it was stored; null if its command is gone.
  restored(stored) {
    const command = this.commands.find((c) => c.path === stored.path)
    return command ? new Line(command, this).fill(stored) : null
  }

  // store keeps what is unsent for when the page is loaded again.
  store() {
    const all = new Map(this.drafts)
    if (this.here) all.set(this.here.id, this.unsent())
    const plain = (unsent) => unsent.map((it) => it instanceof Line ? it.plain : it)
    keep(this.stored, [...all].filter(([, unsent]) => unsent.length > 0).map(([id, unsent]) => [id, plain(unsent)]), 'sessionStorage')
  }

  // unsent is what is being written here.
  unsent() { return [...this.aside, this.line ?? this.box.value].filter((it) => it !== '') }

  // show has the last of what is unsent be written on, and sets the others aside.
  show(unsent) {
    const it = unsent.at(-1) ?? ''
    this.aside = unsent.slice(0, -1)
    if (it === this.line) return
    const had = this.frame.contains(document.activeElement)
    const line = it instanceof Line ? it : null
    this.line?.node.remove()
    this.line = line
    this.box.hidden = false
    this.box.value = line ? '' : it
    this.fit()
    this.box.hidden = this.slash.hidden = Boolean(line)
    if (line) this.box.before(line.node)
    if (had) this.focus()
  }

  focus() { (this.line ? this.line.tail : this.box).focus() }

  // type puts a text into the box, as if it had been typed. A message or a command that was
  // begun there comes back afterwards.
  type(text) {
    this.show([...this.unsent().filter((it) => it instanceof Line ? !it.empty : it.trim() !== '' && !isBegun(it)), text])
    this.box.focus()
    this.box.setSelectionRange(text.length, text.length)
    this.typed()
  }

  fit() {
    this.box.style.setProperty('height', 'auto')
    this.box.style.setProperty('height', `${this.box.scrollHeight}px`)
    const left = longest - [...this.box.value].length
    this.count.textContent = left < 200 ? String(left) : ''
    this.count.toggleAttribute('data-over', left < 0)
  }

  get isOpen() { return !this.panel.hidden }

  // open shows what can be chosen for a field.
  open({ field, title, about = '', side = '', lines, at = 0, state = '' }) {
    put(this.title, el('b', {}, title), about ? [' ', el('span', {}, about)] : null, side ? el('em', {}, side) : null)
    this.state.textContent = state
    this.state.hidden = !state
    delete this.state.dataset.wrong
    this.choices.node.hidden = lines.length === 0
    this.panel.hidden = false
    this.expanded(false)
    this.field = field
    this.expanded(lines.length > 0)
    this.choices.field = null
    this.choices.show(lines, at)
    this.choices.steer(field)
    this.tell('')
  }

  close() {
    this.panel.hidden = true
    this.expanded(false)
    this.field?.setAttribute('aria-activedescendant', '')
    this.field = null
    this.choices.lines = []
    this.choices.at = -1
  }

  // A box of several lines is no combobox, and has nothing to expand.
  expanded(is) { if (this.field?.role === 'combobox') this.field.setAttribute('aria-expanded', String(is)) }

  // tell says what is wrong: in the open panel, or below the box.
  tell(text) {
    this.hint.textContent = this.isOpen ? '' : text
    if (!this.isOpen || !text) return
    this.state.textContent = text
    this.state.dataset.wrong = ''
    this.state.hidden = false
  }

  leftBox() {
    if (this.field === this.box) setTimeout(() => { if (this.field === this.box && document.activeElement !== this.box) this.close() })
  }

  changed() {
    if (this.box.value === '') this.show(this.aside)
    this.typed()
  }

  typed() {
    this.fit()
    this.tell('')
    const text = this.box.value
    if (isCommand(text)) {
      if (!this.suggestCommands(text.slice(1))) this.close()
      return
    }
    const before = text.slice(0, this.box.selectionStart)
    const at = /(?:^|\s)@([^\s@]{0,32}(?: [^\s@]{1,32})?)$/.exec(before)
    if (at && this.world && this.here) {
      const all = matching(people(this.world, this.here), at[1], (p) => p.words)
      if (all.length > 0) {
        this.choices.pick = (line) => {
          const start = before.length - at[1].length
          this.box.setRangeText(`${line.label} `, start, before.length, 'end')
          this.close()
          this.fit()
        }
        this.open({ field: this.box, title: 'People', lines: all.map((p) => ({ label: p.label, about: p.about, face: p.face() })) })
        return
      }
    }
    this.close()
  }

  // suggestCommands lists the commands that may be meant, or begins the one that is
  // written in full. It returns whether there are any.
  suggestCommands(typed) {
    const whole = this.commands.filter((c) => [c.name, c.path].some((n) => typed.toLowerCase().startsWith(`${n.toLowerCase()} `)))
      .sort((a, b) => b.name.length - a.name.length)[0]
    if (whole) {
      const used = typed.toLowerCase().startsWith(`${whole.name.toLowerCase()} `) ? whole.name : whole.path
      this.begin(whole, typed.slice(used.length + 1).trim())
      return true
    }
    const found = matching(this.commands, typed.replace(/ +$/, ''), (c) => [c.name, c.path, ...c.name.split(' ').slice(1), c.about])
    if (found.length === 0) return false
    this.choices.pick = (line) => this.begin(line.command)
    this.open({
      field: this.box, title: typed ? 'Commands that match' : 'Commands',
      lines: found.map((command) => ({
        label: `/${command.name}`, hint: usage(command), about: command.about, command, face: face(this.world.app, 'small'),
      })),
    })
    return true
  }

  // begin fills in a command.
  begin(command, text = '') {
    this.close()
    this.show([...this.aside, new Line(command, this)])
    this.line.start(text)
  }

  // leave gives up a command and goes back to a text, or to what was set aside.
  leave(text) {
    this.close()
    this.tell('')
    this.show(text ? [...this.aside, text] : this.aside)
    this.focus()
    if (text) this.typed()
  }

  ask(use, signal) { return this.act.ask(this.here.id, use, signal) }

  // sendCommand sends a command that was filled in.
  async sendCommand(line, use) {
    const { here } = this
    this.leave('')
    const reason = await this.act.command(here.id, use)
    if (reason) this.back(line, here, reason)
  }

  async say() {
    const text = this.box.value.trim()
    if (text === '') return
    if (!this.here) {
      this.tell(this.world ? 'There is nowhere to write to.' : 'The channels are not here yet.')
      return
    }
    if ([...text].length > longest) {
      this.tell(`A message has at most ${longest} characters.`)
      return
    }
    const { here } = this
    this.close()
    this.show(this.aside)
    const reason = await this.act.say(here.id, this.named(text))
    if (reason) this.back(text, here, reason)
  }

  // back puts what could not be sent back where it was written. A text comes before what was
  // written since; what is a command, or becomes one, is finished first.
  back(it, here, reason) {
    const isHere = this.here?.id === here.id
    const all = isHere ? this.unsent() : this.drafts.get(here.id) ?? []
    const since = all.pop()
    if (since instanceof Line || since && isCommand(since)) all.push(it, since)
    else if (since && it instanceof Line) all.push(since, it)
    else all.push(since ? `${it}\n${since}` : it)
    if (isHere) this.show(all)
    else this.drafts.set(here.id, all)
    this.tell(isHere && all.at(-1) !== since ? reason : `What you wrote in ${here.name} could not be sent: ${reason}`)
  }

  // named turns @Anna into what a mention is for Discord.
  named(text) {
    const all = people(this.world, this.here).sort((a, b) => b.label.length - a.label.length)
    let out = ''
    for (let i = 0; i < text.length;) {
      const who = text[i] === '@' && (i === 0 || /[\s([{'"]/.test(text[i - 1]))
        ? all.find((p) => text.startsWith(p.label, i + 1) && !/^[\p{L}\p{N}]/u.test(text.slice(i + 1 + p.label.length))) : null
      out += who ? `<@${who.value}>` : text[i]
      i += who ? who.label.length + 1 : 1
    }
    return out
  }

  keys(event) {
    if (event.isComposing) return
    const open = this.isOpen && this.field === this.box
    switch (event.key) {
      case 'ArrowDown': case 'ArrowUp':
        if (open) {
          this.choices.step(event.key === 'ArrowDown' ? 1 : -1)
        } else if (event.key === 'ArrowUp' && this.box.value === '') {
          this.act.enter()
        } else {
          return
        }
        break
      case 'Enter':
        if (event.shiftKey) return
        if (open && this.choices.active) this.choices.pick(this.choices.active)
        else if (!event.repeat) this.say()
        break
      case 'Tab':
        if (event.shiftKey || !open || !this.choices.active) return
        this.choices.pick(this.choices.active)
        break
      case 'Escape':
        if (this.aside.length > 0 && isCommand(this.box.value)) this.leave('')
        else if (open) this.close()
        else this.act.end()
        break
      case 'PageUp': case 'PageDown':
        this.act.scroll(event.key === 'PageUp' ? -1 : 1)
        break
      default: return
    }
    event.preventDefault()
  }
}
