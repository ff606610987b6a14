// Menus.

import { el, icon, name, put } from './element.js'
import { Choices } from './choices.js'
import { opens, popup } from './popup.js'

// menu shows a menu. chosen is called with the values when some were chosen. labelledby is the
// id of what names it, beside what it shows.
export function menu(component, chosen, { labelledby = null } = {}) {
  const least = component.min_values ?? 1
  const most = component.max_values ?? 1
  const all = component.options.map((o) => ({ label: o.emoji ? `${o.emoji.name} ${o.label}` : o.label, key: o.label.toLowerCase(), value: o.value, about: o.description }))
  let values = component.options.filter((o) => o.default).map((o) => o.value)
  const prompt = component.placeholder || (most > 1 ? 'Make selections' : 'Make a selection')
  const shown = el('span', { class: 'menu-shown', id: name('menu') })
  const button = el('button', {
    type: 'button', class: 'menu', disabled: component.disabled, 'aria-haspopup': 'dialog', 'aria-expanded': 'false',
    'data-id': component.custom_id, 'aria-labelledby': labelledby ? `${labelledby} ${shown.id}` : null,
    on: { keydown: (event) => keyed(event) },
  }, shown, icon('down'))

  const show = () => {
    const picked = all.filter((line) => values.includes(line.value))
    put(shown, picked.length === 0 ? el('span', { class: 'menu-prompt' }, prompt)
      : picked.map((line) => most > 1 ? el('span', { class: 'menu-tag' }, line.label) : line.label))
  }
  const keyed = (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      open()
    }
  }

  function open() {
    if (button.getAttribute('aria-expanded') === 'true') return
    const before = values.join('\n')
    let done = false
    const choices = new Choices({
      label: prompt, multiple: most > 1,
      pick: (line) => {
        if (!line) return
        if (most === 1) {
          values = values.includes(line.value) && least === 0 ? [] : [line.value]
          finish()
          return
        }
        if (values.includes(line.value)) values = values.filter((v) => v !== line.value)
        else if (values.length < most) values = [...values, line.value]
        list(choices.at)
        show()
      },
    })
    const field = el('input', {
      class: 'menu-keys', type: 'text', role: 'combobox', 'aria-expanded': 'true', 'aria-autocomplete': 'list',
      'aria-label': prompt, inputmode: 'none', readonly: true, on: { keydown: keys },
    })
    const list = (at) => choices.show(all.map((line) => ({
      ...line, picked: most > 1 ? values.includes(line.value) : undefined, side: most === 1 && values.includes(line.value) ? icon('check') : null,
    })), at)
    const hint = most > 1 ? el('p', { class: 'choices-hint' }, least === most ? `Choose ${most}.` : `Choose ${least} to ${most}, then Escape or Done.`,
      el('button', { type: 'button', class: 'button', 'data-colour': 'primary', on: { click: () => finish() } }, 'Done')) : null
    const finish = () => {
      done = true
      opened.close()
    }
    const opened = popup(button, [field, choices.node, hint], {
      label: prompt, wide: true,
      closed: () => {
        button.setAttribute('aria-expanded', 'false')
        const enough = values.length >= least
        const changed = values.join('\n') !== before
        if (enough && (done && most === 1 || changed)) chosen(values)
        else if (!enough) values = before ? before.split('\n') : []
        show()
        if (document.activeElement === document.body || document.activeElement === null) button.focus()
      },
    })
    button.setAttribute('aria-expanded', 'true')
    list(Math.max(0, all.findIndex((line) => values.includes(line.value))))
    choices.steer(field)
    opened.place()
    field.focus({ preventScroll: true })

    let typed = ''
    let pause = 0
    function keys(event) {
      const steps = { ArrowDown: 1, ArrowUp: -1 }
      if (event.key in steps) choices.step(steps[event.key])
      else if (event.key === 'Home') choices.go(0)
      else if (event.key === 'End') choices.go(choices.lines.length - 1)
      else if (event.key === 'Enter' || event.key === ' ') choices.pick(choices.active)
      else if (event.key === 'Tab') {
        if (most === 1 && choices.active) choices.pick(choices.active)
        else finish()
      } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        // Typing goes to the line that begins so.
        clearTimeout(pause)
        typed += event.key.toLowerCase()
        pause = setTimeout(() => { typed = '' }, 800)
        const at = all.findIndex((line) => line.key.startsWith(typed))
        if (at >= 0) choices.go(at)
      } else {
        return
      }
      event.preventDefault()
    }
  }

  opens(button, open)
  show()
  return button
}
