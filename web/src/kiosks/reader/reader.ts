import { useState, useEffectEvent, useEffect } from 'react'
import { nothingTyped, type ReaderEvents, type ReaderState, readKey } from './card-lines.ts'
import type { ReaderKind, KeptReader } from './kept-reader.ts'
import { hasNfc, openNfc } from './nfc-reader.ts'
import { hasSerial, openSerial } from './serial-reader.ts'
import { openSocket } from './socket-reader.ts'

/** Whether this browser can speak to a kind of reader. */
export const canRead = (kind: ReaderKind): boolean =>
  kind === 'serial' ? hasSerial() : kind === 'nfc' ? hasNfc() : true

/** Listens to the reader beside this screen until the returned function is called. */
export const openReader = (reader: KeptReader, events: ReaderEvents): (() => void) => {
  if (reader.kind === 'keyboard') return openKeyboard(events)
  if (reader.kind === 'serial') return openSerial(events)
  if (reader.kind === 'nfc') return openNfc(reader.form, events)
  return openSocket(reader.url, events)
}

/** A reader that types. The browser cannot tell whether it is plugged in, so it counts as connected. */
export const openKeyboard = ({ onCard, onState }: ReaderEvents): (() => void) => {
  let typing = nothingTyped
  const hear = (event: KeyboardEvent) => {
    // Typing into a field is not the reader.
    if (event.target instanceof HTMLInputElement) return
    const { now, card } = readKey(typing, { key: event.key, atMs: event.timeStamp })
    typing = now
    if (card === null) return
    // Enter would press the button that has the focus.
    event.preventDefault()
    onCard(card)
  }
  window.addEventListener('keydown', hear, { capture: true })
  onState('ready')
  return () => window.removeEventListener('keydown', hear, { capture: true })
}

/** A card stays in the field of a reader for a moment and is read again and again. */
const heldMs = 1000

/** Listens to the reader beside this screen, and says whether it is there. The same card counts once in a second. */
export const useReader = (reader: KeptReader, onCard: (number: string) => void): ReaderState => {
  const [state, setState] = useState<ReaderState>('gone')
  const tell = useEffectEvent(onCard)
  const { kind, url, form } = reader
  useEffect(() => {
    let held: string | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = (number: string) => {
      // Nothing after the mark of a card is no card.
      if (number.trim() === '') return
      const isSame = number === held
      clearTimeout(timer)
      held = number
      timer = setTimeout(() => (held = null), heldMs)
      if (!isSame) tell(number)
    }
    const stop = openReader({ kind, url, form }, { onCard: hear, onState: setState })
    return () => {
      clearTimeout(timer)
      stop()
      setState('gone')
    }
  }, [kind, url, form])
  return state
}
