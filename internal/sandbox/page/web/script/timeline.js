// The messages of a channel.

import { el, put } from './element.js'
import { dayOf } from './clock.js'
import { order, timeOf } from './snowflake.js'
import { post, threadBegins } from './message.js'

// Messages of one person this close to each other share one face.
const together = 7 * 60 * 1000

// How many messages are on the page at most, as long as one reads the newest.
const most = 400

// A Timeline keeps the messages of one channel on the screen, in the order of their
// ids. Those who read the newest stay with the newest; those who read older ones are not
// moved.
export class Timeline {
  constructor({ list, scroller, newer, scene, more, read }) {
    Object.assign(this, { list, scroller, newer, scene, more, read })
    this.entries = new Map() // by id: {message, node, key}; old says that the node shows what was before
    this.threads = new Map() // likewise, of the threads that begin here
    this.follows = true
    this.top = 0 // how far it was scrolled
    this.unread = 0
    this.mark = null
    this.intro = null
    scroller.addEventListener('scroll', () => this.scrolled(), { passive: true })
    new ResizeObserver(() => { if (this.follows) this.toEnd() }).observe(list)
    new ResizeObserver(() => { if (this.follows) this.toEnd() }).observe(scroller)
    newer.addEventListener('click', () => this.end())
    list.addEventListener('keydown', (event) => this.keys(event))
    list.addEventListener('popup-closed', (event) => this.redraw(event.target.closest('.post')?.dataset.id))
  }

  // show replaces everything. mark is the id of the last message that was read before,
  // or null; whole says that there is nothing older; keep, that it is the same channel;
  // anew, that its messages look different also where they say the same.
  show(messages, { mark = null, whole = true, intro = null, keep = false, anew = false } = {}) {
    const focused = this.focused()
    const locals = keep ? [...this.entries.values()].filter((e) => e.message.state) : []
    const held = keep && !this.follows ? this.anchor() : null
    const before = keep ? this.entries : new Map()
    this.entries = new Map()
    if (!keep) {
      this.follows = true
      this.unread = 0
      this.mark = mark !== null && messages.some((message) => order(message.id, mark) > 0) ? mark : null
    }
    this.whole = whole
    this.intro = intro
    for (const message of messages) this.entries.set(message.id, this.made(message, before.get(message.id), anew))
    for (const local of locals) this.entries.set(local.message.id, local)
    this.arrange()
    if (this.follows) this.toEnd()
    else this.hold(held)
    this.refocus(focused)
    this.tell()
  }

  // made is the entry of a message: that of before, if it looks the same. One in which
  // something is being chosen is not drawn anew before that is done.
  made(message, before, anew = false) {
    const key = JSON.stringify(message)
    if (before?.key === key && !anew) return before
    if (before?.node.querySelector('.popup')) return { message, key, node: before.node, old: true }
    return { message, key, node: post(message, this.scene) }
  }

  // redraw draws the message of an id, if what is on the screen is old.
  redraw(id) {
    const entry = this.entries.get(id)
    if (!entry?.old) return
    const focused = this.focused()
    const node = post(entry.message, this.scene)
    entry.node.replaceWith(node)
    this.entries.set(id, { message: entry.message, key: entry.key, node })
    this.arrange()
    this.refocus(focused)
  }

  // put shows a message, new or changed. It returns whether it is new.
  put(message, { own = false } = {}) {
    const before = this.entries.get(message.id)
    const focused = this.focused()
    const entry = this.made(message, before)
    this.entries.set(message.id, entry)
    if (before) {
      if (before.node !== entry.node) before.node.replaceWith(entry.node)
      this.arrange()
      this.refocus(focused)
      return false
    }
    if (own) this.follows = true
    if (this.follows && this.entries.size > most) this.forget()
    if (this.unread === 0 && !(this.follows && !document.hidden)) {
      this.mark = this.sorted().findLast((e) => e !== entry && !e.message.state)?.message.id ?? null
    }
    this.arrange()
    if (this.follows && !document.hidden) {
      this.toEnd()
      this.read()
    } else {
      this.unread++
      this.tell()
      if (this.follows) this.toEnd()
    }
    return true
  }

  // forget lets the oldest messages go; they can be read again.
  forget() {
    for (const { message } of this.sorted().slice(0, most / 2)) this.entries.delete(message.id)
    this.whole = false
  }

  remove(id) {
    const entry = this.entries.get(id)
    if (!entry) return
    const had = entry.node.contains(document.activeElement)
    this.entries.delete(id)
    entry.node.remove()
    this.arrange()
    if (had) document.getElementById('box')?.focus()
  }

  // older puts a page of older messages before the others, without moving what is read.
  older(messages, whole) {
    const held = this.anchor()
    for (const message of messages) if (!this.entries.has(message.id)) this.entries.set(message.id, this.made(message))
    this.whole = whole
    this.arrange()
    this.hold(held)
  }

  get(id) { return this.entries.get(id)?.message ?? null }

  sorted() { return [...this.entries.values()].sort((a, b) => order(a.message.id, b.message.id)) }

  get oldest() { return this.sorted().find((e) => !e.message.state)?.message.id ?? null }

  get newest() { return this.sorted().findLast((e) => !e.message.state)?.message.id ?? null }

  // begins shows which threads begin in this channel.
  begins(threads) {
    const before = this.threads
    this.threads = new Map(threads.map((thread) => {
      const message = { id: thread.id, state: 'thread', timestamp: timeOf(thread.id), author: { id: '' }, thread }
      const key = JSON.stringify(message)
      const old = before.get(thread.id)
      return [thread.id, old?.key === key ? old : { message, key, node: threadBegins(message, this.scene) }]
    }))
    this.arrange()
  }

  // shown are the messages in their order, and the threads between them.
  shown() {
    const oldest = this.oldest
    const threads = [...this.threads.values()].filter(({ message }) => this.whole || oldest && order(message.id, oldest) > 0)
    return [...this.sorted(), ...threads].sort((a, b) => order(a.message.id, b.message.id))
  }

  // arrange puts everything in its place, and touches only what is not there.
  arrange() {
    const wanted = []
    if (this.whole && this.intro) wanted.push(this.intro)
    let before = null
    let marked = this.mark === null
    for (const { message, node } of this.shown()) {
      const day = new Date(message.timestamp).toDateString()
      const newDay = !before || new Date(before.timestamp).toDateString() !== day
      if (newDay) wanted.push(this.divider(`day ${day}`, 'day', dayOf(message.timestamp, this.scene.locale)))
      let isNew = false
      if (!marked && !message.state && order(message.id, this.mark) > 0) {
        marked = isNew = true
        if (before) wanted.push(this.divider('new', 'new', 'New'))
      }
      const follows = before && !newDay && !isNew && before.author.id === message.author.id && !message.interaction_metadata
        && !message.state && !before.state && Boolean(before.only_you) === Boolean(message.only_you)
        && new Date(message.timestamp) - new Date(before.timestamp) < together
      node.toggleAttribute('data-follows', Boolean(follows))
      wanted.push(node)
      before = message
    }
    if (wanted.length === 0) wanted.push(this.divider('nothing', 'nothing', 'Nothing has been written here yet.'))
    const keep = new Set(wanted)
    for (const child of [...this.list.children]) if (!keep.has(child)) child.remove()
    wanted.forEach((node, i) => { if (this.list.children[i] !== node) this.list.insertBefore(node, this.list.children[i] ?? null) })
    if (!this.list.querySelector('.post[tabindex="0"]')) this.list.querySelector('.post:last-of-type')?.setAttribute('tabindex', '0')
  }

  divider(key, kind, words) {
    this.dividers ??= new Map()
    const old = this.dividers.get(key)
    if (old && old.textContent === words) return old
    const made = el('li', { class: 'divider', 'data-kind': kind }, el('span', {}, words))
    this.dividers.set(key, made)
    return made
  }

  // end goes to the newest message, and stays there.
  end() {
    this.follows = true
    this.toEnd()
    this.sawAll()
  }

  // scroll goes up or down by pages.
  scroll(pages) { this.scroller.scrollBy({ top: pages * this.scroller.clientHeight * .9 }) }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight
    this.top = this.scroller.scrollTop
  }

  scrolled() {
    const left = this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight
    // Only who goes up leaves the newest: what is there may grow before it is scrolled to.
    if (left < 40) this.follows = true
    else if (this.scroller.scrollTop < this.top - 1) this.follows = false
    this.top = this.scroller.scrollTop
    if (this.follows) this.sawAll()
    this.tell()
    this.reach()
  }

  // reach asks for older messages as long as one is near the oldest.
  async reach() {
    if (this.asking) return
    this.asking = true
    try {
      while (this.scroller.scrollTop < 200 && !this.whole && this.oldest && await this.more(this.oldest));
    } catch {
      // The next scroll tries again.
    }
    this.asking = false
  }

  sawAll() {
    if (document.hidden) return
    this.unread = 0
    this.tell()
    this.read()
  }

  tell() {
    this.newer.hidden = this.follows
    put(this.newer, this.unread > 0 ? `${this.unread} new ${this.unread === 1 ? 'message' : 'messages'} ↓` : 'To the newest ↓')
  }

  anchor() {
    const top = this.scroller.getBoundingClientRect().top
    for (const node of this.list.querySelectorAll('.post')) {
      const box = node.getBoundingClientRect()
      if (box.bottom > top) return { id: node.id, offset: box.top - top }
    }
    return null
  }

  hold(held) {
    const node = held && document.getElementById(held.id)
    if (!node) return
    this.scroller.scrollTop += node.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top - held.offset
  }

  // A message that is drawn anew must not lose the focus of who is using it.
  focused() {
    const node = document.activeElement?.closest?.('.post')
    if (!node || !this.list.contains(node)) return null
    return { post: node.id, control: document.activeElement.dataset.id ?? null }
  }

  refocus(focused) {
    if (!focused || this.list.contains(document.activeElement)) return
    const node = document.getElementById(focused.post)
    if (!node) return
    const control = focused.control && [...node.querySelectorAll('[data-id]')].find((c) => c.dataset.id === focused.control && !c.disabled)
    const target = control || node
    target.focus({ preventScroll: true })
  }

  jump(id) {
    const node = this.entries.get(id)?.node
    if (!node) return false
    node.scrollIntoView({ block: 'center' })
    node.focus({ preventScroll: true })
    node.dataset.found = ''
    setTimeout(() => delete node.dataset.found, 1600)
    return true
  }

  // The arrows go from message to message, as long as one of them has the focus.
  keys(event) {
    const node = event.target
    if (!node.classList?.contains('post')) return
    const posts = [...this.list.querySelectorAll('.post')]
    const at = posts.indexOf(node)
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: posts.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to >= posts.length) {
      document.getElementById('box')?.focus()
      return
    }
    this.rove(posts[Math.max(0, to)])
  }

  rove(node) {
    if (!node) return
    this.list.querySelector('.post[tabindex="0"]')?.setAttribute('tabindex', '-1')
    node.setAttribute('tabindex', '0')
    node.focus()
    node.scrollIntoView({ block: 'nearest' })
  }

  // enter goes to the newest message, from the message box.
  enter() { this.rove([...this.list.querySelectorAll('.post')].at(-1)) }
}
