import { Board } from './board.js'
import { Chooser } from './chooser.js'
import { button, el, fill } from './element.js'

const none = []
const letters = '.wWbB'

// Study is what one reads on the page beside games: reviews, puzzles, exercises, rules, and lines that one tries out. The server says
// what is shown, and what each control and each move leads to.
export class Study {
  constructor(session, words, close) {
    Object.assign(this, { session, words, shown: null, asked: null, busy: false, setUp: null })
    this.chooser = new Chooser()
    this.board = new Board(words, this)
    this.texts = el('div', { class: 'texts', 'aria-live': 'polite' })
    this.rows = el('div', { class: 'rows' })
    this.table = el('section', { class: 'table', hidden: true }, this.board.host)
    this.below = el('section', { class: 'study', hidden: true },
      this.texts, this.rows, el('div', { class: 'controls' }, button(words['to-game'], close)))
  }

  hide(is) {
    this.table.hidden = is || !this.shown?.board
    this.below.hidden = is
  }

  // open asks for something to read, and shows it. It returns whether it has.
  async open(asked) {
    if (this.busy) return false
    this.busy = true
    this.below.setAttribute('aria-busy', 'true')
    const answer = await this.session.insist('/api/study', asked)
    this.busy = false
    this.below.removeAttribute('aria-busy')
    if (answer.status === 401) {
      this.session.over()
      return false
    }
    const { status, body } = answer
    const isRefused = status === 200 && asked.explore && !body.board && this.asked?.explore
    if (isRefused) this.shown.texts = body.texts // above the line as it was
    else if (status === 200) Object.assign(this, { shown: body, asked, setUp: null })
    if (this.shown) this.show()
    return status === 200
  }

  show() {
    const { shown, chooser, words } = this
    fill(this.texts, ...shown.texts.map((text) => el('p', {}, text)))
    fill(this.rows, ...(shown.rows || none).map((row) => el('div', { class: 'controls' }, row.map((control) => this.control(control)))), ...this.explorer())
    chooser.reset(shown.moves)
    this.hide(false)
    if (shown.board) this.draw(true)
    this.table.setAttribute('aria-label', words.board)
  }

  draw(glides) {
    const { board } = this.shown
    const id = `${board.size} ${board.squares.length}`
    this.snap = { ...board, id }
    this.board.show(this.snap, this.setUp || board, board.from === 'black', glides && !this.setUp)
    this.board.arrows(this.setUp ? none : board.arrows)
    this.mark()
  }

  control({ label, use, value, primary, options }) {
    if (!options) return button(label, () => this.open({ use, value }), { class: primary ? 'good' : null })
    const select = el('select', { 'aria-label': label, on: { change: () => this.open({ use: select.value.split('\n')[0], value: select.value.split('\n')[1] }) } },
      el('option', { value: '', disabled: true, selected: !options.some((o) => o.primary) }, label),
      options.map((o) => el('option', { value: `${o.use}\n${o.value}`, selected: o.primary }, o.label)))
    return select
  }

  // explorer returns what goes back in a line, copies it, and sets up another position.
  explorer() {
    const { asked, shown, words, setUp } = this
    if (!asked?.explore || !shown.board) return none
    if (setUp) {
      return [el('p', {}, words['setting-up']), el('div', { class: 'controls' },
        ...['white', 'black'].map((side) => button(words[side], () => this.place(side), { class: setUp.turn === side ? 'good' : null })),
        button(words.keep, () => { this.setUp = null; this.show() }))]
    }
    return [el('p', { class: 'line' }, shown.line?.join(' ') || ''), el('div', { class: 'controls' },
      button('‹', () => this.back(), { 'aria-label': words.previous, disabled: !asked.line?.length && !asked.ply }),
      button(words.copy, () => navigator.clipboard?.writeText(shown.pdn)),
      button(words['set-up'], () => { this.setUp = { pieces: shown.board.pieces, last: none, turn: shown.board.turn }; this.show() }))]
  }

  back() {
    const { asked } = this
    if (asked.line?.length) this.open({ ...asked, line: asked.line.slice(0, -1) })
    else this.open({ ...asked, ply: Math.max(0, asked.ply - 1) })
  }

  // place explores the position that was set up, with a side to move.
  place(side) {
    const { pieces } = this.setUp
    const of = (man, king) => this.shown.board.squares.flatMap(({ name }, i) => pieces[i] === man ? [name] : pieces[i] === king ? ['K' + name] : none)
    const position = `${side === 'white' ? 'W' : 'B'}:W${of('w', 'W').join(',')}:B${of('b', 'B').join(',')}`
    this.open({ explore: true, position, rules: this.shown.board.rules, line: none })
  }

  // What the board asks of who touches it: see Game.

  get idle() { return this.busy || !this.shown?.board || this.setUp !== null }
  isOwn(square) { return this.shown.board.pieces[square - 1].toLowerCase() === this.shown.board.turn[0] }

  press(square) {
    const { chooser } = this
    if (this.idle || !this.isOwn(square) || chooser.path.length > 1 || chooser.path[0] === square || chooser.targets().has(square)) return false
    chooser.path = [square]
    this.mark()
    return true
  }

  drags(square) {
    const { path } = this.chooser
    return !this.idle && path[path.length - 1] === square ? path[0] : null
  }

  tap(square, fresh) {
    if (this.setUp) {
      const { pieces } = this.setUp
      const next = letters[(letters.indexOf(pieces[square - 1]) + 1) % letters.length]
      this.setUp.pieces = pieces.slice(0, square - 1) + next + pieces.slice(square)
      this.draw(false)
      return
    }
    if (this.idle || fresh) return
    const move = this.chooser.choose(square, this.isOwn(square))
    if (move) this.make(move)
    else if (this.chooser.path.length) this.board.half(this.chooser.path)
    this.mark()
  }

  escape() {
    this.chooser.path = []
    if (this.shown?.board) this.draw(false)
  }

  make(path) {
    const { shown, asked } = this
    const i = shown.moves.findIndex((move) => move.join() === path.join())
    const text = path.map((square) => shown.board.squares[square - 1].name).join('-')
    if (i < 0) { // the server says why it is none
      this.draw(false)
      if (shown.typed) this.open({ use: shown.typed.replace('{move}', text) })
      return
    }
    this.board.move(path, shown.takes[i])
    if (shown.uses[i]) this.open({ use: shown.uses[i] })
    else this.open({ ...asked, line: [...(asked.line || none), text] })
  }

  mark() {
    const { chooser, shown } = this
    if (this.idle) {
      this.board.mark({ may: new Set(shown?.board?.marks) })
      return
    }
    const may = chooser.path.length ? new Set() : new Set(shown.board.marks)
    this.board.mark({ may, chosen: chooser.path, targets: chooser.targets() })
  }
}
