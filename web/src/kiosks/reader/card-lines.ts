/** `elsewhere`: another window of this browser has it. */
export type ReaderState = 'ready' | 'gone' | 'elsewhere'

/** What a reader tells the page: each card, and as soon as it is there or gone. */
export type ReaderEvents = { onCard: (number: string) => void; onState: (state: ReaderState) => void }

/** What a line of a card reader says: a card, nothing that matters, or that the line is broken. */
export type ParsedLine = { card: string } | 'ignored' | 'corrupt'

const cardMark = 'c:'

/**
 * Readers say `c:` and the number of a card, and whatever else for those who debug them. The card is all of the rest, with
 * its blanks: the portal passes over those around a number.
 */
export const parseLine = (line: string): ParsedLine => {
  if (line === '') return 'corrupt'
  return line.startsWith(cardMark) ? { card: line.slice(cardMark.length) } : 'ignored'
}

/** What has been typed so far, by a person or by a reader that acts as a keyboard. */
export type Typing = { typed: string; atMs: number }

export const nothingTyped: Typing = { typed: '', atMs: 0 }

/** No hand types a number this fast. */
const fastestHandMs = 60

const fewestDigits = 4

/** One more key of something that may be a reader: fast characters that end with Enter are a card. */
export const readKey = (before: Typing, key: { key: string; atMs: number }): { now: Typing; card: string | null } => {
  const isFast = before.typed !== '' && key.atMs - before.atMs <= fastestHandMs
  const typed = isFast ? before.typed : ''
  if (key.key === 'Enter') return { now: nothingTyped, card: typed.length >= fewestDigits ? typed : null }
  if (!/^[\da-z]$/i.test(key.key)) return { now: nothingTyped, card: null }
  return { now: { typed: typed + key.key, atMs: key.atMs }, card: null }
}
