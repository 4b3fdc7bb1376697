// On its own: what is typed and how it is sent both ask whether there is time.

let hasLeft = false
window.addEventListener('pagehide', () => {
  hasLeft = true
})
window.addEventListener('pageshow', () => {
  hasLeft = false
})

/** Whether the page may be gone in a moment, as when a phone is locked or the window closed; it may also come back. */
export const isPutAway = () => hasLeft || document.visibilityState === 'hidden'

/** Runs at the last moment in which a page can send something. */
export const onPutAway = (run: () => void) => {
  window.addEventListener('pagehide', run)
  document.addEventListener('visibilitychange', () => (isPutAway() ? run() : undefined))
}
