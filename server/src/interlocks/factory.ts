import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { aDevice, type DeviceFacts } from '../devices/factory.ts'

type InterlockFacts = Omit<DeviceFacts, 'kind'> & {
  perSessionCents?: number
  perHourCents?: number
  perKwhCents?: number
  maxMinutes?: number
  minBalanceCents?: number
  maxCostCents?: number
  ratedWatts?: number
}

/** A machine for tests and demonstrations, authorised and with a key; free and without a row of prices unless one is given. */
export const aMachine = async (db: Kysely<Database>, facts: InterlockFacts = {}) => {
  const {
    perSessionCents,
    perHourCents,
    perKwhCents,
    maxMinutes,
    minBalanceCents,
    maxCostCents,
    ratedWatts,
    ...device
  } = facts
  const machine = await aDevice(db, { ...device, kind: 'interlock' })
  const said = [perSessionCents, perHourCents, perKwhCents, maxMinutes, minBalanceCents, maxCostCents, ratedWatts]
  if (said.every((value) => value === undefined)) return machine
  await db
    .insertInto('machine_prices')
    .values({
      device_id: machine.id,
      cost_per_session_cents: perSessionCents ?? 0,
      cost_per_hour_cents: perHourCents ?? 0,
      cost_per_kwh_cents: perKwhCents ?? 0,
      max_session_minutes: maxMinutes ?? null,
      min_balance_cents: minBalanceCents ?? null,
      max_cost_cents: maxCostCents ?? null,
      rated_watts: ratedWatts ?? null,
    })
    .execute()
  return machine
}
