import { sql } from 'kysely'
import { latestTime } from '#platform/ahead.ts'
import type { Work } from '#platform/db/change.ts'

/** Stores that a device was heard of just now. */
export const recordDeviceHeartbeat = async ({ tx }: Work, input: { deviceId: number; at: Date }): Promise<void> => {
  await tx.updateTable('devices').set({ last_seen_at: input.at }).where('id', '=', input.deviceId).execute()
}

/**
 * The same for many devices in one statement, from a batch that may be late: no device goes back in time, except from
 * one ahead of now. Rows are locked by id, so that two batches never wait for each other.
 */
export const recordDeviceHeartbeats = async (
  { tx, now }: Work,
  heartbeats: ReadonlyMap<number, Date>,
): Promise<void> => {
  await sql`with heard as (
      select d.id, s.at
      from unnest(${[...heartbeats.keys()]}::int[], ${[...heartbeats.values()]}::timestamptz[]) as s(id, at)
      join devices d on d.id = s.id
      where d.last_seen_at is null or d.last_seen_at < s.at or d.last_seen_at > ${latestTime(now)}
      order by d.id for no key update of d
    )
    update devices d set last_seen_at = h.at from heard h where d.id = h.id`.execute(tx)
}

/** Stores the address and firmware that a device reports; whether either is new. */
export const recordDeviceReport = async (
  { tx }: Work,
  { deviceId, address, firmware }: { deviceId: number; address: string | null; firmware: string | null },
): Promise<boolean> => {
  if (address === null && firmware === null) return false
  const { numUpdatedRows } = await tx
    .updateTable('devices')
    .set({ ...(address !== null && { ip_address: address }), ...(firmware !== null && { firmware }) })
    .where('id', '=', deviceId)
    .where((is) =>
      is.or([
        ...(address === null ? [] : [is('ip_address', 'is distinct from', address)]),
        ...(firmware === null ? [] : [is('firmware', 'is distinct from', firmware)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores when keys of devices were used last. */
export const recordDeviceKeyUses = async ({ tx }: Work, uses: ReadonlyMap<number, Date>): Promise<void> => {
  await sql`update device_keys k set last_used_at = u.at
    from unnest(${[...uses.keys()]}::int[], ${[...uses.values()]}::timestamptz[]) as u(id, at) where k.id = u.id`.execute(
    tx,
  )
}
