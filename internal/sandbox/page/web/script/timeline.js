// The messages of a channel, in the order of their ids.

import { el } from './element.js'
import { order } from './world.js'
import { post } from './message.js'

const most = 500 // messages that are shown at once: as many as the sandbox keeps

// A Timeline shows messages. The list grows from below, so that a browser stays with the newest
// message, or where somebody reads.
export class Timeline {
  constructor(session) {
    this.session = session
    this.entries = new Map() // by id: {message, looks, node}
    this.list = document.getElementById('timeline')
    this.scroller = document.getElementById('scroller')
    const newest = document.getElementById('newest')
    this.older = el('li', { class: 'older' },
      el('button', { type: 'button', class: 'button', 'data-colour': 'secondary', on: { click: () => session.readAll() } }, 'Older messages'))
    this.nothing = el('li', { class: 'nothing' })
    this.scroller.addEventListener('scroll', () => { newest.hidden = this.scroller.scrollTop > -40 }, { passive: true })
    newest.addEventListener('click', () => this.toNewest())
    this.list.addEventListener('popup-closed', () => this.arrange())
  }

  // show replaces all messages. What looks as before stays, so that nobody loses the focus or a place.
  show(messages, hasOlder) {
    const { here, world } = this.session
    this.hasOlder = hasOlder
    this.nothing.textContent = here ? 'Nothing has been written here yet.'
      : `${world.person(world.me.id)} sees no channel. Under “Direct messages” is ${world.app.username}.`
    const before = this.entries
    this.entries = new Map(messages.map((message) => [message.id, { ...before.get(message.id), message }]))
    this.arrange()
  }

  // put shows a message that is new, or was changed.
  put(message, kind) {
    const before = this.entries.get(message.id)
    if (kind === 'edit') {
      if (!before) return
      message.pings_you = before.message.pings_you // an edit pings nobody anew
    }
    this.entries.set(message.id, { ...before, message })
    if (this.entries.size > most) this.entries.delete(this.entries.keys().next().value)
    this.arrange()
  }

  remove(id) {
    this.entries.delete(id)
    this.arrange()
  }

  // arrange draws what changed, and puts everything in its place.
  arrange() {
    const sorted = [...this.entries.values()].sort((a, b) => order(a.message.id, b.message.id))
    for (const entry of sorted) this.draw(entry)
    const wanted = sorted.map((entry) => entry.node)
    if (this.hasOlder) wanted.unshift(this.older)
    if (wanted.length === 0) wanted.push(this.nothing)
    for (const child of [...this.list.children]) if (!wanted.includes(child)) child.remove()
    wanted.forEach((node, i) => { if (this.list.children[i] !== node) this.list.insertBefore(node, this.list.children[i] ?? null) })
  }

  // draw makes the node of an entry, unless it has one that looks right. One in which something is
  // being chosen is drawn anew when that is done.
  draw(entry) {
    const { world } = this.session
    // Names and the language change what a message looks like, too.
    const looks = JSON.stringify([entry.message, world.me.locale, world.people.length, world.channels.length])
    if (entry.looks === looks || entry.node?.querySelector('.popup')) return
    const before = entry.node
    const focused = before?.contains(document.activeElement) && document.activeElement.dataset.id
    entry.node = post(entry.message, this.session)
    entry.looks = looks
    before?.replaceWith(entry.node)
    if (focused) entry.node.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  }

  toNewest() { this.scroller.scrollTop = 0 }

  // jump shows a message, and returns whether it is there.
  jump(id) {
    const node = this.entries.get(id)?.node
    if (!node) return false
    node.scrollIntoView({ block: 'center' })
    node.dataset.found = ''
    setTimeout(() => delete node.dataset.found, 1600)
    return true
  }

  // node is the element of the message of an id, if it is here.
  node(id) { return this.entries.get(id)?.node }
}
