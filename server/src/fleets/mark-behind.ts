import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { listStates } from './list-states.ts'

/** Notes since when doors lack a change, so that people see for how long. A list that is sent ends it. */
export const markBehind = async (ctx: Ctx): Promise<void> => {
  const states = await listStates(ctx)
  const differs = ({ missing, surplus }: { missing: number; surplus: number }) => missing + surplus > 0
  const behind = states.filter((one) => differs(one) && one.behindSince === null).map(({ deviceId }) => deviceId)
  const current = states.filter((one) => !differs(one)).map(({ deviceId }) => deviceId)
  await record(ctx, async (tx) => {
    await tx
      .updateTable('door_lists')
      .set({ behind_since: null })
      .where('behind_since', 'is not', null)
      .where('device_id', '=', sql<number>`any(${current}::int[])`)
      .execute()
    if (behind.length === 0) return { result: undefined }
    await tx
      .updateTable('door_lists')
      .set({ behind_since: ctx.now() })
      .where('behind_since', 'is', null)
      .where('device_id', '=', sql<number>`any(${behind}::int[])`)
      .execute()
    return {
      result: undefined,
      tell: [screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access'] } })],
    }
  })
}
