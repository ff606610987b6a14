// Users, guilds and channels, as one user knows them.

import { nameOf } from './avatar.js'

// The kinds of channels, by Discord's numbers.
export const direct = 1
export const group = 3
export const isThread = (channel) => channel.type === 11

// order compares two ids by when they were made. They are too long for JavaScript's numbers.
export function order(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

// A World answers questions about people and places. It is replaced, not changed.
export class World {
  constructor(read, channels, me) {
    Object.assign(this, read, { me })
    // The world lists every channel, a person only those that they see.
    this.channels = channels.map((c) => ({ ...c, name: this.nameOfChannel(c) }))
  }

  nameOfChannel(channel) {
    if (channel.type === direct) return this.app.username
    if (channel.type === group) return channel.name || channel.recipients.filter((id) => id !== this.me.id).map((id) => this.person(id)).join(', ')
    return channel.name
  }

  user(id) { return id === this.app.id ? this.app : this.people.find((p) => p.id === id) }

  person(id) {
    const user = this.user(id)
    return user ? nameOf(user) : 'unknown-user'
  }

  channel(id) { return this.channels.find((c) => c.id === id) }

  // first is the channel to open when none was chosen.
  get first() { return this.channels.find((c) => c.guild && !isThread(c)) ?? this.channels[0] ?? null }

  guild(id) { return this.guilds.find((g) => g.id === id) }

  role(id) {
    const held = this.guilds.flatMap((g) => g.roles).find((r) => r.id === id)
    return held ? `@${held.name}` : this.guild(id) ? '@everyone' : '@unknown-role'
  }

  // members are those who can be meant in a channel.
  members(channel) {
    const ids = this.guild(channel?.guild)?.members ?? channel?.recipients ?? []
    return ids.map((id) => this.user(id)).filter(Boolean).sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
  }

  threads(channel) {
    return this.channels.filter((c) => isThread(c) && c.parent === channel.id).sort((a, b) => order(a.id, b.id))
  }
}
