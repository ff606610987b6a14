// Elements are made here. Texts become text nodes and nothing else, whoever wrote them.

const svgNames = new Set(['svg', 'g', 'rect', 'circle', 'path', 'text', 'use'])

// el makes an element. An attribute that is null or false is left out; on has its listeners.
export function el(name, attributes = {}, ...children) {
  const made = svgNames.has(name) ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'on') {
      for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener)
    } else if (value !== null && value !== false && value !== undefined) {
      made.setAttribute(key, value === true ? '' : value)
    }
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined))
  return made
}

// button makes a button with a listener.
export function button(label, click, attributes = {}) {
  return el('button', { type: 'button', ...attributes, on: { click } }, label)
}

// fill replaces what is in an element. A button that has the focus keeps it if there is one with its text again.
export function fill(host, ...children) {
  const focused = host.contains(document.activeElement) && document.activeElement.textContent
  host.replaceChildren(...children)
  if (focused) [...host.querySelectorAll('button')].find((one) => one.textContent === focused)?.focus()
}
