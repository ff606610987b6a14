// Embeds, which messages without components may have.

import { el } from './element.js'
import { picture } from './picture.js'
import { text } from './component.js'
import { when } from './clock.js'

export function embed(e, scene) {
  const linked = (name, address) => address && /^https?:\/\//.test(address)
    ? el('a', { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }, name) : name
  return el('article', { class: 'embed', css: e.color ? { '--accent': `#${Number(e.color).toString(16).padStart(6, '0')}` } : {} },
    el('div', { class: 'embed-texts' },
      e.author?.name ? el('p', { class: 'embed-author' }, linked(e.author.name, e.author.url)) : null,
      e.title ? el('p', { class: 'embed-title' }, linked(e.title, e.url)) : null,
      e.description ? text(e.description, scene) : null,
      e.fields?.length ? el('dl', { class: 'embed-fields' }, e.fields.map((f) =>
        el('div', { 'data-inline': Boolean(f.inline) }, el('dt', {}, f.name), el('dd', {}, text(f.value, scene))))) : null),
    e.thumbnail?.url ? el('div', { class: 'thumbnail' }, picture(e.thumbnail)) : null,
    e.image?.url ? el('div', { class: 'embed-image' }, picture(e.image)) : null,
    e.footer?.text || e.timestamp ? el('p', { class: 'embed-foot' }, e.footer?.text, e.footer?.text && e.timestamp ? ' · ' : null,
      e.timestamp ? when(e.timestamp, scene.locale) : null) : null)
}
