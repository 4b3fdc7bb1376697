import type { File } from '@spacekeeper/contract/route.ts'
import type { ListedVisitor } from '@spacekeeper/contract/visitors/shapes.ts'
import type { VisitorList } from '@spacekeeper/contract/visitors/words.ts'
import { sql } from 'kysely'
import { type CsvColumn, writeCsv } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { matchWords, searchText } from '#platform/db/search-words.ts'
import { startOfDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { visitorsToday } from './entrance.ts'

type VisitorQuery = { list: VisitorList; text: string }

const mostInFile = 10_000

const agreedTexts = sql<{ title: string; version: number }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('title', a.title, 'version', a.number) order by a.id)
  from visitor_agreements va join agreement_versions a on a.id = va.version_id where va.visitor_id = v.id), '[]')`

const searched = searchText(
  sql`v.name || ' ' || coalesce(v.email, '') || ' ' || coalesce(${fullNameOf('m')} || ' ' || m.screen_name, '')`,
)

/** Visitors of one list, those on site first, then the newest. */
const visitorRows = async (ctx: Ctx, { list, text }: VisitorQuery) => {
  const today = await visitorsToday(ctx)
  const begin = startOfDay(today, await ctx.settings.get('SITE_TIME_ZONE'))
  const typed = text.trim()
  return ctx.db
    .selectFrom('visitors as v')
    .leftJoin('members as m', 'm.id', 'v.host_id')
    .select(columns('v.id, v.code, v.name, v.note, v.email, v.host_id, v.expected_on, v.arrived_at, v.left_at'))
    .select([agreedTexts.as('agreed'), fullNameOf<string | null>('m').as('hostName')])
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .$if(list === 'today', (query) =>
      query
        .where('v.arrived_at', 'is not', null)
        .where((is) => is.or([is('v.left_at', 'is', null), is('v.left_at', '>=', begin)])),
    )
    .$if(list === 'past', (query) => query.where('v.arrived_at', 'is not', null))
    .$if(list === 'expected', (query) => query.where('v.arrived_at', 'is', null).where('v.expected_on', '>=', today))
    .$if(typed !== '', (query) => query.where(matchWords(searched, typed)))
    .orderBy(list === 'expected' ? sql`v.expected_on` : sql`v.left_at is not null`)
    .orderBy('v.arrived_at', 'desc')
    .orderBy('v.id', 'desc')
}

type VisitorRow = Awaited<ReturnType<Awaited<ReturnType<typeof visitorRows>>['execute']>>[number]

const asVisitor = ({ hostId, hostName, total: _, ...row }: VisitorRow): ListedVisitor => ({
  ...withTimes(row),
  email: row.email ?? '',
  host: hostId === null ? null : { id: hostId, name: hostName ?? '' },
})

/** Visitors of today, of the past or expected ones, a page at a time. */
export const listVisitors = async (
  ctx: Ctx,
  { limit, ...query }: VisitorQuery & { limit: number },
): Promise<{ visitors: ListedVisitor[]; total: number }> => {
  const rows = await (await visitorRows(ctx, query)).limit(limit).execute()
  return { visitors: rows.map(asVisitor), total: rows[0]?.total ?? 0 }
}

const fileColumns: CsvColumn<ListedVisitor>[] = [
  { header: 'Number', value: ({ id }) => id },
  { header: 'Name', value: ({ name }) => name },
  { header: 'Email', value: ({ email }) => email },
  { header: 'Host', value: ({ host }) => host?.name },
  { header: 'Expected on', value: ({ expectedOn }) => expectedOn },
  { header: 'Signed in', value: ({ arrivedAt }) => arrivedAt },
  { header: 'Signed out', value: ({ leftAt }) => leftAt },
  {
    header: 'Agreed to',
    value: ({ agreed }) => agreed.map(({ title, version }) => `${title}, version ${version}`).join('; '),
  },
  { header: 'Note', value: ({ note }) => note },
]

/** The same as a table for spreadsheets; who asked for it stands in the audit. */
export const exportVisitors = async (ctx: Ctx, query: VisitorQuery): Promise<File> => {
  const rows = await (await visitorRows(ctx, query)).limit(mostInFile + 1).execute()
  await change(ctx, 'visitor.exported', () =>
    Promise.resolve({ result: undefined, data: { count: Math.min(rows.length, mostInFile) } }),
  )
  return writeCsv({
    name: `visitors-${await visitorsToday(ctx)}.csv`,
    columns: fileColumns,
    rows: rows.map(asVisitor),
    most: mostInFile,
  })
}
