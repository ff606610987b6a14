// The page: one user in the sandbox, whom the address names.

import { Session } from './session.js'
import { readWorld } from './api.js'

// start finds out who the user is: whom the address names, or the first who is there.
async function start() {
  const { world } = await readWorld()
  const asked = new URLSearchParams(location.search).get('as')
  const found = world.people.find((p) => p.username.toLowerCase() === asked?.toLowerCase() || p.id === asked)
  const me = found ?? firstPlayer(world)
  if (!me) {
    document.getElementById('timeline').textContent = `${world.app.username} is here, but no user. POST /sandbox/people adds one.`
    return
  }
  const session = new Session(me, location.hash.slice(1))
  await session.open()
  if (asked && !found) session.composer.tell(`There is nobody called ${asked.slice(0, 40)} here.`)
}

// firstPlayer is a user to be: rather not the owner of a server.
function firstPlayer(world) {
  return world.people.find((p) => !world.guilds.some((g) => g.owner === p.id)) ?? world.people[0]
}

start()
