// Faces: nobody here has a picture, so everybody has their first letter on a colour of
// their own, and the app its sign.

import { el } from './element.js'

export const nameOf = (user) => user.global_name ?? user.username

export function face(user, size = '') {
  if (user.bot) return el('img', { class: `face ${size}`, src: '/icon.svg', alt: '' })
  let hue = 7
  for (const sign of user.id) hue = (hue * 31 + Number(sign) * 47) % 360
  return el('span', { class: `face ${size}`, 'aria-hidden': 'true', css: { '--hue': String(hue) } }, [...nameOf(user)][0].toUpperCase())
}
