import { button, el } from './element.js'
import { Game } from './game.js'
import { Lobby } from './lobby.js'
import { Line, Session } from './net.js'
import { Panel } from './panel.js'
import { play } from './sound.js'
import { Study } from './study.js'

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

// over says how to open the board again: in the language of the person, or without a session in that of their browser.
function over(words) {
  session.keep(null)
  document.body.replaceChildren(el('main', { class: 'closed' }, el('img', { src: document.querySelector('link[rel=icon]').href, alt: '' }),
    el('p', { role: 'status' }, words?.over || document.body.dataset.over)))
  document.title = 'Double Corner'
}

function open(me, first) {
  const { words, taste } = me
  const { dataset } = document.documentElement
  document.documentElement.lang = me.lang
  const game = new Game(session, words, taste, () => panel.show())
  const panel = new Panel(game, words)
  let wanted = first || recall() || me.game
  let slow

  const lobby = new Lobby(session, me, () => ({ id: wanted, over: game.snap?.over }))
  const line = new Line(session, () => ({ game: wanted, seq: game.snap?.id === wanted ? game.snap.seq : -1 }), {
    game: (snap) => { if (snap.id === wanted) game.take(snap) },
    here: (here) => { game.here = here; panel.show() },
    games: () => lobby.refresh(),
    gone: () => { game.forget(); lobby.refresh() },
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
    lobby.refresh()
    scrollTo({ top: 0 })
  }

  // like stores what the person likes, and shows it.
  function like(change) {
    Object.assign(taste, change)
    show()
    session.send('POST', '/api/me', taste).catch(() => null)
  }
  function show() {
    dataset.theme = taste.theme || taste.usual
    sound.setAttribute('aria-pressed', !taste.silent)
  }
  const sound = button('♪', () => {
    like({ silent: !taste.silent })
    if (!taste.silent) play('move')
  }, { class: 'sound', 'aria-label': words.sound, title: words.sound })
  const usual = me.direct ? [] : [{ key: '', name: words['as-server'] }]
  const chosen = taste.theme || (me.direct ? taste.usual : '')
  const themes = el('select', { on: { change: () => like({ theme: themes.value }) } },
    [...usual, ...me.themes].map(({ key, name }) => el('option', { value: key, selected: key === chosen }, name)))
  // read shows something to read in the place of the game, or with null, the game again.
  async function read(asked) {
    if (asked && !await study.open(asked)) return
    for (const part of [table, panel.below, lobby.host]) part.hidden = Boolean(asked)
    study.hide(!asked)
    scrollTo({ top: 0 })
  }
  session.read = read
  const study = new Study(session, words, () => read(null))
  const table = el('section', { class: 'table' }, panel.bars[0].bar, game.board.host, panel.bars[1].bar)
  const learn = button(words.learn, () => read({ game: wanted }), { class: 'learn' })
  const leave = button('✕', async () => {
    await session.send('POST', '/api/leave', {}).catch(() => null)
    session.over()
  }, { 'aria-label': words.leave, title: words.leave })
  show()
  document.body.replaceChildren(
    el('header', {}, el('span', { class: 'you' }, me.you), learn, sound, leave), banner,
    el('main', {}, table, study.table, el('div', { class: 'side' }, panel.below, study.below, lobby.host, el('label', { class: 'theme' }, words.theme, themes))))
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    if (!study.below.hidden) study.escape()
    else if (game.snap && !panel.dialog.open) game.escape()
  })
  remember(wanted)
  lobby.refresh()
}

// The game that is shown survives a reload in the address.
function remember(id) { history.replaceState({ game: id }, '', location.pathname) }
function recall() { return history.state?.game }

start()
