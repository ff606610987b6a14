// The page: one person in one place, and what happens there.

import { Complaint, Desk, readWorld } from './desk.js'
import { Composer } from './composer.js'
import { Stream } from './stream.js'
import { Timeline } from './timeline.js'
import { World, direct, isThread } from './world.js'
import { addressOf, personButton, present } from './persons.js'
import { announce } from './announcer.js'
import { el, icon, put } from './element.js'
import { flat } from './command.js'
import { form } from './form.js'
import { keep, recall } from './keep.js'
import { nameOf } from './face.js'
import { now, order } from './snowflake.js'
import { plainly } from './post.js'
import { showTheme } from './theme.js'
import { sidebar } from './sidebar.js'

const page = 60 // messages that are read at once
const dismissedMost = 300
const recentMost = 300
const loading = 1 << 7
const at = (id) => document.getElementById(id)

// A Session is a person on this page.
class Session {
  constructor(me) {
    this.me = me
    this.desk = new Desk(me.id)
    this.world = null
    this.here = null // the channel that is open
    this.wanted = null // the id of the one that is being opened, or is open
    this.commands = []
    this.pings = new Map() // by channel, since the page was opened
    this.seen = recall(`seen:${me.id}`, {}) // the last message read, by channel
    this.dismissed = recall(`dismissed:${me.id}`, [])
    this.waiting = null // events that come while everything is read
    this.recent = [] // the latest events about messages
    this.settling = 0 // counts, so that what comes too late is passed over
    this.entering = 0 // likewise
    this.scene = this.makeScene()
    this.timeline = new Timeline({
      list: at('timeline'), scroller: at('scroller'), newer: at('newer'), scene: this.scene,
      more: (before) => this.more(before), read: () => this.markRead(),
    })
    this.composer = new Composer(at('composer'), {
      say: (text) => this.say(text), command: (use) => this.use(use), ask: (use, signal) => this.desk.autocomplete({ channel: this.here.id, ...use }, signal),
      enter: () => this.timeline.enter(), scroll: (pages) => this.timeline.scroll(pages), end: () => this.timeline.end(),
    })
    this.stream = new Stream(this.desk.events, { opened: () => this.begin(), heard: (event) => this.hear(event), lost: () => this.lose() })
    addEventListener('hashchange', () => this.go(location.hash.slice(1)))
    document.addEventListener('visibilitychange', () => { if (!document.hidden && this.timeline.follows) this.timeline.sawAll() })
    at('shade').addEventListener('click', () => this.drawer(false))
    addEventListener('keydown', (event) => this.keys(event))
  }

  // What messages need to know to be shown.
  makeScene() {
    const session = this
    return {
      get me() { return session.me.id },
      get locale() { return session.me.locale },
      person: (id) => this.world.person(id),
      role: (id) => this.world.role(id),
      channel: (id) => this.world.channel(id),
      open: (id) => this.go(id),
      type: (name) => this.composer.type(`/${name}`),
      message: (id) => this.timeline.get(id),
      jump: (id) => { if (!this.timeline.jump(id)) announce('That message is not here any more') },
      press: (sight, component, values) => this.press(sight, component, values),
      dismiss: (sight) => this.dismiss(sight),
      named: (kind) => this.named(kind),
    }
  }

  // begin reads everything anew: at first, and whenever the events were lost for a while.
  async begin() {
    const waiting = this.waiting = []
    this.recent = []
    try {
      const world = await readWorld()
      const me = findPerson(world, this.me)
      if (!me || me.id !== this.me.id || world.app.id !== (this.world?.app.id ?? world.app.id)) {
        location.reload() // it is another world
        return
      }
      await this.settle(world)
      if (this.waiting !== waiting) return
      const wanted = this.wanted ?? location.hash.slice(1)
      await this.enter(this.world.channel(wanted) ?? this.first(), { again: this.here !== null })
      if (this.waiting !== waiting) return
      this.waiting = null
      at('lost').hidden = true
      for (const event of waiting) this.hear(event)
    } catch (error) {
      if (!(error instanceof Complaint) && !(error instanceof TypeError)) throw error
      // The stream notices as well, and begins again.
      this.stream.source.dispatchEvent(new Event('error'))
    }
  }

  lose() {
    this.waiting = null
    at('lost').textContent = 'The sandbox cannot be reached. Trying again…'
    at('lost').hidden = false
  }

  // settle reads who and what there is.
  async settle(known) {
    const turn = ++this.settling
    const world = known ?? await readWorld()
    const me = findPerson(world, this.me) ?? this.me
    const channels = await this.desk.channels()
    if (turn !== this.settling) return
    const moved = this.me.locale !== me.locale
    const named = this.world && this.world.people.length !== world.people.length
    this.me = me
    this.world = new World(world, channels, me)
    for (const channel of channels) if (!(channel.id in this.seen) && channel.latest) this.seen[channel.id] = channel.latest
    if (this.here) {
      this.here = this.world.channel(this.here.id)
      if (!this.here) {
        await this.enter(this.first())
        return
      }
      await this.learn()
      this.furnish()
      if ((moved || named) && this.wanted === this.here.id) await this.enter(this.here, { again: true, anew: true })
    }
  }

  first() {
    return this.world.channels.find((c) => c.guild && !isThread(c)) ?? this.world.channels[0] ?? null
  }

  // learn reads which commands there are here.
  async learn() {
    const here = this.here
    const commands = here ? await this.desk.commands(here.id) : []
    if (here?.id !== this.here?.id) return
    this.commands = flat(commands, this.me.locale)
    this.composer.place(this.here, this.world, this.commands)
  }

  go(id) {
    this.drawer(false)
    const channel = this.world?.channel(id)
    if (channel && channel.id !== this.wanted) {
      this.enter(channel, { focus: true }).catch((error) => {
        this.wanted = this.here?.id ?? null
        announce(error.message)
      })
    }
  }

  async goDM() {
    const channel = await this.desk.dm()
    await this.settle()
    this.go(channel.id)
  }

  // enter opens a channel, or reads the open one again.
  async enter(channel, { again = false, anew = false, focus = false } = {}) {
    if (!channel) {
      this.here = this.wanted = null
      this.furnish()
      this.timeline.show([], {})
      return
    }
    const turn = ++this.entering
    this.wanted = channel.id
    const { messages, upTo } = await this.desk.messages(channel.id, again ? Math.max(page, this.timeline.entries.size) : page)
    if (turn !== this.entering) return // one is elsewhere by now
    const moved = this.here?.id !== channel.id
    this.here = channel
    this.upTo = upTo
    if (location.hash !== `#${channel.id}`) history.replaceState(null, '', `#${channel.id}`)
    this.pings.delete(channel.id)
    await this.learn()
    if (turn !== this.entering) return
    this.timeline.show(messages.filter((m) => !this.dismissed.includes(m.id)), {
      mark: moved ? this.seen[channel.id] ?? null : null, whole: messages.length < page, intro: this.intro(channel), keep: again && !anew && !moved,
    })
    // What happened while that was read is not in it.
    for (const event of this.recent) if (event.channel === channel.id) this.showMessage(event)
    this.furnish()
    this.markRead()
    if (focus || moved && matchMedia('(hover: hover) and (min-width: 720px)').matches) this.composer.focus()
  }

  // more reads older messages, and says whether they are shown.
  async more(before) {
    const turn = this.entering
    const { messages } = await this.desk.messages(this.here.id, page, before)
    // What is older than something else by now would leave a gap.
    if (turn !== this.entering || this.timeline.oldest !== before) return false
    this.timeline.older(messages.filter((m) => !this.dismissed.includes(m.id)), messages.length < page)
    return true
  }

  // furnish draws everything around the messages. What has not changed stays, so that
  // nobody loses the focus or an open panel.
  furnish() {
    const { here, world } = this
    this.around ??= this.frame()
    const { list, title, offline, persons } = this.around
    const key = JSON.stringify([world.people, this.me, location.hash])
    if (persons.key !== key) {
      persons.key = key
      const held = [persons.wide, persons.narrow].find((place) => place.contains(document.activeElement))
      const language = async (locale) => {
        await this.desk.change({ locale })
        await this.settle()
      }
      put(persons.wide, personButton(world, this.desk, { language }))
      put(persons.narrow, personButton(world, this.desk, { size: 'small', language }))
      held?.querySelector('button').focus()
    }
    sidebarInto(list, this)
    const about = here && (isThread(here) ? `Thread of #${world.channel(here.parent)?.name ?? 'unknown'}` : here.type === direct ? 'Direct messages' : '')
    put(title, here ? [icon(isThread(here) ? 'thread' : here.guild ? 'hash' : 'letter'), el('h1', {}, here.name)] : el('h1', {}, 'Nowhere'),
      about ? el('span', { class: 'about' }, about) : null)
    put(offline, icon('alert'), `${world.app.username} is offline`)
    offline.hidden = world.connected > 0
    present(at('people'), world, here ?? {})
    if (here) this.timeline.begins(world.threads(here))
    at('timeline').setAttribute('aria-label', here ? `Messages in ${here.name}` : 'Messages')
    this.dot()
    this.title()
  }

  // frame makes what furnish fills.
  frame() {
    const list = el('div', { class: 'channels' })
    const title = el('div', { class: 'title' })
    const offline = el('span', { class: 'offline', title: 'No bot is connected to this sandbox, so nobody answers.' })
    const persons = { wide: el('div', { class: 'foot' }), narrow: el('div', { class: 'who' }) }
    put(at('sidebar'), list, persons.wide)
    put(at('head'), el('button', { type: 'button', class: 'plain bars', 'aria-label': 'Channels', 'aria-expanded': 'false', on: { click: () => this.drawer(true) } }, icon('bars')),
      title, offline, persons.narrow)
    return { list, title, offline, persons }
  }

  // dot says beside the closed list of channels that there is something new in it.
  dot() { at('head').querySelector('.bars').toggleAttribute('data-new', this.elsewhere()) }

  title() {
    const calls = [...this.pings.values()].reduce((sum, n) => sum + n, 0)
    document.title = `${calls ? `(${calls}) ` : ''}${this.here ? (this.here.guild ? '#' : '@') + this.here.name : 'Double Corner'} · ${nameOf(this.me)}`
  }

  elsewhere() { return this.world.channels.some((c) => c.id !== this.here?.id && this.isUnread(c)) }

  isUnread(channel) { return Boolean(channel.latest) && order(channel.latest, this.seen[channel.id] ?? '0') > 0 }

  // intro is what stands at the beginning of a channel.
  intro(channel) {
    const others = this.world.members(channel).filter((p) => !p.bot && p.id !== this.me.id)
    const named = channel.guild ? `#${channel.name}` : channel.name
    return el('li', { class: 'intro' },
      el('span', { class: 'intro-sign' }, icon(isThread(channel) ? 'thread' : channel.guild ? 'hash' : 'letter')),
      el('h2', {}, channel.type === direct ? named : `Welcome to ${named}`),
      el('p', {}, channel.type === direct ? `This is where you and ${named} begin.` : isThread(channel) ? 'This is where the thread begins.' : `This is where ${named} begins. `,
        others.length > 0 && !isThread(channel) ? [`You are ${nameOf(this.me)}. Another window can be `,
          others.slice(0, 3).flatMap((p, i) => [i > 0 ? ' or ' : '', el('a', { href: addressOf(p), target: '_blank', rel: 'noopener' }, nameOf(p))]), '.'] : null))
  }

  // markRead notes that everything here was read.
  markRead() {
    const latest = this.timeline.newest
    if (!this.here || !latest || document.hidden) return
    this.pings.delete(this.here.id)
    if (order(latest, this.seen[this.here.id] ?? '0') > 0) {
      this.seen[this.here.id] = latest
      keep(`seen:${this.me.id}`, this.seen)
    }
    this.title()
  }

  // hear does what an event asks for.
  hear(event) {
    if (this.waiting) {
      this.waiting.push(event)
      return
    }
    switch (event.kind) {
      case 'message': case 'edit': case 'delete':
        this.hearMessage(event)
        break
      case 'commands':
        this.learn().catch(ignore)
        this.resettle()
        break
      default:
        this.resettle()
    }
  }

  // Several changes at once are read once.
  resettle() {
    clearTimeout(this.resettling)
    this.resettling = setTimeout(() => this.settle().catch(ignore), 60)
  }

  hearMessage(event) {
    this.recent = [...this.recent, event].slice(-recentMost)
    const here = event.channel === this.here?.id
    const { message } = event
    const known = this.world.channel(event.channel)
    if (!known) this.resettle()
    if (here) {
      const was = this.timeline.get(message?.id)
      if (!this.showMessage(event)) return
      const thought = event.kind === 'edit' && was?.flags & loading
      if (event.kind === 'message' || thought) announce(`${nameOf(message.author)}: ${plainly(message, this.scene).slice(0, 600)}`)
    }
    if (event.kind !== 'message') return
    if (known && order(message.id, known.latest ?? '0') > 0) known.latest = message.id
    if (message.pings_you && (!here || document.hidden)) this.pings.set(event.channel, (this.pings.get(event.channel) ?? 0) + 1)
    this.furnishList()
    this.title()
  }

  // showMessage does what an event says about the open channel. It returns false if
  // that was done before.
  showMessage(event) {
    if (event.id <= this.upTo) return false // it was in what was read
    const { message } = event
    if (event.kind === 'delete') {
      this.timeline.remove(event.deleted)
      return true
    }
    if (this.dismissed.includes(message.id)) return false
    const before = this.timeline.get(message.id)
    // What is not on the screen needs no edit.
    if (event.kind === 'edit' && !before) return false
    // An edit calls nobody, but who was called stays called.
    if (event.kind === 'edit') message.pings_you = message.pings_you || before.pings_you
    this.timeline.put(message, { own: message.author.id === this.me.id || message.interaction_metadata?.user.id === this.me.id })
    return true
  }

  // furnishList draws the channels again, and nothing else.
  furnishList() {
    if (!this.around) return
    sidebarInto(this.around.list, this)
    this.dot()
  }

  async say(text) {
    try {
      await this.desk.say(this.here.id, text)
      return null
    } catch (error) {
      return error.message
    }
  }

  // use sends a command. Until it is answered there is something on the page that says so,
  // and if it is not, something that says why.
  async use({ command, name, options }) {
    const note = {
      id: now(), state: 'sending', author: this.world.app, timestamp: new Date().toISOString(),
      interaction_metadata: { user: this.me, name }, flags: 0, content: '', components: [], embeds: [], attachments: [],
    }
    const here = this.here
    // Quick answers come before anything else would be read.
    const slow = setTimeout(() => { if (this.here?.id === here.id) this.timeline.put(note, { own: true }) }, 200)
    const gone = () => {
      clearTimeout(slow)
      this.timeline.remove(note.id)
    }
    try {
      const outcome = await this.desk.command({ channel: here.id, command, options })
      gone()
      if (outcome.kind !== 'failed') {
        this.came(outcome)
        return
      }
      Object.assign(note, { reason: outcome.reason || 'The application did not respond' })
    } catch (error) {
      gone()
      Object.assign(note, { reason: error.message })
    }
    note.state = 'failed'
    if (this.here?.id === here.id) this.timeline.put({ ...note }, { own: true })
    announce(`/${name}: ${note.reason}`)
  }

  // press presses a control, and returns why that failed, if it did.
  async press(sight, component, values) {
    try {
      const press = { channel: sight.channel_id, message: sight.id, custom_id: component.custom_id }
      if (values) press.values = values
      const outcome = await this.desk.press(press)
      if (outcome.kind === 'failed') return outcome.reason || 'The application did not respond'
      this.came(outcome)
      return null
    } catch (error) {
      return error.message
    }
  }

  // came shows an answer that is not a message.
  came(outcome) {
    if (outcome.kind !== 'modal') return
    form(outcome.modal, this.world.app.username, this.scene, async (filled) => {
      try {
        const answer = await this.desk.submit({ interaction: outcome.interaction, ...filled })
        if (answer.kind === 'failed') return answer.reason || 'The application did not respond'
        this.came(answer)
        return null
      } catch (error) {
        return error.message
      }
    })
  }

  // dismiss takes a note for one person away, as Discord does: from this browser only.
  dismiss(sight) {
    this.timeline.remove(sight.id)
    if (sight.state) return
    this.dismissed = [...this.dismissed, sight.id].slice(-dismissedMost)
    keep(`dismissed:${this.me.id}`, this.dismissed)
    this.composer.focus()
  }

  // named lists who and what can be chosen from a menu of people, roles or channels.
  named(kind) {
    const people = this.world.members(this.here).map((p) => ({ label: nameOf(p), value: p.id, about: p.bot ? 'App' : null }))
    const roles = this.here.guild ? [{ label: '@everyone', value: this.here.guild }] : []
    const channels = this.world.channels.filter((c) => c.guild && c.guild === this.here.guild).map((c) => ({ label: `#${c.name}`, value: c.id }))
    return { user: people, role: roles, mentionable: [...people, ...roles], channel: channels }[kind] ?? []
  }

  // drawer opens or closes the channels, where there is no room for them beside the rest.
  drawer(open) {
    if (document.body.hasAttribute('data-drawer') === open) return
    document.body.toggleAttribute('data-drawer', open)
    at('room').inert = open
    at('head').querySelector('.bars')?.setAttribute('aria-expanded', String(open))
    if (open) (at('sidebar').querySelector('[aria-current]') ?? at('sidebar').querySelector('a, button'))?.focus()
    else at('head').querySelector('.bars')?.focus()
  }

  keys(event) {
    if (event.key === 'Escape' && document.body.hasAttribute('data-drawer')) {
      this.drawer(false)
      return
    }
    // Whoever types where nothing can be written means the message box.
    const writes = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (writes && !document.activeElement.closest('input, textarea, select, dialog, [popover]')) this.composer.focus()
  }
}

const ignore = () => {} // the stream says that the sandbox is gone

function sidebarInto(root, session) {
  sidebar(root, session.world, {
    open: session.here?.id, me: session.me, unread: (c) => c.id !== session.here?.id && session.isUnread(c), pings: (c) => session.pings.get(c.id) ?? 0,
    go: (id) => session.go(id), goDM: () => session.goDM(),
  })
}

// findPerson finds somebody by name: in a new world they have a new id.
function findPerson(world, me) {
  return world.people.find((p) => p.id === me.id) ?? world.people.find((p) => p.username === me.username) ?? null
}

// start finds out who one is: by the address, or the first who is there.
async function start() {
  showTheme()
  let world
  for (let wait = 300; !world; wait = Math.min(2 * wait, 4000)) {
    try {
      world = await readWorld()
    } catch {
      at('lost').textContent = 'The sandbox cannot be reached. Trying again…'
      at('lost').hidden = false
      await new Promise((done) => setTimeout(done, wait))
    }
  }
  at('lost').hidden = true
  const asked = new URLSearchParams(location.search).get('as')
  const me = world.people.find((p) => p.username.toLowerCase() === asked?.toLowerCase() || p.id === asked) ?? firstPlayer(world)
  if (!me) {
    nobody(world)
    return
  }
  if (asked?.toLowerCase() !== me.username.toLowerCase()) history.replaceState(null, '', addressOf(me))
  new Session(me)
}

// firstPlayer is somebody to be: rather not the owner of a server.
function firstPlayer(world) {
  return world.people.find((p) => !world.guilds.some((g) => g.owner === p.id)) ?? world.people[0] ?? null
}

function nobody(world) {
  put(at('timeline'), el('li', { class: 'intro' }, el('h2', {}, 'Nobody lives here yet'),
    el('p', {}, `There is a sandbox with ${world.app.username} in it, but no people. `, el('code', {}, 'POST /sandbox/people'), ' adds somebody.')))
}

start()
