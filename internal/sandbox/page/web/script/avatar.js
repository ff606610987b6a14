// Avatars: nobody here has a picture, so everybody has their first letter on a colour of
// their own, and the app its sign.

import { el } from './element.js'

export const nameOf = (user) => user.global_name ?? user.username

export function face(user, size = '') {
  if (user.bot) return el('img', { class: `face ${size}`, src: '/icon.svg', alt: '' })
  // Ids that follow each other get colours that are far apart.
  const hue = BigInt(user.id) * 137n % 360n
  return el('span', { class: `face ${size}`, 'aria-hidden': 'true', css: { '--hue': String(hue) } }, [...nameOf(user)][0].toUpperCase())
}
