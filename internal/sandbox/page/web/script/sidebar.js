// The list of channels.

import { el, icon, renew } from './element.js'
import { direct, group, isThread } from './world.js'
import { face } from './avatar.js'

// sidebar lists what a person sees: which channel is open, what is unread in each, and how
// often they were mentioned there.
export function sidebar(root, world, { open, unread, mentions, go, goDM, me }) {
  const focused = root.contains(document.activeElement) ? document.activeElement.dataset.key : null
  const channel = (c, sign, inner = []) => {
    const mentioned = mentions(c)
    const isUnread = unread(c)
    return el('li', {},
      el('a', {
        class: 'channel', href: `#${c.id}`, 'aria-current': c.id === open ? 'page' : null, 'data-unread': isUnread, 'data-key': c.id,
        'aria-label': `${c.name}${isThread(c) ? ', thread' : ''}${mentioned ? `, ${mentioned} mentions` : isUnread ? ', unread' : ''}`,
        on: {
          click: (event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            go(c.id)
          },
        },
      }, sign, el('span', { class: 'channel-name' }, c.name), mentioned ? el('span', { class: 'mentions' }, String(mentioned)) : null),
      inner.length > 0 ? el('ul', {}, inner) : null)
  }
  const threads = (c) => world.threads(c).map((t) => channel(t, icon('thread')))
  const guilds = world.guilds.filter((g) => g.members.includes(me.id)).map((g) => el('section', { 'aria-label': g.name },
    el('h2', {}, g.name),
    el('ul', {}, world.channels.filter((c) => c.guild === g.id && !isThread(c)).map((c) => channel(c, icon('hash'), threads(c))))))
  const dm = world.channels.find((c) => c.type === direct)
  const private_ = el('section', { 'aria-label': 'Direct messages' },
    el('h2', {}, 'Direct messages'),
    el('ul', {},
      dm ? channel(dm, face(world.app, 'tiny'))
        : el('li', {}, el('button', { type: 'button', class: 'channel', 'data-key': 'dm', on: { click: goDM } }, face(world.app, 'tiny'), el('span', { class: 'channel-name' }, world.app.username))),
      world.channels.filter((c) => c.type === group).map((c) => channel(c, icon('letter')))))
  renew(root, guilds, private_)
  if (focused && !root.contains(document.activeElement)) [...root.querySelectorAll('[data-key]')].find((n) => n.dataset.key === focused)?.focus()
}
