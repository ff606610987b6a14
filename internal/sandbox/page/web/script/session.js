// One user in one channel, and what happens there.

import { PersonAPI, RequestError, readWorld } from './api.js'
import { Composer } from './composer.js'
import { Surroundings } from './surroundings.js'
import { Timeline } from './timeline.js'
import { World } from './world.js'
import { addressOf } from './people.js'
import { contextMenus } from './contextmenu.js'
import { setClock } from './clock.js'
import { menuCommands, slashCommands } from './command.js'
import { form } from './form.js'

const few = 100 // messages that are read at first
const all = 500 // that the sandbox keeps in a channel
const again = 1000 // milliseconds until what failed is tried again

// A Session is a user on this page: it reads what there is, follows what happens, and does
// what the user does.
export class Session {
  constructor(me, channel) {
    this.me = me
    this.api = new PersonAPI(me.id)
    this.world = null
    this.here = null // the channel that is open
    this.wanted = channel // the id of the one to open
    this.limit = few
    this.turn = 0 // counts what is read, so that what comes too late is passed over
    this.dismissed = new Set() // ids of messages
    this.inMenus = { person: [], message: [] } // the commands of context menus
    this.composer = new Composer(document.getElementById('composer'), this)
    this.timeline = new Timeline(this)
    this.surroundings = new Surroundings(this)
    contextMenus(this)
    addEventListener('keydown', (event) => this.keys(event))
    // A page that the browser keeps, to go back to, would keep its connection, too, and a
    // browser has only six.
    addEventListener('pagehide', () => this.events?.close())
    addEventListener('pageshow', (event) => { if (event.persisted) this.open() })
  }

  // open reads everything anew, shows it, and follows what happens from there on.
  async open() {
    const turn = ++this.turn
    try {
      const { world, upTo } = await readWorld()
      setClock(world.now)
      const me = world.people.find((p) => p.id === this.me.id)
      if (!me) {
        location.reload() // it is another world
        return
      }
      const read = new World(world, await this.api.channels(), me)
      const here = read.channel(this.wanted) ?? read.first
      const messages = here ? await this.api.messages(here.id, this.limit) : []
      const commands = here ? await this.api.commands(here.id) : []
      if (turn !== this.turn) return
      this.show(read, here, messages, commands)
      this.follow(upTo)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (turn === this.turn) this.lose()
    }
  }

  show(world, here, messages, commands) {
    const isElsewhere = here?.id !== this.here?.id
    Object.assign(this, { world, me: world.me, here, wanted: here?.id })
    history.replaceState(null, '', addressOf(this.me, here?.id))
    this.inMenus = menuCommands(commands, this.me.locale)
    this.composer.place(here, world, slashCommands(commands, this.me.locale))
    this.timeline.show(messages.filter((m) => !this.dismissed.has(m.id)), messages.length === few)
    this.surroundings.show()
    if (!isElsewhere) return
    this.timeline.toNewest()
    if (matchMedia('(hover: hover) and (min-width: 720px)').matches) this.composer.focus()
  }

  // follow receives what happens after an event.
  follow(event) {
    this.events?.close()
    this.events = this.api.events(event)
    for (const kind of ['message', 'edit', 'delete']) {
      this.events.addEventListener(kind, ({ data }) => this.receive(JSON.parse(data)))
    }
    for (const kind of ['channel', 'commands', 'people']) {
      this.events.addEventListener(kind, () => this.openIn(60)) // several changes at once are read once
    }
    this.events.addEventListener('clock', ({ data }) => setClock(JSON.parse(data).now))
    this.events.addEventListener('error', () => this.lose())
  }

  lose() {
    this.events?.close()
    this.surroundings.tellLost()
    this.openIn(again)
  }

  openIn(milliseconds) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.open(), milliseconds)
  }

  // receive shows what happened to a message of the open channel.
  receive({ kind, channel, message, deleted }) {
    if (channel !== this.here?.id) return
    if (kind === 'delete') this.timeline.remove(deleted)
    else if (!this.dismissed.has(message.id)) this.timeline.put(message, kind)
  }

  // go opens the channel of an id.
  async go(id) {
    if (!this.world.channel(id)) return
    this.surroundings.close()
    this.wanted = id
    this.limit = few
    await this.open()
  }

  // goDM opens the direct messages with the bot.
  async goDM() {
    this.surroundings.close()
    await this.answer(async () => {
      const dm = await this.api.dm()
      this.wanted = dm.id
      await this.open()
      return dm
    })
  }

  // readAll reads the older messages, too.
  async readAll() {
    this.limit = all
    await this.open()
  }

  // jump goes to a message, in the channel of an id.
  async jump(message, channel = this.here.id) {
    if (channel !== this.here.id) await this.go(channel)
    if (!message || this.timeline.jump(message)) return
    await this.readAll()
    if (!this.timeline.jump(message)) this.composer.tell('That message is not here any more.')
  }

  // say writes a message, with files.
  say(text, files) {
    this.timeline.toNewest()
    return this.answer(() => this.api.say(this.here.id, text, files))
  }

  // use sends a command.
  use(command) {
    this.timeline.toNewest()
    return this.answer(() => this.api.command({ channel: this.here.id, ...command }))
  }

  // press uses a button or chooses from a menu, which is busy until there is a response.
  async press(message, component, control, values) {
    if (control.hasAttribute('aria-busy')) return
    control.setAttribute('aria-busy', 'true')
    await this.answer(() => this.api.press({
      channel: message.channel_id, message: message.id, custom_id: component.custom_id, values,
    }))
    control.removeAttribute('aria-busy')
  }

  // answer waits for what the bot or the sandbox responds. It opens modals, and says why something
  // failed; it returns whether nothing did.
  async answer(request) {
    this.composer.tell('')
    const reason = await this.send(request)
    if (reason) this.composer.tell(reason)
    return !reason
  }

  // send sends a request, opens the modal that it may bring, and returns why it failed, if it did.
  async send(request) {
    try {
      const response = await request()
      if (response.kind === 'failed') return `This interaction failed: ${response.reason || 'The application did not respond'}`
      if (response.kind === 'modal') {
        form(response.modal, this, (filled) => this.send(() => this.api.submit({ interaction: response.interaction, ...filled })))
      }
      return null
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return error.message
    }
  }

  // dismiss takes a message that only one user sees away, as Discord does: from this page only.
  dismiss(message) {
    this.dismissed.add(message.id)
    this.timeline.remove(message.id)
    this.composer.focus()
  }

  // What is typed where nothing can be written is meant for the message box.
  keys(event) {
    const writes = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (writes && !document.activeElement.closest('input, textarea, select, dialog, .popup')) this.composer.focus()
  }
}
