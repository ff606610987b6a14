// The events of the sandbox, followed over reloads and restarts.

const kinds = ['message', 'edit', 'delete', 'channel', 'commands', 'people']
const patience = [300, 600, 1200, 2500, 5000]

// A Stream receives events for as long as the page is open. Whenever it has begun anew it
// says so: what happened in between must be read again.
export class Stream {
  constructor(address, { opened, received, lost }) {
    Object.assign(this, { address, opened, received, lost, failures: 0 })
    this.open()
    addEventListener('online', () => this.hurry())
    // A page that is left but kept, to go back to, would keep its connection too, and
    // a browser has only six.
    addEventListener('pagehide', () => this.source.close())
    addEventListener('pageshow', (event) => { if (event.persisted) this.reopen() })
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.hurry() })
  }

  open() {
    this.timer = null // set while it is lost
    const source = new EventSource(this.address)
    this.source = source
    source.addEventListener('open', () => this.opened())
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => this.received(JSON.parse(event.data)))
    }
    source.addEventListener('error', () => { if (source === this.source) this.retry() })
  }

  // caughtUp says that what happened in between was read: the next loss is the first again.
  caughtUp() { this.failures = 0 }

  // retry gives the connection up, and makes another one in a while.
  retry() {
    if (this.timer !== null) return
    this.source.close()
    this.lost()
    this.timer = setTimeout(() => this.open(), patience[Math.min(this.failures, patience.length - 1)])
    this.failures++
  }

  hurry() { if (this.timer !== null) this.reopen() }

  reopen() {
    clearTimeout(this.timer)
    this.source.close()
    this.open()
  }
}
