import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { MemberStatement, Period, BalanceStatement } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { contraAccounts } from '@spacekeeper/contract/memberbucks/words.ts'
import type { File } from '@spacekeeper/contract/route.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { getMember } from '../members/summaries.ts'
import { entriesFile, listFirstEntries } from './entries.ts'
import { startOfDaySql } from './periods.ts'

/** Of one member, or of all of them together. */
type StatementRequest = Period & { memberId?: number | undefined }

const accounts = keysOf(contraAccounts)

/** Everything before the period, and in it what came in and went out by account: one look at each entry. */
const readAccounts = async (ctx: Ctx, { wanted, zone }: { wanted: StatementRequest; zone: string }) => {
  const { memberId } = wanted
  const [from, end] = [startOfDaySql(wanted.from, zone), startOfDaySql(wanted.to, zone, { days: 1 })]
  const rows = await ctx.db
    .selectFrom('ledger_entries')
    .select([
      'contra_account as account',
      sql<number>`coalesce(sum(amount_cents) filter (where at < ${from}), 0)`.as('before'),
      sql<number>`coalesce(sum(amount_cents) filter (where at >= ${from} and amount_cents > 0), 0)`.as('in_cents'),
      sql<number>`coalesce(-sum(amount_cents) filter (where at >= ${from} and amount_cents < 0), 0)`.as('out_cents'),
      sql<number>`count(*) filter (where at >= ${from})`.as('entries'),
    ])
    .where('at', '<', end)
    .$if(memberId !== undefined, (entries) => entries.where('member_id', '=', memberId ?? 0))
    .groupBy('contra_account')
    .execute()
  return new Map(rows.map((row) => [row.account, row]))
}

const createStatement = async (ctx: Ctx, wanted: StatementRequest, zone: string): Promise<BalanceStatement> => {
  const { from, to } = wanted
  if (from > to) throw badField('to', 'The last day is before the first.')
  const rows = await readAccounts(ctx, { wanted, zone })
  const moved = accounts.flatMap((account) => {
    const row = rows.get(account)
    if (!row || row.entries === 0) return []
    return [{ account, inCents: row.in_cents, outCents: row.out_cents, entries: row.entries }]
  })
  const openingCents = [...rows.values()].reduce((sum, row) => sum + row.before, 0)
  const closingCents = moved.reduce((sum, { inCents, outCents }) => sum + inCents - outCents, openingCents)
  return { from, to, openingCents, closingCents, accounts: moved }
}

const zoneOf = async (ctx: Ctx) => (await ctx.settings.all()).SITE_TIME_ZONE

/** All balances together: what they were, what moved them, what they are at the end of a period. */
export const getSpaceStatement = async (ctx: Ctx, period: Period): Promise<BalanceStatement> =>
  createStatement(ctx, period, await zoneOf(ctx))

/** As many as are read on a screen or printed. */
const mostEntries = 1000

export const getMemberStatement = async (
  ctx: Ctx,
  { isOwn = false, ...wanted }: Period & { memberId: number; isOwn?: boolean },
): Promise<MemberStatement> => {
  const { memberId, from, to } = wanted
  const zone = await zoneOf(ctx)
  const [member, statement, listed] = await Promise.all([
    getMember(ctx, memberId),
    createStatement(ctx, wanted, zone),
    listFirstEntries(ctx, { memberId, isOwn, zone, period: { from, to }, limit: mostEntries }),
  ])
  return { ...statement, ...listed, memberId, memberName: member.fullName }
}

/** The entries of a period as a file. Who took it away stands in the audit. */
export const exportStatement = async (ctx: Ctx, { memberId, from, to }: StatementRequest): Promise<File> => {
  if (from > to) throw badField('to', 'The last day is before the first.')
  if (memberId !== undefined) await getMember(ctx, memberId)
  const whose = memberId === undefined ? 'balances' : `balance-of-${memberId}`
  const file = await entriesFile(ctx, { memberId, period: { from, to }, name: `${whose}-${from}-${to}` })
  return change(ctx, 'memberbucks.exported', async () => ({
    result: file,
    ...(memberId !== undefined && { subject: { kind: 'member', id: memberId } }),
    data: { from, to },
  }))
}
