// Pictures and files.

import { el, icon, name } from './element.js'
import { local } from './api.js'
import { showDialog } from './dialog.js'
import { spoiler } from './render.js'

// picture shows one picture; a click shows it as large as the window allows. It keeps
// its place while it loads, so that nothing jumps.
export function picture(media, about, hidden = false) {
  const address = local(media.url)
  const width = media.width || 320
  const height = media.height || 320
  const size = { '--width': `${width}px`, '--ratio': String(width / height) }
  const node = el('button', {
    type: 'button', class: 'picture', css: size, 'aria-label': about ? `Enlarge the picture: ${about}` : 'Enlarge the picture',
    on: { click: () => enlarge(address, about, width, height) },
  }, el('img', { src: address, alt: about ?? '', width: String(width), height: String(height), draggable: 'false' }))
  if (!hidden) return node
  const covered = spoiler(node, 'div', 'Show the picture')
  for (const [property, value] of Object.entries(size)) covered.style.setProperty(property, value)
  return covered
}

function enlarge(address, about, width, height) {
  const close = () => box.close()
  const box = el('dialog', {
    class: 'enlarged', 'aria-label': 'The picture', on: { click: (event) => { if (event.target === box) close() } },
  },
  el('figure', {},
    el('img', { src: address, alt: about ?? '', width: String(width), height: String(height) }),
    el('figcaption', {}, about ? el('p', {}, el('span', { class: 'alt-sign' }, 'ALT'), ' ', about) : null,
      el('a', { href: address, target: '_blank', rel: 'noopener' }, 'Open the original'))),
  el('button', { type: 'button', class: 'plain', 'aria-label': 'Close', autofocus: true, on: { click: close } }, icon('close')))
  showDialog(box)
}

function sizeText(bytes) {
  if (bytes < 1000) return `${bytes} bytes`
  const steps = ['KB', 'MB', 'GB']
  let size = bytes / 1000
  while (size >= 1000 && steps.length > 1) {
    size /= 1000
    steps.shift()
  }
  return `${size.toPrecision(3)} ${steps[0]}`
}

// How much of a text file is shown.
const previewed = 4000

// file shows something to download, and what is in it if that is text.
export function file(address, called, size, kind, hidden = false) {
  const at = local(address)
  const link = el('a', { href: at, download: called }, called)
  const preview = el('pre', { class: 'file-preview', hidden: true, tabindex: '0', id: name('preview') })
  const text = /^text\//.test(kind ?? '') && size < 200_000
  const look = text && el('button', {
    type: 'button', class: 'plain', 'aria-expanded': 'false', 'aria-controls': preview.id, 'aria-label': `Look into ${called}`, title: 'Look into it',
    on: {
      click: async () => {
        if (preview.hidden && preview.textContent === '') {
          try {
            const response = await fetch(at)
            if (!response.ok) throw new Error(response.statusText)
            const content = await response.text()
            preview.textContent = content.length > previewed ? `${content.slice(0, previewed)}\n…` : content
          } catch {
            preview.textContent = 'It could not be loaded.'
          }
        }
        preview.hidden = !preview.hidden
        look.setAttribute('aria-expanded', String(!preview.hidden))
      },
    },
  }, icon('eye'))
  const node = el('div', { class: 'file' }, el('div', { class: 'file-line' },
    icon('file'),
    el('div', { class: 'file-name' }, link, el('small', {}, sizeText(size))),
    look,
    el('a', { class: 'plain', href: at, download: called, 'aria-label': `Download ${called}`, title: 'Download' }, icon('load'))), preview)
  return hidden ? spoiler(node, 'div', 'Show the file') : node
}
