import { useEffect } from 'react'

/** The elements around the one that has the focus, from the inside out. */
const surroundingsOf = (element: Element): HTMLElement[] => {
  const parent = element.parentElement
  return parent === null || parent === document.body ? [] : [parent, ...surroundingsOf(parent)]
}

/** Gives the focus to what is no control, only until it goes on: Tab then finds what stands there now. */
const lend = (element: HTMLElement) => {
  if (element.tabIndex < 0) {
    element.tabIndex = -1
    element.dataset['keepsFocus'] = ''
    const giveBack = () => {
      element.removeAttribute('tabindex')
      delete element.dataset['keepsFocus']
    }
    element.addEventListener('blur', giveBack, { once: true })
  }
  element.focus({ preventScroll: true })
}

/**
 * A button that goes away when it is pressed, or is off while it works, takes the focus with it: the keyboard would
 * begin at the top of the page again. This gives the focus back to the button, or to the place where it was.
 */
export const watchFocus = (): (() => void) => {
  let last: HTMLElement | null = null
  let around: HTMLElement[] = []
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = target
    around = surroundingsOf(target)
  }
  // A click beside everything takes the focus away on purpose.
  const forget = () => {
    last = null
  }
  const mend = () => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isLost || last === null) return
    if (last.isConnected) {
      if (!last.matches(':disabled')) last.focus({ preventScroll: true })
      return
    }
    const place = around.find((element) => element.isConnected)
    last = null
    if (place) lend(place)
  }
  const observer = new MutationObserver(mend)
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', remember)
  document.addEventListener('pointerdown', forget, { capture: true })
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('pointerdown', forget, { capture: true })
  }
}

export const useFocusKeeper = () => useEffect(watchFocus, [])
