import { Board } from './board.js'
import { Chooser } from './chooser.js'
import { Guess } from './guess.js'
import { newID } from './net.js'
import { play } from './sound.js'

// Game is the game that the page shows: what the server said of it last, and what the player is about to do.
export class Game {
  constructor(session, words, taste, shown) {
    Object.assign(this, { session, words, taste, shown, turned: false })
    this.forget()
    this.chooser = new Chooser()
    this.board = new Board(words, this)
  }

  get yours() { return Boolean(this.snap?.you) && this.snap.turn === this.snap.you && !this.snap.over }
  get flipped() { return (this.snap.you === 'black') !== this.turned }

  // at is the position on the board: that of the game, an earlier one, or one that the player thinks of.
  get at() { return this.past || this.guess?.at || this.snap }

  // idle says that nothing can be chosen.
  get idle() { return Boolean(this.past || this.busy) || !(this.yours || this.guess?.ready) }
  get mayGuess() { return Boolean(this.snap?.may.includes('plan')) && !this.past && !this.busy }

  // forget leaves the game for another one. asked is a move that the player is asked about before it is made.
  forget() {
    Object.assign(this, { snap: null, past: null, ply: null, why: '', here: null, busy: false, asked: null, guess: null })
  }

  // take takes a snapshot, unless it is older than what is shown.
  take(snap) {
    const before = this.snap
    const isNew = before?.id !== snap.id
    if (!isNew && snap.seq < before.seq) return
    const moved = !isNew && snap.ply !== before.ply
    const ahead = this.shownAhead
    this.snap = snap
    this.heard = performance.now()
    this.shownAhead = false
    if (isNew || moved) {
      Object.assign(this, { why: '', asked: null, guess: null })
      this.chooser.reset(snap.moves)
    }
    if (moved && this.yours && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60)
    if (!isNew && snap.over && !before.over) this.sound('end')
    else if (moved && !ahead) this.sound(snap.taken.length ? 'capture' : 'move')
    if (this.past && (moved || isNew)) Object.assign(this, { past: null, ply: null })
    if (!this.past && (isNew || moved || ahead)) this.draw(moved && !ahead && snap.last.length > 0)
    this.mark()
    this.shown()
  }

  sound(what) {
    if (!this.taste.silent) play(what)
  }

  draw(glides) { this.board.show(this.snap, this.at, this.flipped, glides) }

  // show brings the board and what stands around it up to date.
  show() {
    if (!this.snap) return
    this.draw(false)
    this.mark()
    this.shown()
  }

  mark(wrong = []) {
    const { chooser } = this
    if (this.idle || this.asked) {
      this.board.mark({ wrong })
      return
    }
    const may = chooser.path.length ? new Set() : chooser.starts()
    this.board.mark({ may, chosen: chooser.path, targets: chooser.targets(), wrong })
  }

  has(square, side) { return this.at.pieces[square - 1].toLowerCase() === side[0] }
  isOwn(square) { return this.has(square, this.guess ? this.guess.side : this.snap.you) }

  // press chooses a piece as soon as it is touched, so that it can be dragged. It returns whether it has. While the opponent is to
  // move, touching a piece of theirs begins a guess.
  press(square) {
    const { chooser } = this
    if (!this.guess && this.mayGuess && this.has(square, this.snap.turn)) {
      this.begin(square)
      return true
    }
    if (this.idle || this.asked || !this.isOwn(square)) return false
    if (chooser.path.length > 1 || chooser.path[0] === square || chooser.targets().has(square)) return false
    chooser.path = [square]
    this.why = ''
    this.mark()
    this.shown()
    return true
  }

  // drags returns the square from which the piece that stands on one came; null if it cannot be dragged.
  drags(square) {
    const { path } = this.chooser
    return !this.idle && !this.asked && path[path.length - 1] === square ? path[0] : null
  }

  // tap chooses a square. A stray one makes no move before the player has said so.
  tap(square, fresh, stray) {
    if (this.past) this.live()
    if (this.guess && !fresh) this.guess.to = square // where the piece was dragged before the server listed its moves
    if (this.idle || fresh) return
    if (this.asked) {
      const { asked } = this
      if (square === asked[asked.length - 1]) this.confirm()
      else this.escape()
      return
    }
    const { chooser } = this
    const [from] = chooser.path
    this.why = ''
    const move = chooser.choose(square, this.isOwn(square))
    if (move) {
      this.make(move, stray)
      return
    }
    if (chooser.path.length > 1) this.board.half(chooser.path)
    else if (from) this.board.half([from])
    this.mark()
    this.shown()
  }

  // escape takes back what was chosen, or else leaves a guess.
  escape() {
    const [from] = this.chooser.path
    if (this.asked) {
      this.asked = null
    } else if (from) {
      this.chooser.path = []
    } else if (this.guess) {
      this.guess = null
      this.chooser.reset(this.snap.moves)
    }
    this.show()
  }

  // make makes a move of squares, which is shown at once if it is one.
  make(path, stray) {
    if (this.guess) return this.guessed(path)
    const i = this.find(path)
    if (i < 0) return this.act('move', { move: this.named(path) })
    this.board.move(path, this.snap.takes[i])
    if (stray) {
      this.asked = path
      this.shown()
      return null
    }
    this.sound(this.snap.takes[i].length ? 'capture' : 'move')
    this.shownAhead = true
    return this.act('move', { move: this.named(path) })
  }

  // confirm makes the move that the player was asked about, or ends a capture that could go on.
  confirm() {
    const path = this.asked || this.chooser.path
    this.asked = null
    this.chooser.path = []
    this.make(path)
  }

  find(path) { return this.chooser.moves.findIndex((move) => move.join() === path.join()) }
  named(path, sign = '-') { return path.map((square) => this.snap.squares[square - 1].name).join(sign) }

  // written returns a move as it is written.
  written(path) { return this.named([path[0], path[path.length - 1]], (this.guess || this.snap).takes[this.find(path)]?.length ? 'x' : '-') }

  // begin begins a guess, with the piece on a square if there is one.
  async begin(square) {
    const guess = new Guess(this.session, this.snap)
    this.guess = guess
    this.why = ''
    this.shown()
    await guess.read()
    this.think(guess)
    if (square && guess === this.guess && this.chooser.starts().has(square)) {
      this.chooser.path = [square]
      this.mark()
      if (guess.to) this.tap(guess.to)
    }
  }

  // guessed goes on with a guess: with the answer to the expected move, or to the server.
  async guessed(path) {
    const { guess } = this
    const move = this.named(path)
    if (guess.expected || this.find(path) < 0) {
      this.act('plan', { moves: guess.expected ? [guess.expected, move] : [move] })
      return
    }
    this.board.move(path, guess.takes[this.find(path)])
    guess.written = this.written(path)
    if (!await guess.expect(move)) guess.at = null
    this.think(guess)
  }

  // think shows how far a guess is, unless it is over, or the server did not answer.
  think(guess) {
    if (guess !== this.guess) return
    if (!guess.ready) this.guess = null
    this.chooser.reset((this.guess || this.snap).moves)
    this.show()
  }

  // typed takes what the player typed: a square, or a move.
  typed(text) {
    if (!this.snap) return
    const square = this.snap.squares.findIndex((s) => s.name.toLowerCase() === text.toLowerCase()) + 1
    if (square) this.tap(square, false)
    else if (!this.idle && !this.guess) this.act('move', { move: text })
  }

  // act asks the server to do something, and shows how the game stands then.
  async act(what, more = {}) {
    if (this.busy || !this.snap) return
    const { snap, guess } = this
    this.busy = true
    this.guess = null
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
      if (guess) this.draw(false)
      this.mark() // also if more has happened since than the answer knows
    } else if (answer.body?.id) {
      this.session.go(answer.body.id)
    } else { // it was refused as a whole: show what is
      this.show()
    }
  }

  // step shows the position after so many moves.
  async step(ply) {
    const { snap } = this
    if (!snap) return
    Object.assign(this, { asked: null, guess: null })
    this.chooser.reset(snap.moves)
    if (ply >= snap.list.length) {
      this.live()
      return
    }
    this.ply = Math.max(0, ply)
    const answer = await this.session.past(snap.id, this.ply).catch(() => null)
    if (answer?.status !== 200 || this.snap?.id !== snap.id || this.ply === null) return
    this.past = answer.body
    this.show()
  }

  live() {
    Object.assign(this, { past: null, ply: null })
    this.show()
  }

  turn() {
    this.turned = !this.turned
    this.chooser.path = []
    this.asked = null
    this.show()
  }

  // left returns how many milliseconds a side has now: what the server said, less the time since by the clock of the page.
  left(side) {
    const { left } = this.snap.players[side]
    if (left === null || !this.snap.running || this.snap.turn !== ['white', 'black'][side]) return left
    return Math.max(0, left - (performance.now() - this.heard))
  }
}
