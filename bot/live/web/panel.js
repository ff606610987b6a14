import { button, el } from './element.js'

const sides = ['white', 'black']

// clock writes a time that is left.
export function clock(ms) {
  const seconds = Math.ceil(ms / 1000)
  const two = (n) => String(n).padStart(2, '0')
  const lang = document.documentElement.lang
  const unit = (n, name) => new Intl.NumberFormat(lang, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(n)
  if (seconds >= 86400) return unit(Math.floor(seconds / 86400), 'day') + ' ' + unit(Math.floor(seconds % 86400 / 3600), 'hour')
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds % 3600 / 60))}:${two(seconds % 60)}`
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

// Panel is what stands around the board: the players, what happened, and what can be done.
export class Panel {
  constructor(game, words) {
    Object.assign(this, { game, words })
    this.bars = [0, 1].map(() => {
      const parts = { dot: el('span', { class: 'dot' }), name: el('span', { class: 'name' }), taken: el('span', { class: 'taken' }), time: el('span', { class: 'time' }) }
      return { ...parts, bar: el('div', { class: 'bar' }, parts.dot, parts.name, parts.taken, parts.time) }
    })
    this.said = el('p', { class: 'said' })
    this.says = el('p', { class: 'says', role: 'status', 'aria-live': 'polite' })
    this.why = el('p', { class: 'why', role: 'alert' })
    this.buttons = el('div', { class: 'buttons' })
    this.steps = el('div', { class: 'steps' })
    this.list = el('ol', { class: 'list', 'aria-label': words.moves })
    this.title = el('p', { class: 'title' })
    this.input = el('input', { type: 'text', maxlength: 100, autocomplete: 'off', autocapitalize: 'none', placeholder: words.type, 'aria-label': words.type, enterkeyhint: 'go' })
    this.form = el('form', { class: 'type', on: { submit: (event) => this.submit(event) } }, this.input)
    this.dialog = el('dialog', {})
    this.below = el('section', { class: 'below' }, this.why, this.says, this.said, this.buttons, this.form, this.steps, this.list, this.title, this.dialog)
    setInterval(() => this.tick(), 250)
  }

  submit(event) {
    event.preventDefault()
    const text = this.input.value.trim()
    this.input.value = ''
    if (text) this.game.typed(text)
  }

  // show brings everything up to date.
  show() {
    const { game, words } = this
    const { snap } = game
    if (!snap) return
    const bottom = game.flipped ? 1 : 0
    this.order = [1 - bottom, bottom] // the sides of the bars above and below the board
    this.order.forEach((side, i) => {
      const { bar, dot, name, taken } = this.bars[i]
      const player = snap.players[side]
      const here = game.here?.here[side]
      bar.classList.toggle('turn', !snap.over && snap.turn === sides[side])
      dot.className = `dot ${sides[side]}${here ? ' here' : ''}`
      dot.title = `${player.name}: ${here ? words.present : words.away}`
      name.textContent = player.name
      taken.textContent = player.captured > 0 ? `×${player.captured}` : ''
    })
    this.tick()
    this.why.textContent = game.why
    this.says.textContent = game.past ? `${game.ply}. ${game.past.made}` : snap.says
    this.said.textContent = game.past ? '' : snap.said
    this.title.textContent = `${snap.title} · ${snap.id}` + (game.here?.watching ? ` · ${words.watching}: ${game.here.watching}` : '')
    this.form.hidden = !game.yours
    this.buttons.replaceChildren(...this.offers(), ...snap.may.filter((what) => !snap.offers.some((o) => o.offer === what)).map((what) => this.may(what)))
    this.steps.replaceChildren(
      button('‹', () => game.step((game.ply ?? snap.list.length) - 1), { 'aria-label': words.previous, disabled: snap.list.length === 0 || game.ply === 0 }),
      button('›', () => game.step((game.ply ?? snap.list.length) + 1), { 'aria-label': words.next, disabled: game.ply === null }),
      button(words.flip, () => game.turn()))
    this.moves(snap)
    document.title = (game.yours ? '● ' : '') + snap.says.split('\n')[0] + ' · Double Corner'
  }

  moves(snap) {
    const key = `${snap.id} ${snap.list.length} ${this.game.ply}`
    if (key === this.listed) return
    this.listed = key
    this.list.replaceChildren(...snap.list.map((move, i) => el('li', {}, button((i % 2 ? '' : `${i / 2 + 1}. `) + move, () => this.game.step(i + 1), {
      class: 'step', 'aria-current': (this.game.ply ?? snap.list.length) === i + 1 ? 'step' : null,
    }))))
    this.list.scrollTop = this.game.ply === null ? this.list.scrollHeight : this.list.scrollTop
  }

  offers() {
    const { game, words } = this
    return game.snap.offers.flatMap(({ offer, mine }) => mine
      ? [el('span', { class: 'pending' }, words[offer]), button(words.withdraw, () => game.act('withdraw', { offer }))]
      : [button(words['agree-' + offer], () => game.act('agree', { offer }), { class: 'good' }), button(words.no, () => game.act('no', { offer }))])
  }

  may(what) {
    const asks = what === 'resign' || what === 'abort'
    return button(this.words[what], () => (asks ? this.ask(what) : this.game.act(what)), { class: what === 'again' ? 'good' : null })
  }

  // ask asks whether the player means it.
  ask(what) {
    const { dialog, words } = this
    dialog.replaceChildren(
      button(words['yes-' + what], () => { dialog.close(); this.game.act(what) }, { class: 'bad' }),
      button(words.keep, () => dialog.close(), { autofocus: true }))
    dialog.setAttribute('aria-label', words[what])
    dialog.showModal()
  }

  tick() {
    if (!this.game.snap || !this.order) return
    this.order.forEach((side, i) => {
      const left = this.game.left(side)
      const { time } = this.bars[i]
      time.textContent = left === null ? '' : clock(left)
      time.classList.toggle('low', left !== null && left < 30000 && !this.game.snap.over)
    })
  }
}
