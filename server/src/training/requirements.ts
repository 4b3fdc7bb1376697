import type { Requirement } from '@spacekeeper/contract/training/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { localDay } from '#platform/local-day.ts'
import { devicesChanged, doorListNotices } from '../devices/channels.ts'
import { getDevice } from '../devices/devices.ts'
import { isCurrent, trainingChanged } from './award-facts.ts'

/** Every certificate, whether a device asks for it, and how many of those with access could not use it then. */
export const listRequirements = async (ctx: Ctx, deviceId: number): Promise<Requirement[]> => {
  const { kind } = await getDevice(ctx, { deviceId })
  if (kind === 'memberbucks') throw new AppError('notFound')
  const today = localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))
  const granted = sql`grants g join members m on m.id = g.member_id where g.device_id = ${deviceId} and m.state = 'active'`
  return ctx.db
    .selectFrom('certificates as c')
    .leftJoin('certificate_requirements as q', (on) =>
      on.onRef('q.certificate_id', '=', 'c.id').on('q.device_id', '=', deviceId),
    )
    .leftJoin(
      sql<{ certificate_id: number; count: number }>`(
        select a.certificate_id, count(*)::int from awards a
        where ${isCurrent(today)} and a.member_id in (select m.id from ${granted}) group by a.certificate_id
      )`.as('held'),
      'held.certificate_id',
      'c.id',
    )
    .select(['c.id', 'c.name'])
    .select([
      sql<boolean>`q.device_id is not null`.as('isRequired'),
      sql<number>`(select count(*)::int from ${granted}) - coalesce(held.count, 0)`.as('lacking'),
    ])
    .where('c.archived_at', 'is', null)
    .orderBy(sql`lower(c.name)`)
    .execute()
}

/** The certificates of these numbers by name, locked against being archived meanwhile. */
const namesOf = async ({ tx }: Work, ids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await tx
    .selectFrom('certificates')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length < ids.length) throw badField('certificateIds', 'One of these certificates is no longer there.')
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const lockDevice = async ({ tx }: Work, deviceId: number) => {
  const device = await tx
    .selectFrom('devices')
    .select(['name', 'kind'])
    .where('id', '=', deviceId)
    .where('removed_at', 'is', null)
    .where('kind', 'in', ['door', 'interlock'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!device) throw new AppError('notFound')
  return device
}

const listBefore = ({ tx }: Work, deviceId: number) =>
  tx
    .selectFrom('certificate_requirements as q')
    .innerJoin('certificates as c', 'c.id', 'q.certificate_id')
    .select(['c.id', 'c.name'])
    .where('q.device_id', '=', deviceId)
    .execute()

/** Says which certificates a door or machine asks for; doors hear of their lists. */
export const setRequirements = (
  ctx: Ctx,
  { deviceId, certificateIds }: { deviceId: number; certificateIds: readonly number[] },
): Promise<void> =>
  change(ctx, 'device.certificatesChanged', async (work) => {
    await lockDevice(work, deviceId)
    const wanted = [...new Set(certificateIds)]
    const names = await namesOf(work, wanted)
    const before = await listBefore(work, deviceId)
    const known = new Set(before.map(({ id }) => id))
    const added = wanted.filter((id) => !known.has(id))
    const removed = before.filter(({ id }) => !names.has(id))
    if (added.length + removed.length === 0) return unchanged(undefined)
    await work.tx
      .deleteFrom('certificate_requirements')
      .where('device_id', '=', deviceId)
      .where('certificate_id', '=', sql<number>`any(${removed.map(({ id }) => id)}::int[])`)
      .execute()
    if (added.length > 0)
      await work.tx
        .insertInto('certificate_requirements')
        .values(added.map((id) => ({ device_id: deviceId, certificate_id: id })))
        .execute()
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { added: added.map((id) => names.get(id)), removed: removed.map(({ name }) => name) },
      tell: [...doorListNotices('deviceIds', [deviceId]), devicesChanged, ...trainingChanged],
    }
  })
