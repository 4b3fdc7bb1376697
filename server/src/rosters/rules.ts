import { createHash } from 'node:crypto'
import type { SomeNames } from '@spacekeeper/contract/rosters.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** `MM/DD/YYYY, HH:MM:SS` in UTC, as existing clients read dates here. */
export const legacyDate = (at: Date): string =>
  `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}, ` +
  `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`

/** Who is touched, by what it is about: a device, or nothing further. */
export type Touched = readonly [about: number, memberIds: readonly number[]]

/** Stands for exactly these members and what is done to them, in whatever order they are named. */
export const fingerprintOf = (what: string, touched: readonly Touched[]): string => {
  const hash = createHash('sha256').update(what)
  for (const [about, memberIds] of touched.toSorted(([a], [b]) => a - b)) {
    if (memberIds.length > 0) hash.update(`\n${about}:${memberIds.toSorted((a, b) => a - b).join(',')}`)
  }
  return hash.digest('base64url')
}

const mostNames = 10

/** The first of them by name, and how many more there are. */
export const someNames = (names: readonly string[], count = names.length): SomeNames => {
  const shown = names.slice(0, mostNames)
  return { names: shown, more: count - shown.length }
}
