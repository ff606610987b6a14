// One person in one place, and what happens there.

import { Around, intro, nowhere } from './layout.js'
import { RequestError, PersonAPI, readWorld } from './api.js'
import { Composer } from './composer.js'
import { Reading } from './unread.js'
import { Stream } from './stream.js'
import { Timeline } from './timeline.js'
import { World, isThread } from './world.js'
import { announce } from './announcer.js'
import { flat, ofMembers } from './command.js'
import { form } from './form.js'
import { memberMenu } from './people.js'
import { nameOf } from './avatar.js'
import { now, order } from './snowflake.js'
import { plainly } from './message.js'

const page = 60 // messages that are read at once
const recentMost = 300
const loading = 1 << 7
const at = (id) => document.getElementById(id)

// A Session is a person on this page: it reads what there is, follows what happens, and
// does what the person does.
export class Session {
  constructor(me) {
    this.me = me
    this.api = new PersonAPI(me.id)
    this.world = null
    this.here = null // the channel that is open
    this.wanted = null // the id of the one that is being opened, or is open
    this.reading = new Reading(me.username)
    this.upTo = 0 // the last event that is in what was read of it
    this.waiting = null // events that come while everything is read
    this.recent = [] // the latest events about messages
    this.settling = 0 // counts, so that what comes too late is passed over
    this.settled = null // a promise of the latest
    this.entering = 0 // likewise
    this.ofMembers = [] // the commands of their context menu
    this.scene = this.makeScene()
    this.around = new Around(this)
    this.timeline = new Timeline({
      list: at('timeline'), scroller: at('scroller'), newer: at('newer'), scene: this.scene,
      more: (before) => this.more(before), read: () => this.markRead(),
    })
    this.composer = new Composer(at('composer'), {
      say: (channel, text) => this.say(channel, text), command: (channel, use) => this.use(channel, use), ask: (channel, use, signal) => this.api.autocomplete({ channel, ...use }, signal),
      enter: () => this.timeline.enter(), scroll: (pages) => this.timeline.scroll(pages), end: () => this.timeline.end(),
    }, me.username)
    memberMenu(this)
    this.stream = new Stream(this.api.events, { opened: () => this.begin(), received: (event) => this.receive(event), lost: () => this.lose() })
    document.querySelector('.skip').addEventListener('click', (event) => {
      event.preventDefault() // its address would be taken for a channel
      this.composer.focus()
    })
    addEventListener('hashchange', () => this.go(location.hash.slice(1)))
    document.addEventListener('visibilitychange', () => { if (!document.hidden && this.timeline.follows) this.timeline.sawAll() })
    addEventListener('storage', () => this.learn())
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
      open: (id, message) => this.go(id, message),
      type: (name) => this.composer.type(`/${name}`),
      message: (id) => this.timeline.get(id),
      jump: (id) => this.jump(id),
      press: (message, component, values) => this.press(message, component, values),
      pressed: new Set(), // messages and controls of theirs to which there is no answer yet
      dismiss: (message) => this.dismiss(message),
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
      this.stream.caughtUp()
      at('lost').hidden = true
      for (const event of waiting) this.receive(event)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      this.stream.retry()
    }
  }

  lose() {
    this.waiting = null
    at('lost').textContent = 'The sandbox cannot be reached. Trying again…'
    at('lost').hidden = false
  }

  // settle reads who and what there is. If that is read again meanwhile, it is done when
  // that is.
  settle(known) {
    this.settled = this.read(known, ++this.settling)
    return this.settled
  }

  async read(known, turn) {
    const world = known ?? await readWorld()
    const me = findPerson(world, this.me) ?? this.me
    const channels = await this.api.channels()
    if (turn !== this.settling) {
      await this.settled
      return
    }
    const moved = this.me.locale !== me.locale
    const named = this.world && (this.world.people.length !== world.people.length || this.world.channels.length !== channels.length)
    this.me = me
    this.world = new World(world, channels, me)
    this.reading.addChannels(channels)
    const was = this.here
    this.here = was && this.world.channel(was.id)
    if (this.here) {
      await this.readCommands()
      this.show()
      if ((moved || named) && this.wanted === this.here.id) await this.enter(this.here, { again: true, anew: true })
    } else if (was || !known) { // what was open is gone, or there may be something to open
      await this.enter(this.world.channel(this.wanted) ?? this.first())
    }
  }

  first() {
    return this.world.channels.find((c) => c.guild && !isThread(c)) ?? this.world.channels[0] ?? null
  }

  // readCommands reads which commands there are here.
  async readCommands() {
    const here = this.here
    const commands = here ? await this.api.commands(here.id) : []
    if (here?.id === this.here?.id) this.place(commands)
  }

  place(commands) {
    this.ofMembers = ofMembers(commands, this.me.locale)
    this.composer.place(this.here, this.world, flat(commands, this.me.locale))
  }

  // go opens the channel of an id, at a message if one is given.
  go(id, message) {
    this.around.drawer(false)
    const channel = this.world?.channel(id)
    if (!channel) return
    const jump = () => { if (message) this.scene.jump(message) }
    if (channel.id === this.wanted) jump()
    else this.enter(channel, { focus: true }).then(jump).catch((error) => this.cannotOpen(channel.name, error))
  }

  async goDM() {
    this.around.drawer(false)
    try {
      const channel = await this.api.dm()
      await this.settle()
      this.go(channel.id)
    } catch (error) {
      this.cannotOpen(this.world.app.username, error)
    }
  }

  cannotOpen(name, error) { this.composer.tell(`${name} cannot be opened now: ${error.message}`) }

  // enter opens a channel, or reads the open one again. Until all of it is read, and if that
  // fails, everything stays as it was.
  async enter(channel, { again = false, anew = false, focus = false } = {}) {
    if (!channel) {
      this.entering++
      this.here = this.wanted = null
      this.place([])
      this.timeline.show([], { intro: nowhere(this.world) })
      this.show()
      return
    }
    const turn = ++this.entering
    this.wanted = channel.id
    let read
    try {
      read = await Promise.all([
        this.api.messages(channel.id, again ? Math.max(page, this.timeline.entries.size) : page), this.api.commands(channel.id),
      ])
    } catch (error) {
      if (turn !== this.entering) return // one is elsewhere by now
      this.wanted = this.here?.id ?? null
      this.address()
      throw error
    }
    if (turn !== this.entering) return // one is elsewhere by now
    const [{ messages, upTo }, commands] = read
    const moved = this.here?.id !== channel.id
    this.here = this.world.channel(channel.id) ?? channel
    this.upTo = upTo
    this.address(focus)
    this.reading.forgetMentions(channel)
    this.place(commands)
    this.timeline.show(messages.filter((m) => !this.reading.isDismissed(m.id)), {
      mark: moved ? this.reading.last(channel) : null, whole: messages.length < page, intro: intro(channel, this.world), keep: again && !moved, anew,
    })
    // What happened while that was read is not in it.
    for (const event of this.recent) if (event.channel === channel.id) this.showMessage(event)
    this.show()
    this.markRead()
    if (focus || moved && matchMedia('(hover: hover) and (min-width: 720px)').matches) this.composer.focus()
  }

  // address has the address of the page say what is open. If it was chosen, Back returns to
  // what was open before.
  address(chosen = false) {
    if (!this.here || location.hash === `#${this.here.id}`) return
    history[chosen ? 'pushState' : 'replaceState'](null, '', `#${this.here.id}`)
  }

  // more reads older messages, and says whether they are shown.
  async more(before) {
    const turn = this.entering
    let older = []
    let whole = false
    for (let from = before; older.length === 0 && !whole;) { // a whole page may have been dismissed
      const { messages } = await this.api.messages(this.here.id, page, from)
      // What is older than something else by now would leave a gap.
      if (turn !== this.entering || this.timeline.oldest !== before) return false
      older = messages.filter((m) => !this.reading.isDismissed(m.id))
      whole = messages.length < page
      from = messages[0]?.id
    }
    this.timeline.older(older, whole)
    return true
  }

  // jump goes to a message of the open channel, and reads older ones until it is there.
  async jump(id) {
    const turn = this.entering
    try {
      while (!this.timeline.jump(id)) {
        const { oldest, whole } = this.timeline
        if (whole || !oldest || order(id, oldest) > 0) {
          this.composer.tell('That message is not here any more.')
          return
        }
        await this.more(oldest)
        if (turn !== this.entering) return // one is elsewhere by now
      }
    } catch (error) {
      this.composer.tell(`That message cannot be read now: ${error.message}`)
    }
  }

  // show draws everything around the messages, and the threads between them.
  show() {
    this.around.show()
    this.timeline.begins(this.here ? this.world.threads(this.here) : [])
  }

  // markRead notes that everything here was read.
  markRead() {
    const latest = this.timeline.newest
    if (!this.here || !latest || document.hidden) return
    if (this.reading.read(this.here, latest)) this.around.showNews()
  }

  // receive does what an event asks for.
  receive(event) {
    if (this.waiting) {
      this.waiting.push(event)
      return
    }
    switch (event.kind) {
      case 'message': case 'edit': case 'delete':
        this.receiveMessage(event)
        break
      case 'commands':
        this.readCommands().catch(ignore)
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

  receiveMessage(event) {
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
    if (message.pings_you && (!here || document.hidden)) this.reading.mention(event.channel)
    this.around.showNews()
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
    if (this.reading.isDismissed(message.id)) return false
    const before = this.timeline.get(message.id)
    // What is not on the screen needs no edit.
    if (event.kind === 'edit' && !before) return false
    // An edit mentions nobody anew, but who was mentioned stays so.
    if (event.kind === 'edit') message.pings_you = message.pings_you || before.pings_you
    this.timeline.put(message, { own: message.author.id === this.me.id || message.interaction_metadata?.user.id === this.me.id })
    return true
  }

  // say writes into the channel of an id, and returns why that failed, if it did.
  async say(channel, text) {
    try {
      await this.api.say(channel, text)
      return null
    } catch (error) {
      return error.message
    }
  }

  // use sends a command, in the channel of an id. Until it is answered there is something on
  // the page that says so, and if it is not, something that says why. It returns why the
  // command could not be sent at all, if so.
  async use(channel, { command, name, options, target }) {
    const note = {
      id: now(), state: 'sending', author: this.world.app, timestamp: new Date().toISOString(),
      interaction_metadata: { user: this.me, name }, flags: 0, content: '', components: [], attachments: [],
    }
    // Quick answers come before anything else would be read.
    const slow = setTimeout(() => { if (this.here?.id === channel) this.timeline.put(note, { own: true }) }, 200)
    let response
    try {
      response = await this.api.command({ channel, command, options, target })
    } catch (error) {
      return error.message
    } finally {
      clearTimeout(slow)
      this.timeline.remove(note.id)
    }
    if (response.kind !== 'failed') {
      this.showForm(response)
      return null
    }
    Object.assign(note, { state: 'failed', reason: response.reason || 'The application did not respond' })
    if (this.here?.id === channel) this.timeline.put({ ...note }, { own: true })
    announce(`/${name}: ${note.reason}`)
    return null
  }

  // press presses a control, and returns why that failed, if it did.
  press(message, { custom_id }, values) {
    return this.answered(this.api.press({ channel: message.channel_id, message: message.id, custom_id, values }))
  }

  // answered waits for a response, and returns why there is none, if so.
  async answered(request) {
    try {
      const response = await request
      if (response.kind === 'failed') return response.reason || 'The application did not respond'
      this.showForm(response)
      return null
    } catch (error) {
      return error.message
    }
  }

  // showForm shows a response that is a modal.
  showForm(response) {
    if (response.kind !== 'modal') return
    form(response.modal, this.world.app.username, this.scene, (filled) => this.answered(this.api.submit({ interaction: response.interaction, ...filled })))
  }

  // dismiss takes a note for one person away, as Discord does: from this browser only.
  dismiss(message) {
    this.timeline.remove(message.id)
    if (message.state) return
    this.reading.dismiss(message.id)
    this.composer.focus()
  }

  // learn shows what this person has read and dismissed in another window.
  learn() {
    this.reading.learn()
    for (const id of this.reading.dismissed) this.timeline.remove(id)
    if (this.world) this.around.showNews()
  }

  keys(event) {
    if (event.key === 'Escape' && this.around.isOpen) {
      this.around.drawer(false)
      return
    }
    // What is typed where nothing can be written is meant for the message box.
    const writes = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (writes && !document.activeElement.closest('input, textarea, select, dialog, [popover]')) this.composer.focus()
  }
}

const ignore = () => {} // the stream says that the sandbox is gone

// findPerson finds a user by name: in a new world they have a new id.
function findPerson(world, me) {
  return world.people.find((p) => p.id === me.id) ?? world.people.find((p) => p.username === me.username) ?? null
}
