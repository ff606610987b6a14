import { el } from './element.js'

const still = matchMedia('(prefers-reduced-motion: reduce)')
const crown = 'M-.22 .12 L-.26 -.14 L-.12 -.02 L0 -.2 L.12 -.02 L.26 -.14 L.22 .12 Z'
const dragFrom = 6 // pixels from where on a press is a drag
const strayBelow = 150 // milliseconds below which a finger that brushes over a piece drags it by accident

// Board draws a position, and tells which squares are touched: by pointer, by drag, or from the keyboard. The picture is an
// SVG; what screen readers and keys use is a grid above it.
export class Board {
  constructor(words, touch) {
    Object.assign(this, { words, touch, pieces: new Map(), flipped: false, geometry: '', focus: 0 })
    this.picture = el('svg', { 'aria-hidden': 'true' })
    this.grid = el('div', { class: 'grid', role: 'grid', 'aria-label': words.board })
    this.host = el('div', { class: 'board' }, this.picture, this.grid)
    this.grid.addEventListener('pointerdown', (event) => this.press(event))
    this.grid.addEventListener('pointermove', (event) => this.drag(event))
    this.grid.addEventListener('pointerup', (event) => this.release(event))
    this.grid.addEventListener('pointercancel', () => this.stop())
    this.grid.addEventListener('keydown', (event) => this.key(event))
  }

  // show draws a position. With the move before it, that piece glides.
  show(snap, at, flipped, glides) {
    const geometry = `${snap.id} ${snap.size} ${flipped}`
    Object.assign(this, { snap, flipped })
    if (geometry !== this.geometry) this.lay(geometry)
    this.position = at.pieces
    const old = this.pieces
    this.pieces = new Map()
    const from = at.last[0]
    const to = at.last[at.last.length - 1]
    const mover = glides && old.get(from)
    if (mover && at.pieces[from - 1] === '.' && !(old.get(to) && from !== to)) {
      old.delete(from)
      old.set(to, { ...mover, glides: true })
    }
    for (let square = 1; square <= at.pieces.length; square++) {
      const letter = at.pieces[square - 1]
      const before = old.get(square)
      if (letter === '.') continue
      old.delete(square)
      let piece = before
      if (before?.letter !== letter) {
        piece = { letter, element: this.piece(letter) }
        this.men.append(piece.element)
        before?.element.remove()
      }
      this.place(piece.element, square)
      if (before?.glides) this.glide(piece.element, at.last)
      this.pieces.set(square, { letter, element: piece.element })
    }
    for (const left of old.values()) this.fade(left.element, glides)
    this.walked = 0
    for (const cell of this.cells.values()) this.name(cell)
    this.mark({ last: at.last })
  }

  // lay lays the squares out.
  lay(geometry) {
    const { snap } = this
    this.geometry = geometry
    this.pieces = new Map()
    this.squares = new Map() // the square at a column and row as seen
    this.cells = new Map()
    this.men = el('g', {})
    this.under = el('g', {})
    this.over = el('g', {})
    this.picture.setAttribute('viewBox', `0 0 ${snap.size} ${snap.size}`)
    const ground = el('g', {}, el('rect', { width: snap.size, height: snap.size, class: 'other' }))
    const labels = el('g', { class: 'numbers' })
    snap.squares.forEach((_, i) => {
      const { x, y } = this.seen(i + 1)
      this.squares.set(`${x} ${y}`, i + 1)
      ground.append(el('rect', { x, y, width: 1, height: 1, class: snap.all ? 'square lined' : 'square' }))
      labels.append(el('text', { x: x + 0.04, y: y + 0.17 }, snap.squares[i].name))
    })
    this.paths = el('g', {})
    this.picture.replaceChildren(ground, this.under, labels, this.men, this.over, this.paths)
    this.grid.style.setProperty('--size', snap.size)
    this.grid.replaceChildren(...Array.from({ length: snap.size }, (_, y) => el('div', { role: 'row' },
      Array.from({ length: snap.size }, (_, x) => {
        const square = this.squares.get(`${x} ${y}`)
        const cell = el('div', { role: 'gridcell', tabindex: '-1', 'data-x': x, 'data-y': y, 'data-square': square })
        if (square) this.cells.set(square, cell)
        return cell
      }))))
    if (!this.cells.has(this.focus)) this.focus = 1
    this.cells.get(this.focus).tabIndex = 0
  }

  // seen returns the column and row of a square as the board is turned.
  seen(square) {
    const { x, y } = this.snap.squares[square - 1]
    const last = this.snap.size - 1
    return this.flipped ? { x: last - x, y: last - y } : { x, y }
  }

  piece(letter) {
    const side = letter.toLowerCase() === 'w' ? 'white' : 'black'
    return el('g', { class: 'man ' + side }, el('circle', { cy: 0.04, r: 0.37, class: 'wall' }), el('circle', { r: 0.36, class: 'face' }),
      el('circle', { r: side === 'white' ? 0.22 : 0.29, class: 'groove' }), letter === letter.toUpperCase() ? el('path', { d: crown, class: 'crown' }) : null)
  }

  spot(square) {
    const { x, y } = this.seen(square)
    return `translate(${x + 0.5}px, ${y + 0.5}px)`
  }

  place(element, square) { element.style.transform = this.spot(square) }

  glide(element, path) {
    this.men.append(element) // above the others
    if (still.matches || path.length < 2) return
    element.animate(path.map((square) => ({ transform: this.spot(square) })), { duration: 130 * (path.length - 1) + 50, easing: 'ease-in-out' })
  }

  // fade removes a piece, slowly if that is to be seen.
  fade(element, slowly) {
    if (!slowly || still.matches) element.remove()
    else element.animate({ opacity: [1, 0] }, 250).onfinish = () => element.remove()
  }

  name(cell) {
    const square = Number(cell.dataset.square)
    const letter = this.position[square - 1]
    const { name } = this.snap.squares[square - 1]
    const { words } = this
    const label = letter === '.' ? name : `${words[letter === letter.toUpperCase() ? 'king' : 'man'].replace('{square}', name)}, ${
      words[letter.toLowerCase() === 'w' ? 'white' : 'black']}`
    cell.setAttribute('aria-label', label)
  }

  // mark shows the last move, pieces that can move, what is chosen, and where it can go.
  mark({ last = this.last, may = new Set(), chosen = [], targets = new Set(), wrong = [] }) {
    this.last = last
    const fill = (squares, name) => Array.from(squares, (square) => {
      const { x, y } = this.seen(square)
      return el('rect', { x, y, width: 1, height: 1, class: name })
    })
    const dot = (squares, r, name) => Array.from(squares, (square) => {
      const { x, y } = this.seen(square)
      return el('circle', { cx: x + 0.5, cy: y + 0.5, r, class: name })
    })
    this.under.replaceChildren(...fill(last, 'last'), ...fill(chosen, 'chosen'), ...dot(may, 0.45, 'may'))
    this.over.replaceChildren(...dot(targets, 0.16, 'target'), ...fill(wrong, 'wrong'))
    for (const [square, cell] of this.cells) cell.setAttribute('aria-selected', chosen.includes(square))
  }

  // arrows shows paths over squares.
  arrows(all) {
    this.paths.replaceChildren(...all.flatMap(({ squares, kind }) => {
      const points = squares.map((square) => this.seen(square)).map(({ x, y }) => [x + 0.5, y + 0.5])
      const [[x, y], [fromX, fromY]] = [points.at(-1), points.at(-2)]
      const angle = Math.atan2(y - fromY, x - fromX)
      points.splice(-1, 1, [x - 0.25 * Math.cos(angle), y - 0.25 * Math.sin(angle)])
      return [
        el('path', { d: 'M' + points.map((p) => p.join(' ')).join(' L'), class: 'arrow ' + kind }),
        el('path', { d: 'M0 0 L-.3 -.17 L-.3 .17 Z', class: 'arrowhead ' + kind, transform: `translate(${x} ${y}) rotate(${angle * 180 / Math.PI})` }),
      ]
    }))
  }

  // move shows a move of the player before the server has answered.
  move(path, taken) {
    const mover = this.pieces.get(path[0])
    if (!mover) return
    this.pieces.delete(path[0])
    this.pieces.set(path[path.length - 1], mover)
    this.walk(mover.element, path)
    for (const square of taken) {
      const piece = this.pieces.get(square)
      if (piece) this.fade(piece.element, true)
      this.pieces.delete(square)
    }
    this.mark({ last: path })
  }

  // half shows a piece in the middle of its capture.
  half(path) {
    const piece = this.pieces.get(path[0])
    if (piece) this.walk(piece.element, path)
  }

  // walk puts a piece at the end of a path. It glides there from where it was, unless it was dragged.
  walk(element, path) {
    this.place(element, path[path.length - 1])
    if (!this.dropped) this.glide(element, path.slice(this.walked))
    this.walked = path.length - 1
  }

  at(event) {
    const box = this.grid.getBoundingClientRect()
    const x = Math.floor((event.clientX - box.left) / box.width * this.snap.size)
    const y = Math.floor((event.clientY - box.top) / box.height * this.snap.size)
    return this.squares.get(`${x} ${y}`)
  }

  press(event) {
    const square = this.at(event)
    if (this.pressed) { // by a second finger: neither means a square
      this.stop()
      return
    }
    if (!square || event.button > 0) return
    event.preventDefault()
    this.look(square)
    this.grid.setPointerCapture(event.pointerId)
    this.pressed = { square, x: event.clientX, y: event.clientY, at: event.timeStamp, drags: false, fresh: this.touch.press(square) }
  }

  drag(event) {
    const { pressed } = this
    if (!pressed) return
    if (!pressed.drags && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < dragFrom) return
    pressed.origin ??= this.touch.drags(pressed.square)
    const piece = this.pieces.get(pressed.origin)
    if (!piece) return
    pressed.drags = true
    piece.element.classList.add('held')
    const box = this.grid.getBoundingClientRect()
    const scale = this.snap.size / box.width
    piece.element.style.transform = `translate(${(event.clientX - box.left) * scale}px, ${(event.clientY - box.top) * scale}px) scale(1.15)`
    this.men.append(piece.element)
  }

  release(event) {
    const { pressed } = this
    this.stop()
    if (!pressed) return
    const square = this.at(event)
    const stray = event.pointerType === 'touch' && event.timeStamp - pressed.at < strayBelow
    if (square !== pressed.square && (pressed.drags || pressed.fresh)) { // fresh: the server may not have said yet where it can go
      this.dropped = pressed.drags
      if (square) this.touch.tap(square, false, stray)
      this.dropped = false
    } else if (!pressed.drags) {
      this.touch.tap(pressed.square, pressed.fresh)
    }
  }

  stop() {
    const piece = this.pressed?.drags && this.pieces.get(this.pressed.origin)
    if (piece) {
      this.place(piece.element, this.pressed.square)
      piece.element.classList.remove('held')
    }
    this.pressed = null
  }

  // look moves the focus to a square.
  look(square, focuses) {
    const cell = this.cells.get(square)
    this.cells.get(this.focus).tabIndex = -1
    this.focus = square
    cell.tabIndex = 0
    if (focuses) cell.focus()
  }

  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (step) {
      const { x, y } = this.seen(this.focus)
      this.look(this.beside(x, y, step), true)
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.touch.tap(this.focus, false)
    } else {
      return
    }
    event.preventDefault()
  }

  // beside returns the next square in a direction. Where only every second square is used, it is in this row or the one beside.
  beside(x, y, [dx, dy]) {
    for (let n = 1; n < this.snap.size; n++) {
      for (const off of [0, 1, -1]) {
        const found = this.squares.get(`${x + n * dx + (dx ? 0 : off)} ${y + n * dy + (dy ? 0 : off)}`)
        if (found && (off === 0 || n === 1)) return found
      }
    }
    return this.focus
  }
}
