// What this browser stores: in localStorage for good, in sessionStorage as long as the window
// is open. It may refuse to: then it is lost on a reload.

export function recall(key, otherwise, storage = 'localStorage') {
  try {
    return JSON.parse(window[storage].getItem(key)) ?? otherwise
  } catch {
    return otherwise
  }
}

export function keep(key, value, storage = 'localStorage') {
  try {
    window[storage].setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden storage costs nothing but comfort.
  }
}
