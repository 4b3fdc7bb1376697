import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'

/** So many unknown devices are remembered; the ones not heard of for longest make room. */
export const maxPending = 100

/** Remembers an unknown device, so that an administrator can add it. */
export const recordKnock = async (
  ctx: Ctx,
  input: { kind: DeviceKind; serial: string; ipAddress: string },
): Promise<void> => {
  const now = ctx.now()
  await record(ctx, async (tx) => {
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
      tell:
        attempts === 1
          ? [screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } })]
          : [],
    }
  })
}
