import { latest, mwhPerKwh } from './rules.ts'

/** `lastRiseAt`: when it last showed something new. `jumpMwh`: what the machine cannot have drawn, and staff decide about. */
export type Meter = { lastReadingMwh: number | null; lastRiseAt: Date | null; energyMwh: number; jumpMwh: number }

/** The highest total a meter is believed to show: a million kWh. */
const maxKwh = 1_000_000

/** The coarsest meters count in tenths of a kWh, and no machine keeps to its rating to the watt. */
const toleratedMwh = 100_000
const toleratedShare = 1.1

/** The most that a machine draws in a time, generously. */
export const mostDrawn = (ratedWatts: number, elapsedMs: number): number =>
  Math.ceil(((ratedWatts * elapsedMs) / 3600) * toleratedShare) + toleratedMwh

export type MeterReading = { kwh: number | null; at: Date; startedAt: Date; ratedWatts: number }

/**
 * What a session has used after one more reading. Meters count over their whole life, so the first reading is where it
 * begins; one that went back was reset and begins anew, unless it only wavers. Nothing and 0 are what a meter says that
 * cannot be reached. What is more than the machine can draw since the meter last rose, or makes the sum more than it can
 * draw since the start, is counted apart.
 */
export const readMeter = (meter: Meter, { kwh, at, startedAt, ratedWatts }: MeterReading): Meter => {
  if (kwh === null || !(kwh > 0) || kwh > maxKwh) return meter
  const reading = Math.round(kwh * Number(mwhPerKwh))
  const { lastReadingMwh, lastRiseAt, energyMwh, jumpMwh } = meter
  const stepMwh = reading - (lastReadingMwh ?? reading)
  if (lastReadingMwh !== null && stepMwh <= 0 && stepMwh >= -toleratedMwh) return meter
  const used = Math.max(0, stepMwh)
  const mostSince = (since: Date | null) =>
    mostDrawn(ratedWatts, since === null ? 0 : Math.max(0, at.getTime() - since.getTime()))
  const isJump = used > mostSince(lastRiseAt) || energyMwh + used > mostSince(startedAt)
  return {
    lastReadingMwh: reading,
    lastRiseAt: latest(lastRiseAt, at),
    energyMwh: energyMwh + (isJump ? 0 : used),
    jumpMwh: jumpMwh + (isJump ? used : 0),
  }
}
