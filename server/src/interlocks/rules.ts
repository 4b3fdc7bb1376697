import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'

/** What a use costs, in cents. */
export type UsePrices = { perSessionCents: number; perHourCents: number; perKwhCents: number }

/** Too short to have been meant. */
export const freeMs = 10_000
/** After so long without a heartbeat the machine may have stopped, and the session counts as lost. */
export const lostAfterMs = 3 * 60_000

const msPerHour = 3_600_000n
const mwhPerKwh = 1_000_000n

/** Divides and rounds to whole numbers, a half to the even neighbour, as existing invoices do. */
const divideToEven = (top: bigint, bottom: bigint): bigint => {
  const whole = top / bottom
  const twice = 2n * (top % bottom)
  return twice > bottom || (twice === bottom && whole % 2n === 1n) ? whole + 1n : whole
}

/** No use costs more than this, however a broken meter counts: a use that no balance can hold could never be ended. */
export const maxCostCents = 100_000_000

/** The price of a use in whole cents, rounded once. A use under ten seconds is free. */
export const costOf = (use: { durationMs: number; energyMwh: number; prices: UsePrices }): number => {
  const { durationMs, energyMwh, prices } = use
  if (durationMs < freeMs) return 0
  const time = BigInt(prices.perHourCents) * BigInt(durationMs) * mwhPerKwh
  const energy = BigInt(prices.perKwhCents) * BigInt(energyMwh) * msPerHour
  return Math.min(maxCostCents, prices.perSessionCents + Number(divideToEven(time + energy, msPerHour * mwhPerKwh)))
}

export type Meter = { lastReadingMwh: number | null; energyMwh: number }

/** The highest total a meter is believed to show: a million kWh. */
const maxKwh = 1_000_000

/**
 * What a session has used after one more reading. Meters count over their whole life, so the first reading is where it
 * begins; one that went back was reset and begins anew. Nothing and 0 are what a meter says that cannot be reached.
 */
export const readMeter = (meter: Meter, kwh: number | null): Meter => {
  if (kwh === null || !(kwh > 0) || kwh > maxKwh) return meter
  const reading = Math.round(kwh * Number(mwhPerKwh))
  const { lastReadingMwh, energyMwh } = meter
  const used = lastReadingMwh === null ? 0 : Math.max(0, reading - lastReadingMwh)
  return { lastReadingMwh: reading, energyMwh: energyMwh + used }
}

/** The three reasons that devices know. */
export const wireReason = (refusal: Refusal): 'rejected' | 'locked_out' | 'not_signed_in' => {
  if (refusal === 'lockedOut') return 'locked_out'
  return refusal === 'notSignedIn' ? 'not_signed_in' : 'rejected'
}

/** Until when a session is charged: up to the last report, and no longer than it may last. */
export const paidUntil = (session: { startedAt: Date; maxMinutes: number | null }, heardAt: Date): Date => {
  if (session.maxMinutes === null) return heardAt
  return new Date(Math.min(heardAt.getTime(), session.startedAt.getTime() + session.maxMinutes * 60_000))
}

/** Whether the session has lasted as long as it may. */
export const isOverdue = (session: { startedAt: Date; maxMinutes: number | null }, now: Date): boolean =>
  session.maxMinutes !== null && now.getTime() - session.startedAt.getTime() >= session.maxMinutes * 60_000

/** Whether the machine has been silent for so long that the session counts as over. */
export const isLost = (session: { lastHeardAt: Date }, now: Date): boolean =>
  now.getTime() - session.lastHeardAt.getTime() > lostAfterMs

/** What may end a use. */
export type EndReason = 'card' | 'device' | 'newSession' | 'lost' | 'maxDuration' | 'portal' | 'noAnswer' | 'lockedOut'

/** A duration as people say it, to the minute. */
export const describeDuration = (durationMs: number): string => {
  const minutes = Math.round(durationMs / 60_000)
  const hours = Math.floor(minutes / 60)
  const parts = [
    ...(hours > 0 ? [`${hours} h`] : []),
    ...(minutes % 60 > 0 || hours === 0 ? [`${minutes % 60} min`] : []),
  ]
  return parts.join(' ')
}

/** A use in the words of the member's transactions. */
export const describeUse = (input: { deviceName: string; durationMs: number }): string =>
  `${input.deviceName}, ${describeDuration(input.durationMs)}`
