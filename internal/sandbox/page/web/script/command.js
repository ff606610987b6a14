// The commands of an app, as people see them: in their language, and each command
// within another one by itself.

// Types of commands and of options, by Discord's numbers.
const slashCommand = 1
const userCommand = 2
const messageCommand = 3
const subcommand = 1

const localName = (thing, locale) => thing.name_localizations?.[locale] ?? thing.name
const localAbout = (thing, locale) => thing.description_localizations?.[locale] ?? thing.description

// slashCommands lists what can be typed. path is what the sandbox calls it, name what people do.
export function slashCommands(commands, locale) {
  const typed = (thing, path, name) => ({ path, name, about: localAbout(thing, locale), options: (thing.options ?? []).map((o) => option(o, locale)) })
  return commands.filter((c) => c.type === slashCommand).flatMap((c) => {
    const name = localName(c, locale)
    const inner = (c.options ?? []).filter((o) => o.type === subcommand)
    if (inner.length === 0) return typed(c, c.name, name)
    return inner.map((one) => typed(one, `${c.name} ${one.name}`, `${name} ${localName(one, locale)}`))
  })
}

// menuCommands lists the commands of the context menus of members and of messages.
export function menuCommands(commands, locale) {
  const inMenu = (type) => commands.filter((c) => c.type === type).map((c) => ({ command: c.name, name: localName(c, locale) }))
  return { person: inMenu(userCommand), message: inMenu(messageCommand) }
}

function option(o, locale) {
  return {
    ...o, label: localName(o, locale), about: localAbout(o, locale),
    choices: (o.choices ?? []).map((c) => ({ label: localName(c, locale), value: c.value })),
  }
}
