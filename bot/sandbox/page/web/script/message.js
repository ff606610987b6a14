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

// post shows a message. sight is what the sandbox tells; what is only on this page has
// a state instead: sending, or failed with a reason.
export function post(sight, scene) {
  const node = el('li', {
    class: 'post', id: `m${sight.id}`, 'data-id': sight.id, tabindex: '-1',
    'data-ping': Boolean(sight.pings_you), 'data-only': Boolean(sight.only_you || sight.state),
  })
  // By the time there is an answer the message may have been drawn anew.
  const act = async (what, values) => {
    const press = `${sight.id} ${what.custom_id}`
    if (scene.pressed.has(press)) return
    tell(node, null)
    scene.pressed.add(press)
    mark(node, sight, scene)
    const reason = await scene.press(sight, what, values)
    scene.pressed.delete(press)
    const shown = document.getElementById(node.id)
    if (!shown) return
    mark(shown, sight, scene)
    if (reason) tell(shown, reason)
  }
  const author = nameOf(sight.author)
  node.append(
    origin(sight, scene) ?? '',
    el('div', { class: 'post-side' }, face(sight.author), hour(sight.timestamp, scene.locale)),
    el('div', { class: 'post-main' },
      el('p', { class: 'post-head' },
        el('span', { class: 'post-author', 'data-person': sight.author.id }, author), sight.author.bot ? el('span', { class: 'app-sign' }, 'App') : null, ' ',
        when(sight.timestamp, scene.locale)),
      body(sight, scene, act),
      el('p', { class: 'post-problem', role: 'alert', hidden: true }),
      sight.only_you || sight.state ? el('p', { class: 'post-only' }, icon('eye'), 'Only you can see this · ',
        el('button', { type: 'button', class: 'linklike', on: { click: () => scene.dismiss(sight) } }, 'Dismiss message')) : null))
  mark(node, sight, scene)
  return node
}

// mark shows which controls of a message were pressed and not answered yet.
function mark(node, sight, scene) {
  for (const control of node.querySelectorAll('.post-body [data-id]')) {
    const busy = scene.pressed.has(`${sight.id} ${control.dataset.id}`)
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
function origin(sight, scene) {
  const trigger = sight.interaction_metadata
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

const excerpt = (sight, scene) => {
  const all = plainly(sight, scene)
  return all.length > 90 ? `${all.slice(0, 89)}…` : all
}

function body(sight, scene, act) {
  if (sight.state) {
    return el('div', { class: 'post-body' }, sight.state === 'sending'
      ? el('p', { class: 'thinking' }, 'Sending the command', dots())
      : el('p', { class: 'post-problem' }, icon('alert'), el('span', {}, sight.reason)))
  }
  if (sight.flags & loading) {
    return el('div', { class: 'post-body' }, el('p', { class: 'thinking' }, `${nameOf(sight.author)} is thinking`, dots()))
  }
  const v2 = sight.flags & componentsV2
  const edited = sight.edited_timestamp ? el('span', { class: 'edited', title: new Date(sight.edited_timestamp).toLocaleString(scene.locale) }, ' (edited)') : null
  const content = []
  if (!v2 && sight.content) {
    const written = text(sight.content, scene)
    if (edited) written.append(edited)
    content.push(written)
  }
  if (!v2) {
    const pictures = sight.attachments.filter((a) => a.content_type?.startsWith('image/'))
    if (pictures.length > 0) {
      content.push(el('div', { class: 'gallery', 'data-count': String(pictures.length) },
        pictures.map((a) => picture(a, a.description, a.filename.startsWith('SPOILER_')))))
    }
    for (const a of sight.attachments) {
      if (!pictures.includes(a)) content.push(file(a.url, a.filename, a.size, a.content_type, a.filename.startsWith('SPOILER_')))
    }
  }
  for (const c of sight.components) content.push(component(c, scene, act))
  if (edited && (v2 || !sight.content)) content.push(edited)
  return el('div', { class: 'post-body' }, content)
}

// threadBegins shows that a thread was begun here, by no message in particular.
export function threadBegins(sight, scene) {
  return el('li', { class: 'thread-begins', id: `m${sight.id}` }, icon('thread'),
    el('span', {}, 'A thread begins: ', el('button', { type: 'button', class: 'linklike', on: { click: () => scene.open(sight.thread.id) } }, sight.thread.name), ' ',
      when(sight.timestamp, scene.locale)))
}

function dots() {
  return el('span', { class: 'dots', 'aria-hidden': 'true' }, el('i'), el('i'), el('i'))
}

// plainly says what a message says, without its looks, in one line.
export function plainly(sight, scene) {
  if (sight.state) return sight.reason ?? ''
  if (sight.flags & loading) return 'is thinking'
  const said = (content) => content && spoken(parse(content), scene)
  const all = [said(sight.content), ...summary(sight.components, said), ...sight.attachments.map((a) => a.description || a.filename)]
  return all.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim()
}
