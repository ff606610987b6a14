// Messages of the page itself, above those of the channel.

import { announce } from './announcer.js'
import { el, icon, put } from './element.js'

const region = document.getElementById('notice')

// notice says something until it is dismissed.
export function notice(text, dismissed) {
  const dismiss = () => {
    region.hidden = true
    dismissed()
  }
  put(region, el('p', {}, text),
    el('button', { type: 'button', class: 'plain', 'aria-label': 'Dismiss', title: 'Dismiss', on: { click: dismiss } }, icon('close')))
  region.hidden = false
  announce(text)
}
