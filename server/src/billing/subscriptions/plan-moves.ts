import { createHash } from 'node:crypto'
import {
  type MovedMember,
  type MoveRefusal,
  moveRefusals,
  type PlanMove,
  type PlanMovePreview,
} from '@spacekeeper/contract/billing/staff-shapes.ts'
import { formatCents } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJobs } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { addDays, type Day } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { bulkPriority } from '../../messages/outbox.ts'
import { monthlyCents } from '../../plans/rules.ts'
import { billingToday } from '../billing-work.ts'
import { mailPlanJob } from '../mails.ts'
import { nextPeriod } from '../periods.ts'
import { misfitOf } from '../plan-fit.ts'

export type WantedMove = PlanMove & { planId: number }

type MoveReader = Pick<Ctx['db'], 'selectFrom'>

/** A plan that members can be moved to, which is one that is not archived. */
const getTarget = async (db: MoveReader, planId: number) => {
  const plan = await db
    .selectFrom('plans as p')
    .innerJoin('tiers as t', 't.id', 'p.tier_id')
    .selectAll('p')
    .select(['t.archived_at as tier_archived_at'])
    .where('p.id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw new AppError('notFound')
  if (plan.archived_at ?? plan.tier_archived_at) throw new AppError('planGone')
  return plan
}

type TargetPlan = Awaited<ReturnType<typeof getTarget>>

const mostMoved = 50_000

/** Everyone who has a plan now, or is about to. */
const candidates = (db: MoveReader, planId: number) =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['s.id', 's.member_id', 's.state', 's.collector', 's.currency', 's.cost_cents', 's.next_cost_cents'])
    .select(['s.plan_id', 's.next_plan_id', 's.interval', 's.interval_count', 's.charged_through'])
    .select(['s.anchor_on', 's.periods_since_anchor', 's.next_from'])
    .select([
      fullNameOf('m').as('name'),
      sql<number>`1 + (select count(*)::int from household_people h
        where h.subscription_id = s.id and h.left_at is null)`.as('people'),
    ])
    .where('s.state', '<>', 'ended')
    .where(sql<number>`coalesce(s.next_plan_id, s.plan_id)`, '=', planId)
    .orderBy(sql`lower(m.first_name)`)
    .orderBy(sql`lower(m.last_name)`)
    .orderBy('s.id')
    .limit(mostMoved)

type PlanHolder = Awaited<ReturnType<ReturnType<typeof candidates>['execute']>>[number]

/** What they pay, or will pay by what is agreed already. */
const agreedCents = (row: PlanHolder) => row.next_cost_cents ?? row.cost_cents

/** Where their first period begins that is not within the notice. */
const startOf = (row: PlanHolder, earliest: Day): Day => {
  const { anchor_on: anchorOn, interval, interval_count: intervalCount } = row
  let start = row.charged_through
  for (let periods = row.periods_since_anchor; start < earliest; periods += 1) {
    start = nextPeriod({ anchorOn, periodsSinceAnchor: periods, interval, intervalCount }).to
  }
  return start
}

/** Why a member stays where they are; null for those who move. */
const refusalOf = (
  row: PlanHolder,
  { target, earliest }: { target: TargetPlan; earliest: Day },
): MoveRefusal | null => {
  if (row.state === 'cancelling') return 'cancelled'
  if ((row.next_plan_id ?? row.plan_id) === target.id && agreedCents(row) === target.cost_cents) return 'unchanged'
  // They were let off by name, which a new price for all does not take back.
  if (row.collector === 'free' || agreedCents(row) === 0) return 'free'
  const misfit = misfitOf({ ...target, maxPeople: target.max_people }, row)
  if (misfit === 'collector') return misfit
  if (misfit === 'household') return misfit
  // What they agreed on before begins within the notice, and only one thing can be agreed ahead.
  return row.next_plan_id !== null && startOf(row, earliest) !== row.charged_through ? 'tooSoon' : null
}

const sortHolders = (rows: readonly PlanHolder[], input: { target: TargetPlan; earliest: Day }) => {
  const judged = rows.map((row) => ({ row, why: refusalOf(row, input) }))
  return {
    moved: judged
      .filter(({ why }) => why === null)
      .map(({ row }) => ({ ...row, startsOn: startOf(row, input.earliest) })),
    leftOut: moveRefusals
      .map((why) => ({ why, count: judged.filter((one) => one.why === why).length }))
      .filter(({ count }) => count > 0),
  }
}

type MovingHolder = PlanHolder & { startsOn: Day }

/** Stands for who pays what instead of what, and from when. */
const fingerprintOfMove = (target: TargetPlan, moved: readonly MovingHolder[]): string => {
  const hash = createHash('sha256').update(
    `${target.id} ${target.cost_cents} ${target.interval_count} ${target.interval}`,
  )
  for (const row of moved.toSorted((a, b) => a.id - b.id))
    hash.update(`\n${row.id} ${agreedCents(row)} ${row.startsOn}`)
  return hash.digest('base64url')
}

const workOutMove = async (ctx: Ctx, wanted: WantedMove, db: MoveReader) => {
  const { planId, toPlanId, noticeDays } = wanted
  const holder = await db.selectFrom('plans').select(['id', 'name']).where('id', '=', planId).executeTakeFirst()
  if (!holder) throw new AppError('notFound')
  const target = await getTarget(db, toPlanId)
  return { from: holder, target, earliest: addDays(await billingToday(ctx), noticeDays) }
}

const sameCurrency = (rows: readonly PlanHolder[], target: TargetPlan): void => {
  if (rows.some(({ currency }) => currency !== target.currency))
    throw badField('toPlanId', 'This plan is in another currency.')
}

const asMoved = (row: MovingHolder, target: TargetPlan): MovedMember => ({
  memberId: row.member_id,
  name: row.name,
  fromCents: agreedCents(row),
  toCents: target.cost_cents,
  startsOn: row.startsOn,
})

/** Who of a plan would pay what from when. Nothing is changed. */
export const previewPlanMove = async (
  ctx: Ctx,
  wanted: WantedMove & { offset: number; limit: number },
): Promise<PlanMovePreview> => {
  const { target, earliest } = await workOutMove(ctx, wanted, ctx.db)
  const rows = await candidates(ctx.db, wanted.planId).execute()
  sameCurrency(rows, target)
  const { moved, leftOut } = sortHolders(rows, { target, earliest })
  const { interval, interval_count: intervalCount, cost_cents: cents, currency } = target
  return {
    fingerprint: fingerprintOfMove(target, moved),
    count: moved.length,
    members: moved.slice(wanted.offset, wanted.offset + wanted.limit).map((row) => asMoved(row, target)),
    leftOut,
    currency,
    monthlyBeforeCents: moved.reduce(
      (sum, row) =>
        sum + monthlyCents({ cents: row.cost_cents, interval: row.interval, intervalCount: row.interval_count }),
      0,
    ),
    monthlyAfterCents: moved.length * monthlyCents({ cents, interval, intervalCount }),
  }
}

const mailMoved = async (
  work: Work,
  { moved, target, locale }: { moved: readonly MovingHolder[]; target: TargetPlan; locale: string },
): Promise<void> => {
  const amount = formatCents(target.cost_cents, { locale, currency: target.currency })
  await addJobs(work, {
    declared: mailPlanJob,
    payloads: moved.map((row) => ({
      mail: 'planMoved' as const,
      memberId: row.member_id,
      facts: {
        plan: target.name,
        amount,
        on: row.startsOn,
        name: formatCents(agreedCents(row), { locale, currency: row.currency }),
      },
    })),
    priority: bulkPriority,
  })
}

/**
 * Moves exactly those previewed, each from their first period after the notice: their rows are locked, then judged. Each of them
 * is told by email what they pay from when.
 */
export const movePlanMembers = async (
  ctx: Ctx,
  wanted: WantedMove & { fingerprint: string },
): Promise<{ moved: number }> => {
  const locale = await ctx.settings.get('SITE_LOCALE_CURRENCY')
  return change(ctx, 'billing.membersMoved', async (work) => {
    const { tx } = work
    const { from, target, earliest } = await workOutMove(ctx, wanted, tx)
    const { rows: payers } = await sql<{ id: number }>`select m.id from members m where m.id in (
      select member_id from subscriptions where state <> 'ended' and coalesce(next_plan_id, plan_id) = ${from.id})
      order by m.id for no key update of m`.execute(tx)
    const rows = await candidates(tx, from.id).forUpdate('s').execute()
    const { moved } = sortHolders(rows, { target, earliest })
    if (payers.length !== rows.length || fingerprintOfMove(target, moved) !== wanted.fingerprint)
      throw new AppError('previewOutdated')
    if (moved.length === 0) return unchanged({ moved: 0 })
    const starts = moved.map(({ id, startsOn }) => ({ id, startsOn }))
    await sql`update subscriptions s set next_plan_id = ${target.id}, next_cost_cents = ${target.cost_cents},
        next_from = nullif(n."startsOn", s.charged_through)
      from jsonb_to_recordset(${JSON.stringify(starts)}::jsonb) as n(id int, "startsOn" date)
      where s.id = n.id`.execute(tx)
    await mailMoved(work, { moved, target, locale })
    const memberIds = moved.map(({ member_id }) => member_id)
    return {
      result: { moved: moved.length },
      subject: { kind: 'plan', id: from.id },
      data: { name: from.name, to: target.name, costCents: target.cost_cents, count: moved.length, memberIds },
      tell: [screens.notice({ topic: 'billing', audience: 'everybody' })],
    }
  })
}
