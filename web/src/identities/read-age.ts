import type { IdCode } from '@spacekeeper/contract/identities.ts'

const minuteMs = 60_000

type Age = { isOver: boolean; isBehind: boolean; minutesOld: number; minutesLeft: number }

/** How old a code is, counted on this device from when it arrived: its clock may be wrong. */
export const readAge = (input: { code: IdCode; receivedAt: number; now: number }): Age => {
  const { code, receivedAt, now } = input
  const lifetimeMs = Date.parse(code.expiresAt) - Date.parse(code.issuedAt)
  const ageMs = Math.max(0, now - receivedAt)
  return {
    isOver: ageMs >= lifetimeMs,
    // Two renewals have failed to come.
    isBehind: ageMs > minuteMs + 5000,
    minutesOld: Math.floor(ageMs / minuteMs),
    minutesLeft: Math.ceil((lifetimeMs - ageMs) / minuteMs),
  }
}
