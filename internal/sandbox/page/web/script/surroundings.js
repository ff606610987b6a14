// What is around the messages: the channels, the title, the user and the other members.

import { direct, group, isThread } from './world.js'
import { el, icon, put, renew } from './element.js'
import { face, nameOf } from './avatar.js'
import { personButton, present } from './people.js'
import { moveClock } from './api.js'
import { clockControl } from './clock.js'

const at = (id) => document.getElementById(id)

// Surroundings show where a session is.
export class Surroundings {
  constructor(session) {
    this.session = session
    this.channels = el('div', { class: 'channels' })
    this.heading = el('div', { class: 'title' })
    this.offline = el('span', { class: 'offline', hidden: true, title: 'No bot is connected to this sandbox, so nobody answers.' })
    const clock = clockControl(session.me.locale, (forward) => session.answer(() => moveClock(forward)))
    put(at('sidebar'), this.channels, el('div', { class: 'foot' }, clock, personButton(session)))
    put(at('head'),
      el('button', { type: 'button', class: 'plain bars', 'aria-label': 'Channels', popovertarget: 'sidebar' }, icon('bars')),
      this.heading, this.offline, el('div', { class: 'who' }, personButton(session, 'small')))
  }

  // show draws all of it. What has not changed stays: a user may be about to click it.
  show() {
    const { here, me, world } = this.session
    put(this.heading,
      here ? icon(isThread(here) ? 'thread' : here.guild ? 'hash' : 'letter') : null,
      el('h1', {}, here?.name ?? 'Nowhere'),
      here && isThread(here) ? el('span', { class: 'about' }, `Thread of #${world.channel(here.parent)?.name}`) : null)
    put(this.offline, icon('alert'), `${world.app.username} is offline`)
    this.offline.hidden = world.connected > 0
    this.showChannels()
    present(at('people'), this.session)
    at('lost').hidden = true
    document.title = `${here ? (here.guild ? '#' : '@') + here.name : 'Double Corner'} · ${nameOf(me)}`
  }

  showChannels() {
    const { me, world } = this.session
    const dm = world.channels.find((c) => c.type === direct)
    renew(this.channels,
      world.guilds.filter((g) => g.members.includes(me.id)).map((g) => section(g.name,
        world.channels.filter((c) => c.guild === g.id && !isThread(c)).map((c) => this.channel(c, icon('hash'), world.threads(c))))),
      section('Direct messages', [
        dm ? this.channel(dm, face(world.app, 'tiny'))
          : el('li', {}, this.link(world.app.username, face(world.app, 'tiny'), () => this.session.goDM())),
        world.channels.filter((c) => c.type === group).map((c) => this.channel(c, icon('letter'))),
      ]))
  }

  channel(c, sign, threads = []) {
    const link = this.link(c.name, sign, () => this.session.go(c.id), c.id === this.session.here?.id)
    return el('li', {}, link, threads.length > 0 ? el('ul', {}, threads.map((t) => this.channel(t, icon('thread')))) : null)
  }

  link(words, sign, go, isOpen) {
    return el('button', { type: 'button', class: 'channel', 'aria-current': isOpen ? 'page' : null, on: { click: go } },
      sign, el('span', { class: 'channel-name' }, words))
  }

  // close closes the channels, where there is no room for them beside the rest.
  close() {
    if (at('sidebar').matches(':popover-open')) at('sidebar').hidePopover()
  }

  tellLost() { at('lost').hidden = false }
}

function section(title, channels) {
  return el('section', { 'aria-label': title }, el('h2', {}, title), el('ul', {}, channels))
}
