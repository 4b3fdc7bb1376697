import type { ReaderEvents } from './card-lines.ts'
import { type NumberForm, readSerialNumber } from './kept-reader.ts'

type NfcReader = EventTarget & { scan: (how: { signal: AbortSignal }) => Promise<void> }

type NfcReading = Event & { serialNumber: string }

const retryMs = 5000

/** Web NFC, which the library of types does not know yet. */
const makeReader = (): NfcReader | null =>
  'NDEFReader' in window ? new (window.NDEFReader as new () => NfcReader)() : null // the part of the draft used here

export const hasNfc = (): boolean => 'NDEFReader' in window

/** Asks whether this page may read cards; the browser remembers it. Only after a click. */
export const askForNfc = async (): Promise<void> => {
  const asking = new AbortController()
  await makeReader()?.scan({ signal: asking.signal })
  asking.abort()
}

/** The reader of a tablet or phone itself. */
export const openNfc = (form: NumberForm, { onCard, onState }: ReaderEvents): (() => void) => {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: ReturnType<typeof setTimeout> | undefined
  const hear = (event: Event) => {
    const { serialNumber } = event as NfcReading // what a reader says of a card, also one it cannot read further
    const number = readSerialNumber(serialNumber, form)
    if (number !== null) onCard(number)
  }
  const scan = () => {
    const reader = makeReader()
    for (const kind of ['reading', 'readingerror']) reader?.addEventListener(kind, hear, { signal })
    const started = reader?.scan({ signal }) ?? Promise.reject(new Error('no reader'))
    started.then(
      () => onState('ready'),
      () => {
        // Switched off in the settings of the tablet, or not allowed yet.
        onState('gone')
        if (!signal.aborted) timer = setTimeout(scan, retryMs)
      },
    )
  }
  scan()
  return () => {
    clearTimeout(timer)
    stopping.abort()
  }
}
