import type { DueLine, OwnDues } from '@spacekeeper/contract/billing/dues-shapes.ts'
import type { DueReason } from '@spacekeeper/contract/billing/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { type Day, daysBetween, readRange } from '#platform/local-day.ts'
import { billingToday } from '../billing-work.ts'
import { type Subscription, subscriptionColumns } from '../subscription-row.ts'
import { accessUntil } from '../subscription-rules.ts'
import { listComingPrices } from './coming-charges.ts'
import type { PriceFacts, TakenPlan } from './issuing.ts'

type DuesPlanRow = { subscription: Subscription; nextPlan: TakenPlan | null; isDebited: boolean } & PriceFacts

type DuesRow = {
  plan: DuesPlanRow | null
  charges: (Omit<DueLine, 'chargeId' | 'period'> & {
    id: number
    period: string | null
    currency: string
    isOpen: boolean
  })[]
  returned: OwnDues['returned']
  credits: { currency: string; cents: number }[]
}

/** One query, because each first page and each refusal asks. */
const findRow = async (ctx: Ctx, { memberId, today, zone }: { memberId: number; today: Day; zone: string }) => {
  const [row] = await readRows<DuesRow>(
    ctx,
    sql<DuesRow>`select
      (select to_jsonb(f) from (select
          (select to_jsonb(o) from (select ${subscriptionColumns}) o) as subscription,
          (select jsonb_build_object('id', n.id, 'name', n.name, 'interval', n.interval, 'intervalCount', n.interval_count)
            from plans n where n.id = s.next_plan_id) as "nextPlan",
          k.percent as "concessionPercent", k.ends_on as "concessionEndsOn",
          (select jsonb_build_object('useId', u.use_id, 'percent', u.percent, 'amountCents', u.amount_cents,
              'periodsLeft', u.periods_left) from coupon_in_use(s.id) u) as coupon,
          s.collector = 'bank' and exists (select from bank_mandates b
            where b.member_id = s.member_id and b.revoked_at is null) as "isDebited"
        from subscriptions s join plans p on p.id = s.plan_id
        left join concessions k on k.member_id = s.member_id and k.state = 'approved'
          and (k.ends_on is null or k.ends_on > ${today}::date)
        where s.member_id = ${memberId}::int and s.state <> 'ended') f) as plan,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'description', c.description,
          'period', c.period::text, 'amountCents', c.amount_cents - c.paid_cents, 'dueOn', c.due_on,
          'currency', c.currency, 'isOpen', c.state = 'open') order by c.due_on, c.id), '[]')
        from charges c where c.member_id = ${memberId}::int and c.state in ('open', 'processing')
          and c.amount_cents > c.paid_cents) as charges,
      (select jsonb_build_object('amountCents', d.amount_cents, 'reason', coalesce(d.return_reason, ''),
          'on', (d.ended_at at time zone ${zone}::text)::date)
        from debits d join charges c on c.id = d.charge_id
        where d.member_id = ${memberId}::int and d.state = 'returned' and c.state = 'open'
        order by d.ended_at desc, d.id desc limit 1) as returned,
      (select coalesce(jsonb_agg(jsonb_build_object('currency', p.currency, 'cents', p.cents)), '[]') from (
        select p.currency, sum(k.left_cents) as cents from payments p
        join payment_credits k on k.payment_id = p.id and k.left_cents > 0
        where p.member_id = ${memberId}::int group by p.currency) p) as credits`,
  )
  return row
}

const reasonOf = ({
  plan,
  lines,
  today,
}: {
  plan: DuesPlanRow | null
  lines: DueLine[]
  today: Day
}): DueReason | null => {
  if (lines.length === 0) return null
  if (!plan) return 'former'
  const { state, hasAccess } = plan.subscription
  if (state === 'incomplete') return 'first'
  if (state === 'pastDue' || (state !== 'paused' && !hasAccess)) return 'ended'
  return lines.some(({ dueOn }) => dueOn <= today) ? 'overdue' : 'open'
}

type ByFacts = { reason: DueReason | null; plan: DuesPlanRow | null; lines: DueLine[]; graceDays: number }

/** The first day without access if nothing is paid; of what is not late, its own day. */
const dayOf = ({ reason, plan, lines, graceDays }: ByFacts): Day | null => {
  if (reason === 'open' || reason === 'former') return lines[0]?.dueOn ?? null
  if (reason !== 'overdue' || !plan) return null
  const { subscription } = plan
  const until = accessUntil({ ...subscription, graceDays })
  const { cancelOn } = subscription
  return cancelOn !== null && daysBetween(cancelOn, until) > 0 ? cancelOn : until
}

const asLine = ({ id, period, kind, description, amountCents, dueOn }: DuesRow['charges'][number]): DueLine => ({
  chargeId: id,
  kind,
  description,
  period: period === null ? null : readRange(period),
  amountCents,
  dueOn,
})

const comingOf = (plan: DuesPlanRow | null, { reason, today }: { reason: DueReason | null; today: Day }) => {
  // After days without access the plan goes on from the day of the payment, which is not known.
  if (!plan || plan.subscription.collector === 'free' || reason === 'ended') return []
  const { subscription, nextPlan, ...price } = plan
  return listComingPrices(subscription, { price, nextPlan: nextPlan ?? undefined, today })
}

/** Finds what a member owes and why, and what they pay next. All that speaks of it asks here. */
export const findDues = async (ctx: Ctx, memberId: number): Promise<OwnDues> => {
  const [today, settings] = await Promise.all([billingToday(ctx), ctx.settings.all()])
  const row = await findRow(ctx, { memberId, today, zone: settings.SITE_TIME_ZONE })
  const plan = row?.plan ?? null
  const open = row?.charges ?? []
  const currency = plan?.subscription.currency ?? open[0]?.currency ?? currencies[settings.SITE_LOCALE_CURRENCY]
  const same = open.filter((charge) => charge.currency === currency)
  const lines = same.filter(({ isOpen }) => isOpen).map(asLine)
  const reason = reasonOf({ plan, lines, today })
  return {
    owedCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    currency,
    reason,
    by: dayOf({ reason, plan, lines, graceDays: settings.GRACE_DAYS }),
    lines,
    onItsWayCents: same.reduce((sum, { amountCents, isOpen }) => sum + (isOpen ? 0 : amountCents), 0),
    collector: plan?.subscription.collector ?? null,
    isDebited: plan?.isDebited ?? false,
    returned: row?.returned ?? null,
    coming: comingOf(plan, { reason, today }),
    creditCents: row?.credits.find((one) => one.currency === currency)?.cents ?? 0,
  }
}
