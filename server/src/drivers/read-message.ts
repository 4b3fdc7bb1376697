import { z } from 'zod'

const Fields = z.record(z.string(), z.unknown())

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What stands in a message under a name such as `ENERGY.Total`; the whole message without one. Undefined: nothing. */
export const readMessage = (message: string, key: string): string | undefined => {
  if (key === '') return message.trim()
  let value: unknown = parse(message)
  for (const name of key.split('.')) {
    const fields = Fields.safeParse(value)
    if (!fields.success) return undefined
    value = fields.data[name]
  }
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Whether a message says that a relay is on; null when it says neither. */
export const isMessageOn = (value: string | undefined, words: { on: string; off: string }): boolean | null => {
  const said = value?.toLowerCase()
  if (said === words.on.toLowerCase()) return true
  return said === words.off.toLowerCase() ? false : null
}

/** A number in a message; null for anything else. */
export const numberIn = (value: string | undefined): number | null => {
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}

/** The words in which devices say that they are gone. */
export const saysOffline = (message: string): boolean =>
  ['offline', 'false', '0'].includes((readMessage(message, 'state') ?? message).trim().toLowerCase())
