import { el } from './element.js'
import { Game } from './game.js'
import { Line } from './net.js'
import { Panel } from './panel.js'

// The page of a public game: anybody who has its address watches it, and steps through it.

const base = location.pathname
const overlay = new URLSearchParams(location.search).has('overlay')
const banner = el('p', { class: 'banner', role: 'status', hidden: true })
document.body.append(banner)
document.body.classList.toggle('overlay', overlay)

function say(text) {
  banner.textContent = text
  banner.hidden = !text
}

// visitor stands for the session that a visitor does not have.
const visitor = {
  socket: base + '/socket',
  token: '',
  past: (_, ply) => visitor.send('/' + ply),
  async send(path) {
    const response = await fetch(base + path, { cache: 'no-store' })
    return { status: response.status, body: response.ok ? await response.json() : null }
  },
}

async function start() {
  const page = await visitor.send('/words').catch(() => null)
  if (page?.status === 200) open(page.body)
  else if (page?.status === 404) over()
  else { // the server starts, or cannot be reached
    say('…')
    setTimeout(start, 1000)
  }
}

function over() {
  document.body.replaceChildren(el('main', { class: 'closed' }, el('p', { role: 'status' }, document.body.dataset.over)))
}

function open({ words, game: id }) {
  const game = new Game(visitor, words, { silent: true }, () => panel.show())
  const panel = new Panel(game, words)
  const line = new Line(visitor, () => ({ game: id, seq: game.snap?.seq ?? -1 }), {
    game: (snap) => game.take(snap),
    here: (here) => { game.here = here; panel.show() },
    gone: () => { line.end(); over() },
    over,
    connected: (is) => say(is ? '' : words.lost),
  })
  const table = el('section', { class: 'table' }, panel.bars[0].bar, game.board.host, panel.bars[1].bar)
  document.body.replaceChildren(banner, el('main', {}, table, overlay ? null : el('div', { class: 'side' }, panel.below)))
}

start()
