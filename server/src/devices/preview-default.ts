import type { DefaultPreview } from '@spacekeeper/contract/devices.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError } from '#platform/http/app-error.ts'
import { describeDevice } from './describe-devices.ts'
import { fingerprintOf, membersOfDefault } from './set-default-access.ts'

/** So many are named. */
const mostNamed = 50

/** Who gains a device when its default is switched on, or loses it when it is switched off. Nothing is changed. */
export const previewDefault = async (ctx: Ctx, deviceId: number): Promise<DefaultPreview> => {
  const device = await describeDevice(ctx, { deviceId })
  if (device.kind === 'memberbucks') throw new AppError('notFound')
  const isDefault = !device.isDefaultAccess
  const rows = await ctx.db
    .selectFrom(membersOfDefault({ deviceId, isDefault }).as('concerned'))
    .innerJoin('members as m', 'm.id', 'concerned.id')
    .select(['m.id', 'm.first_name', 'm.last_name', 'm.state', 'm.suspended_at'])
    .orderBy(sql`lower(m.last_name)`)
    .orderBy(sql`lower(m.first_name)`)
    .orderBy('m.id')
    .execute()
  const { exceptions } = await ctx.db
    .selectFrom('default_exceptions')
    .select((is) => is.fn.countAll<number>().as('exceptions'))
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow()
  return {
    isDefault,
    count: rows.length,
    members: rows.slice(0, mostNamed).map((row) => ({
      id: row.id,
      name: `${row.first_name} ${row.last_name}`,
      state: row.state,
      isSuspended: row.suspended_at !== null,
    })),
    byHand: device.grantsByHand,
    exceptions: exceptions,
    isOffline: device.isOffline,
    lastSeen: device.lastSeen,
    fingerprint: fingerprintOf({ isDefault, memberIds: rows.map((row) => row.id) }),
  }
}
