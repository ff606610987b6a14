// A command as it is typed: its name, the value of its first required option, and the others as name:value.

import { found, kindOf, named, read, things } from './option.js'
import { matching } from './choices.js'

// commandOf finds the command that a text begins with, and where what follows its name begins.
export function commandOf(text, commands) {
  const begun = `${text.toLowerCase()} `
  const hit = commands.flatMap((command) => [command.name, command.path].map((name) => ({ command, start: name.length + 2, name })))
    .filter(({ name }) => begun.startsWith(`/${name.toLowerCase()} `))
    .sort((a, b) => b.start - a.start)[0]
  return hit ?? null
}

// A Line is a command that is being typed: its options with what was typed for them. picked has what
// was chosen for them from the suggestions of the bot, by name.
export class Line {
  constructor({ command, start }, text, { world, here, picked, file }) {
    Object.assign(this, { command, start, text, world, here, picked, file, parts: [] })
    const labels = command.options.map((o) => o.label).join('|') || '(?!)'
    const [free, ...named] = text.slice(start).split(new RegExp(`(?<=^|\\s)(${labels}):`))
    let from = start + free.length
    for (let i = 0; i < named.length; i += 2) {
      const [label, typed] = named.slice(i)
      from += label.length + 1
      this.parts.push(part(command.options.find((o) => o.label === label), typed, from))
      from += typed.length
    }
    if (free !== '' || named.length === 0) {
      this.parts.unshift(part(command.options.find((o) => o.required && !this.isGiven(o)), free, start))
    }
  }

  isGiven(option) { return this.parts.some((part) => part.option === option) }

  things(option) { return things(option, this.world, this.here, this.file) }

  // values reads what was typed: {options}, or the error.
  values() {
    const options = {}
    for (const option of this.command.options) {
      const { value, error } = this.value(option)
      if (error) return { error }
      if (value !== undefined) options[option.name] = value
    }
    return this.parts.some((part) => !part.option && part.text) ? { error: 'There is no such option.' } : { options }
  }

  value(option) {
    const typed = this.parts.findLast((part) => part.option === option)?.text ?? ''
    const picked = this.picked.get(option.name)
    return picked?.label === typed ? { value: picked.value } : read(option, typed, this.things(option))
  }

  // last says what is being typed at the end: the value of an option, or, after one that is complete,
  // the name of the next.
  last() {
    const { option, text, from, isDone } = this.parts.at(-1)
    const list = option && this.things(option)
    const picked = option && this.picked.get(option.name)
    const whole = list ? named(list, text) : picked && named([picked], text)
    const length = whole?.label.length ?? 0
    if (option && !(whole && (text.length > length || isDone))) return { option, list, word: text, from }
    const word = text.slice(length).trim()
    return { word, from: word ? from + text.length - word.length : this.text.length }
  }

  // optionLines lists the options that may come next. from is where the word that may name one begins.
  optionLines(word, from) {
    return matching(this.command.options.filter((o) => !this.isGiven(o)), word, (o) => [o.label, o.name])
      .map((option) => ({ label: option.label, about: option.about, side: kindOf(option), from, put: `${option.label}:` }))
  }

  // valueLines lists what may be chosen for an option.
  valueLines({ option, list, word, from }) {
    return found(list, word).map((thing) => ({ ...thing, from, put: `${thing.label} `, option }))
  }
}

// part is what was typed for an option, without the space around it. isDone says that there is some after it.
function part(option, typed, from) {
  const text = typed.trim()
  return { option, text, from: from + typed.indexOf(text), isDone: /\s$/.test(typed) }
}
