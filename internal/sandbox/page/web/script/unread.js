// Which messages a user has read, and where they were mentioned.

import { keep, recall } from './storage.js'
import { order } from './snowflake.js'

const seenMost = 300
const dismissedMost = 300

// A Reading is what one person has read, in every channel. The browser remembers it, by the
// person's name: another world has other channels, but mostly the same people.
export class Reading {
  constructor(me) {
    this.me = me
    this.seen = latest(recall(`seen:${me}`, {})) // the last message read, by channel
    this.dismissed = recall(`dismissed:${me}`, [])
    this.mentioned = new Map() // how often, by channel, since the page was opened
  }

  // addChannels takes what is in channels that are new as read.
  addChannels(channels) {
    const unknown = channels.filter((c) => !(c.id in this.seen) && c.latest)
    for (const channel of unknown) this.seen[channel.id] = channel.latest
    if (unknown.length > 0) this.keepSeen()
  }

  // learn takes in what other windows of the same person have stored.
  learn() {
    for (const [id, message] of Object.entries(recall(`seen:${this.me}`, {}))) {
      if (order(message, this.seen[id] ?? '0') <= 0) continue
      this.seen[id] = message
      this.mentioned.delete(id)
    }
    this.dismissed = [...new Set([...this.dismissed, ...recall(`dismissed:${this.me}`, [])])]
  }

  keepSeen() {
    this.learn()
    keep(`seen:${this.me}`, this.seen)
  }

  isUnread(channel) { return Boolean(channel.latest) && order(channel.latest, this.last(channel) ?? '0') > 0 }

  // last is the last message that was read in a channel; null if none was.
  last(channel) { return this.seen[channel.id] ?? null }

  // read notes that a channel was read up to a message, and says whether that is new.
  read(channel, latest) {
    const mentioned = this.mentioned.delete(channel.id)
    if (order(latest, this.last(channel) ?? '0') <= 0) return mentioned
    this.seen[channel.id] = latest
    this.keepSeen()
    return true
  }

  // mention notes that a message mentions the user, in the channel of an id.
  mention(channel) { this.mentioned.set(channel, this.mentions(channel) + 1) }

  // forgetMentions forgets those in a channel.
  forgetMentions(channel) { this.mentioned.delete(channel.id) }

  // mentions counts those in the channel of an id.
  mentions(channel) { return this.mentioned.get(channel) ?? 0 }

  get allMentions() { return [...this.mentioned.values()].reduce((sum, n) => sum + n, 0) }

  // dismiss remembers that a message is not to be shown any more.
  dismiss(message) {
    this.learn()
    this.dismissed = [...this.dismissed, message].slice(-dismissedMost)
    keep(`dismissed:${this.me}`, this.dismissed)
  }

  isDismissed(message) { return this.dismissed.includes(message) }
}

// latest are those of seen in which something was read last.
function latest(seen) {
  return Object.fromEntries(Object.entries(seen).sort(([, a], [, b]) => order(b, a)).slice(0, seenMost))
}
