// Dialogs, which stand above everything until they are closed.

// showDialog opens a dialog and takes it away when it is closed. The focus goes back to
// where it was, and so does the place where one writes, which browsers leave behind.
export function showDialog(box) {
  const before = document.activeElement
  box.addEventListener('close', () => {
    box.remove()
    const back = before.isConnected ? before : document.getElementById('box')
    back.blur()
    back.focus({ preventScroll: true })
  })
  document.body.append(box)
  box.showModal()
}
