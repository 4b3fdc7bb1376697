import type { RosterColumn, Selection } from '@spacekeeper/contract/rosters.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { makeTable } from './make-table.ts'
import { matchSelection } from './match-filter.ts'
import { listSelected, mostMembers } from './queries.ts'

/** By which words they were found, or that they were chosen one by one. */
const describe = ({ memberIds, filter, except }: Selection) =>
  memberIds ? { named: memberIds.length } : { filter, ...(except.length > 0 && { except: except.length }) }

const note = <T>(ctx: Ctx, input: { selection: Selection; result: T; data: Record<string, unknown> }): Promise<T> =>
  change(ctx, 'members.exported', async () => ({
    result: input.result,
    data: { ...input.data, ...describe(input.selection) },
  }))

type Wish = { selection: Selection; columns: RosterColumn[]; sort: RosterColumn; order: 'asc' | 'desc' }

/** The members as a table. That somebody took it along stands in the audit, with how many there were. */
export const exportMembers = async (ctx: Ctx, wish: Wish): Promise<File> => {
  const { selection, columns } = wish
  const rows = await listSelected(ctx, wish)
  const result = makeTable({ rows, chosen: columns, now: ctx.now() })
  return note(ctx, { selection, result, data: { as: 'table', count: rows.length, columns } })
}

/** The addresses to write to. Who asked to be left out is only counted. */
export const exportEmails = async (ctx: Ctx, { selection }: { selection: Selection }) => {
  const rows = await ctx.db
    .selectFrom('members')
    .select(['email', 'exclude_from_email_export as isLeftOut'])
    .where(matchSelection(selection, ctx.now()))
    .orderBy(sql`lower(email)`)
    .limit(mostMembers)
    .execute()
  const emails = rows.filter(({ isLeftOut }) => !isLeftOut).map(({ email }) => email)
  const result = { emails, leftOut: rows.length - emails.length }
  return note(ctx, { selection, result, data: { as: 'emails', count: emails.length, leftOut: result.leftOut } })
}
