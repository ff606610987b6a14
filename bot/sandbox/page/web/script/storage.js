// The settings that this browser stores. It may refuse to: then they are lost on a reload.

export function recall(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise
  } catch {
    return otherwise
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden storage costs nothing but comfort.
  }
}
