import type { DriverProblem } from '@spacekeeper/contract/drivers.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'

type Noted = {
  deviceId: number
  problem: DriverProblem | null
  /** Null when it could not be asked. */
  isOn: boolean | null
  /** It answers for the first time after a while. */
  isArrival: boolean
}

/** Keeps what a relay said or why it said nothing, and has screens show it. For what is new only. */
export const noteRelay = (ctx: Ctx, { deviceId, problem, isOn, isArrival }: Noted): Promise<void> =>
  record(ctx, async (tx) => {
    // The device before its driver, as whoever changes how it is reached has it: else each could wait for the other.
    if (isArrival) await tx.updateTable('devices').set({ last_seen_at: ctx.now() }).where('id', '=', deviceId).execute()
    await tx
      .updateTable('device_drivers')
      .set({ problem, ...(isOn !== null && { is_on: isOn }) })
      .where('device_id', '=', deviceId)
      .execute()
    return {
      result: undefined,
      tell: [
        screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
        screens.notice({ topic: 'access', audience: 'everybody' }),
      ],
    }
  })

/** Keeps what has to be known after this process is gone. */
export const keepRelay = (
  ctx: Ctx,
  { deviceId, ...kept }: { deviceId: number; is_held_on?: boolean; close_at?: Date | null },
): Promise<void> =>
  record(ctx, async (tx) => {
    await tx.updateTable('device_drivers').set(kept).where('device_id', '=', deviceId).execute()
    return { result: undefined }
  })
