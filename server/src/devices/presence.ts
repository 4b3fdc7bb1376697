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

export type HeardLockout = { isLockedOut: boolean; at: Date }

/**
 * Stores what devices have heard of their lockout, from a batch that may be late; whether anything is new. One that heard
 * the same before, since the last change, keeps the time of that.
 */
export const recordHeardLockouts = async (
  { tx, now }: Work,
  heard: ReadonlyMap<number, HeardLockout>,
): Promise<boolean> => {
  const values = [...heard.values()]
  const { rows } = await sql`insert into heard_lockouts as h (device_id, is_locked_out, heard_at)
    select d.id, s.is_locked_out, s.heard_at
    from unnest(
      ${[...heard.keys()]}::int[], ${values.map(({ isLockedOut }) => isLockedOut)}::boolean[],
      ${values.map(({ at }) => at)}::timestamptz[]
    ) as s(id, is_locked_out, heard_at)
    join devices d on d.id = s.id
    order by d.id
    on conflict (device_id) do update set is_locked_out = excluded.is_locked_out, heard_at = excluded.heard_at
    where (h.heard_at <= excluded.heard_at or h.heard_at > ${latestTime(now)}) and (
      h.is_locked_out <> excluded.is_locked_out
      or h.heard_at < (select d.lockout_changed_at from devices d where d.id = excluded.device_id)
    )
    returning h.device_id`.execute(tx)
  return rows.length > 0
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
