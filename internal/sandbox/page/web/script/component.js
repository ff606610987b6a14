// The components of messages, by Discord's numbers.

import { el, icon } from './element.js'
import { local } from './api.js'
import { markup } from './markup.js'
import { menu } from './menu.js'
import { channel, role, things, user } from './option.js'

const colours = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' }

// component shows a component. act says what a press does: act(component, control, values).
export function component(c, session, act) {
  const inner = () => c.components.map((one) => component(one, session, act))
  switch (c.type) {
    case 1:
      return el('div', { class: 'row' }, inner())
    case 2:
      return button(c, act)
    case 3: {
      const control = menu(c, (values) => act(c, control, values))
      return control
    }
    case 5:
    case 6:
    case 8: {
      const control = menu({ ...c, options: offered(c, session) }, (values) => act(c, control, values), { searched: true })
      return control
    }
    case 9:
      return el('div', { class: 'section' }, el('div', { class: 'section-texts' }, inner()), component(c.accessory, session, act))
    case 10:
      return text(c.content, session)
    case 12:
      return gallery(c.items.map((item) => picture(item.media, item.description, item.spoiler)))
    case 13:
      return file({ ...c, ...c.file, filename: c.name })
    case 17: {
      const accent = c.accent_color ?? null
      const css = accent === null ? {} : { '--accent': `#${accent.toString(16).padStart(6, '0')}` }
      return el('div', { class: 'container', 'data-spoiler': c.spoiler, css }, inner())
    }
    default:
      return el('p', { class: 'unknown' }, `A component of type ${c.type}, which this page does not know.`)
  }
}

const optionOf = { 5: user, 6: role, 8: channel }

// offered lists the users, roles or channels of a menu.
function offered(c, { world, here }) {
  const chosen = (c.default_values ?? []).map(({ id }) => id)
  const option = { type: optionOf[c.type], choices: [], channel_types: c.channel_types }
  return things(option, world, here).map((thing) => ({ ...thing, default: chosen.includes(thing.value) }))
}

// text shows what was written, with its markup.
export function text(content, session) {
  return el('div', { class: 'text', dir: 'auto' }, markup(content, session))
}

function button(c, act) {
  const attributes = { class: 'button', 'data-colour': colours[c.style] }
  const label = [c.emoji ? el('span', {}, c.emoji.name) : null, c.label]
  if (c.style === 5) {
    const to = !c.disabled && /^https?:\/\//.test(c.url) ? c.url : null
    const link = { ...attributes, href: to, 'aria-disabled': to ? null : 'true', target: '_blank', rel: 'noopener noreferrer nofollow' }
    return el('a', link, label, icon('out'))
  }
  const node = el('button', {
    ...attributes, type: 'button', disabled: c.disabled, 'data-id': c.custom_id, on: { click: () => act(c, node) },
  }, label)
  return node
}

// files shows what is attached to a message, and in no component of it.
export function files(attachments) {
  const hidden = (a) => a.filename.startsWith('SPOILER_')
  const isPicture = (a) => a.content_type?.startsWith('image/')
  const pictures = attachments.filter(isPicture)
  return [
    pictures.length > 0 ? gallery(pictures.map((a) => picture(a, a.description, hidden(a)))) : null,
    attachments.filter((a) => !isPicture(a)).map((a) => file({ ...a, spoiler: hidden(a) })),
  ]
}

function gallery(pictures) {
  return el('div', { class: pictures.length > 1 ? 'gallery several' : 'gallery' }, pictures)
}

// picture shows one picture, which opens as large as it is. It keeps its place while it loads, so that
// nothing jumps.
function picture(media, about, spoiler) {
  const width = media.width || 320
  const height = media.height || 320
  return el('a', {
    class: 'picture', href: local(media.url), target: '_blank', rel: 'noopener', 'data-spoiler': spoiler, title: about,
    css: { '--width': `${width}px`, '--ratio': String(width / height) },
  }, el('img', { src: local(media.url), alt: about ?? '', width: String(width), height: String(height), draggable: 'false' }))
}

// file shows something to download.
function file({ url, filename, size, spoiler }) {
  return el('a', { class: 'file', href: local(url), download: filename, 'data-spoiler': spoiler },
    icon('file'), filename, el('small', {}, ` ${size < 1000 ? `${size} bytes` : `${Math.round(size / 1000)} KB`}`))
}
