// The session of the page, its requests and its socket. The token of the session is kept where a reload finds it, or only
// in memory where the browser refuses that.

const kept = 'session'

export class Session {
  constructor() {
    this.token = null
    this.socket = '/api/socket'
    try { this.token = sessionStorage.getItem(kept) } catch { /* in memory alone */ }
  }

  // begin exchanges the link in the address for a session, if there is one. It returns the game that the link leads to.
  async begin() {
    const link = location.hash.slice(1)
    if (!link) return null
    history.replaceState(null, '', location.pathname)
    const answer = await this.send('POST', '/api/session', { link })
    if (answer.status !== 200) return null
    this.keep(answer.body.token)
    return answer.body.game
  }

  keep(token) {
    this.token = token
    try {
      if (token) sessionStorage.setItem(kept, token)
      else sessionStorage.removeItem(kept)
    } catch { /* in memory alone */ }
  }

  async send(method, path, body) {
    const response = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...(this.token ? { Authorization: 'Bearer ' + this.token } : {}) },
      body: body && JSON.stringify(body), cache: 'no-store', keepalive: method === 'POST',
    })
    const isJSON = (response.headers.get('Content-Type') || '').startsWith('application/json')
    return { status: response.status, body: isJSON ? await response.json() : null }
  }

  // past asks for a game as it was after so many moves.
  past(game, ply) { return this.send('GET', `/api/games/${game}/${ply}`) }

  // insist sends a request until the server answers. It has an id, so that the server does it once.
  async insist(path, body) {
    for (let wait = 300; ; wait = Math.min(2 * wait, 3000)) {
      try {
        const answer = await this.send('POST', path, body)
        if (answer.status < 500 && answer.status !== 429) return answer
      } catch { /* the connection is lost */ }
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

// newID returns the id of a request.
export function newID() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('')
}

const pingEvery = 20000
const pongWithin = 4000

// Line is the socket of the page. It connects again by itself, and says then which game the page shows and how far it
// knows it.
export class Line {
  constructor(session, shows, hears) {
    Object.assign(this, { session, shows, hears, wait: 200, socket: null, ended: false })
    document.addEventListener('visibilitychange', () => this.awake())
    addEventListener('online', () => this.awake())
    addEventListener('pageshow', () => this.awake())
    setInterval(() => this.ping(), pingEvery)
    this.connect()
  }

  connect() {
    if (this.ended) return
    clearTimeout(this.retry)
    const socket = new WebSocket(location.origin.replace(/^http/, 'ws') + this.session.socket)
    this.socket = socket
    this.expect()
    socket.onopen = () => this.say({ token: this.session.token, ...this.shows(), ping: true })
    socket.onmessage = (event) => {
      clearTimeout(this.patience)
      this.wait = 200
      this.hears.connected(true)
      const said = JSON.parse(event.data)
      this.hears[said.kind]?.(said)
    }
    socket.onclose = (event) => {
      if (socket !== this.socket) return
      this.socket = null
      if (event.code === 4001) {
        this.ended = true
        this.hears.over()
        return
      }
      this.hears.connected(false)
      this.retry = setTimeout(() => this.connect(), this.wait)
      this.wait = Math.min(2 * this.wait, 2000)
    }
  }

  say(words) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ away: document.hidden, ...words }))
  }

  // expect gives the connection up unless something is heard soon.
  expect() {
    clearTimeout(this.patience)
    this.patience = setTimeout(() => this.drop(), pongWithin)
  }

  drop() {
    const dead = this.socket
    this.socket = null
    dead?.close()
    this.hears.connected(false)
    this.connect()
  }

  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return
    this.say({ ping: true })
    this.expect()
  }

  // awake is called when somebody looks at the page again, or stops to: the connection may have died meanwhile.
  awake() {
    if (this.ended) return
    if (this.socket) this.ping()
    else if (!document.hidden) this.connect()
  }

  end() {
    this.ended = true
    this.socket?.close()
  }
}
