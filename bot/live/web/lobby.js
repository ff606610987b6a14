import { button, el, fill } from './element.js'
import { newID } from './net.js'

const refreshEvery = 10000

// Lobby is what leads to other games: those of the person, challenges, those of others in the channel, and a new one against the
// bot.
export class Lobby {
  constructor(session, me, shows) {
    Object.assign(this, { session, words: me.words, shows, stale: false, busy: false })
    this.lists = el('nav', { class: 'lists' })
    this.why = el('p', { class: 'why', role: 'alert' })
    this.host = el('section', { class: 'lobby' }, this.why, this.lists, me.setUp ? this.setUp(me.setUp) : null)
    setInterval(() => { if (!document.hidden) this.refresh() }, refreshEvery)
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.refresh() })
  }

  // refresh lists the games again, twice a second at most, until the server answers.
  async refresh() {
    this.stale = true
    if (this.busy) return
    this.busy = true
    while (this.stale) {
      this.stale = false
      const answer = await this.session.send('GET', '/api/games').catch(() => null)
      if (answer?.status === 401) {
        this.session.over()
        return
      }
      if (answer?.status === 200) this.show(answer.body)
      else this.stale = true
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    this.busy = false
  }

  show({ yours, challenges, here }) {
    const { words } = this
    const games = (list) => list.map((g) => el('li', {},
      button((g.waits ? '● ' : '') + g.text, () => this.session.go(g.id), { title: g.id, 'aria-current': g.id === this.shows().id ? 'page' : null })))
    const list = (title, items) => items.length === 0 ? [] : [el('h2', {}, title), el('ul', {}, items)]
    fill(this.lists,
      ...list(words.yours, games(yours)),
      ...list(words.challenges, challenges.map((c) => el('li', { class: 'challenge' }, el('span', {}, c.text),
        button(words.accept, () => this.ask(`/api/challenges/${c.id}`, { changes: c.changes }), { class: 'good' })))),
      ...list(words.here, games(here)),
      yours.length + challenges.length + here.length === 0 ? el('p', {}, words.none) : '')
    const { id, over } = this.shows()
    const rematch = over && yours.find((g) => g.after === id)
    if (rematch) this.session.go(rematch.id)
  }

  // setUp returns the form that begins a game against the bot.
  setUp({ levels, colours, sets, level, colour, rules }) {
    const { words } = this
    const select = (name, options, chosen) => el('select', { name, 'aria-label': words[name] },
      options.map((o) => el('option', { value: o.key, selected: o.key === chosen }, o.name)))
    const form = el('form', { class: 'set-up', on: { submit: (event) => {
      event.preventDefault()
      this.ask('/api/games', Object.fromEntries(new FormData(form)))
    } } }, select('level', levels, level), select('colour', colours, colour), select('rules', sets, rules),
      el('button', { class: 'good' }, words.start))
    return el('details', {}, el('summary', {}, words.computer), form)
  }

  // ask asks for a game, and goes there.
  async ask(path, asked) {
    this.why.textContent = ''
    const answer = await this.session.insist(path, { id: newID(), ...asked })
    if (answer.status === 401) this.session.over()
    else if (answer.body?.game) this.session.go(answer.body.game)
    else this.why.textContent = answer.body?.why || ''
    this.refresh()
  }
}
