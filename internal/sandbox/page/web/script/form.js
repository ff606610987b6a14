// The forms that an app asks people to fill in.

import { el, icon, name } from './element.js'
import { menu } from './menu.js'
import { text } from './component.js'

// form opens a modal and sends it by submit, which returns why it could not be, or null.
export function form(modal, session, submit) {
  const fields = []
  const parts = modal.components.map((c) => {
    switch (c.type) {
      case 1: return field(c.components[0], c.components[0].label)
      case 18: return field(c.component, c.label, c.description)
      case 10: return text(c.content, session)
      default: return el('p', { class: 'unknown' }, `A field of type ${c.type}, which this page does not know.`)
    }
  })
  const problem = el('p', { class: 'form-problem', role: 'alert' })
  const send = el('button', { class: 'button', 'data-colour': 'primary', type: 'submit' }, 'Submit')
  const title = el('h2', { id: name('form') }, modal.title)
  const before = document.activeElement
  const close = () => box.close()
  const box = el('dialog', { class: 'form', 'aria-labelledby': title.id, on: { close: closed } },
    el('form', { method: 'dialog', on: { submit: sent } },
      el('header', {}, el('img', { class: 'face small', src: '/icon.svg', alt: '' }), title,
        el('button', { type: 'button', class: 'plain', 'aria-label': 'Close', on: { click: close } }, icon('close'))),
      el('div', { class: 'form-parts' }, parts, problem),
      el('footer', {}, el('button', { type: 'button', class: 'button', 'data-colour': 'secondary', on: { click: close } }, 'Cancel'), send)))
  document.body.append(box)
  box.showModal()
  box.querySelector('.form-parts :is(input, textarea, .menu)')?.focus()

  // The focus goes back by itself, but browsers leave behind the place where one writes.
  function closed() {
    box.remove()
    before.blur()
    before.focus({ preventScroll: true })
  }

  function field(c, label, about) {
    const id = name('field')
    const isText = c.type === 4
    const required = c.required !== false
    return el('div', { class: 'form-field' },
      el('label', { for: isText ? id : null, id: `${id}-label` }, label, required ? el('span', { class: 'needed', title: 'Required' }, ' *') : null),
      about ? el('p', { class: 'form-about', id: `${id}-about` }, about) : null,
      isText ? input(c, id, required) : select(c, id, required))
  }

  function input(c, id, required) {
    const attributes = {
      id, 'data-id': c.custom_id, required, placeholder: c.placeholder, minlength: c.min_length, maxlength: c.max_length ?? 4000,
      'aria-describedby': `${id}-about`, autocomplete: 'off',
    }
    const node = c.style === 2 ? el('textarea', { ...attributes, rows: '4' }, c.value) : el('input', { ...attributes, type: 'text', value: c.value })
    fields.push({ read: (to) => { to.fields[c.custom_id] = node.value } })
    return node
  }

  function select(c, id, required) {
    let chosen = (c.options ?? []).filter((o) => o.default).map((o) => o.value)
    const node = menu(c, (values) => { chosen = values }, { labelledby: `${id}-label` })
    fields.push({
      isMissing: () => required && chosen.length === 0, node,
      read: (to) => { to.values[c.custom_id] = chosen },
    })
    return node
  }

  // The browser itself says what is wrong with a text.
  async function sent(event) {
    event.preventDefault()
    const missing = fields.find((f) => f.isMissing?.())
    if (missing) {
      problem.textContent = 'Make a selection.'
      missing.node.focus()
      return
    }
    const filled = { fields: {}, values: {} }
    for (const f of fields) f.read(filled)
    send.disabled = true
    problem.textContent = ''
    const reason = await submit(filled)
    send.disabled = false
    if (reason) problem.textContent = reason
    else box.close()
  }
}
