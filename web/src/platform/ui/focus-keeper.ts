import { useEffect } from 'react'

/** What stands over the page and goes away again. */
const layerOf = (element: Element) => element.closest('[role="dialog"], [role="menu"]')

/** The elements around the one that has the focus, from the inside out; of a dialog, only those in it. */
const surroundingsOf = (element: Element): HTMLElement[] => {
  const parent = element.parentElement
  const isOutside = parent === null || parent === document.body || element === layerOf(element)
  return isOutside ? [] : [parent, ...surroundingsOf(parent)]
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

type FocusPlace = { element: HTMLElement; around: HTMLElement[]; layer: Element | null }

/**
 * A button that goes away when it is pressed, or is off while it works, takes the focus with it: the keyboard would
 * begin at the top of the page again. This gives the focus back to the button, or to the place where it was; from a
 * dialog that closed, to what opened it.
 */
export const watchFocus = (): (() => void) => {
  let last: FocusPlace | null = null
  const openers = new WeakMap<Element, FocusPlace | null>()
  const remember = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement)) return
    const layer = layerOf(target)
    if (layer && !openers.has(layer)) openers.set(layer, last)
    last = { element: target, around: surroundingsOf(target), layer }
  }
  const onFocus = ({ target }: FocusEvent) => remember(target)
  // On its way to another element nothing has the focus. What is drawn just then, such as an error, does not call it
  // back; so this is heard before what draws it.
  const onLeave = ({ relatedTarget }: FocusEvent) => remember(relatedTarget)
  // A click beside everything takes the focus away on purpose. One into the field that has it takes nothing away, and
  // one beside a dialog or a menu only closes that.
  const forget = ({ target }: Event) => {
    const held = document.activeElement
    const isInside = held !== null && held !== document.body && target instanceof Node && held.contains(target)
    if (!isInside && !last?.layer) last = null
  }
  const mend = () => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isLost || last === null) return
    if (last.element.isConnected) {
      if (!last.element.matches(':disabled')) last.element.focus({ preventScroll: true })
      return
    }
    const place = last.around.find((element) => element.isConnected)
    last = place || last.layer === null ? null : (openers.get(last.layer) ?? null)
    if (place) lend(place)
    else mend()
  }
  const observer = new MutationObserver(mend)
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onLeave, { capture: true })
  document.addEventListener('pointerdown', forget, { capture: true })
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onLeave, { capture: true })
    document.removeEventListener('pointerdown', forget, { capture: true })
  }
}

export const useFocusKeeper = () => useEffect(watchFocus, [])
