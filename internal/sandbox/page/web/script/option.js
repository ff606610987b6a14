// The options of commands: what can be chosen for them, and what a text means.

import { face, nameOf } from './avatar.js'
import { matching } from './choices.js'

const string = 3
const truth = 5
const user = 6
const channel = 7
const role = 8

const sorts = { [string]: 'Text', [truth]: 'True or false', [user]: 'Person', [channel]: 'Channel', [role]: 'Role' }

export const sortOf = (option) => option.choices.length > 0 ? 'One of these' : sorts[option.type] ?? 'Something'

// things lists what can be chosen for an option; null if anything can be typed.
export function things(option, world, here) {
  if (option.choices.length > 0) return option.choices.map((c) => ({ ...c, words: [c.label, String(c.value)] }))
  switch (option.type) {
    case truth:
      return [{ label: 'True', value: true, words: ['True', 'yes'] }, { label: 'False', value: false, words: ['False', 'no'] }]
    case user: return people(world, here)
    case channel:
      return world.channels.filter((c) => c.guild && c.guild === here.guild && (option.channel_types?.includes(c.type) ?? true))
        .map((c) => ({ label: `#${c.name}`, value: c.id, words: [c.name] }))
    case role:
      return [{ id: here.guild, name: 'everyone' }, ...world.guild(here.guild)?.roles ?? []]
        .map((r) => ({ label: `@${r.name}`, value: r.id, words: [r.name] }))
    default: return null
  }
}

// people are those who can be meant in a channel.
export function people(world, here) {
  return world.members(here).map((p) => ({
    label: nameOf(p), about: p.bot ? 'App' : p.id === world.me.id ? 'You' : null, value: p.id, words: [nameOf(p), p.username], face: () => face(p, 'tiny'),
  }))
}

// found are the things that a text may mean, as lines of a list.
export function found(list, typed) {
  return matching(list, typed.replace(/^[@#]/, ''), (thing) => thing.words.map((w) => w.replace(/^[@#]/, '')))
    .map((thing) => ({ label: thing.label, about: thing.about, value: thing.value, face: thing.face?.() }))
}

// read turns what was typed into a value: {value}, {error}, or {} for nothing.
export function read(option, typed, list) {
  const text = typed.trim()
  if (text === '') return option.required ? { error: 'This option is required.' } : {}
  if (list) {
    const wanted = text.replace(/^[@#]/, '').toLowerCase()
    const hit = list.find((thing) => thing.words.some((w) => w.replace(/^[@#]/, '').toLowerCase() === wanted))
    return hit ? { value: hit.value } : { error: 'Choose one from the list.' }
  }
  const n = [...text].length
  if (option.min_length !== undefined && n < option.min_length) return { error: `At least ${option.min_length} characters.` }
  if (n > (option.max_length ?? 6000)) return { error: `At most ${option.max_length ?? 6000} characters.` }
  return { value: text }
}
