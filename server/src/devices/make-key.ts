import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const letters = (count: number) => Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')

/** What is stored of a key. It is random enough to need neither salt nor a slow hash. */
const hashKey = (key: string): Buffer => createHash('sha512-256').update(key).digest()

/** A new key: the prefix finds it, the whole of it proves it. */
export const makeKey = (): { key: string; prefix: string; hash: Buffer } => {
  const prefix = letters(8)
  const key = `${prefix}.${letters(32)}`
  return { key, prefix, hash: hashKey(key) }
}

/** The prefix of something that has the form of a key, else null. */
export const prefixOf = (key: string): string | null => /^([A-Za-z0-9]{8})\.[A-Za-z0-9]{32}$/.exec(key)?.[1] ?? null

/** Compares in a time that says nothing about where the two differ. */
export const isKey = (key: string, hash: Buffer): boolean => {
  const given = hashKey(key)
  return given.length === hash.length && timingSafeEqual(given, hash)
}
