// Making elements. Text becomes text nodes and nothing else: nothing on this page reads
// HTML, so whatever people write stays what they wrote.

// el makes an element. Attributes that are null, undefined or false are left out; on has
// listeners, css has custom properties, children are nodes and texts, in lists or not.
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children)
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener)
    } else if (name === 'css') {
      for (const [property, set] of Object.entries(value)) node.style.setProperty(property, set)
    } else {
      node.setAttribute(name, value === true ? '' : value)
    }
  }
  add(node, children)
  return node
}

// add appends nodes and texts.
export function add(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child)
  }
}

// put makes nodes and texts the only content of a node.
export function put(node, ...children) {
  node.replaceChildren()
  add(node, children)
}

// renew does the same, unless they look like what is there: then that stays, because a user may
// be about to click it.
export function renew(node, ...children) {
  const made = node.cloneNode(false)
  add(made, children)
  if (!made.isEqualNode(node)) node.replaceChildren(...made.childNodes)
}

let named = 0

// name makes an id that no other element of the page has.
export function name(what) {
  named++
  return `${what}-${named}`
}

const drawings = {
  hash: 'M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17',
  thread: 'M8 3 6.5 14M15 3l-.8 6M3 8h16M2.5 13H12M14 17h7M17.5 13.5v7',
  letter: 'M3 6h18v13H3zM3 7l9 7 9-7',
  bars: 'M4 6h16M4 12h16M4 18h16',
  close: 'M5 5l14 14M19 5 5 19',
  down: 'M5 9l7 7 7-7',
  send: 'M3 20.5 21.5 12 3 3.5 5.500 12zM5.500 12H14',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6',
  file: 'M6 2.500h8l5 5V21.500H6zM14 2.500v5h5',
  out: 'M13 4h7v7M20 4 10.500 13.500M17 14v6H4V7h6',
  turn: 'M4 20v-7a5 5 0 0 1 5-5h11M15.500 3.500 20 8l-4.500 4.500',
  crown: 'M4 18h16l1-10-5.500 4L12 5 8.500 12 3 8z',
  check: 'M4.500 12.500 10 18 20 6.500',
  plus: 'M12 4v16M4 12h16',
  alert: 'M12 3 22 20.500H2zM12 10v5M12 17.500v.5',
}

// icon draws one of the page's pictures. Those who cannot see it need a label beside it.
export function icon(which) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  fill(svg, { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', focusable: 'false' }, [])
  line.setAttribute('d', drawings[which])
  svg.append(line)
  return svg
}
