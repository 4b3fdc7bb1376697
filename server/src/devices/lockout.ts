import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, type ChangeResult, type UnchangedResult, unchanged, change, within } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceChanges, devicesChanged } from './channels.ts'
import { getDevice } from './devices.ts'

/** Runs once a device is unlocked: members who were told that it is out of use hear that it is back. */
export const lockoutEndedJob = job('lockoutEnded', z.object({ deviceId: z.number().int() }))

type DeviceLockout = {
  deviceId: number
  isLockedOut: boolean
  /** What staff wrote, if they were asked. A new reason during a lockout replaces the first. */
  reason?: string | undefined
}

/** Puts a device under maintenance lockout, or ends it, in the caller's transaction. */
export const switchLockout = async (
  work: Work,
  { deviceId, isLockedOut, ...input }: DeviceLockout,
): Promise<ChangeResult<undefined> | UnchangedResult<undefined>> => {
  const reason = input.reason || null
  const changed = await work.tx
    .updateTable('devices')
    .set((is) => ({
      is_locked_out: isLockedOut,
      lockout_changed_at: sql<Date>`case when is_locked_out <> ${isLockedOut} then ${work.now} else lockout_changed_at end`,
      locked_out_since: isLockedOut ? is.fn.coalesce('locked_out_since', is.val(work.now)) : null,
      lockout_reason: isLockedOut ? reason : null,
    }))
    .where('id', '=', deviceId)
    .where('removed_at', 'is', null)
    .where((is) =>
      is.or([
        is('is_locked_out', '!=', isLockedOut),
        ...(isLockedOut && reason !== null ? [is('lockout_reason', 'is distinct from', reason)] : []),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!changed) {
    await getDevice(within(work), { deviceId })
    return unchanged(undefined)
  }
  if (!isLockedOut) await addJob(work, lockoutEndedJob, { deviceId })
  return {
    result: undefined,
    event: isLockedOut ? 'device.lockedOut' : 'device.lockoutEnded',
    subject: { kind: 'device', id: deviceId },
    ...(isLockedOut && reason !== null && { data: { reason } }),
    tell: [
      deviceChanges.notice({ deviceIds: [deviceId] }),
      devicesChanged,
      screens.notice({ topic: 'access', audience: 'everybody' }),
    ],
  }
}

/** The same as a change of its own. The device hears of it at once and keeps it in mind. */
export const lockOutDevice = (ctx: Ctx, lockout: DeviceLockout): Promise<void> =>
  change(ctx, lockout.isLockedOut ? 'device.lockedOut' : 'device.lockoutEnded', (work) => switchLockout(work, lockout))
