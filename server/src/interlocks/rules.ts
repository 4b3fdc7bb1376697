import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'

/** What a use costs, in cents, and no further than what. Uses that began before there were limits have none. */
export type UsePrices = {
  perSessionCents: number
  perHourCents: number
  perKwhCents: number
  maxCostCents?: number | null
  maxChargedMinutes?: number | null
}

/** Too short to have been meant. */
export const freeMs = 10_000
/** After so long without a heartbeat the machine may have stopped, and the session counts as lost. */
export const lostAfterMs = 3 * 60_000

const msPerHour = 3_600_000n
export const mwhPerKwh = 1_000_000n

/** Divides and rounds to whole numbers, a half to the even neighbour, as existing invoices do. */
const divideToEven = (top: bigint, bottom: bigint): bigint => {
  const whole = top / bottom
  const twice = 2n * (top % bottom)
  return twice > bottom || (twice === bottom && whole % 2n === 1n) ? whole + 1n : whole
}

/** No use costs more than this, however a broken meter counts: a use that no balance can hold could never be ended. */
export const maxCostCents = 100_000_000

/**
 * The price of a use in whole cents, rounded once. A use under ten seconds is free. After the longest time that is
 * charged, only energy costs more, and nothing does once the use costs as much as it may.
 */
export const costOf = (use: { durationMs: number; energyMwh: number; prices: UsePrices }): number => {
  const { durationMs, energyMwh, prices } = use
  if (durationMs < freeMs) return 0
  const { maxChargedMinutes: minutes, maxCostCents: most } = prices
  const chargedMs = Math.min(durationMs, (minutes ?? Infinity) * 60_000)
  const time = BigInt(prices.perHourCents) * BigInt(chargedMs) * mwhPerKwh
  const energy = BigInt(prices.perKwhCents) * BigInt(energyMwh) * msPerHour
  const cents = prices.perSessionCents + Number(divideToEven(time + energy, msPerHour * mwhPerKwh))
  return Math.min(maxCostCents, most ?? maxCostCents, cents)
}

/** What a use costs if staff reject what its meter jumped by, and if they accept it. */
export const costsOf = (use: { durationMs: number; energyMwh: number; jumpMwh: number; prices: UsePrices }) => ({
  withoutJump: costOf(use),
  withJump: costOf({ ...use, energyMwh: use.energyMwh + use.jumpMwh }),
})

/** The clock may be set back, and a use goes on from where it was. */
export const latest = (known: Date | null, now: Date): Date => (known !== null && known > now ? known : now)

/** The three reasons that devices know. */
export const wireReason = (refusal: Refusal): 'rejected' | 'locked_out' | 'not_signed_in' => {
  if (refusal === 'lockedOut') return 'locked_out'
  return refusal === 'notSignedIn' ? 'not_signed_in' : 'rejected'
}

/** Until when a session is charged: up to the last report, and no longer than it may last. */
export const paidUntil = (session: { startedAt: Date; maxMinutes: number | null }, heardAt: Date): Date => {
  const heard = latest(session.startedAt, heardAt)
  if (session.maxMinutes === null) return heard
  return new Date(Math.min(heard.getTime(), session.startedAt.getTime() + session.maxMinutes * 60_000))
}

/** Whether the session has lasted as long as it may. */
export const isSessionOverdue = (session: { startedAt: Date; maxMinutes: number | null }, now: Date): boolean =>
  session.maxMinutes !== null && now.getTime() - session.startedAt.getTime() >= session.maxMinutes * 60_000

/** Whether the member has been without access for as long as the machine may go on. */
export const isAccessOver = (
  session: { accessEndedAt: Date | null },
  { now, graceMinutes }: { now: Date; graceMinutes: number },
): boolean => session.accessEndedAt !== null && now.getTime() - session.accessEndedAt.getTime() >= graceMinutes * 60_000

/** Whether the machine has been silent for so long that the session counts as over. */
export const isLost = (session: { lastHeardAt: Date }, now: Date): boolean =>
  now.getTime() - session.lastHeardAt.getTime() > lostAfterMs

/** What may end a use. */
export type EndReason =
  | 'card'
  | 'device'
  | 'newSession'
  | 'lost'
  | 'maxDuration'
  | 'portal'
  | 'noAnswer'
  | 'lockedOut'
  | 'accessEnded'

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
