import type { EntryFilter, LedgerEntry } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { contraAccounts, transactionTypes } from '@spacekeeper/contract/memberbucks/words.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import { type CsvColumn, writeLines } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { likePattern } from '#platform/db/like-pattern.ts'
import { localDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { getMember } from '../members/summaries.ts'
import { getBalance } from './balances.ts'
import { putRightAt } from './ledger.ts'
import { startOfDaySql, startOfMonth } from './periods.ts'

/** Members read what caused an entry where that is a device, and not which member of staff booked it. */
const causedBy = (isOwn: boolean) =>
  isOwn
    ? sql<string | null>`d.name`
    : sql<string | null>`case e.actor_kind when 'member' then ${fullNameOf('a')}
        when 'device' then d.name end`

type EntrySelection = { memberId?: number | undefined; isOwn?: boolean; zone: string; filter?: EntryFilter }

/** The entries of a member, or of all, with what they are shown with. */
const selectEntries = (ctx: Ctx, { memberId, isOwn = false, zone, filter = {} }: EntrySelection) => {
  const { search, month, type, direction } = filter
  const pattern = likePattern(search ?? '')
  return ctx.db
    .selectFrom('ledger_entries as e')
    .innerJoin('members as m', 'm.id', 'e.member_id')
    .leftJoin('members as a', 'a.id', 'e.actor_id')
    .leftJoin('devices as d', 'd.id', 'e.device_id')
    .leftJoin('ledger_entries as r', 'r.reverses_id', 'e.id')
    .select(columns('e.id, e.amount_cents, e.balance_cents, e.type, e.contra_account, e.description, e.at'))
    .select(columns('e.reverses_id as reverses, r.id as reversalId, e.member_id', causedBy(isOwn).as('by')))
    .select(fullNameOf('m').as('memberName'))
    .$if(memberId !== undefined, (rows) => rows.where('e.member_id', '=', memberId ?? 0))
    .$if(type !== undefined, (rows) => rows.where('e.type', '=', type ?? 'other'))
    .$if(direction === 'in', (rows) => rows.where('e.amount_cents', '>', 0))
    .$if(direction === 'out', (rows) => rows.where('e.amount_cents', '<', 0))
    .$if(month !== undefined, (rows) =>
      rows
        .where('e.at', '>=', startOfMonth(month ?? '', zone))
        .where('e.at', '<', startOfMonth(month ?? '', zone, { months: 1 })),
    )
    .$if(search !== undefined && search.trim() !== '', (rows) =>
      rows.where(sql<boolean>`lower(e.description || ' ' || coalesce(d.name, '')) like ${pattern}`),
    )
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

type ShownRow = EntryRow & { owner?: string | null }

const asEntry = ({ reversalId, memberId: _, memberName: __, owner = null, ...row }: ShownRow): LedgerEntry => ({
  ...withTimes(row),
  isReversed: reversalId !== null,
  elsewhere: putRightAt(owner),
})

/** The table whose row an entry belongs to, where it could be reversed: for staff, who read where they put it right. */
const ownerOf = sql<string | null>`case when e.reverses_id is null and r.id is null then owner_of_entry(e.id) end`

const zoneOf = async (ctx: Ctx) => (await ctx.settings.all()).SITE_TIME_ZONE

type PageOf = { before?: number | undefined; limit: number }

const listPage = async (ctx: Ctx, { before, limit, ...selection }: EntrySelection & PageOf) => {
  const rows = await selectEntries(ctx, selection)
    .$if(before !== undefined, (all) => all.where('e.id', '<', before ?? 0))
    .$if(selection.isOwn !== true, (all) => all.select(ownerOf.as('owner')))
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute()
  return { entries: rows.slice(0, limit).map(asEntry), hasMore: rows.length > limit }
}

/** The entries of a member for staff, newest first. */
export const listLedgerEntries = async (ctx: Ctx, page: PageOf & { memberId: number }) => {
  const [, balance, listed] = await Promise.all([
    getMember(ctx, page.memberId),
    getBalance(ctx, page.memberId),
    listPage(ctx, { ...page, zone: '' }),
  ])
  return { ...balance, ...listed }
}

/** A member's own entries, newest first, narrowed by what they look for. */
export const listOwnEntries = async (ctx: Ctx, input: PageOf & EntryFilter & { memberId: number }) => {
  const { memberId, before, limit, ...filter } = input
  const zone = await zoneOf(ctx)
  const [{ balanceCents }, listed] = await Promise.all([
    getBalance(ctx, memberId),
    listPage(ctx, { memberId, isOwn: true, before, limit, zone, filter }),
  ])
  return { balanceCents, ...listed }
}

export type EntryPeriod = { from: string; to: string }

/** Those between two days, both included, oldest first. */
const inPeriod = (ctx: Ctx, { period, ...selection }: EntrySelection & { period: EntryPeriod }) =>
  selectEntries(ctx, selection)
    .where('e.at', '>=', startOfDaySql(period.from, selection.zone))
    .where('e.at', '<', startOfDaySql(period.to, selection.zone, { days: 1 }))
    .orderBy('e.id')

/** The first entries of a period, and whether there are more. */
export const listFirstEntries = async (
  ctx: Ctx,
  { limit, ...selection }: EntrySelection & { period: EntryPeriod; limit: number },
) => {
  const rows = await inPeriod(ctx, selection)
    .limit(limit + 1)
    .execute()
  return { entries: rows.slice(0, limit).map(asEntry), isCut: rows.length > limit }
}

const columnsFor = (zone: string): CsvColumn<EntryRow>[] => [
  { header: 'Entry', value: (row) => row.id },
  { header: 'Day', value: (row) => localDay(row.at, zone) },
  { header: 'When (UTC)', value: (row) => row.at },
  { header: 'What', value: (row) => row.description },
  { header: 'How', value: (row) => transactionTypes[row.type] },
  { header: 'Account', value: (row) => contraAccounts[row.contraAccount] },
  { header: 'By', value: (row) => row.by },
  { header: 'Amount', value: (row) => (row.amountCents / 100).toFixed(2) },
  { header: 'Balance', value: (row) => (row.balanceCents / 100).toFixed(2) },
  { header: 'Puts right entry', value: (row) => row.reverses },
]

const membersColumns: CsvColumn<EntryRow>[] = [
  { header: 'Member number', value: (row) => row.memberId },
  { header: 'Member', value: (row) => row.memberName },
]

const rowsAtOnce = 1000

/** Read and sent a thousand rows at a time, so that ten years of a space need no more memory than a day of it. */
async function* linesOf(ctx: Ctx, { period, ...selection }: EntrySelection & { period?: EntryPeriod | undefined }) {
  const ofMember = columnsFor(selection.zone)
  const fileColumns = selection.memberId === undefined ? [...membersColumns, ...ofMember] : ofMember
  let after = 0
  for (let isFirst = true; ; isFirst = false) {
    const entries = period ? inPeriod(ctx, { ...selection, period }) : selectEntries(ctx, selection).orderBy('e.id')
    const rows = await entries.where('e.id', '>', after).limit(rowsAtOnce).execute()
    if (isFirst || rows.length > 0) yield writeLines({ columns: fileColumns, rows, isFirst })
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = last.id
  }
}

/** Entries as a CSV file, oldest first: of a member, or with their names of all. */
export const entriesFile = async (
  ctx: Ctx,
  { name, ...selection }: Omit<EntrySelection, 'zone'> & { period?: EntryPeriod | undefined; name: string },
): Promise<File> => ({
  name: `${name}.csv`,
  mediaType: 'text/csv; charset=utf-8',
  content: linesOf(ctx, { ...selection, zone: await zoneOf(ctx) }),
})
