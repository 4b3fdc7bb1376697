import type { DeviceIssues } from '@spacekeeper/contract/issues/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { listMaintenance } from './maintenance.ts'
import { listReports } from './staff-reports.ts'

/** What was reported of a device, how long it has run, and its maintenance; also of one that is out of use. */
export const getDeviceIssues = async (
  ctx: Ctx,
  { deviceId, offset, limit }: { deviceId: number; offset: number; limit: number },
): Promise<DeviceIssues> => {
  const device = await ctx.db
    .selectFrom('devices')
    .select(['id', 'name', 'kind', 'is_locked_out', 'lockout_reason'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (!device) throw new AppError('notFound')
  const [run, { issues, hasMore }, plans] = await Promise.all([
    ctx.db
      .selectFrom('interlock_sessions as s')
      .select([
        sql<number>`coalesce(extract(epoch from sum(coalesce(s.ended_at, ${ctx.now()}) - s.started_at)), 0)::int`.as(
          'seconds',
        ),
        (is) => is.fn.countAll<number>().as('uses'),
      ])
      .where('s.device_id', '=', deviceId)
      .executeTakeFirstOrThrow(),
    listReports(ctx, { which: 'all', deviceId, offset, limit }),
    listMaintenance(ctx, { deviceId }),
  ])
  const { id, name, kind } = device
  return {
    device: { id, name, kind },
    isLockedOut: device.is_locked_out,
    lockoutReason: device.lockout_reason,
    runningSeconds: kind === 'interlock' ? run.seconds : null,
    uses: run.uses,
    issues,
    hasMore,
    plans: plans.map(({ deviceId: _, device: __, ...plan }) => plan),
  }
}
