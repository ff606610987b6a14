import { button, el, fill } from './element.js'

const sides = ['white', 'black']
const crowded = 12 // captured pieces from which on they stand closer

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
      const parts = {
        dot: el('span', { class: 'dot' }), name: el('span', { class: 'name' }), here: el('span', { class: 'presence' }),
        taken: el('span', { class: 'taken', role: 'img' }), time: el('span', { class: 'time' }),
      }
      return { ...parts, bar: el('div', { class: 'bar' }, parts.dot, parts.name, parts.here, parts.taken, parts.time) }
    })
    this.said = el('p', { class: 'said' })
    this.says = el('p', { class: 'says', role: 'status', 'aria-live': 'polite' })
    this.why = el('p', { class: 'why', role: 'alert' })
    this.choice = el('div', { class: 'controls' })
    this.plans = el('ul', { class: 'plans' })
    this.buttons = el('div', { class: 'buttons' })
    this.steps = el('div', { class: 'steps' })
    this.list = el('ol', { class: 'list', 'aria-label': words.moves })
    this.title = el('p', { class: 'title' })
    this.input = el('input', {
      type: 'text', maxlength: 100, autocomplete: 'off', autocapitalize: 'none', placeholder: words.type, 'aria-label': words.type,
      enterkeyhint: 'go',
    })
    this.form = el('form', { class: 'type', on: { submit: (event) => this.submit(event) } }, this.input)
    this.dialog = el('dialog', {})
    this.below = el('section', { class: 'below' }, this.says, this.why, this.said, this.choice, this.plans,
      el('div', { class: 'controls' }, this.steps, this.buttons), this.form, this.list, this.title, this.dialog)
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
    this.order.forEach((side, i) => this.bar(this.bars[i], side))
    this.tick()
    this.why.textContent = game.why
    this.says.textContent = this.headline()
    this.said.textContent = game.past || game.guess ? '' : snap.said
    this.title.textContent = `${snap.title} · ${snap.id}` + (game.here?.watching ? ` · ${words.watching}: ${game.here.watching}` : '')
    this.form.hidden = !game.yours
    fill(this.choice, ...this.choose())
    fill(this.plans, ...snap.plans.map((plan) => el('li', {}, plan.text,
      button('✕', () => game.act('unplan', { moves: plan.moves }), { 'aria-label': `${words.unplan}: ${plan.text}`, title: words.unplan }))))
    const may = snap.may.filter((what) => !snap.offers.some((o) => o.offer === what) && !(what === 'plan' && game.guess))
    fill(this.buttons, ...this.offers(), ...may.map((what) => this.may(what)))
    fill(this.steps,
      button('‹', () => game.step((game.ply ?? snap.list.length) - 1),
        { 'aria-label': words.previous, disabled: snap.list.length === 0 || game.ply === 0 }),
      button('›', () => game.step((game.ply ?? snap.list.length) + 1), { 'aria-label': words.next, disabled: game.ply === null }),
      button(words.flip, () => game.turn()), ...this.reads(snap))
    this.moves(snap)
    document.title = (game.yours ? '● ' : '') + snap.says.split('\n')[0] + ' · Double Corner'
  }

  // reads returns what leads from a finished game to what can be read of it.
  reads({ id, over, list }) {
    const { session, ply } = this.game
    if (!over || list.length === 0 || !session.read) return []
    return [
      button(this.words.review, () => session.read({ game: id })),
      button(this.words.best, () => session.read({ explore: true, game: id, ply: ply ?? list.length })),
    ]
  }

  // bar shows a player, whether they are here, and what they have captured.
  bar({ bar, dot, name, here, taken }, side) {
    const { game, words } = this
    const { snap } = game
    const { players, you } = snap
    const isHere = Boolean(game.here?.here[side])
    bar.classList.toggle('turn', !snap.over && snap.turn === sides[side])
    dot.className = `dot ${sides[side]}${isHere ? ' here' : ''}`
    name.textContent = players[side].name
    here.textContent = isHere && you !== sides[side] && !players[side].robot && !snap.over ? words.present : ''
    const n = players[side].captured
    if (taken.childElementCount !== n || taken.dataset.of !== sides[side]) {
      taken.dataset.of = sides[side]
      taken.classList.toggle('crowded', n > crowded)
      taken.replaceChildren(...Array.from({ length: n }, () => el('i', { class: sides[1 - side] })))
    }
    taken.setAttribute('aria-label', `×${n}`)
    taken.setAttribute('aria-hidden', n === 0)
  }

  headline() {
    const { game, words } = this
    if (game.past) return `${game.ply}. ${game.past.made}`
    if (!game.guess) return game.snap.says
    return game.guess.expected ? words.answer.replace('{move}', game.guess.written) : words.expected
  }

  // choose returns the buttons about a move that is not made yet.
  choose() {
    const { game, words } = this
    const { chooser, asked } = game
    const isHalf = chooser.path.length > 1
    const path = asked || (isHalf && chooser.isWhole() ? chooser.path : null)
    if (!asked && !isHalf && !game.guess) return []
    return [
      path && button(words.play.replace('{move}', game.written(path)), () => game.confirm(), { class: 'good' }),
      button(words.keep, () => game.escape()),
    ].filter(Boolean)
  }

  moves(snap) {
    const key = `${snap.id} ${snap.list.length} ${this.game.ply}`
    if (key === this.listed) return
    this.listed = key
    this.list.replaceChildren(...snap.list.map((move, i) => el('li', {}, button((i % 2 ? '' : `${i / 2 + 1}. `) + move, () => this.game.step(i + 1), {
      class: 'step', 'aria-current': (this.game.ply ?? snap.list.length) === i + 1 ? 'step' : null,
    }))))
    if (this.game.ply === null) this.list.scrollTop = this.list.scrollHeight
  }

  offers() {
    const { game, words } = this
    return game.snap.offers.flatMap(({ offer, mine }) => mine
      ? [el('span', { class: 'pending' }, words[offer]), button(words.withdraw, () => game.act('withdraw', { offer }))]
      : [button(words['agree-' + offer], () => game.act('agree', { offer }), { class: 'good' }), button(words.no, () => game.act('no', { offer }))])
  }

  may(what) {
    const does = { resign: () => this.ask(what), abort: () => this.ask(what), plan: () => this.game.begin() }
    return button(this.words[what], does[what] || (() => this.game.act(what)), { class: what === 'again' ? 'good' : null })
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
