// The context menus of members and of messages.

import { el } from './element.js'
import { popup } from './popup.js'

// contextMenus opens the commands about a member where their name is right-clicked, or held on a touch screen, and those about a
// message anywhere else on it.
export function contextMenus(session) {
  document.addEventListener('contextmenu', (event) => {
    const person = event.target.closest('[data-person]')
    const message = event.target.closest('.post')
    const commands = person ? session.inMenus.person : session.inMenus.message
    if (commands.length === 0 || !person && (!message || event.target.closest('a, img, .popup'))) return
    event.preventDefault()
    const target = person?.dataset.person ?? message.dataset.message
    const use = (command) => {
      opened.close()
      session.use({ command, target })
    }
    const lines = commands.map((c) => el('li', {},
      el('button', { type: 'button', class: 'plain person', on: { click: () => use(c.command) } }, c.name)))
    const anchor = person ?? message.querySelector('.post-head')
    const opened = popup(anchor, el('div', { class: 'persons' }, el('h2', {}, 'Apps'), el('ul', {}, lines)), { label: 'Apps' })
    opened.panel.querySelector('button').focus()
  })
}
