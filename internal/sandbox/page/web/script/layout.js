// What is around the messages: the channels, the title, the user and the other members.

import { addressOf, personButton, present } from './people.js'
import { direct, isThread } from './world.js'
import { el, icon, put } from './element.js'
import { nameOf } from './avatar.js'
import { sidebar } from './sidebar.js'

const at = (id) => document.getElementById(id)

// Around shows where a session is. What has not changed stays, so that nobody loses the
// focus or an open panel.
export class Around {
  constructor(session) {
    this.session = session
    this.list = el('div', { class: 'channels' })
    this.heading = el('div', { class: 'title' })
    this.offline = el('span', { class: 'offline', hidden: true, title: 'No bot is connected to this sandbox, so nobody answers.' })
    this.bars = el('button', {
      type: 'button', class: 'plain bars', 'aria-label': 'Channels', 'aria-expanded': 'false', on: { click: () => this.drawer(true) },
    }, icon('bars'))
    put(at('sidebar'), this.list, el('div', { class: 'foot' }, personButton(session)))
    put(at('head'), this.bars, this.heading, this.offline, el('div', { class: 'who' }, personButton(session, 'small')))
    at('shade').addEventListener('click', () => this.drawer(false))
  }

  // show draws all of it.
  show() {
    const { here, world } = this.session
    const about = here && (isThread(here) ? `Thread of #${world.channel(here.parent)?.name ?? 'unknown'}` : here.type === direct ? 'Direct messages' : '')
    put(this.heading, here ? [icon(isThread(here) ? 'thread' : here.guild ? 'hash' : 'letter'), el('h1', {}, here.name)] : el('h1', {}, 'Nowhere'),
      about ? el('span', { class: 'about' }, about) : null)
    put(this.offline, icon('alert'), `${world.app.username} is offline`)
    this.offline.hidden = world.connected > 0
    present(at('people'), world, here ?? {})
    at('timeline').setAttribute('aria-label', here ? `Messages in ${here.name}` : 'Messages')
    this.showNews()
  }

  // showNews draws what changes when something is said somewhere.
  showNews() {
    const { here, me, reading, world } = this.session
    const unread = (c) => c.id !== here?.id && reading.isUnread(c)
    sidebar(this.list, world, {
      open: here?.id, me, unread, mentions: (c) => reading.mentions(c.id), go: (id) => this.session.go(id), goDM: () => this.session.goDM(),
    })
    this.bars.toggleAttribute('data-new', world.channels.some(unread))
    const mentions = reading.allMentions
    document.title = `${mentions ? `(${mentions}) ` : ''}${here ? (here.guild ? '#' : '@') + here.name : 'Double Corner'} · ${nameOf(me)}`
  }

  // drawer opens or closes the channels, where there is no room for them beside the rest.
  drawer(open) {
    if (this.isOpen === open) return
    document.body.toggleAttribute('data-drawer', open)
    at('room').inert = open
    this.bars.setAttribute('aria-expanded', String(open))
    if (open) (at('sidebar').querySelector('[aria-current]') ?? at('sidebar').querySelector('a, button'))?.focus()
    else this.bars.focus()
  }

  get isOpen() { return document.body.hasAttribute('data-drawer') }
}

// intro is what stands at the beginning of a channel.
export function intro(channel, world) {
  const others = world.members(channel).filter((p) => !p.bot && p.id !== world.me.id)
  const named = channel.guild ? `#${channel.name}` : channel.name
  return el('li', { class: 'intro' },
    el('span', { class: 'intro-sign' }, icon(isThread(channel) ? 'thread' : channel.guild ? 'hash' : 'letter')),
    el('h2', {}, channel.type === direct ? named : `Welcome to ${named}`),
    el('p', {}, channel.type === direct ? `This is where you and ${named} begin.` : isThread(channel) ? 'This is where the thread begins.' : `This is where ${named} begins. `,
      others.length > 0 && !isThread(channel) ? [`You are ${nameOf(world.me)}. Another window can be `,
        others.slice(0, 3).flatMap((p, i) => [i > 0 ? ' or ' : '', el('a', { href: addressOf(p, channel.id), target: '_blank', rel: 'noopener' }, nameOf(p))]), '.'] : null))
}

// nowhere is what stands where a user sees no channel.
export function nowhere(world) {
  return el('li', { class: 'intro' }, el('h2', {}, 'You are nowhere'),
    el('p', {}, `There is no channel that ${nameOf(world.me)} sees. Under "Direct messages" you can talk to ${world.app.username}.`))
}
