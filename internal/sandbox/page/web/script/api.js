// The API for people, as docs/sandbox.md describes it.

// A RequestError says why a call failed.
export class RequestError extends Error {}

async function call(method, path, body) {
  let response
  let answer
  try {
    response = await fetch(`/sandbox/${path}`, { method, body: body && JSON.stringify(body) })
    answer = await response.json()
  } catch {
    throw new RequestError('The sandbox cannot be reached')
  }
  if (!response.ok) throw new RequestError(answer.error)
  return { answer, upTo: response.headers.get('Last-Event-ID') }
}

async function ask(...request) {
  return (await call(...request)).answer
}

// readWorld reads who and what there is, with the number of the last event that is in it.
export async function readWorld() {
  const { answer, upTo } = await call('GET', 'world')
  return { world: answer, upTo }
}

export const addPerson = (person) => ask('POST', 'people', person)
export const moveClock = (forward) => ask('POST', 'clock', { forward })

// A PersonAPI makes the calls of one person.
export class PersonAPI {
  constructor(person) {
    this.at = `people/${person}`
  }

  change(choices) { return ask('PATCH', this.at, choices) }
  hold(role, held) { return ask(held ? 'PUT' : 'DELETE', `${this.at}/roles/${role}`) }
  channels() { return ask('GET', `${this.at}/channels`) }
  commands(channel) { return ask('GET', `${this.at}/commands?channel=${channel}`) }
  messages(channel, limit) { return ask('GET', `${this.at}/messages?channel=${channel}&limit=${limit}`) }
  command(use) { return ask('POST', `${this.at}/command`, use) }
  autocomplete(use) { return ask('POST', `${this.at}/autocomplete`, use) }
  press(press) { return ask('POST', `${this.at}/press`, press) }
  submit(form) { return ask('POST', `${this.at}/submit`, form) }
  say(channel, content, files) { return ask('POST', `${this.at}/say`, { channel, content, files }) }
  dm() { return ask('POST', `${this.at}/dm`) }

  // events follows what happens after the event of a number.
  events(after) { return new EventSource(`/sandbox/${this.at}/events?after=${after}`) }
}

// local turns the address of an attachment into one of this page, whatever name of this
// machine it was opened by.
export const local = (address) => new URL(address).pathname
