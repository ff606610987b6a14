import { Board } from './board.js'
import { Chooser } from './chooser.js'
import { newID } from './net.js'

// Game is the game that the page shows: what the server said of it last, and what the player is about to do.
export class Game {
  constructor(session, words, shown) {
    Object.assign(this, { session, words, shown, snap: null, past: null, ply: null, why: '', turned: false, busy: false, here: null })
    this.chooser = new Chooser()
    this.board = new Board(words, this)
  }

  get yours() { return Boolean(this.snap?.you) && this.snap.turn === this.snap.you && !this.snap.over }
  get flipped() { return (this.snap.you === 'black') !== this.turned }

  // forget leaves the game for another one.
  forget() {
    Object.assign(this, { snap: null, past: null, ply: null, why: '', here: null, busy: false })
  }

  // take takes a snapshot, unless it is older than what is shown.
  take(snap) {
    const before = this.snap
    if (before?.id === snap.id && snap.seq < before.seq) return
    const moved = before?.id === snap.id && snap.ply !== before.ply
    this.snap = snap
    this.heard = performance.now()
    if (!before || before.id !== snap.id || moved) {
      this.why = ''
      this.chooser.reset(snap.moves)
    }
    if (moved && this.yours && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60)
    if (this.past && (moved || before?.id !== snap.id)) this.live()
    if (!this.past && !(before && !moved && !this.shownAhead && before.id === snap.id)) this.draw(moved && snap.last.length > 0 && !this.shownAhead)
    this.shownAhead = false
    this.mark()
    this.shown()
  }

  draw(glides) { this.board.show(this.snap, this.past || this.snap, this.flipped, glides) }

  mark(wrong = []) {
    const { chooser } = this
    if (this.past || !this.yours || this.busy) {
      this.board.mark({ wrong })
      return
    }
    const may = chooser.path.length ? new Set() : chooser.starts()
    this.board.mark({ may, chosen: chooser.path, targets: chooser.targets(), wrong })
  }

  isOwn(square) {
    const letter = this.snap.pieces[square - 1].toLowerCase()
    return letter === this.snap.you[0]
  }

  get idle() { return this.past || !this.yours || this.busy }

  // press chooses a piece as soon as it is touched, so that it can be dragged. It returns whether it has.
  press(square) {
    const { chooser } = this
    if (this.idle || !this.isOwn(square) || chooser.path.length > 1 || chooser.path[0] === square || chooser.targets().has(square)) return false
    chooser.path = [square]
    this.why = ''
    this.mark()
    this.shown()
    return true
  }

  // drags returns the square from which the piece that stands on one came; null if it cannot be dragged.
  drags(square) {
    const { path } = this.chooser
    return !this.idle && path[path.length - 1] === square ? path[0] : null
  }

  tap(square, fresh) {
    if (this.past) this.live()
    if (this.idle || fresh) return
    const { chooser } = this
    const from = chooser.path[0]
    this.why = ''
    const move = chooser.choose(square, this.isOwn(square))
    if (move) {
      this.make(move)
      return
    }
    if (chooser.path.length > 1) this.board.half(chooser.path)
    else if (from) this.board.half([from])
    this.mark()
    this.shown()
  }

  escape() {
    const [from] = this.chooser.path
    this.chooser.path = []
    if (from) this.board.half([from])
    this.mark()
  }

  // make makes a move of squares, which is shown at once if it is one.
  make(path) {
    const i = this.snap.moves.findIndex((move) => move.join() === path.join())
    if (i >= 0) {
      this.board.move(path, this.snap.takes[i])
      this.shownAhead = true
    }
    return this.act('move', { move: path.map((square) => this.snap.squares[square - 1].name).join('-') })
  }

  // typed takes what the player typed: a square, or a move.
  typed(text) {
    const square = this.snap.squares.findIndex((s) => s.name.toLowerCase() === text.toLowerCase()) + 1
    if (square) this.tap(square, false)
    else if (!this.idle) this.act('move', { move: text })
  }

  // act asks the server to do something, and shows how the game stands then.
  async act(what, more = {}) {
    if (this.busy) return
    const { snap } = this
    this.busy = true
    this.mark()
    const answer = await this.session.insist('/api/games/' + snap.id, { id: newID(), ply: snap.ply, do: what, ...more })
    if (this.snap?.id !== snap.id) return
    this.busy = false
    this.chooser.reset(this.snap.moves)
    if (answer.status === 401) {
      this.session.over()
    } else if (answer.body?.why) {
      this.take(answer.body.game)
      this.why = answer.body.why
      this.draw(false)
      this.mark(answer.body.squares)
      this.shown()
    } else if (answer.body?.asked) {
      this.why = this.words.asked
      this.shown()
    } else if (answer.body?.id === snap.id) {
      this.take(answer.body)
      this.mark()
    } else if (answer.body?.id) {
      this.session.go(answer.body.id)
    } else { // it was refused as a whole: show what is
      this.draw(false)
      this.mark()
    }
  }

  // step shows the position after so many moves.
  async step(ply) {
    const { snap } = this
    if (ply >= snap.list.length) {
      this.live()
      return
    }
    this.ply = Math.max(0, ply)
    const answer = await this.session.send('GET', `/api/games/${snap.id}/${this.ply}`)
    if (answer.status !== 200 || this.snap?.id !== snap.id || this.ply === null) return
    this.past = answer.body
    this.draw(false)
    this.mark()
    this.shown()
  }

  live() {
    Object.assign(this, { past: null, ply: null })
    this.draw(false)
    this.mark()
    this.shown()
  }

  turn() {
    this.turned = !this.turned
    this.escape()
    this.draw(false)
    this.mark()
    this.shown()
  }

  // left returns how many milliseconds a side has now: what the server said, less the time since by the clock of the page.
  left(side) {
    const { left } = this.snap.players[side]
    if (left === null || !this.snap.running || this.snap.turn !== ['white', 'black'][side]) return left
    return Math.max(0, left - (performance.now() - this.heard))
  }
}
