/** Pages one does not go back from: the way behind them leads to the login or to nothing. */
const firstPages = new Set(['/', '/dashboard', '/login', '/kiosk'])

type BackPlace = { hasOverlay: boolean; pathname: string; canGoBack: boolean }

/** What Android’s back button does: it closes what is open, then goes back, then leaves the app. */
export const backStep = ({ hasOverlay, pathname, canGoBack }: BackPlace): 'close' | 'back' | 'leave' => {
  if (hasOverlay) return 'close'
  return canGoBack && !firstPages.has(pathname) ? 'back' : 'leave'
}

const overlay = () => document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')

/** Everything that opens over a page closes by Escape. */
const closeOverlay = () => {
  const target = document.activeElement ?? document.body
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }))
}

export const goBack = (leave: () => Promise<void>): void => {
  const { pathname } = globalThis.location
  const step = backStep({ hasOverlay: overlay() !== null, pathname, canGoBack: globalThis.history.length > 1 })
  if (step === 'close') closeOverlay()
  else if (step === 'back') globalThis.history.back()
  else void leave()
}
