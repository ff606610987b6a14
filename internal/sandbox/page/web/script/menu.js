// Menus.

import { el, icon, name, put } from './element.js'
import { Choices } from './choices.js'
import { found } from './option.js'
import { opens, popup } from './popup.js'

// menu shows a menu. chosen is called with the values when some were chosen. labelledby is the
// id of what names it, beside what it shows. One that is searched has a field to type a part of a name.
export function menu(component, chosen, { labelledby = null, searched = false } = {}) {
  const least = component.min_values ?? 1
  const most = component.max_values ?? 1
  const all = component.options.map((o) => ({
    label: o.emoji ? `${o.emoji.name} ${o.label}` : o.label, key: o.label.toLowerCase(), value: o.value, about: o.description ?? o.about, face: o.face,
  }))
  let values = component.options.filter((o) => o.default).map((o) => o.value)
  const prompt = component.placeholder || (most > 1 ? 'Make selections' : 'Make a selection')
  const shown = el('span', { class: 'menu-shown', id: name('menu') })
  const button = el('button', {
    type: 'button', class: 'menu', disabled: component.disabled, 'aria-haspopup': 'dialog',
    'data-id': component.custom_id, 'aria-labelledby': labelledby ? `${labelledby} ${shown.id}` : null,
  }, shown, icon('down'))

  const show = () => {
    const picked = all.filter((line) => values.includes(line.value))
    put(shown, picked.length === 0 ? el('span', { class: 'menu-prompt' }, prompt) : picked.map((line) => el('span', { class: 'menu-tag' }, line.label)))
  }

  function open() {
    const typed = searched ? { class: 'menu-search', placeholder: 'Search' } : { class: 'menu-keys', inputmode: 'none', readonly: true }
    const field = el('input', {
      ...typed, type: 'text', role: 'combobox', 'aria-expanded': 'true', 'aria-autocomplete': 'list',
      'aria-label': prompt, autocomplete: 'off', on: { keydown: keys, input: () => list(0) },
    })
    const choices = new Choices({ label: prompt, field, multiple: most > 1, pick })
    const done = el('p', { class: 'choices-hint' }, least === most ? `Choose ${most}.` : `Choose ${least} to ${most}.`,
      el('button', { type: 'button', class: 'button', 'data-colour': 'primary', on: { click: () => finish(values) } }, 'Done'))
    const none = el('p', { class: 'choices-hint' }, 'No results')
    const before = values
    const opened = popup(button, [field, choices.node, none, most > 1 ? done : null], { label: prompt, wide: true, closed: () => show() })
    list(Math.max(0, all.findIndex((line) => values.includes(line.value))))
    opened.place()
    field.focus({ preventScroll: true })

    function list(at) {
      const lines = found(all, field.value)
      none.hidden = lines.length > 0
      choices.show(lines.map((line) => ({ ...line, picked: values.includes(line.value) })), at)
    }

    function pick({ value }) {
      if (most === 1) {
        finish(values.includes(value) && least === 0 ? [] : [value])
        return
      }
      if (values.includes(value)) values = values.filter((v) => v !== value)
      else if (values.length < most) values = [...values, value]
      list(choices.at)
    }

    function choose() {
      if (choices.active) pick(choices.active)
    }

    // finish takes what was chosen, unless it is too little.
    function finish(now) {
      values = now.length < least ? before : now
      opened.close()
      button.focus({ preventScroll: true })
      if (values === now) chosen(values)
    }

    function keys(event) {
      const steps = { ArrowDown: 1, ArrowUp: -1 }
      if (event.key in steps) choices.step(steps[event.key])
      else if (event.key === 'Enter' || event.key === ' ' && !searched) choose()
      else if (event.key.length === 1 && !searched) choices.go(all.findIndex((line) => line.key.startsWith(event.key.toLowerCase())))
      else return
      event.preventDefault()
    }
  }

  opens(button, open)
  show()
  return button
}
