import type { Holder } from '@spacekeeper/contract/devices.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { getDevice } from './queries.ts'

const likePattern = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`

const holders = (ctx: Ctx, deviceId: number) =>
  ctx.db
    .selectFrom('grants as g')
    .innerJoin('members as m', 'm.id', 'g.member_id')
    .leftJoin('members as by', 'by.id', 'g.granted_by')
    .select(['m.id', 'm.first_name', 'm.last_name', 'm.state', 'm.suspended_at', 'g.source', 'g.granted_at'])
    .select(sql<string | null>`by.first_name || ' ' || by.last_name`.as('granted_by'))
    .select(sql<boolean>`exists (select from cards c where c.member_id = m.id and c.state = 'active')`.as('has_card'))
    .where('g.device_id', '=', deviceId)
    .orderBy(sql`lower(m.last_name)`)
    .orderBy(sql`lower(m.first_name)`)
    .orderBy('m.id')

type Row = Awaited<ReturnType<ReturnType<typeof holders>['execute']>>[number]

const asHolder = (row: Row): Holder => ({
  memberId: row.id,
  name: `${row.first_name} ${row.last_name}`,
  state: row.state,
  isSuspended: row.suspended_at !== null,
  hasCard: row.has_card,
  source: row.source,
  grantedAt: row.granted_at.toISOString(),
  grantedBy: row.granted_by,
})

type Search = { deviceId: number; text: string; source: 'all' | 'hand' | 'default'; offset: number; limit: number }

/** Who has a device, by name, a page at a time. */
export const listHolders = async (ctx: Ctx, input: Search): Promise<{ holders: Holder[]; total: number }> => {
  const { deviceId, source, offset, limit } = input
  await getDevice(ctx, { deviceId })
  const text = input.text.trim()
  const rows = await holders(ctx, deviceId)
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .$if(source !== 'all', (query) => query.where('g.source', '=', source === 'hand' ? 'hand' : 'default'))
    .$if(text !== '', (query) =>
      query.where(sql<boolean>`lower(m.first_name || ' ' || m.last_name) like ${likePattern(text)}`),
    )
    .offset(offset)
    .limit(limit)
    .execute()
  return { holders: rows.map(asHolder), total: rows[0]?.total ?? 0 }
}

/** A space is smaller; the bound is for safety. */
const mostExported = 100_000

/** Everybody who has a device, by name. */
export const allHolders = async (ctx: Ctx, deviceId: number): Promise<Holder[]> =>
  (await holders(ctx, deviceId).limit(mostExported).execute()).map(asHolder)
