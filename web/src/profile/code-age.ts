import type { IdCode } from '@spacekeeper/contract/profile/shapes.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** As long as a login lasts that is not used: after that the portal would ask for the password as well. */
const ownerDays = 14

type CodeAge = { isOver: boolean; isBehind: boolean; minutesOld: number; minutesLeft: number }

/** How old a code is, counted on this device from when it arrived: its clock may be wrong. */
export const ageOf = (input: { code: IdCode; receivedAt: number; now: number }): CodeAge => {
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

/** Whether what a device keeps of a member may still be shown without asking the portal. A clock that was set back counts as too old. */
export const isOwnerFresh = ({ asOf, now }: { asOf: number; now: number }): boolean =>
  now - asOf < ownerDays * dayMs && asOf - now < dayMs
