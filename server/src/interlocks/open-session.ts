import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/db/change.ts'

export type PricedMachine = {
  cost_per_session_cents: number
  cost_per_hour_cents: number
  cost_per_kwh_cents: number
  max_session_minutes: number | null
}

type Opening = { deviceId: number; memberId: number; machine: PricedMachine; now: Date }

/** Begins a session at today's prices; its id. There must be no other on this machine. */
export const openSession = async (tx: Tx, { deviceId, memberId, machine, now }: Opening): Promise<string> => {
  const sessionId = randomUUID()
  await tx
    .insertInto('interlock_sessions')
    .values({
      id: sessionId,
      device_id: deviceId,
      member_id: memberId,
      started_at: now,
      last_heard_at: now,
      cost_per_session_cents: machine.cost_per_session_cents,
      cost_per_hour_cents: machine.cost_per_hour_cents,
      cost_per_kwh_cents: machine.cost_per_kwh_cents,
      max_session_minutes: machine.max_session_minutes,
    })
    .execute()
  await tx.updateTable('members').set({ last_seen_at: now }).where('id', '=', memberId).execute()
  return sessionId
}
