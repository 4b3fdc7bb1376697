import { z } from 'zod'
import { numberForms } from './read-serial-number.ts'

export const readerKinds = ['socket', 'keyboard', 'serial', 'nfc'] as const
export type ReaderKind = (typeof readerKinds)[number]

export const defaultReaderUrl = 'ws://cardreader.local:81'
const defaultPort = '81'

const KeepReader = z.object({
  kind: z.enum(readerKinds),
  url: z.string(),
  /** How the serial number of a card is written; only for NFC. */
  form: z.enum(numberForms).default('decimal'),
})
/** Which reader stands beside this screen. Kept in its browser: the portal need not know. */
export type KeepReader = z.infer<typeof KeepReader>

const key = 'cardReader'
const usual: KeepReader = { kind: 'socket', url: defaultReaderUrl, form: 'decimal' }

/** A reader's address as it is used: without a port it is 81. Null for what is none. */
export const readReaderUrl = (text: string): string | null => {
  const trimmed = text.trim()
  if (!/^wss?:\/\/[^/\s]+/i.test(trimmed) || !URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  const hasPort = /^wss?:\/\/(?:\[[^\]]*\]|[^/:]+):\d+/i.test(trimmed)
  if (!hasPort) url.port = defaultPort
  return url.pathname === '/' ? `${url.protocol}//${url.host}` : url.href
}

export const readKeptReader = (): KeepReader => {
  try {
    return KeepReader.catch(usual).parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return usual
  }
}

/** Storage may be forbidden; then the reader is asked for again with the next page. */
export const keepReader = (reader: KeepReader) => {
  try {
    localStorage.setItem(key, JSON.stringify(reader))
  } catch {
    // nothing to be done
  }
}
