import { bareAccount } from '@spacekeeper/contract/bank/account-numbers.ts'
import type { Leaving, LeavingList, LeavingStepView, OwnLeaving } from '@spacekeeper/contract/leaving/shapes.ts'
import type { leavingFilters, RefundSource } from '@spacekeeper/contract/leaving/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { findOwnCredit } from './credit-refunds.ts'
import { leavingState } from './rules.ts'
import { type StepCatalog, titleOfStep } from './steps.ts'

const pageOf = 50

const isOpen = sql<boolean>`(l.returned_at is null and l.state <> 'done')`

const leavings = (ctx: Ctx) =>
  ctx.db
    .selectFrom('leavings as l')
    .innerJoin('members as m', 'm.id', 'l.member_id')
    .select(['l.id', 'l.member_id', 'l.reason', 'l.ended_on', 'l.state', 'l.done_at', 'l.returned_at', 'm.closed_at'])
    .select(fullNameOf('m').as('name'))

type ChecklistRow = Awaited<ReturnType<ReturnType<typeof leavings>['execute']>>[number]

type Listing = { ctx: Ctx; catalog: StepCatalog }

/** The steps of several checklists in one query, each in their order. */
const listSteps = async (
  { ctx, catalog }: Listing,
  ids: readonly number[],
): Promise<Map<number, LeavingStepView[]>> => {
  const rows = await ctx.db
    .selectFrom('leaving_steps')
    .select(columns('leaving_id, name, due_on, state, words, settled_at'))
    .where('leaving_id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('leaving_id')
    .orderBy('position')
    .execute()
  const views = rows.map((row) => ({ ...withTimes(row), title: titleOfStep(catalog, row.name) }))
  const byLeaving = Map.groupBy(views, ({ leavingId }) => leavingId)
  return new Map([...byLeaving].map(([id, steps]) => [id, steps.map(({ leavingId: _, ...step }) => step)]))
}

const stateOf = (row: ChecklistRow) => leavingState({ state: row.state, hasReturned: row.returned_at !== null })

const asLeaving = (row: ChecklistRow, steps: LeavingStepView[]): Leaving => ({
  id: row.id,
  member: {
    id: row.member_id,
    name: row.closed_at === null ? row.name : `Former member ${row.member_id}`,
    isClosed: row.closed_at !== null,
  },
  reason: row.reason,
  endedOn: row.ended_on,
  state: stateOf(row),
  steps,
  overAt: (row.returned_at ?? row.done_at)?.toISOString() ?? null,
})

type LeavingChoice = { filter: (typeof leavingFilters)[number]; before?: number | undefined }

export const listLeavings = async (
  ctx: Ctx,
  { catalog, filter, before }: LeavingChoice & { catalog: StepCatalog },
): Promise<LeavingList> => {
  const wanted: RawBuilder<boolean> = filter === 'open' ? isOpen : sql<boolean>`not ${isOpen}`
  const [rows, counts] = await Promise.all([
    leavings(ctx)
      .where(wanted)
      .$if(before !== undefined, (query) => query.where('l.id', '<', before ?? 0))
      .orderBy('l.id', 'desc')
      .limit(pageOf + 1)
      .execute(),
    ctx.db
      .selectFrom('leavings as l')
      .select(sql<number>`count(*) filter (where ${isOpen})::int`.as('open'))
      .select(sql<number>`count(*) filter (where not ${isOpen})::int`.as('over'))
      .executeTakeFirstOrThrow(),
  ])
  const page = rows.slice(0, pageOf)
  const steps = await listSteps(
    { ctx, catalog },
    page.map(({ id }) => id),
  )
  return {
    leavings: page.map((row) => asLeaving(row, steps.get(row.id) ?? [])),
    next: rows.length > pageOf ? (page.at(-1)?.id ?? null) : null,
    counts,
  }
}

const findRefund = async (ctx: Ctx, memberId: number, source: RefundSource): Promise<OwnLeaving['refund']> => {
  const row = await ctx.db
    .selectFrom('balance_refunds')
    .select(['amount_cents', 'state', 'account_name', 'account_end', 'reason'])
    .where('member_id', '=', memberId)
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { amount_cents: amountCents, state, account_name: accountName, account_end: accountEnd, reason } = row
  return { amountCents, state, accountName, accountEnd: bareAccount(accountEnd), reason }
}

/** The caller’s checklist since their membership ended, and what they can decide about their balance. */
export const getOwnLeaving = async (ctx: Ctx, catalog: StepCatalog): Promise<OwnLeaving> => {
  const { id } = memberOf(ctx)
  const [row, balance, refund, creditRefund] = await Promise.all([
    leavings(ctx).where('l.member_id', '=', id).where('l.returned_at', 'is', null).executeTakeFirst(),
    ctx.db.selectFrom('balances').select('balance_cents').where('member_id', '=', id).executeTakeFirst(),
    findRefund(ctx, id, 'balance'),
    findRefund(ctx, id, 'credit'),
  ])
  const credit = await findOwnCredit(ctx, { memberId: id, refund: creditRefund })
  if (!row) return { leaving: null, balanceCents: balance?.balance_cents ?? 0, mayChoose: false, refund: null, credit }
  const steps = await listSteps({ ctx, catalog }, [row.id])
  const { reason, endedOn, state, steps: own } = asLeaving(row, steps.get(row.id) ?? [])
  const balanceCents = balance?.balance_cents ?? 0
  return {
    leaving: { reason, endedOn, state, steps: own },
    balanceCents,
    mayChoose: balanceCents > 0 && refund?.state !== 'asked',
    refund,
    credit,
  }
}
