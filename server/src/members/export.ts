import { memberField, memberFields } from '@spacekeeper/contract/members/fields.ts'
import type { Standing, MemberListColumn, Selection } from '@spacekeeper/contract/members/shapes.ts'
import { roleWords } from '@spacekeeper/contract/members/words.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import { type CsvColumn, writeCsv } from '#platform/csv/write-csv.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { fieldsOfColumn } from './fields.ts'
import { matchSelection } from './filters.ts'
import { type ExportRow, listSelected, mostMembers } from './list.ts'

const standingWords: Record<Standing, string> = {
  active: 'Active',
  noob: 'New',
  inactive: 'Inactive',
  accountonly: 'Account only',
  suspended: 'Suspended',
}

type MemberColumn = CsvColumn<ExportRow>

/** Columns that are no field of the member. */
const computedColumns: Partial<Record<MemberListColumn, MemberColumn>> = {
  standing: { header: 'State', value: (row) => standingWords[row.standing] },
  plan: { header: 'Plan', value: (row) => row.plan },
  card: { header: 'Card', value: (row) => row.card },
  doors: { header: 'Doors and machines', value: (row) => row.doors },
  role: { header: 'Role', value: (row) => roleWords[row.role] },
}

/** A field as it is, or in the words for its choices. */
const csvColumnsOf = (column: MemberListColumn): MemberColumn[] => {
  const computed = computedColumns[column]
  if (computed) return [computed]
  return fieldsOfColumn(column).map((name) => {
    const { label, listed } = memberFields[name]
    const { choices } = memberField(name)
    const valueOf = (row: ExportRow) => row[listed.as]
    return { header: label, value: choices ? (row) => choices[String(valueOf(row))] ?? null : valueOf }
  })
}

/** The rows as CSV, each column once, in the order they were chosen. */
export const makeTable = (input: { rows: readonly ExportRow[]; chosen: readonly MemberListColumn[]; now: Date }) =>
  writeCsv({
    name: `members-${input.now.toISOString().slice(0, 10)}.csv`,
    columns: [...new Set(input.chosen)].flatMap(csvColumnsOf),
    rows: input.rows,
    most: mostMembers,
  })

/** The filter members were found by, or how many were chosen one by one. */
const describeSelection = ({ memberIds, filter, except }: Selection) =>
  memberIds ? { named: memberIds.length } : { filter, ...(except.length > 0 && { except: except.length }) }

const auditExport = <T>(
  ctx: Ctx,
  input: { selection: Selection; result: T; data: Record<string, unknown> },
): Promise<T> =>
  change(ctx, 'members.exported', async () => ({
    result: input.result,
    data: { ...input.data, ...describeSelection(input.selection) },
  }))

type MemberExport = { selection: Selection; columns: MemberListColumn[]; sort: MemberListColumn; order: 'asc' | 'desc' }

/** The members as a table. The audit keeps who exported it, and how many there were. */
export const exportMembers = async (ctx: Ctx, input: MemberExport): Promise<File> => {
  const { selection, columns } = input
  const rows = await listSelected(ctx, input)
  const result = await makeTable({ rows, chosen: columns, now: ctx.now() })
  return auditExport(ctx, {
    selection,
    result,
    data: { as: 'table', count: Math.min(rows.length, mostMembers), columns },
  })
}

/** Email addresses; members who asked to be left out are only counted. */
export const exportEmails = async (ctx: Ctx, { selection }: { selection: Selection }) => {
  const rows = await ctx.db
    .selectFrom('members')
    .select(['email', 'exclude_from_email_export as isLeftOut'])
    .where(matchSelection(selection, ctx.now()))
    .orderBy(sql`lower(email)`)
    .execute()
  const emails = rows.filter(({ isLeftOut }) => !isLeftOut).map(({ email }) => email)
  const result = { emails, leftOut: rows.length - emails.length }
  return auditExport(ctx, { selection, result, data: { as: 'emails', count: emails.length, leftOut: result.leftOut } })
}
