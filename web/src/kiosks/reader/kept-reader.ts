import { readUrl } from '@spacekeeper/contract/read-url.ts'
import { z } from 'zod'

/** How door readers write the bytes that are a card's serial number. Kiosks must say the same number as the doors. */
export const numberForms = ['decimal', 'reversed', 'hex'] as const

export type NumberForm = (typeof numberForms)[number]

export const readerKinds = ['socket', 'keyboard', 'serial', 'nfc'] as const

export type ReaderKind = (typeof readerKinds)[number]

export const defaultReaderUrl = 'ws://cardreader.local:81'

const defaultPort = '81'

const KeptReader = z.object({
  kind: z.enum(readerKinds),
  url: z.string(),
  /** How the serial number of a card is written; only for NFC. */
  form: z.enum(numberForms).default('decimal'),
})

/** Which reader stands beside this screen. Kept in its browser: the portal need not know. */
export type KeptReader = z.infer<typeof KeptReader>

const key = 'cardReader'

const usual: KeptReader = { kind: 'socket', url: defaultReaderUrl, form: 'decimal' }

/** A reader's address as it is used: without a port it is 81. Null for what is none. */
export const readReaderUrl = (text: string): string | null => {
  const trimmed = text.trim()
  const url = /^wss?:\/\/[^/\s]+/i.test(trimmed) ? readUrl(trimmed) : null
  if (!url) return null
  const hasPort = /^wss?:\/\/(?:\[[^\]]*\]|[^/:]+):\d+/i.test(trimmed)
  if (!hasPort) url.port = defaultPort
  return url.pathname === '/' ? `${url.protocol}//${url.host}` : url.href
}

export const readKeptReader = (): KeptReader => {
  try {
    return KeptReader.catch(usual).parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return usual
  }
}

/** Storage may be forbidden; then the reader is asked for again with the next page. */
export const keepReader = (reader: KeptReader) => {
  try {
    localStorage.setItem(key, JSON.stringify(reader))
  } catch {
    // nothing to be done
  }
}

/** The number of a card from its serial number as browsers say it (`04:a2:2f:10`); null when it has none. */
export const readSerialNumber = (text: string, form: NumberForm): string | null => {
  const bytes = text.split(':').filter((byte) => /^[\da-f]{2}$/i.test(byte))
  if (bytes.length === 0) return null
  const inOrder = form === 'reversed' ? bytes.toReversed() : bytes
  const hex = inOrder.join('').toUpperCase()
  return form === 'hex' ? hex : BigInt(`0x${hex}`).toString()
}
