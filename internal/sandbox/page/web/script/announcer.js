// Announcements for those who do not see the page.

const region = document.getElementById('announcer')
const waiting = []
let timer = null

// announce says something once. What comes at once is said one after another.
export function announce(text) {
  waiting.push(text)
  if (timer === null) next()
}

function next() {
  timer = null
  if (waiting.length === 0) return
  region.textContent = waiting.splice(0).join('. ')
  timer = setTimeout(next, 1500)
}
