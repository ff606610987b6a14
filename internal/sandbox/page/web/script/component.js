// The components of messages, by Discord's numbers.

import { el } from './element.js'
import { button } from './button.js'
import { draw, spoiler } from './render.js'
import { file, picture } from './picture.js'
import { menu } from './menu.js'
import { parse } from './markup.js'

// component shows a component. act says what a press does: act(component, values).
export function component(c, scene, act) {
  const inner = (list) => list.map((one) => component(one, scene, act))
  switch (c.type) {
    case 1:
      return el('div', { class: 'row' }, inner(c.components))
    case 2:
      return button(c, () => act(c))
    case 3:
      return menu(c, (values) => act(c, values))
    case 10:
      return text(c.content, scene)
    case 12:
      return el('div', { class: 'gallery', 'data-count': String(c.items.length) },
        c.items.map((item) => picture(item.media, item.description, item.spoiler)))
    case 13:
      return file(c.file.url, c.name, c.size, c.file.content_type, c.spoiler)
    case 17: {
      const accent = c.accent_color === null || c.accent_color === undefined ? null : `#${c.accent_color.toString(16).padStart(6, '0')}`
      const box = el('div', { class: 'container', css: accent ? { '--accent': accent } : {} }, inner(c.components))
      return c.spoiler ? spoiler(box, 'div', 'Show the message') : box
    }
    default:
      return el('p', { class: 'unknown' }, `A component of type ${c.type}, which this page does not know.`)
  }
}

// text shows what was written, with its markup.
export function text(content, scene) {
  return el('div', { class: 'text', dir: 'auto' }, draw(parse(content), scene))
}

// summary lists what components say, for those who listen: their texts, as said makes
// them, and what their pictures show.
export function summary(list, said) {
  return list.flatMap((c) => [c.content && said(c.content), ...(c.items ?? []).map((item) => item.description), ...summary(c.components ?? [], said)])
}
