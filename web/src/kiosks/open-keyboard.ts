import type { ReaderEvents } from './open-reader.ts'
import { nothingTyped, readKey } from './parse-line.ts'

/** A reader that types: nobody can tell whether it is plugged in, so it counts as connected. */
export const openKeyboard = ({ onCard, onState }: ReaderEvents): (() => void) => {
  let typing = nothingTyped
  const hear = (event: KeyboardEvent) => {
    // What goes into a field is somebody's own.
    if (event.target instanceof HTMLInputElement) return
    const { now, card } = readKey(typing, { key: event.key, atMs: event.timeStamp })
    typing = now
    if (card === null) return
    // Enter would press the button that has the focus.
    event.preventDefault()
    onCard(card)
  }
  window.addEventListener('keydown', hear, { capture: true })
  onState(true)
  return () => window.removeEventListener('keydown', hear, { capture: true })
}
