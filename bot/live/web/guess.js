// Guess is a move that a player expects while the opponent is to move, and then the answer to it. The server lists the moves of
// both, as it does those of a turn.
export class Guess {
  constructor(session, snap) {
    Object.assign(this, { session, snap, expected: null, at: null, moves: [], takes: [] })
    this.side = snap.turn // whose move is chosen now
  }

  get ready() { return this.at !== null }

  // read asks for the position, after the expected move if there is one. It returns whether the server has answered.
  async read() {
    const after = this.expected ? '?move=' + encodeURIComponent(this.expected) : ''
    const answer = await this.session.send('GET', `/api/games/${this.snap.id}/ahead${after}`).catch(() => null)
    if (answer?.status !== 200) return false
    this.at = answer.body
    Object.assign(this, { moves: this.at.moves, takes: this.at.takes })
    return true
  }

  // expect goes on to the answer to a move.
  expect(move) {
    Object.assign(this, { expected: move, side: this.snap.you })
    return this.read()
  }
}
