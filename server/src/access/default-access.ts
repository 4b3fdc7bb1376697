import { createHash } from 'node:crypto'
import type { DefaultPreview } from '@spacekeeper/contract/access/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, type ChangeResult, type UnchangedResult, unchanged, change } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullName } from '#platform/shown-name.ts'
import { devicesChanged } from '../devices/channels.ts'
import { describeDevice } from '../devices/devices.ts'
import { storeDefaultAccess } from '../devices/options.ts'
import { lockGrants, grantNotices } from './grants.ts'

/** The members who gain a device when its default is switched on, or lose it when it is switched off. */
export const membersOfDefault = ({ deviceId, isDefault }: { deviceId: number; isDefault: boolean }) =>
  isDefault
    ? sql<{ id: number }>`(select m.id from members m
        where m.membership_state = 'active'
          and not exists (select from grants g where g.member_id = m.id and g.device_id = ${deviceId})
          and not exists (select from default_exceptions e where e.member_id = m.id and e.device_id = ${deviceId}))`
    : sql<{
        id: number
      }>`(select g.member_id as id from grants g where g.device_id = ${deviceId} and g.source = 'default')`

/** Two previews are the same when the same members are concerned in the same way. */
export const defaultFingerprint = (input: { isDefault: boolean; memberIds: readonly number[] }): string =>
  createHash('sha256')
    .update(`${input.isDefault} ${input.memberIds.toSorted((a, b) => a - b).join()}`)
    .digest('hex')
    .slice(0, 16)

type DefaultSwitch = {
  deviceId: number
  isDefault: boolean
  /** Of the preview that was confirmed. Without one it applies to the members concerned by now. */
  fingerprint?: string | undefined
}

const applyDefault = async ({ tx, now }: Work, input: DefaultSwitch & { by: number | null }): Promise<number[]> => {
  const { deviceId, isDefault, by } = input
  const { rows } = isDefault
    ? await sql<{ member_id: number }>`
        insert into grants (member_id, device_id, source, granted_at, granted_by)
        select concerned.id, ${deviceId}, 'default', ${now}, ${by}::int from ${membersOfDefault(input)} concerned
        returning member_id`.execute(tx)
    : await sql<{ member_id: number }>`
        delete from grants where device_id = ${deviceId} and source = 'default' returning member_id`.execute(tx)
  return rows.map((row) => row.member_id)
}

/**
 * Switches whether members have a device by default. On, every active member gets it, except
 * those staff took it from; off, only those who have it by default lose it. The result is how many.
 * The grants are locked before the device: a transaction that calls this must not have locked the device yet.
 */
export const switchDefaultAccess = async (
  work: Work,
  input: DefaultSwitch,
): Promise<ChangeResult<number> | UnchangedResult<number>> => {
  const { tx, ctx } = work
  const { deviceId, isDefault, fingerprint } = input
  await lockGrants(work)
  const device = await tx
    .selectFrom('devices')
    .select('is_default_access')
    .where('id', '=', deviceId)
    .where('kind', 'in', ['door', 'interlock'])
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!device) throw new AppError('notFound')
  if (device.is_default_access === isDefault) return unchanged(0)
  await storeDefaultAccess(work, { deviceId, isDefault })
  const by = ctx.actor.kind === 'member' ? ctx.actor.id : null
  const memberIds = await applyDefault(work, { ...input, by })
  if (fingerprint !== undefined && fingerprint !== defaultFingerprint({ isDefault, memberIds })) {
    throw new AppError('previewOutdated')
  }
  return {
    result: memberIds.length,
    event: isDefault ? 'device.defaultAccessOn' : 'device.defaultAccessOff',
    subject: { kind: 'device', id: deviceId },
    data: { count: memberIds.length, memberIds },
    tell: [...grantNotices({ deviceIds: [deviceId], memberIds }), devicesChanged],
  }
}

/** The same as a change of its own, with the preview that was confirmed. */
export const setDefaultAccess = (ctx: Ctx, input: DefaultSwitch): Promise<number> =>
  change(ctx, input.isDefault ? 'device.defaultAccessOn' : 'device.defaultAccessOff', (work) =>
    switchDefaultAccess(work, { ...input }),
  )

/** The preview names so many members. */
const mostPreviewed = 50

/** Tells who would gain or lose a device if its default were switched. Nothing is changed. */
export const previewDefault = async (ctx: Ctx, deviceId: number): Promise<DefaultPreview> => {
  const device = await describeDevice(ctx, { deviceId })
  if (device.kind === 'memberbucks') throw new AppError('notFound')
  const isDefault = !device.isDefaultAccess
  const rows = await ctx.db
    .selectFrom(membersOfDefault({ deviceId, isDefault }).as('concerned'))
    .innerJoin('members as m', 'm.id', 'concerned.id')
    .select(['m.id', 'm.first_name', 'm.last_name', 'm.state', 'm.suspended_at'])
    .orderBy(sql`lower(m.first_name)`)
    .orderBy(sql`lower(m.last_name)`)
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
    members: rows.slice(0, mostPreviewed).map((row) => ({
      id: row.id,
      name: fullName(row),
      state: row.state,
      isSuspended: row.suspended_at !== null,
    })),
    byHand: device.grantsByHand,
    exceptions,
    isOffline: device.isOffline,
    lastSeen: device.lastSeen,
    fingerprint: defaultFingerprint({ isDefault, memberIds: rows.map((row) => row.id) }),
  }
}
