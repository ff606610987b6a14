// The API for people, as docs/sandbox.md describes it.

// A RequestError says why a call failed.
export class RequestError extends Error {}

async function call(method, path, body, signal) {
  const request = { method, signal, headers: {} }
  if (body !== undefined) {
    request.body = JSON.stringify(body)
    request.headers['Content-Type'] = 'application/json'
  }
  let response
  let text
  try {
    response = await fetch(`/sandbox/${path}`, request)
    text = await response.text()
  } catch (error) {
    if (error instanceof TypeError) throw new RequestError('The sandbox cannot be reached') // each browser has other words
    throw error
  }
  let answer = null
  try {
    answer = JSON.parse(text)
  } catch {
    throw new RequestError(`The sandbox answers ${response.status}`)
  }
  if (!response.ok) throw new RequestError(answer?.error ?? `The sandbox answers ${response.status}`)
  return { answer, headers: response.headers }
}

async function ask(...request) {
  return (await call(...request)).answer
}

export const readWorld = () => ask('GET', 'world')

export const addPerson = (person) => ask('POST', 'people', person)

// A PersonAPI makes the calls of one person.
export class PersonAPI {
  constructor(person) {
    this.at = `people/${person}`
  }

  change(choices) { return ask('PATCH', this.at, choices) }
  hold(role, held) { return ask(held ? 'PUT' : 'DELETE', `${this.at}/roles/${role}`) }
  channels() { return ask('GET', `${this.at}/channels`) }
  commands(channel) { return ask('GET', `${this.at}/commands?channel=${channel}`) }

  // messages lists a page of messages, with the number of the last event that is in it.
  async messages(channel, limit, before) {
    const query = new URLSearchParams({ channel, limit })
    if (before) query.set('before', before)
    const { answer, headers } = await call('GET', `${this.at}/messages?${query}`)
    return { messages: answer, upTo: Number(headers.get('Last-Event-ID')) }
  }

  command(use) { return ask('POST', `${this.at}/command`, use) }
  autocomplete(use, signal) { return ask('POST', `${this.at}/autocomplete`, use, signal) }
  press(press) { return ask('POST', `${this.at}/press`, press) }
  submit(form) { return ask('POST', `${this.at}/submit`, form) }
  say(channel, content) { return ask('POST', `${this.at}/say`, { channel, content }) }
  dm() { return ask('POST', `${this.at}/dm`) }

  get events() { return `/sandbox/${this.at}/events` }
}

// local turns the address of an attachment into one of this page, whatever name of this
// machine it was opened by.
export const local = (address) => new URL(address).pathname
