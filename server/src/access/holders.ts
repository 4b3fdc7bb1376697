import type { Holder } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import { type CsvColumn, writeCsv } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import type { Day } from '#platform/local-day.ts'
import { fullName, fullNameOf } from '#platform/shown-name.ts'
import { getDevice } from '../devices/devices.ts'
import { findSpaceFacts, hasCertificates } from './card-facts.ts'

const holdsCard = sql<boolean>`exists (select from cards c where c.member_id = m.id and c.state = 'active')`

/** The same as `effectOf`, for filtering. */
const works = (today: Day) =>
  sql<boolean>`(m.suspended_at is null and m.state = 'active' and ${holdsCard} and ${hasCertificates(today)})`

const holderRows = (ctx: Ctx, { deviceId, today }: { deviceId: number; today: Day }) =>
  ctx.db
    .selectFrom('grants as g')
    .innerJoin('members as m', 'm.id', 'g.member_id')
    .leftJoin('members as by', 'by.id', 'g.granted_by')
    .select(['m.id', 'm.first_name', 'm.last_name', 'm.state', 'm.suspended_at', 'g.source', 'g.granted_at'])
    .select(fullNameOf<string | null>('by').as('granted_by'))
    .select([holdsCard.as('has_card'), hasCertificates(today).as('has_certificates')])
    .where('g.device_id', '=', deviceId)
    .orderBy(sql`lower(m.first_name)`)
    .orderBy(sql`lower(m.last_name)`)
    .orderBy('m.id')

type HolderRow = Awaited<ReturnType<ReturnType<typeof holderRows>['execute']>>[number]

const asHolder = (row: HolderRow): Holder => ({
  memberId: row.id,
  name: fullName(row),
  state: row.state,
  isSuspended: row.suspended_at !== null,
  hasCard: row.has_card,
  lacksCertificate: !row.has_certificates,
  source: row.source,
  grantedAt: row.granted_at.toISOString(),
  grantedBy: row.granted_by,
})

type HolderQuery = {
  deviceId: number
  text: string
  source: 'all' | 'hand' | 'default'
  effect: 'all' | 'works' | 'refused'
  offset: number
  limit: number
}

/** Who has a device, by name, a page at a time. */
export const listHolders = async (ctx: Ctx, input: HolderQuery): Promise<{ holders: Holder[]; total: number }> => {
  const { deviceId, source, effect, offset, limit } = input
  await getDevice(ctx, { deviceId })
  const text = input.text.trim()
  const { today } = await findSpaceFacts(ctx)
  const rows = await holderRows(ctx, { deviceId, today })
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .$if(source !== 'all', (query) => query.where('g.source', '=', source === 'hand' ? 'hand' : 'default'))
    .$if(effect !== 'all', (query) => query.where(works(today), '=', effect === 'works'))
    .$if(text !== '', (query) => query.where(sql<boolean>`lower(${fullNameOf('m')}) like ${likePattern(text)}`))
    .offset(offset)
    .limit(limit)
    .execute()
  return { holders: rows.map(asHolder), total: rows[0]?.total ?? 0 }
}

/** A space is smaller; the bound is for safety. */
const mostExported = 100_000

/** All members who have a device, by name. */
export const allHolders = async (ctx: Ctx, deviceId: number): Promise<Holder[]> => {
  const { today } = await findSpaceFacts(ctx)
  return (
    await holderRows(ctx, { deviceId, today })
      .limit(mostExported + 1)
      .execute()
  ).map(asHolder)
}

const effectOf = ({ isSuspended, state, hasCard, lacksCertificate }: Holder) => {
  if (isSuspended) return `refused: ${refusals.suspended.words}`
  if (state !== 'active') return `refused: ${refusals.notActive.words}`
  if (!hasCard) return `refused: ${refusals.noCard.words}`
  return lacksCertificate ? `refused: ${refusals.noCertificate.words}` : 'works'
}

const columns: CsvColumn<Holder>[] = [
  { header: 'Member id', value: (row) => row.memberId },
  { header: 'Name', value: (row) => row.name },
  { header: 'State', value: (row) => (row.isSuspended ? 'suspended' : row.state) },
  { header: 'Granted', value: (row) => (row.source === 'default' ? 'by default' : 'manually') },
  { header: 'Since', value: (row) => row.grantedAt },
  { header: 'By', value: (row) => row.grantedBy },
  { header: 'Effect', value: effectOf },
]

/** All members who have a device, as a CSV file. */
export const exportHolders = async (ctx: Ctx, deviceId: number): Promise<File> => {
  const device = await getDevice(ctx, { deviceId })
  return writeCsv({
    name: `Access to ${device.name}.csv`,
    columns,
    rows: await allHolders(ctx, deviceId),
    most: mostExported,
  })
}
