import type { OwnDues } from '@spacekeeper/contract/billing/dues-shapes.ts'
import type { MyBreak, MyDiscount, MySubscription, PlanOffer } from '@spacekeeper/contract/billing/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { type Day, daysBetween, laterDay, readRange } from '#platform/local-day.ts'
import type { Subscription } from '../subscription-row.ts'
import { accessUntil } from '../subscription-rules.ts'

/** How a plan is offered, wherever it is chosen or shown. */
export const offerColumns = sql`p.id, p.name, t.name as tier, p.cost_cents as "costCents", p.currency,
  p.interval_count as "intervalCount", p.interval, p.collectors, p.max_people as "maxPeople"`

type MySubscriptionRow = Pick<
  Subscription,
  | 'id'
  | 'memberId'
  | 'planId'
  | 'planName'
  | 'state'
  | 'collector'
  | 'costCents'
  | 'currency'
  | 'interval'
  | 'intervalCount'
  | 'startedOn'
  | 'chargedThrough'
  | 'paidThrough'
  | 'unpaidSince'
  | 'nextFrom'
  | 'givenBackUntil'
  | 'moreTimeUntil'
  | 'cancelOn'
  | 'hasAccess'
> & {
  offer: PlanOffer
  tierDescription: string
  period: string | null
  next: { name: string; tier: string; costCents: number } | null
  coupon: {
    useId: number
    code: string
    percent: number | null
    amountCents: number | null
    periodsLeft: number | null
  } | null
  concession: { reason: string; percent: number; endsOn: Day | null } | null
  breaks: (Omit<MyBreak, 'days'> & { days: string })[]
}

const findRow = async (
  ctx: Ctx,
  { memberId, today }: { memberId: number; today: Day },
): Promise<MySubscriptionRow | undefined> => {
  const [row] = await readRows<MySubscriptionRow>(
    ctx,
    sql<MySubscriptionRow>`select s.id, s.member_id as "memberId", s.plan_id as "planId", p.name as "planName", s.state, s.collector,
        s.cost_cents as "costCents", s.currency, s.interval, s.interval_count as "intervalCount",
        s.started_on as "startedOn",
        s.charged_through as "chargedThrough", s.paid_through as "paidThrough", s.unpaid_since as "unpaidSince",
        s.given_back_until as "givenBackUntil", s.next_from as "nextFrom",
        s.more_time_until as "moreTimeUntil", s.cancel_on as "cancelOn", s.has_access as "hasAccess",
        (select to_jsonb(o) from (select ${offerColumns}) o) as offer, t.description as "tierDescription",
        (select c.period::text from charges c where c.subscription_id = s.id and c.state <> 'void'
          and c.period @> ${today}::date limit 1) as period,
        (select jsonb_build_object('name', n.name, 'tier', nt.name, 'costCents', s.next_cost_cents)
          from plans n join tiers nt on nt.id = n.tier_id where n.id = s.next_plan_id) as next,
        (select jsonb_build_object('useId', k.use_id, 'code', k.code, 'percent', k.percent,
            'amountCents', k.amount_cents, 'periodsLeft', k.periods_left) from coupon_in_use(s.id) k) as coupon,
        (select jsonb_build_object('reason', c.reason, 'percent', c.percent, 'endsOn', c.ends_on) from concessions c
          where c.member_id = s.member_id and c.state = 'approved' and (c.ends_on is null or c.ends_on > ${today}::date))
          as concession,
        (select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'kind', b.kind, 'days', b.days::text,
            'hasBegun', b.begun_at is not null, 'reason', b.reason) order by b.days), '[]')
          from subscription_breaks b where b.subscription_id = s.id and b.cancelled_at is null) as breaks
      from subscriptions s join plans p on p.id = s.plan_id join tiers t on t.id = p.tier_id
      where s.member_id = ${memberId} and s.state <> 'ended'`,
  )
  return row
}

const discountsOf = ({ coupon, concession }: MySubscriptionRow): MyDiscount[] => [
  ...(concession
    ? [
        {
          kind: 'concession' as const,
          words: concession.reason,
          percent: concession.percent,
          amountCents: null,
          periodsLeft: null,
          endsOn: concession.endsOn,
        },
      ]
    : []),
  ...(coupon
    ? [
        {
          kind: 'coupon' as const,
          words: coupon.code,
          percent: coupon.percent,
          amountCents: coupon.amountCents,
          periodsLeft: coupon.periodsLeft,
          endsOn: null,
        },
      ]
    : []),
]

/** The next payment, and when: all that is open, or else what is to come. */
const nextPayment = ({ owedCents, lines, coming }: OwnDues): MySubscription['next'] => {
  const [oldest] = lines
  if (oldest) return { on: oldest.dueOn, amountCents: owedCents, isCharged: true }
  const [next] = coming
  return next ? { on: next.from, amountCents: next.amountCents, isCharged: false } : null
}

/** The plan of a member with all that a screen says of it; null without one. */
export const findMySubscription = async (
  ctx: Ctx,
  { memberId, today, dues }: { memberId: number; today: Day; dues: OwnDues },
): Promise<MySubscription | null> => {
  const [row, settings] = await Promise.all([findRow(ctx, { memberId, today }), ctx.settings.all()])
  if (!row) return null
  const until = accessUntil({ ...row, graceDays: settings.GRACE_DAYS })
  const { next } = row
  return {
    id: row.id,
    state: row.state,
    collector: row.collector,
    plan: row.offer,
    tierDescription: row.tierDescription,
    costCents: row.costCents,
    currency: row.currency,
    interval: row.interval,
    intervalCount: row.intervalCount,
    discounts: discountsOf(row),
    startedOn: row.startedOn,
    period: row.period === null ? null : readRange(row.period),
    paidThrough: row.paidThrough,
    accessUntil: row.cancelOn !== null && daysBetween(row.cancelOn, until) > 0 ? row.cancelOn : until,
    hasAccess: row.hasAccess,
    givenBackUntil: row.givenBackUntil,
    next: nextPayment(dues),
    nextPlan: next && { ...next, startsOn: laterDay(row.chargedThrough, row.nextFrom ?? row.chargedThrough) },
    cancelOn: row.cancelOn,
    moreTimeUntil: row.moreTimeUntil,
    breaks: row.breaks.map((one) => ({ ...one, days: readRange(one.days) })),
    pauseLimits: {
      leastDays: settings.PAUSE_MIN_DAYS,
      mostDays: settings.PAUSE_MAX_DAYS,
      noticeDays: settings.PAUSE_NOTICE_DAYS,
      perYear: settings.PAUSES_PER_YEAR,
    },
  }
}
