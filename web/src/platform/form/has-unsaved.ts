/** Fields that were typed into; they go with their page. */
const typed = new Set<Node>()

const forgetGone = () => {
  for (const field of typed) if (!field.isConnected) typed.delete(field)
}

/** From the first page on: its form is none that asks before it is left. */
export const watchTyping = () => {
  const note = ({ target }: Event) => {
    forgetGone()
    if (target instanceof Node) typed.add(target)
  }
  document.addEventListener('input', note, { capture: true })
}

/**
 * Whether a reload that no member asked for could lose something: a field on the page was typed into, or one of those who
 * ask before the window is closed would. Rather once too often: it only leaves the reload to the member.
 */
export const hasUnsaved = (): boolean => {
  forgetGone()
  return typed.size > 0 || !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
