// One message, as Discord shows it.

import { el, icon } from './element.js'
import { component, summary, text } from './component.js'
import { spoken } from './render.js'
import { face, nameOf } from './avatar.js'
import { file, picture } from './picture.js'
import { parse } from './markup.js'
import { hour, when } from './clock.js'

const componentsV2 = 1 << 15
const loading = 1 << 7

// post shows a message: one that the sandbox knows, or one that is only on this page, which has a
// state: sending, or failed with a reason.
export function post(message, scene) {
  const node = el('li', {
    class: 'post', id: `m${message.id}`, 'data-id': message.id, tabindex: '-1',
    'data-ping': Boolean(message.pings_you), 'data-only': Boolean(message.only_you || message.state),
  })
  // By the time there is an answer the message may have been drawn anew.
  const act = async (what, values) => {
    const press = `${message.id} ${what.custom_id}`
    if (scene.pressed.has(press)) return
    tell(node, null)
    scene.pressed.add(press)
    mark(node, message, scene)
    const reason = await scene.press(message, what, values)
    scene.pressed.delete(press)
    const shown = document.getElementById(node.id)
    if (!shown) return
    mark(shown, message, scene)
    if (reason) tell(shown, reason)
  }
  const author = nameOf(message.author)
  node.append(
    origin(message, scene) ?? '',
    el('div', { class: 'post-side' }, face(message.author), hour(message.timestamp, scene.locale)),
    el('div', { class: 'post-main' },
      el('p', { class: 'post-head' },
        el('span', { class: 'post-author', 'data-person': message.author.id }, author), message.author.bot ? el('span', { class: 'app-sign' }, 'App') : null, ' ',
        when(message.timestamp, scene.locale)),
      body(message, scene, act),
      el('p', { class: 'post-problem', role: 'alert', hidden: true }),
      message.only_you || message.state ? el('p', { class: 'post-only' }, icon('eye'), 'Only you can see this · ',
        el('button', { type: 'button', class: 'linklike', on: { click: () => scene.dismiss(message) } }, 'Dismiss message')) : null))
  mark(node, message, scene)
  return node
}

// mark shows which controls of a message were pressed and not answered yet.
function mark(node, message, scene) {
  for (const control of node.querySelectorAll('.post-body [data-id]')) {
    const busy = scene.pressed.has(`${message.id} ${control.dataset.id}`)
    control.toggleAttribute('data-busy', busy)
    if (busy) control.setAttribute('aria-busy', 'true')
    else control.removeAttribute('aria-busy')
  }
}

// tell shows with a message why what was pressed in it failed, or that nothing did.
function tell(node, reason) {
  const problem = node.querySelector('.post-main > .post-problem')
  problem.hidden = reason === null
  if (reason === null) return
  problem.replaceChildren(icon('alert'), el('span', {}, 'This interaction failed', el('small', {}, ` ${reason}`)))
  problem.scrollIntoView({ block: 'nearest' })
}

// origin says what a message came from: a command or a press.
function origin(message, scene) {
  const trigger = message.interaction_metadata
  const line = (...parts) => el('p', { class: 'post-origin' }, icon('turn'), ...parts)
  if (trigger?.name) {
    return line(face(trigger.user, 'tiny'), el('b', {}, nameOf(trigger.user)), ' used ', el('span', { class: 'post-command' }, `/${trigger.name}`))
  }
  const to = trigger?.interacted_message_id
  if (!to) return null
  const before = scene.message(to)
  return line(el('button', { type: 'button', class: 'linklike', on: { click: () => scene.jump(to) } },
    before ? [face(before.author, 'tiny'), el('b', {}, nameOf(before.author)), ' ', excerpt(before, scene)] : 'An earlier message'))
}

const excerpt = (message, scene) => {
  const all = plainly(message, scene)
  return all.length > 90 ? `${all.slice(0, 89)}…` : all
}

function body(message, scene, act) {
  if (message.state) {
    return el('div', { class: 'post-body' }, message.state === 'sending'
      ? el('p', { class: 'thinking' }, 'Sending the command', dots())
      : el('p', { class: 'post-problem' }, icon('alert'), el('span', {}, message.reason)))
  }
  if (message.flags & loading) {
    return el('div', { class: 'post-body' }, el('p', { class: 'thinking' }, `${nameOf(message.author)} is thinking`, dots()))
  }
  const v2 = message.flags & componentsV2
  const edited = message.edited_timestamp ? el('span', { class: 'edited', title: new Date(message.edited_timestamp).toLocaleString(scene.locale) }, ' (edited)') : null
  const content = []
  if (!v2 && message.content) {
    const written = text(message.content, scene)
    if (edited) written.append(edited)
    content.push(written)
  }
  if (!v2) {
    const pictures = message.attachments.filter((a) => a.content_type?.startsWith('image/'))
    if (pictures.length > 0) {
      content.push(el('div', { class: 'gallery', 'data-count': String(pictures.length) },
        pictures.map((a) => picture(a, a.description, a.filename.startsWith('SPOILER_')))))
    }
    for (const a of message.attachments) {
      if (!pictures.includes(a)) content.push(file(a.url, a.filename, a.size, a.content_type, a.filename.startsWith('SPOILER_')))
    }
  }
  for (const c of message.components) content.push(component(c, scene, act))
  if (edited && (v2 || !message.content)) content.push(edited)
  return el('div', { class: 'post-body' }, content)
}

// threadBegins shows that a thread was begun here, by no message in particular.
export function threadBegins(message, scene) {
  return el('li', { class: 'thread-begins', id: `m${message.id}` }, icon('thread'),
    el('span', {}, 'A thread begins: ', el('button', { type: 'button', class: 'linklike', on: { click: () => scene.open(message.thread.id) } }, message.thread.name), ' ',
      when(message.timestamp, scene.locale)))
}

function dots() {
  return el('span', { class: 'dots', 'aria-hidden': 'true' }, el('i'), el('i'), el('i'))
}

// plainly says what a message says, without its looks, in one line.
export function plainly(message, scene) {
  if (message.state) return message.reason ?? ''
  if (message.flags & loading) return 'is thinking'
  const said = (content) => content && spoken(parse(content), scene)
  const all = [said(message.content), ...summary(message.components, said), ...message.attachments.map((a) => a.description || a.filename)]
  return all.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim()
}
