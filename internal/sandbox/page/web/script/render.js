// Markup as nodes.

import { el, name } from './element.js'
import { stamp } from './clock.js'

// draw makes nodes of what parse returns. scene says who is called what, and what a
// click on a mention does.
export function draw(parts, scene) {
  return parts.map((part) => typeof part === 'string' ? part : drawing[part.kind](part, scene))
}

// spoken says what parse returns, without its looks.
export function spoken(parts, scene) {
  return parts.map((part) => {
    if (typeof part === 'string') return part
    switch (part.kind) {
      case 'break': return '\n'
      case 'code': return part.text
      case 'codeblock': return ''
      case 'user': return scene.person(part.id)
      case 'role': return scene.role(part.id)
      case 'everyone': return part.name
      case 'channel': return scene.channel(part.id)?.name ?? ''
      case 'command': return `/${part.name}`
      case 'emoji': return part.name
      case 'time': return stamp(part.seconds, part.style, scene.locale).textContent
      case 'spoiler': return '…'
      case 'list': return part.items.map((item) => `\n${spoken(item, scene)}`).join('')
      case 'link': case 'strong': case 'emphasis': case 'underline': case 'strike': return spoken(part.parts, scene)
      default: return `\n${spoken(part.parts, scene)}\n`
    }
  }).join('')
}

// place is the address of a channel in Discord, or of a message in it. Links to it lead to the same place here.
const place = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/

const inside = (tag, attributes) => (part, scene) => el(tag, attributes, draw(part.parts, scene))

const drawing = {
  strong: inside('strong'),
  emphasis: inside('em'),
  underline: inside('u'),
  strike: inside('s'),
  quote: inside('blockquote'),
  subtext: inside('p', { class: 'subtext' }),
  break: () => el('br'),
  code: (part) => el('code', {}, part.text),
  codeblock: (part) => el('pre', { tabindex: '0' }, el('code', { 'data-language': part.language || null }, part.text)),
  // A message is part of a page that has its own first headings.
  heading: (part, scene) => el(`h${part.level + 2}`, { class: `h${part.level}` }, draw(part.parts, scene)),
  list: (part, scene) => el(part.ordered ? 'ol' : 'ul', part.ordered && part.start !== 1 ? { start: String(part.start) } : {},
    part.items.map((item) => el('li', {}, draw(item, scene)))),
  link: (part, scene) => {
    const [, id, message] = place.exec(part.to) ?? []
    const channel = id && scene.channel(id)
    if (!channel) return el('a', { href: part.to, title: part.title ?? null, target: '_blank', rel: 'noopener noreferrer nofollow' }, draw(part.parts, scene))
    const bare = part.parts[0] === part.to
    return el('button', { type: 'button', class: bare ? 'mention' : 'linklike', dir: 'auto', on: { click: () => scene.open(id, message) } },
      bare ? `#${channel.name}${message ? ' › 💬' : ''}` : draw(part.parts, scene))
  },
  user: (part, scene) => el('span', { class: 'mention', dir: 'auto', 'data-me': part.id === scene.me }, `@${scene.person(part.id)}`),
  role: (part, scene) => el('span', { class: 'mention', dir: 'auto' }, scene.role(part.id)),
  everyone: (part) => el('span', { class: 'mention' }, `@${part.name}`),
  channel: (part, scene) => {
    const channel = scene.channel(part.id)
    if (!channel) return el('span', { class: 'mention' }, '#unknown')
    return el('button', { type: 'button', class: 'mention', dir: 'auto', on: { click: () => scene.open(part.id) } }, `#${channel.name}`)
  },
  command: (part, scene) => el('button', { type: 'button', class: 'mention', on: { click: () => scene.type(part.name) } }, `/${part.name}`),
  time: (part, scene) => stamp(part.seconds, part.style, scene.locale),
  emoji: (part) => el('span', { title: `:${part.name}:` }, `:${part.name}:`),
  spoiler: (part, scene) => spoiler(el('span', {}, draw(part.parts, scene)), 'span', 'Show what is hidden here'),
}

// spoiler hides something until it is asked for.
export function spoiler(content, tag, label) {
  content.id = name('spoiler')
  content.inert = true
  const cover = el('button', {
    type: 'button', class: 'cover', 'aria-label': label, title: label,
    on: {
      click: () => {
        content.inert = false
        whole.dataset.shown = ''
        cover.remove()
      },
    },
  }, tag === 'span' ? null : 'Spoiler')
  const whole = el(tag, { class: 'spoiler' }, content, cover)
  return whole
}
