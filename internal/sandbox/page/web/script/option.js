// The options of commands: what can be chosen for them, and what a text means.

import { face, nameOf } from './avatar.js'
import { matching } from './choices.js'

const string = 3
const truth = 5
export const user = 6
export const channel = 7
export const role = 8
export const attachment = 11

const kinds = { [string]: 'Text', [truth]: 'True or false', [user]: 'Person', [channel]: 'Channel', [role]: 'Role', [attachment]: 'File' }

export const kindOf = (option) => option.required ? 'Required' : option.choices.length > 0 ? 'One of these' : kinds[option.type] ?? ''

// things lists what can be chosen for an option; null if anything can be typed. file is the one beside the message, if there is one.
export function things(option, world, here, file) {
  if (option.choices.length > 0) return option.choices
  switch (option.type) {
    case truth:
      return [{ label: 'True', value: true }, { label: 'False', value: false }]
    case user:
      return world.members(here).map((p) => ({
        label: nameOf(p), value: p.id, face: face(p, 'tiny'), about: p.bot ? 'App' : p.id === world.me.id ? 'You' : null,
      }))
    case channel:
      return world.channels.filter((c) => c.guild && c.guild === here.guild && (option.channel_types?.includes(c.type) ?? true))
        .map((c) => ({ label: `#${c.name}`, value: c.id }))
    case role:
      return [{ id: here.guild, name: 'everyone' }, ...world.guild(here.guild)?.roles ?? []].map((r) => ({ label: `@${r.name}`, value: r.id }))
    case attachment:
      return file ? [{ label: file.name, value: file }] : []
    default:
      return null
  }
}

// plain is a label without the sign that says of what kind it is.
const plain = (label) => label.replace(/^[@#]/, '').toLowerCase()

// found are the things that a text may mean.
export const found = (list, typed) => matching(list, plain(typed), (thing) => [plain(thing.label)])

// named returns the thing that a text begins with, and nothing or a space after it.
export function named(list, typed) {
  const text = `${plain(typed)} `
  return list.filter((thing) => text.startsWith(`${plain(thing.label)} `)).sort((a, b) => b.label.length - a.label.length)[0]
}

// read turns what was typed into a value: {value}, {error}, or {} for nothing.
export function read(option, typed, list) {
  if (typed === '') return option.required ? { error: `${option.label}: This option is required.` } : {}
  if (list) {
    const hit = list.find((thing) => plain(thing.label) === plain(typed))
    return hit ? { value: hit.value } : { error: `${option.label}: Choose one from the list.` }
  }
  const n = [...typed].length
  if (n < (option.min_length ?? 0)) return { error: `${option.label}: At least ${option.min_length} characters.` }
  if (n > (option.max_length ?? 6000)) return { error: `${option.label}: At most ${option.max_length ?? 6000} characters.` }
  return { value: typed }
}
