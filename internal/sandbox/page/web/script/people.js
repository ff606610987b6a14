// The user: the panel to become another, and the list of members.

import { el, icon, renew } from './element.js'
import { addPerson } from './api.js'
import { chooseTheme, chosenTheme, themes } from './theme.js'
import { face, nameOf } from './avatar.js'
import { opens, popup } from './popup.js'

// languageName says what a language calls itself.
function languageName(locale) {
  try {
    const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale)
    return name[0].toLocaleUpperCase(locale) + name.slice(1)
  } catch {
    return locale
  }
}

// addressOf is where the page is as a user, in the channel of an id, if there is one.
export function addressOf(person, channel) {
  return `?as=${encodeURIComponent(nameOf(person))}${channel ? `#${channel}` : ''}`
}

// personButton shows who one is, and opens the panel.
export function personButton(session, size = '') {
  const { me } = session
  const button = el('button', {
    type: 'button', class: `me ${size}`, 'aria-haspopup': 'dialog', 'aria-label': `You are ${nameOf(me)}. Become another user, or change how it looks`,
  }, face(me), el('span', { class: 'me-names' }, el('b', {}, nameOf(me)), el('small', {}, 'Change who you are')), icon('down'))
  opens(button, () => {
    if (!session.world) return // it is not read yet
    const { panel } = popup(button, content(), { label: 'You' })
    panel.querySelector('a, button')?.focus()
  })

  function content() {
    const { api, here, me, world } = session
    const select = (label, value, options, changed) => el('label', { class: 'setting' }, el('span', {}, label),
      el('select', { on: { change: (event) => changed(event.target.value) } },
        options.map(([key, words]) => el('option', { value: key, selected: key === value }, words))))
    const problem = el('p', { class: 'form-problem', role: 'alert', hidden: true })
    const fail = (error) => {
      problem.textContent = error.message
      problem.hidden = false
    }
    const language = async (locale) => {
      await api.change({ locale })
      await session.settle()
    }
    const added = async (event) => {
      event.preventDefault()
      const called = event.target.elements.who.value.trim()
      if (called === '') return
      try {
        const guilds = world.guilds.filter((g) => g.members.includes(me.id)).map((g) => g.id)
        const made = await addPerson({ name: called, guilds })
        location.assign(addressOf(made, here?.id))
      } catch (error) {
        fail(error)
      }
    }
    return el('div', { class: 'persons' },
      el('h2', {}, 'You are'),
      el('ul', {}, world.people.map((p) => el('li', {},
        el('a', { class: 'person', href: addressOf(p, here?.id), 'aria-current': p.id === me.id ? 'true' : null }, face(p, 'small'), el('span', {}, nameOf(p)), p.id === me.id ? icon('check') : null),
        el('a', { class: 'plain', href: addressOf(p, here?.id), target: '_blank', rel: 'noopener', 'aria-label': `Another window as ${nameOf(p)}`, title: `Another window as ${nameOf(p)}` }, icon('out'))))),
      el('form', { class: 'adding', on: { submit: added } },
        el('input', { name: 'who', type: 'text', placeholder: 'New user', 'aria-label': 'The name of the new user', maxlength: '32', autocomplete: 'off' }),
        el('button', { class: 'plain', 'aria-label': 'Add the user', title: 'Add the user' }, icon('plus'))),
      problem,
      el('h2', {}, 'Settings'),
      select('Language', me.locale, world.locales.map((l) => [l, languageName(l)]).sort((a, b) => a[1].localeCompare(b[1])), (locale) => language(locale).catch(fail)),
      select('Looks', chosenTheme(), Object.entries(themes), chooseTheme),
      (world.guild(here?.guild)?.roles ?? []).filter((r) => !r.managed).map((r) => el('label', { class: 'setting' }, el('span', {}, `Hold the role ${r.name}`),
        el('input', { type: 'checkbox', checked: r.members.includes(me.id), on: { change: (event) => api.hold(r.id, event.target.checked).catch(fail) } }))),
      el('label', { class: 'setting' }, el('span', {}, `Use ${world.app.username} everywhere`),
        el('input', { type: 'checkbox', checked: me.installed, on: { change: (event) => api.change({ installed: event.target.checked }).catch(fail) } })))
  }
  return button
}

// memberMenu opens the commands about a member where their name is right-clicked, or held on a touch screen.
export function memberMenu(session) {
  document.addEventListener('contextmenu', (event) => {
    const anchor = event.target.closest('[data-person]')
    if (!anchor || session.ofMembers.length === 0) return
    event.preventDefault()
    const use = ({ command, name }) => {
      opened.close()
      session.use(session.here.id, { command, name, target: anchor.dataset.person }).then((reason) => { if (reason) session.composer.tell(reason) })
    }
    const opened = popup(anchor, el('div', { class: 'persons' }, el('h2', {}, 'Apps'),
      el('ul', {}, session.ofMembers.map((c) => el('li', {}, el('button', { type: 'button', class: 'plain person', on: { click: () => use(c) } }, c.name))))), { label: 'Apps' })
    opened.panel.querySelector('button').focus()
  })
}

// present lists who is in a channel.
export function present(root, world, here) {
  const members = world.members(here)
  const line = (p) => {
    const owner = world.guild(here.guild)?.owner === p.id
    const inner = [face(p, 'small'), el('span', { class: 'present-names' }, el('b', {}, nameOf(p), p.bot ? el('span', { class: 'app-sign' }, 'App') : null),
      el('small', {}, p.bot ? (world.connected > 0 ? 'Online' : 'Not connected') : p.id === world.me.id ? 'You' : 'Open a window')),
    owner ? el('span', { title: 'Owner of the server' }, icon('crown')) : null]
    if (p.bot || p.id === world.me.id) return el('li', { class: 'present', 'data-online': p.bot ? world.connected > 0 : null }, inner)
    return el('li', {}, el('a', { class: 'present', 'data-person': p.id, href: addressOf(p, here.id), target: '_blank', rel: 'noopener' }, inner))
  }
  const bots = members.filter((p) => p.bot)
  const people = members.filter((p) => !p.bot)
  renew(root, el('h2', {}, `Apps · ${bots.length}`), el('ul', {}, bots.map(line)), el('h2', {}, `People · ${people.length}`), el('ul', {}, people.map(line)))
}
