// Popups: lists and panels that stand above everything else, beside what opened them.

import { el } from './element.js'

// opens has a click on an anchor open its popup. If it is open, to press there closes it, and
// the click that follows must not open it again.
export function opens(anchor, open) {
  let closes = false
  anchor.addEventListener('pointerdown', () => { closes = anchor.nextElementSibling?.matches(':popover-open') })
  anchor.addEventListener('click', (event) => { if (!closes || event.detail === 0) open() })
}

// popup opens a panel beside an anchor until something else is clicked or Escape is
// pressed. It becomes a neighbour of the anchor, so that in a dialog it is part of it.
export function popup(anchor, content, { label, closed = () => {}, wide = false }) {
  const panel = el('div', { class: 'popup', popover: 'auto', role: 'dialog', 'aria-label': label }, content)
  anchor.after(panel)
  const listening = new AbortController()
  panel.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return
    listening.abort()
    growth.disconnect()
    panel.remove()
    closed()
    anchor.dispatchEvent(new CustomEvent('popup-closed', { bubbles: true }))
  })
  const place = () => {
    const box = anchor.getBoundingClientRect()
    const room = { below: innerHeight - box.bottom - 12, above: box.top - 12 }
    const wanted = [...panel.children].reduce((sum, part) => sum + part.scrollHeight, 0)
    const up = room.below < Math.min(wanted, 420) && room.above > room.below
    const set = (property, value) => panel.style.setProperty(property, `${Math.round(value)}px`)
    if (wide) set('width', box.width)
    set('--room', Math.max(140, up ? room.above : room.below))
    set('left', Math.max(8, Math.min(box.left, innerWidth - panel.offsetWidth - 8)))
    panel.style.setProperty('top', up ? 'auto' : `${Math.round(box.bottom + 6)}px`)
    panel.style.setProperty('bottom', up ? `${Math.round(innerHeight - box.top + 6)}px` : 'auto')
  }
  const growth = new ResizeObserver(place)
  panel.showPopover()
  place()
  addEventListener('resize', place, { signal: listening.signal })
  // New messages move what it stands beside.
  addEventListener('scroll', place, { signal: listening.signal, capture: true, passive: true })
  growth.observe(document.getElementById('timeline'))
  return { panel, close: () => panel.hidePopover(), place }
}
