// Dark or light: as the system has it, until the user chooses.

import { keep, recall } from './storage.js'

export const themes = { system: 'As the system', dark: 'Dark', light: 'Light' }

export function chosenTheme() {
  const chosen = recall('theme', 'system')
  return chosen in themes ? chosen : 'system'
}

export function chooseTheme(theme) {
  keep('theme', theme)
  showTheme()
}

export function showTheme() {
  document.documentElement.dataset.theme = chosenTheme()
}

// Another window of the same browser follows at once.
addEventListener('storage', (event) => { if (event.key === 'theme') showTheme() })
