// Buttons.

import { el, icon } from './element.js'

const colours = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link' }

// button shows a button of a message; pressed is called when it is one that does
// something.
export function button(component, pressed) {
  const label = [component.emoji ? el('span', {}, component.emoji.name) : null, component.label]
  const attributes = { class: 'button', 'data-colour': colours[component.style] }
  if (component.style === 5) {
    // A link that is disabled leads nowhere.
    return el('a', {
      ...attributes, href: component.disabled || !/^https?:\/\//.test(component.url) ? null : component.url, 'aria-disabled': component.disabled ? 'true' : null,
      role: component.disabled ? 'link' : null, target: '_blank', rel: 'noopener noreferrer nofollow',
    }, label, icon('out'))
  }
  return el('button', { ...attributes, type: 'button', disabled: component.disabled, 'data-id': component.custom_id, on: { click: pressed } }, label)
}
