// The forms that an app asks people to fill in.

import { el, icon, name, put } from './element.js'
import { showDialog } from './dialog.js'
import { menu } from './menu.js'
import { text } from './component.js'

// form opens a modal and sends it by submit, which returns why it could not be, or
// nothing.
export function form(modal, app, scene, submit) {
  const fields = []
  const parts = modal.components.map((c) => {
    switch (c.type) {
      case 1: return field(c.components[0], c.components[0].label, '')
      case 18: return field(c.component, c.label, c.description ?? '')
      case 10: return text(c.content, scene)
      default: return el('p', { class: 'unknown' }, `A field of type ${c.type}, which this page does not know.`)
    }
  })
  const problem = el('p', { class: 'form-problem', role: 'alert', hidden: true })
  const send = el('button', { class: 'button', 'data-colour': 'primary', type: 'submit' }, 'Submit')
  const title = el('h2', { id: name('form') }, modal.title)
  const box = el('dialog', { class: 'form', 'aria-labelledby': title.id },
  el('form', { method: 'dialog', novalidate: true, on: { submit: sent } },
    el('header', {}, el('img', { class: 'face small', src: '/icon.svg', alt: '' }), title,
      el('button', { type: 'button', class: 'plain', 'aria-label': 'Close', on: { click: () => box.close() } }, icon('close'))),
    el('div', { class: 'form-parts' }, parts, problem),
    el('p', { class: 'form-note' }, `What you write goes to ${app}. Do not tell passwords.`),
    el('footer', {}, el('button', { type: 'button', class: 'button', 'data-colour': 'secondary', on: { click: () => box.close() } }, 'Cancel'), send)))
  showDialog(box)
  box.querySelector('.form-parts :is(input, textarea, .menu)')?.focus()

  function field(c, label, about) {
    const required = c.required !== false
    const id = name('field')
    const wrong = el('p', { class: 'form-problem', id: `${id}-wrong`, hidden: true })
    const tell = (reason) => {
      wrong.hidden = !reason
      put(wrong, reason ?? '')
      input.setAttribute('aria-invalid', String(Boolean(reason)))
    }
    let input
    if (c.type === 4) {
      const shared = {
        id, 'data-id': c.custom_id, placeholder: c.placeholder ?? null, maxlength: String(c.max_length ?? 4000), 'aria-required': String(required),
        'aria-describedby': `${id}-about ${id}-wrong`, autocomplete: 'off', on: { input: () => tell(null) },
      }
      input = c.style === 2 ? el('textarea', { ...shared, rows: '4' }, c.value ?? '') : el('input', { ...shared, type: 'text', value: c.value ?? null })
      fields.push({
        tell, node: input,
        check: () => {
          const n = [...input.value].length
          if (n === 0 && required) return 'This field is required.'
          if (n > 0 && n < (c.min_length ?? 0)) return `At least ${c.min_length} characters.`
          return null
        },
        read: (to) => { to.fields[c.custom_id] = input.value },
      })
    } else {
      let chosen = (c.options ?? []).filter((o) => o.default).map((o) => o.value)
      input = menu(c, (values) => {
        chosen = values
        tell(null)
      }, { labelledby: `${id}-label` })
      fields.push({
        tell, node: input,
        check: () => chosen.length < (c.min_values ?? 1) && (required || chosen.length > 0) ? 'Make a selection.' : null,
        read: (to) => { to.values[c.custom_id] = chosen },
      })
    }
    return el('div', { class: 'form-field' },
      el('label', { for: c.type === 4 ? id : null, id: `${id}-label` }, label, required ? el('span', { class: 'needed', title: 'Required' }, ' *') : null),
      about ? el('p', { class: 'form-about', id: `${id}-about` }, about) : null, input, wrong)
  }

  async function sent(event) {
    event.preventDefault()
    let first = null
    for (const f of fields) {
      const reason = f.check()
      f.tell(reason)
      if (reason && !first) first = f.node
    }
    if (first) {
      first.focus()
      return
    }
    const filled = { fields: {}, values: {} }
    for (const f of fields) f.read(filled)
    send.disabled = true
    problem.hidden = true
    const reason = await submit(filled)
    send.disabled = false
    if (!reason) {
      box.close()
      return
    }
    put(problem, `Something went wrong: ${reason}`)
    problem.hidden = false
  }
}
