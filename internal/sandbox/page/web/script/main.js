// The page: one user in the world that the address names.

import { Session } from './session.js'
import { addressOf } from './people.js'
import { el, put } from './element.js'
import { nameOf } from './avatar.js'
import { notice } from './notice.js'
import { readWorld } from './api.js'
import { showTheme } from './theme.js'

const longestName = 40
const at = (id) => document.getElementById(id)

// start finds out who one is: by the address, or the first who is there.
async function start() {
  showTheme()
  let world
  for (let wait = 300; !world; wait = Math.min(2 * wait, 4000)) {
    try {
      world = await readWorld()
    } catch {
      at('lost').textContent = 'The sandbox cannot be reached. Trying again…'
      at('lost').hidden = false
      await new Promise((done) => setTimeout(done, wait))
    }
  }
  at('lost').hidden = true
  const asked = new URLSearchParams(location.search).get('as')
  const found = world.people.find((p) => p.username.toLowerCase() === asked?.toLowerCase() || p.id === asked)
  const me = found ?? firstPlayer(world)
  if (!me) {
    nobody(world)
    return
  }
  if (asked?.toLowerCase() !== me.username.toLowerCase()) history.replaceState(null, '', addressOf(me, location.hash.slice(1)))
  const session = new Session(me)
  if (asked && !found) notice(`There is nobody called ${clip(asked)} here. You are ${nameOf(me)}.`, () => session.composer.focus())
}

// clip shortens what can be of any length.
function clip(name) {
  const signs = [...name]
  return signs.length > longestName ? `${signs.slice(0, longestName).join('')}…` : name
}

// firstPlayer is a user to be: rather not the owner of a server.
function firstPlayer(world) {
  return world.people.find((p) => !world.guilds.some((g) => g.owner === p.id)) ?? world.people[0] ?? null
}

function nobody(world) {
  put(at('timeline'), el('li', { class: 'intro' }, el('h2', {}, 'Nobody lives here yet'),
    el('p', {}, `There is a sandbox with ${world.app.username} in it, but no user. `, el('code', {}, 'POST /sandbox/people'), ' adds one.')))
}

start()
