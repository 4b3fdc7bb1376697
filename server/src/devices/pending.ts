import type { DeviceKind, PendingDevice } from '@spacekeeper/contract/devices/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { devicesChanged } from './channels.ts'

/** So many unknown devices are remembered; the ones not heard of for longest make room. */
export const maxPending = 100

/** Serial numbers that knocked and are not known, the latest first. */
export const listPendingDevices = (ctx: Ctx) =>
  ctx.db
    .selectFrom('pending_devices')
    .select(['kind', 'serial', 'attempts', 'ip_address as ipAddress', 'first_seen_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .limit(maxPending)
    .execute()

/** Remembers an unknown device, so that an administrator can add it. */
export const recordPendingDevice = async (
  ctx: Ctx,
  input: { kind: DeviceKind; serial: string; ipAddress: string },
): Promise<void> => {
  const now = ctx.now()
  await record(ctx, async ({ tx }) => {
    // One after the other, or two that come together would both find room.
    await sql`select pg_advisory_xact_lock(hashtext('pending_devices'))`.execute(tx)
    const { attempts } = await tx
      .insertInto('pending_devices')
      .values({
        kind: input.kind,
        serial: input.serial,
        ip_address: input.ipAddress,
        first_seen_at: now,
        last_seen_at: now,
      })
      .onConflict((on) =>
        on.columns(['kind', 'serial']).doUpdateSet({
          ip_address: input.ipAddress,
          last_seen_at: now,
          attempts: sql`pending_devices.attempts + 1`,
        }),
      )
      .returning('attempts')
      .executeTakeFirstOrThrow()
    if (attempts === 1) {
      await sql`delete from pending_devices where (kind, serial) in
        (select kind, serial from pending_devices order by last_seen_at desc, first_seen_at desc offset ${maxPending})`.execute(
        tx,
      )
    }
    return {
      result: undefined,
      tell: attempts === 1 ? [devicesChanged] : [],
    }
  })
}

/** Forgets an unknown serial number. When it connects again, it is pending again. */
export const dismissPending = (ctx: Ctx, input: { kind: DeviceKind; serial: string }): Promise<void> =>
  change(ctx, 'device.dismissed', async ({ tx }) => {
    const { kind, serial } = input
    const gone = await tx
      .deleteFrom('pending_devices')
      .where('kind', '=', kind)
      .where('serial', '=', serial)
      .returning('serial')
      .executeTakeFirst()
    if (!gone) throw new AppError('notFound')
    return {
      result: undefined,
      data: { kind, serial },
      tell: [devicesChanged],
    }
  })

/** Serial numbers that wait for staff to add them. */
export const listPending = async (ctx: Ctx): Promise<PendingDevice[]> =>
  (await listPendingDevices(ctx)).map(({ kind, serial, ipAddress, attempts, first_seen_at, last_seen_at }) => ({
    kind,
    serial,
    ipAddress,
    attempts,
    firstSeen: first_seen_at.toISOString(),
    lastSeen: last_seen_at.toISOString(),
  }))
