// The commands of an app, as people see them: in their language, and each command
// within another one by itself.

const kinds = { command: 1, group: 2 }

const called = (thing, locale) => thing.name_localizations?.[locale] ?? thing.name
const told = (thing, locale) => thing.description_localizations?.[locale] ?? thing.description

// flat lists what can be typed. path is what the sandbox calls it, name what people do.
export function flat(commands, locale) {
  const all = []
  const walk = (thing, path, name) => {
    const inner = (thing.options ?? []).filter((o) => o.type === kinds.command || o.type === kinds.group)
    if (inner.length > 0) {
      for (const one of inner) walk(one, `${path} ${one.name}`, `${name} ${called(one, locale)}`)
      return
    }
    all.push({ path, name, about: told(thing, locale), options: (thing.options ?? []).map((o) => option(o, locale)) })
  }
  for (const command of commands) if (command.type === 1) walk(command, command.name, called(command, locale))
  return all
}

// ofMembers lists the commands of the context menu of a member.
export function ofMembers(commands, locale) {
  return commands.filter((c) => c.type === 2).map((c) => ({ command: c.name, name: called(c, locale) }))
}

function option(o, locale) {
  return {
    ...o, label: called(o, locale), about: told(o, locale),
    choices: (o.choices ?? []).map((c) => ({ label: called(c, locale), value: c.value })),
  }
}

// usage is what a command takes, in a few words.
export function usage(command) {
  return command.options.filter((o) => o.required).map((o) => o.label).join(' ')
}
