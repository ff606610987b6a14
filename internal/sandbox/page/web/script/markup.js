// Discord's markdown. Whatever is no markup is text, so nothing can fail to be read.

import { el } from './element.js'
import { stamp } from './clock.js'

// markup makes nodes and texts of what somebody wrote.
export function markup(text, session) {
  const parts = text.replace(/\r\n?/g, '\n').split(/(```[\s\S]+?```\n?)/)
  return parts.flatMap((part, i) => i % 2 === 1 ? codeBlock(part) : blocks(part.split('\n'), session, true))
}

function codeBlock(part) {
  const [, language, text] = /^```(?:([\w+.#-]{1,20})\n)?\n?([\s\S]*?)\n?```\n?$/.exec(part)
  return el('pre', { tabindex: '0' }, el('code', { 'data-language': language }, text))
}

// What only a line can begin.
const heading = /^(#{1,3}) +(\S.*)$/
const subtext = /^-# +(\S.*)$/
const item = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/

// blocks reads lines. Those that are nothing in particular belong together.
function blocks(lines, session, quotes) {
  const nodes = []
  let plain = []
  const flush = () => {
    if (plain.length > 0) nodes.push(...inline(plain.join('\n'), session))
    plain = []
  }
  for (let i = 0; i < lines.length;) {
    const [length, ...made] = blockAt(lines.slice(i), session, quotes)
    if (length === 0) plain.push(lines[i])
    else flush()
    nodes.push(...made)
    i += length || 1
  }
  flush()
  return nodes
}

// blockAt reads what begins with the first of some lines: how many lines it has, and its nodes.
function blockAt(lines, session, quotes) {
  const [line] = lines
  const those = (are) => {
    const end = lines.findIndex((one) => !are(one))
    return end < 0 ? lines : lines.slice(0, end)
  }
  const quote = (quoted) => el('blockquote', {}, blocks(quoted, session, false))
  let found
  if (quotes && line.startsWith('>>> ')) return [lines.length, quote([line.slice(4), ...lines.slice(1)])]
  if (quotes && line.startsWith('> ')) {
    const quoted = those((one) => one.startsWith('> '))
    return [quoted.length, quote(quoted.map((one) => one.slice(2)))]
  }
  // A message is part of a page that has its own first headings.
  if ((found = heading.exec(line))) return [1, el(`h${found[1].length + 2}`, { class: `h${found[1].length}` }, inline(found[2], session))]
  if ((found = subtext.exec(line))) return [1, el('p', { class: 'subtext' }, inline(found[1], session))]
  if (item.test(line)) {
    const items = those((one) => item.test(one) || /^ +\S/.test(one))
    return [items.length, ...lists(items, session)]
  }
  return [0]
}

// lists nests items by how far they are indented. A line that begins no item goes on with the one before.
function lists(lines, session) {
  const made = []
  for (let i = 0; i < lines.length;) {
    const [, indent, mark, text] = item.exec(lines[i])
    const isInside = (one) => !item.test(one) || item.exec(one)[1].length > indent.length
    const end = lines.findIndex((one, at) => at > i && !isInside(one))
    const inner = lines.slice(i + 1, end < 0 ? undefined : end)
    const first = inner.findIndex((one) => item.test(one))
    const more = (first < 0 ? inner : inner.slice(0, first)).map((one) => one.trim())
    const node = el('li', {}, inline([text, ...more].join('\n'), session), first < 0 ? null : lists(inner.slice(first), session))
    const start = Number.parseInt(mark, 10)
    const tag = start >= 0 ? 'ol' : 'ul'
    if (made.at(-1)?.localName === tag) made.at(-1).append(node)
    else made.push(el(tag, { start: start > 1 ? String(start) : null }, node))
    i += 1 + inner.length
  }
  return made
}

// between matches what is between two marks. Escaped signs close nothing, and of three stars the last two close.
const between = (mark, last) => new RegExp(`${mark}((?:\\\\[^]|[^\\\\])+?)${mark}(?!${last})`, 'y')

const inside = (tag, attributes = {}) => ([, text], session) => el(tag, attributes, inline(text, session))

// rules say how to draw what begins at some place of a text. The first that matches there counts. What can match in two
// ways makes a browser try all combinations of them, so a bracket is always that of a pair.
const rules = [
  [/[^\\\n`*_~|<@[h]+/y, ([text]) => text],
  [/\\([^0-9A-Za-z\s])/y, ([, sign]) => sign],
  [/\n/y, () => el('br')],
  [/(`{1,2})(?!`)([^]+?)(?<!`)\1(?!`)/y, ([, , text]) => el('code', {}, text.replace(/^ (?=`)|(?<=`) $/g, ''))],
  [between('\\*\\*', '\\*'), inside('strong')],
  [between('__', '_'), inside('u')],
  [between('~~', '~'), inside('s')],
  [between('\\|\\|', '\\|'), inside('span', { 'data-spoiler': true, tabindex: '0' })],
  [/\*(?=\S)((?:\*\*|\\[^]|\s+(?:\\[^]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, inside('em')],
  [/\b_((?:__|\\[^]|[^\\_])+?)_\b/y, inside('em')],
  [/\[((?:(?!https?:\/\/)(?:\\.|[^\\[\]\n]|\[[^[\]\n]*\]))+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?: +["']([^"'\n]*)["'])? *\)/y,
    ([, text, to, title], session) => link(to, inline(text, session), session, title)],
  [/(?<![\p{L}\p{N}])https?:\/\/[^\s<[\]]+[^\s<[\].,:;"')!?*_~|]/uy, ([to], session) => link(to, null, session)],
  [/<(https?:\/\/[^\s<>]+)>/y, ([, to], session) => link(to, null, session)],
  [/<@!?(\d{1,20})>/y, ([, id], session) => el('span', {
    class: 'mention', dir: 'auto', 'data-person': id, 'data-me': id === session.me.id,
  }, `@${session.world.person(id)}`)],
  [/<@&(\d{1,20})>/y, ([, id], session) => el('span', { class: 'mention', dir: 'auto' }, session.world.role(id))],
  [/@(?:everyone|here)(?!\w)/y, ([text]) => el('span', { class: 'mention' }, text)],
  [/<#(\d{1,20})>/y, ([, id], session) => channel(id, null, session) ?? el('span', { class: 'mention' }, '#unknown')],
  [/<\/([-_'\p{L}\p{N} ]{1,100}):\d{1,20}>/uy, ([, name], session) => el('button', {
    type: 'button', class: 'mention', on: { click: () => session.composer.type(`/${name}`) },
  }, `/${name}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, ([, seconds, style], session) => stamp(Number(seconds), style ?? 'f', session.me.locale)],
  [/<a?(:\w{1,32}:)\d{1,20}>/y, ([, name]) => el('span', { title: name }, name)],
]

function inline(text, session) {
  const nodes = []
  for (let at = 0; at < text.length;) {
    const [node, length] = partAt(text, at, session)
    nodes.push(node)
    at += length
  }
  return nodes
}

// partAt draws what begins at a place of a text, and says how long that is.
function partAt(text, at, session) {
  for (const [pattern, draw] of rules) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) return [draw(found, session), found[0].length]
  }
  return [text[at], 1]
}

// link leads somewhere. The address of a channel in Discord, or of a message in it, leads to the same place here.
function link(to, words, session, title) {
  const [, id, message] = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(to) ?? []
  return id && channel(id, message, session, words)
    || el('a', { href: to, title, target: '_blank', rel: 'noopener noreferrer nofollow' }, words ?? to)
}

// channel leads to a channel or a message in it; undefined if there is none.
function channel(id, message, session, words = null) {
  const there = session.world.channel(id)
  return there && el('button', {
    type: 'button', class: words ? 'linklike' : 'mention', dir: 'auto', on: { click: () => session.jump(message, id) },
  }, words ?? `#${there.name}${message ? ' › 💬' : ''}`)
}
