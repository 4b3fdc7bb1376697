import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged, type Tx } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { grantNotices } from './grant-notices.ts'
import { lockGrants } from './lock-grants.ts'

/** Who gains a device when its default is switched on, and who loses it when it is switched off. */
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
export const fingerprintOf = (input: { isDefault: boolean; memberIds: readonly number[] }): string =>
  createHash('sha256')
    .update(`${input.isDefault} ${input.memberIds.toSorted((a, b) => a - b).join()}`)
    .digest('hex')
    .slice(0, 16)

type Wish = {
  deviceId: number
  isDefault: boolean
  /** Of the preview that was confirmed. Without one, whoever is concerned by now is meant. */
  fingerprint?: string | undefined
}

const apply = async (tx: Tx, input: Wish & { now: Date; by: number | null }): Promise<number[]> => {
  const { deviceId, isDefault, now, by } = input
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
 * Switches whether members have a device by default. On, everybody whose membership is active gets it, but for those
 * staff took it from; off, it leaves those who had it by default, and nobody else. How many is the answer.
 */
export const setDefaultAccess = (ctx: Ctx, input: Wish): Promise<number> => {
  const { deviceId, isDefault, fingerprint } = input
  const by = ctx.actor.kind === 'member' ? ctx.actor.id : null
  return change(ctx, isDefault ? 'device.defaultAccessOn' : 'device.defaultAccessOff', async (tx) => {
    await lockGrants(tx)
    const device = await tx
      .selectFrom('devices')
      .select('is_default_access')
      .where('id', '=', deviceId)
      .where('kind', 'in', ['door', 'interlock'])
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!device) throw new AppError('notFound')
    if (device.is_default_access === isDefault) return unchanged(0)
    await tx.updateTable('devices').set({ is_default_access: isDefault }).where('id', '=', deviceId).execute()
    const memberIds = await apply(tx, { ...input, now: ctx.now(), by })
    if (fingerprint !== undefined && fingerprint !== fingerprintOf({ isDefault, memberIds })) {
      throw new AppError('previewOutdated')
    }
    return {
      result: memberIds.length,
      subject: { kind: 'device', id: deviceId },
      data: { count: memberIds.length, memberIds },
      tell: [
        ...grantNotices({ deviceIds: [deviceId], memberIds }),
        screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
      ],
    }
  })
}
