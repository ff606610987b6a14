// Discord's markdown: a text becomes a tree, and render.js makes nodes of it.
//
// A tree is a list of parts: texts, and objects with a kind and, mostly, parts of their
// own. Whatever is not markup is text, so nothing can fail to parse.

const deepest = 16

// parse reads a whole message or text display.
export function parse(text) {
  return blocks(text.replace(/\r\n?/g, '\n'), 0, true)
}

// What only a line can begin.
const heading = /^(#{1,3}) +(\S.*)$/
const subtext = /^-# +(\S.*)$/
const item = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/

function blocks(text, depth, quotes) {
  const lines = text.split('\n')
  const parts = []
  let plain = []
  // Lines that are nothing in particular belong together. A block brings its own line
  // break, so the ones next to it are not shown as well.
  const flush = () => {
    if (plain.length > 0) parts.push(...inline(plain.join('\n'), depth))
    plain = []
  }
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    let found
    if (quotes && line.startsWith('>>> ')) {
      flush()
      parts.push({ kind: 'quote', parts: blocks([line.slice(4), ...lines.slice(i + 1)].join('\n'), depth + 1, false) })
      return parts
    }
    if (quotes && line.startsWith('> ')) {
      flush()
      const quoted = []
      while (i < lines.length && lines[i].startsWith('> ')) quoted.push(lines[i++].slice(2))
      i--
      parts.push({ kind: 'quote', parts: blocks(quoted.join('\n'), depth + 1, false) })
    } else if ((found = heading.exec(line))) {
      flush()
      parts.push({ kind: 'heading', level: found[1].length, parts: inline(found[2], depth + 1) })
    } else if ((found = subtext.exec(line))) {
      flush()
      parts.push({ kind: 'subtext', parts: inline(found[1], depth + 1) })
    } else if (item.test(line)) {
      flush()
      const items = []
      while (i < lines.length) {
        const next = item.exec(lines[i])
        if (next) {
          items.push({ indent: next[1].length, number: /\d/.test(next[2]) ? Number.parseInt(next[2], 10) : null, text: next[3] })
        } else if (items.length > 0 && /^ +\S/.test(lines[i])) {
          items[items.length - 1].text += '\n' + lines[i].trim()
        } else {
          break
        }
        i++
      }
      i--
      parts.push(...lists(items, depth + 1))
    } else {
      plain.push(line)
      // A code block may hold lines that look like something.
      while (fences(plain.join('\n')) % 2 === 1 && lines.slice(i + 1).some((rest) => rest.includes('```'))) plain.push(lines[++i])
    }
  }
  flush()
  return parts
}

const fences = (text) => text.split('```').length - 1

// lists nests items by how far they are indented.
function lists(items, depth) {
  const made = []
  for (let i = 0; i < items.length;) {
    const { indent, number, text } = items[i]
    const inner = []
    let next = i + 1
    while (next < items.length && items[next].indent > indent) inner.push(items[next++])
    const parts = [...inline(text, depth + 1), ...(depth < deepest ? lists(inner, depth + 1) : [])]
    const last = made[made.length - 1]
    if (last && last.ordered === (number !== null)) last.items.push(parts)
    else made.push({ kind: 'list', ordered: number !== null, start: number ?? 1, items: [parts] })
    i = next
  }
  return made
}

// Marks that stand on both sides of what they change. Longer ones come first.
const pairs = [['**', 'strong'], ['__', 'underline'], ['~~', 'strike'], ['||', 'spoiler'], ['*', 'emphasis'], ['_', 'emphasis']]

// What can match in two ways makes a browser try all combinations of them, so a bracket is always that of a pair.
const link = /^\[((?:\\.|[^\\[\]\n]|\[[^[\]\n]*\])+)\]\(<?(https?:\/\/[^\s<>)]+)>?(?: +["']([^"'\n]*)["'])? *\)/
const bare = /^https?:\/\/[^\s<[\]]+[^\s<[\].,:;"')!?*_~|]/
const angled = {
  url: /^<(https?:\/\/[^\s<>]+)>/,
  user: /^<@!?(\d{1,20})>/,
  role: /^<@&(\d{1,20})>/,
  channel: /^<#(\d{1,20})>/,
  command: /^<\/([-_'\p{L}\p{N} ]{1,100}):(\d{1,20})>/u,
  time: /^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/,
  emoji: /^<a?:(\w{1,32}):\d{1,20}>/,
}

function inline(text, depth) {
  const parts = []
  let plain = ''
  for (let i = 0; i < text.length;) {
    const found = partAt(text, i, depth)
    i += found.length
    plain += found.plain ?? ''
    if (!found.part) continue
    if (plain) parts.push(plain)
    plain = ''
    parts.push(found.part)
  }
  if (plain) parts.push(plain)
  return parts
}

// partAt reads what begins at a place: {part, length}, or {plain, length} of what is no markup.
function partAt(text, at, depth) {
  const rest = text.slice(at)
  const nests = depth < deepest
  let found
  switch (rest[0]) {
    case '\\':
      if (/^\\[^0-9A-Za-z\s]/.test(rest)) return { length: 2, plain: rest[1] }
      break
    case '\n':
      return { length: 1, part: { kind: 'break' } }
    case '`':
      found = codeAt(rest)
      if (found) return found
      break
    case '<':
      found = inAngles(rest)
      if (found) return found
      break
    case '[':
      found = nests && link.exec(rest)
      if (found && !/https?:\/\//.test(found[1])) {
        return { length: found[0].length, part: { kind: 'link', to: found[2], title: found[3], parts: inline(found[1], depth + 1) } }
      }
      break
    case 'h':
      found = (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1])) && bare.exec(rest)
      if (found) return { length: found[0].length, part: { kind: 'link', to: found[0], parts: [found[0]] } }
      break
    case '@':
      found = /^@(everyone|here)(?!\w)/.exec(rest)
      if (found) return { length: found[0].length, part: { kind: 'everyone', name: found[1] } }
      break
  }
  const [mark, kind] = nests && pairs.find(([mark]) => rest.startsWith(mark)) || [rest[0]]
  const end = kind ? closing(text, at + mark.length, mark) : -1
  if (end < 0) return { length: mark.length, plain: mark }
  return { length: end + mark.length - at, part: { kind, parts: inline(text.slice(at + mark.length, end), depth + 1) } }
}

// codeAt reads a code block or a code span.
function codeAt(rest) {
  const block = /^```(?:([\w+.#-]{1,20})\n)?\n?([\s\S]*?)\n?```/.exec(rest)
  if (block && block[2].trim() !== '') {
    const { length } = block[0]
    // The line break behind a block is its own.
    return { length: rest[length] === '\n' ? length + 1 : length, part: { kind: 'codeblock', language: block[1] ?? '', text: block[2] } }
  }
  const marks = /^`+/.exec(rest)[0].length
  if (marks > 2) return null
  for (let i = marks; i < rest.length; i++) {
    if (rest[i] !== '`') continue
    const run = /^`+/.exec(rest.slice(i))[0].length
    if (run === marks && i > marks) {
      return { length: i + run, part: { kind: 'code', text: rest.slice(run, i).replace(/^ (?=`)|(?<=`) $/g, '') } }
    }
    i += run - 1
  }
  return null
}

function inAngles(rest) {
  for (const [kind, pattern] of Object.entries(angled)) {
    const found = pattern.exec(rest)
    if (!found) continue
    const length = found[0].length
    switch (kind) {
      case 'url': return { length, part: { kind: 'link', to: found[1], parts: [found[1]] } }
      case 'command': return { length, part: { kind, name: found[1], id: found[2] } }
      case 'time': return { length, part: { kind, seconds: Number(found[1]), style: found[2] ?? 'f' } }
      case 'emoji': return { length, part: { kind, name: found[1] } }
      default: return { length, part: { kind, id: found[1] } }
    }
  }
  return null
}

// closing finds where what a mark opened ends, or returns -1. Escaped signs and code
// close nothing.
function closing(text, from, mark) {
  const single = mark.length === 1
  if (from >= text.length || single && /\s/.test(text[from])) return -1
  for (let i = from; i < text.length; i++) {
    if (text[i] === '\\') {
      i++
    } else if (text[i] === '`') {
      const code = codeAt(text.slice(i))
      if (code) i += code.length - 1
    } else if (single && text.startsWith(mark + mark, i)) {
      // Two of them are another mark, with an end of its own.
      const end = text.indexOf(mark + mark, i + 2)
      i = (end < 0 ? i : end) + 1
    } else if (text.startsWith(mark, i) && i > from) {
      if (!single) {
        // Of three stars the last two close: the first is the end of what is inside.
        if (text[i + mark.length] === mark[0] && text[i + mark.length + 1] !== mark[0]) continue
        return i
      }
      if (mark === '*' && /\s/.test(text[i - 1])) continue
      if (mark === '_' && /\w/.test(text[i + 1] ?? ' ')) continue
      return i
    }
  }
  return -1
}
