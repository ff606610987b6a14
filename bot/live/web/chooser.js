// Chooser puts a move together, square by square, from the legal moves that the server has listed. It knows no rules.
export class Chooser {
  constructor() { this.reset([]) }

  reset(moves) {
    this.moves = moves
    this.path = []
  }

  fits() { return this.moves.filter((move) => this.path.every((square, i) => move[i] === square)) }

  // starts returns the squares of the pieces that can move.
  starts() { return new Set(this.moves.map((move) => move[0])) }

  // targets returns the squares that can be chosen next: where the piece can come down, and the last squares of moves that
  // these alone make clear.
  targets() {
    const found = new Set()
    if (this.path.length === 0) return found
    const fits = this.fits()
    for (const move of fits) {
      if (move.length > this.path.length) found.add(move[this.path.length])
    }
    for (const move of fits) {
      const last = move[move.length - 1]
      if (move.length > this.path.length && fits.filter((other) => other[other.length - 1] === last).length === 1) found.add(last)
    }
    return found
  }

  // isWhole reports whether the squares so far are a move, which may go on.
  isWhole() { return this.path.length > 1 && this.fits().some((move) => move.length === this.path.length) }

  // choose adds a square. It returns the move if that makes one, or a try that is none; own says that a piece of the player
  // stands there.
  choose(square, own) {
    const { path } = this
    const at = path[path.length - 1]
    if (path.length === 0) {
      if (own) this.path = [square]
      return null
    }
    if (square === at && this.isWhole()) return this.done(path)
    const fits = this.fits()
    if (square === at || square === path[0] && !fits.some((move) => move[path.length] === square)) { // take it back
      this.path = []
      return null
    }
    if (fits.some((move) => move[path.length] === square)) {
      this.path = [...path, square]
      const left = this.fits()
      return left.length === 1 && left[0].length === this.path.length ? this.done(this.path) : null
    }
    const ends = fits.filter((move) => move[move.length - 1] === square)
    if (ends.length === 1) return this.done(ends[0])
    if (own && path.length === 1) {
      this.path = [square]
      return null
    }
    return this.done([...path, square]) // the server says why it is none
  }

  done(move) {
    this.path = []
    return move
  }
}
