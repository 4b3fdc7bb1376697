import { StripeComparison } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { reconcileJob } from '../job-names.ts'

const KeptProblems = z.array(StripeComparison.shape.problems.element.omit({ memberName: true }))

const nameMembers = async (ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', fullNameOf('members').as('name')])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type ComparisonPage = { skip: number; limit: number }

const list = async (ctx: Ctx, { skip, limit }: ComparisonPage): Promise<StripeComparison[]> => {
  const rows = await ctx.db
    .selectFrom('stripe_reconciliations')
    .select(columns('id, began_at, ended_at, events, movements, failure, problems'))
    .orderBy('id', 'desc')
    .offset(skip)
    .limit(limit)
    .execute()
  const runs = rows.map((row) => ({ ...row, problems: KeptProblems.parse(row.problems) }))
  const names = await nameMembers(
    ctx,
    runs.flatMap(({ problems }) => problems.map(({ memberId }) => memberId)),
  )
  return runs.map((run) => ({
    ...withTimes(run),
    problems: run.problems.map((problem) => ({ ...problem, memberName: names.get(problem.memberId) ?? null })),
  }))
}

/** The newest comparison with Stripe; null before the first. */
export const findLastComparison = async (ctx: Ctx): Promise<StripeComparison | null> =>
  (await list(ctx, { skip: 0, limit: 1 }))[0] ?? null

const page = 10

/** Each comparison with what it put right and what it left, newest first. */
export const listComparisons = async (
  ctx: Ctx,
  { skip }: { skip: number },
): Promise<{ comparisons: StripeComparison[]; hasMore: boolean }> => {
  const comparisons = await list(ctx, { skip, limit: page + 1 })
  return { comparisons: comparisons.slice(0, page), hasMore: comparisons.length > page }
}

/** Asks for a comparison now; one that waits already is enough. */
export const compareNow = (ctx: Ctx): Promise<void> =>
  change(ctx, 'stripe.comparisonAsked', async (work) => {
    await addJob(work, reconcileJob, {}, { key: 'stripe-comparison', queue: 'stripe-comparison' })
    return { result: undefined }
  })
