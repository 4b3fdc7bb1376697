import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { aDevice, type DeviceFacts } from '../devices/factory.ts'

type MachineFacts = Omit<DeviceFacts, 'kind'> & {
  perSessionCents?: number
  perHourCents?: number
  perKwhCents?: number
  maxMinutes?: number
  minBalanceCents?: number
}

/** A machine for tests and demonstrations, authorised and with a key; free unless a price is said. */
export const aMachine = async (db: Kysely<Database>, facts: MachineFacts = {}) => {
  const { perSessionCents, perHourCents, perKwhCents, maxMinutes, minBalanceCents, ...device } = facts
  const machine = await aDevice(db, { ...device, kind: 'interlock' })
  await db
    .updateTable('devices')
    .set({
      cost_per_session_cents: perSessionCents ?? 0,
      cost_per_hour_cents: perHourCents ?? 0,
      cost_per_kwh_cents: perKwhCents ?? 0,
      max_session_minutes: maxMinutes ?? null,
      min_balance_cents: minBalanceCents ?? null,
    })
    .where('id', '=', machine.id)
    .execute()
  return machine
}
