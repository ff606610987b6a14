// The user: the panel to become another, and the list of members.

import { el, icon, renew } from './element.js'
import { addPerson } from './api.js'
import { face, nameOf } from './avatar.js'
import { opens, popup } from './popup.js'

// languageName says what a language calls itself.
function languageName(locale) {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale)
  return name[0].toLocaleUpperCase(locale) + name.slice(1)
}

// addressOf is where the page is as a user, in the channel of an id, if there is one.
export function addressOf(person, channel) {
  return `?as=${encodeURIComponent(nameOf(person))}${channel ? `#${channel}` : ''}`
}

// personButton shows who one is, and opens the panel.
export function personButton(session, size = '') {
  const { me } = session
  const button = el('button', {
    type: 'button', class: `me ${size}`, 'aria-haspopup': 'dialog', 'aria-label': `You are ${nameOf(me)}. Become another user, or change your settings`,
  }, face(me), el('span', { class: 'me-names' }, el('b', {}, nameOf(me)), el('small', {}, 'Change who you are')), icon('down'))
  opens(button, () => {
    if (!session.world) return // it is not read yet
    const { panel } = popup(button, panelOf(session), { label: 'You' })
    panel.querySelector('a')?.focus()
  })
  return button
}

function panelOf(session) {
  const { api, here, me, world } = session
  const problem = el('p', { class: 'form-problem', role: 'alert' })
  const changes = (change) => change.catch((error) => { problem.textContent = error.message })
  const add = async (event) => {
    event.preventDefault()
    const guilds = world.guilds.filter((g) => g.members.includes(me.id)).map((g) => g.id)
    const made = await addPerson({ name: event.target.elements.who.value.trim(), guilds })
    location.assign(addressOf(made, here?.id))
  }
  const check = (words, checked, changed) => el('label', { class: 'setting' }, el('span', {}, words),
    el('input', { type: 'checkbox', checked, on: { change: (event) => changes(changed(event.target.checked)) } }))
  const languages = world.locales.map((l) => [l, languageName(l)]).sort((a, b) => a[1].localeCompare(b[1]))
  return el('div', { class: 'persons' },
    el('h2', {}, 'You are'),
    el('ul', {}, world.people.map((p) => el('li', {},
      el('a', { class: 'person', href: addressOf(p, here?.id), 'aria-current': p.id === me.id ? 'true' : null },
        face(p, 'small'), el('span', {}, nameOf(p)), p.id === me.id ? icon('check') : null),
      el('a', {
        class: 'plain', href: addressOf(p, here?.id), target: '_blank', rel: 'noopener', 'aria-label': `Another window as ${nameOf(p)}`,
      }, icon('out'))))),
    el('form', { class: 'adding', on: { submit: (event) => changes(add(event)) } },
      el('input', {
        name: 'who', type: 'text', placeholder: 'New user', 'aria-label': 'The name of the new user', maxlength: '32', autocomplete: 'off', required: true,
      }),
      el('button', { class: 'plain', 'aria-label': 'Add the user' }, icon('plus'))),
    problem,
    el('h2', {}, 'Settings'),
    el('label', { class: 'setting' }, el('span', {}, 'Language'),
      el('select', { on: { change: (event) => changes(api.change({ locale: event.target.value })) } },
        languages.map(([locale, words]) => el('option', { value: locale, selected: locale === me.locale }, words)))),
    (world.guild(here?.guild)?.roles ?? []).filter((r) => !r.managed)
      .map((r) => check(`Hold the role ${r.name}`, r.members.includes(me.id), (held) => api.hold(r.id, held))),
    check(`Use ${world.app.username} everywhere`, me.installed, (installed) => api.change({ installed })))
}

// present lists who is in a channel. A click opens a window as that user.
export function present(root, { world, here }) {
  const owner = world.guild(here?.guild)?.owner
  const line = (p) => el('li', {},
    el('a', { class: 'present', 'data-person': p.id, href: p.bot ? null : addressOf(p, here.id), target: '_blank', rel: 'noopener' },
      face(p, 'small'), el('b', {}, nameOf(p)), p.bot ? el('span', { class: 'app-sign' }, 'App') : null,
      p.id === owner ? el('span', { title: 'Owner of the server' }, icon('crown')) : null))
  renew(root, el('h2', {}, 'Members'), el('ul', {}, world.members(here).map(line)))
}
