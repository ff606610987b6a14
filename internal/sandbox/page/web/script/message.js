// One message, as Discord shows it.

import { component, files, text } from './component.js'
import { el, icon } from './element.js'
import { face, nameOf } from './avatar.js'
import { said, when } from './clock.js'

const loading = 1 << 7
const componentsV2 = 1 << 15

// post shows a message.
export function post(message, session) {
  const { author } = message
  return el('li', { class: 'post', 'data-message': message.id, 'data-ping': message.pings_you, 'data-only': message.only_you },
    origin(message, session),
    face(author),
    el('div', { class: 'post-main' },
      el('p', { class: 'post-head' },
        el('span', { class: 'post-author', 'data-person': author.id }, nameOf(author)), author.bot ? el('span', { class: 'app-sign' }, 'App') : null, ' ',
        when(message.timestamp, session.me.locale)),
      el('div', { class: 'post-body' }, body(message, session)),
      message.only_you ? el('p', { class: 'post-only' }, icon('eye'), 'Only you can see this · ',
        el('button', { type: 'button', class: 'linklike', on: { click: () => session.dismiss(message) } }, 'Dismiss message')) : null))
}

// origin says what a message came from: a command or a press.
function origin({ interaction_metadata: trigger }, session) {
  if (trigger?.name) {
    return el('p', { class: 'post-origin' }, icon('turn'), face(trigger.user, 'tiny'), el('b', {}, nameOf(trigger.user)), ' used ',
      el('span', { class: 'post-command' }, `/${trigger.name}`))
  }
  const to = trigger?.interacted_message_id
  if (!to) return null
  const texts = session.timeline.node(to)?.querySelectorAll('.text') ?? []
  const before = [...texts].map((node) => node.textContent).join(' ').slice(0, 90)
  return el('p', { class: 'post-origin' }, icon('turn'),
    el('button', { type: 'button', class: 'linklike', on: { click: () => session.jump(to) } }, before || 'An earlier message'))
}

function body(message, session) {
  if (message.flags & loading) return el('p', { class: 'thinking' }, `${nameOf(message.author)} is thinking…`)
  const edited = message.edited_timestamp && said(new Date(message.edited_timestamp), 'F', session.me.locale)
  return [
    message.content ? text(message.content, session) : null,
    message.flags & componentsV2 ? null : files(message.attachments),
    message.components.map((c) => component(c, session, (one, control, values) => session.press(message, one, control, values))),
    edited ? el('span', { class: 'edited', title: edited }, '(edited)') : null,
  ]
}
