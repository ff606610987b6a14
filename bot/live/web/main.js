import { button, el } from './element.js'
import { Game } from './game.js'
import { Line, Session } from './net.js'
import { Panel } from './panel.js'

const session = new Session()
const banner = el('p', { class: 'banner', role: 'status', hidden: true })
document.body.append(banner)

function say(text) {
  banner.textContent = text
  banner.hidden = !text
}

async function start() {
  let first = null
  try {
    first = await session.begin()
    if (!session.token) return over()
    const me = await session.send('GET', '/api/me')
    if (me.status === 401) return over()
    if (me.status !== 200) throw new Error('not ready')
    open(me.body, first)
  } catch { // the server starts, or cannot be reached
    say('…')
    setTimeout(start, 1000)
  }
}

// over says how to open the board again. The browser's language is the best guess at that of somebody without a session.
function over(words) {
  session.keep(null)
  document.body.replaceChildren(banner)
  say(words?.over || 'This board is closed. Press “Board” in Discord to open it again.')
}

function open(me, first) {
  const { words } = me
  document.documentElement.lang = me.lang
  if (me.theme) document.documentElement.dataset.theme = me.theme
  const game = new Game(session, words, () => panel.show())
  const panel = new Panel(game, words)
  const lists = el('nav', { class: 'lists' })
  let wanted = first || recall() || me.game
  let slow

  const line = new Line(session, () => ({ game: wanted, seq: game.snap?.id === wanted ? game.snap.seq : -1 }), {
    game: (snap) => { if (snap.id === wanted) game.take(snap) },
    here: (here) => { game.here = here; panel.show() },
    games: () => list(),
    gone: () => { game.forget(); list() },
    over: () => over(words),
    connected: (is) => {
      if (is) {
        clearTimeout(slow)
        slow = null
        say('')
      } else {
        slow ??= setTimeout(() => say(words.lost), 700)
      }
    },
  })
  session.over = () => { line.end(); over(words) }
  session.go = (id) => {
    wanted = id
    remember(id)
    game.forget()
    line.say({ game: id, seq: -1 })
    list()
  }

  // list lists the games again, once a second at most, until the server answers.
  let stale = false
  let listing = false
  async function list() {
    stale = true
    if (listing) return
    listing = true
    while (stale) {
      stale = false
      const answer = await session.send('GET', '/api/games').catch(() => null)
      if (answer?.status === 401) return session.over()
      if (answer?.status === 200) showLists(answer.body)
      else stale = true
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
    listing = false
  }

  function showLists({ yours, here }) {
    const show = (title, games) => games.length === 0 ? [] : [el('h2', {}, title), el('ul', {}, games.map((g) => el('li', {},
      button((g.waits ? '● ' : '') + g.text, () => session.go(g.id), { 'aria-current': g.id === wanted ? 'page' : null }))))]
    lists.replaceChildren(...show(words.yours, yours), ...show(words.here, here), yours.length + here.length === 0 ? el('p', {}, words.none) : '')
  }

  const leave = button('✕', async () => {
    await session.send('POST', '/api/leave', {}).catch(() => null)
    session.over()
  }, { 'aria-label': words.leave, title: words.leave })
  document.body.replaceChildren(
    el('header', {}, el('span', { class: 'you' }, me.you), leave), banner,
    el('main', {}, el('section', { class: 'table' }, panel.bars[0].bar, game.board.host, panel.bars[1].bar), el('div', { class: 'side' }, panel.below, lists)))
  remember(wanted)
  list()
}

// The game that is shown survives a reload in the address.
function remember(id) { history.replaceState({ game: id }, '', location.pathname) }
function recall() { return history.state?.game }

start()
