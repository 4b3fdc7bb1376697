import type { DueLine, OwnDues } from '@spacekeeper/contract/billing/dues-shapes.ts'
import type { DueReason } from '@spacekeeper/contract/billing/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import { sql } from 'kysely'
import type { Ctx, ReadingCtx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { type Day, readRange } from '#platform/local-day.ts'
import { billingToday } from '../billing-work.ts'
import { type Subscription, subscriptionColumns } from '../subscription-row.ts'
import { accessEndIfUnpaid } from '../subscription-rules.ts'
import { listComingPrices } from './coming-charges.ts'
import type { PriceFacts, TakenPlan } from './issuing.ts'

type DuesPlanRow = { subscription: Subscription; nextPlan: TakenPlan | null; isDebited: boolean } & PriceFacts

type DuesRow = {
  memberId: number
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

/** One query however many members, because each first page, each refusal and each run of reminders asks. */
const listDuesRows = (
  ctx: ReadingCtx,
  { memberIds, today, zone }: { memberIds: readonly number[]; today: Day; zone: string },
): Promise<DuesRow[]> =>
  readRows<DuesRow>(
    ctx,
    sql<DuesRow>`select x.id as "memberId",
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
        where s.member_id = x.id and s.state <> 'ended') f) as plan,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'description', c.description,
          'period', c.period::text, 'amountCents', c.amount_cents - c.paid_cents, 'dueOn', c.due_on,
          'currency', c.currency, 'isOpen', c.state = 'open') order by c.due_on, c.id), '[]')
        from charges c where c.member_id = x.id and c.state in ('open', 'processing')
          and c.amount_cents > c.paid_cents) as charges,
      (select jsonb_build_object('amountCents', d.amount_cents, 'reason', coalesce(d.return_reason, ''),
          'on', (d.ended_at at time zone ${zone}::text)::date)
        from debits d join charges c on c.id = d.charge_id
        where d.member_id = x.id and d.state = 'returned' and c.state = 'open'
        order by d.ended_at desc, d.id desc limit 1) as returned,
      (select coalesce(jsonb_agg(jsonb_build_object('currency', p.currency, 'cents', p.cents)), '[]') from (
        select p.currency, sum(k.left_cents) as cents from payments p
        join payment_credits k on k.payment_id = p.id and k.left_cents > 0
        where p.member_id = x.id group by p.currency) p) as credits
      from unnest(${memberIds}::int[]) as x (id)`,
  )

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

type ByFacts = { reason: DueReason | null; lines: DueLine[]; accessEndsOn: Day | null }

/** The first day without access if nothing is paid; of what is not late, its own day. */
const dayOf = ({ reason, lines, accessEndsOn }: ByFacts): Day | null => {
  if (reason === 'open' || reason === 'former') return lines[0]?.dueOn ?? null
  return reason === 'overdue' ? accessEndsOn : null
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

/** A charge that is open or on its way, in whatever currency. */
type UnsettledLine = DueLine & { currency: string; isOpen: boolean }

type OwedRow = {
  row: DuesRow | null
  currency: string
  /** Those in the currency of the plan, of which screens speak. */
  lines: DueLine[]
  unsettled: UnsettledLine[]
  reason: DueReason | null
  /** The subscription that access hangs on, and the first day without it if nothing is paid. */
  subscriptionId: number | null
  accessEndsOn: Day | null
}

const owedOf = (settings: Settings, today: Day, row: DuesRow | null): OwedRow => {
  const plan = row?.plan ?? null
  const charges = row?.charges ?? []
  const currency = plan?.subscription.currency ?? charges[0]?.currency ?? currencies[settings.SITE_LOCALE_CURRENCY]
  const unsettled = charges.map((charge) => ({
    ...asLine(charge),
    currency: charge.currency,
    isOpen: charge.isOpen,
  }))
  const lines = charges.filter((charge) => charge.currency === currency && charge.isOpen).map(asLine)
  const { subscription } = plan ?? {}
  return {
    row,
    currency,
    lines,
    unsettled,
    reason: reasonOf({ plan, lines, today }),
    subscriptionId: subscription?.id ?? null,
    accessEndsOn: subscription ? accessEndIfUnpaid({ ...subscription, graceDays: settings.GRACE_DAYS }) : null,
  }
}

/** Finds what members owe and why, each of them. All that speaks of it asks here. */
export const listOwed = async (
  ctx: ReadingCtx,
  { memberIds, today }: { memberIds: readonly number[]; today: Day },
): Promise<Map<number, OwedRow>> => {
  if (memberIds.length === 0) return new Map()
  const settings = await ctx.settings.all()
  const rows = await listDuesRows(ctx, { memberIds, today, zone: settings.SITE_TIME_ZONE })
  return new Map(rows.map((row) => [row.memberId, owedOf(settings, today, row)]))
}

/** The same of one member, with what they pay next. */
export const findDues = async (ctx: Ctx, memberId: number): Promise<OwnDues> => {
  const [today, settings] = await Promise.all([billingToday(ctx), ctx.settings.all()])
  const found = (await listOwed(ctx, { memberIds: [memberId], today })).get(memberId)
  const { row, currency, lines, unsettled, reason, accessEndsOn } = found ?? owedOf(settings, today, null)
  const plan = row?.plan ?? null
  const underWay = unsettled.filter((line) => line.currency === currency && !line.isOpen)
  return {
    owedCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    currency,
    reason,
    by: dayOf({ reason, lines, accessEndsOn }),
    lines,
    onItsWayCents: underWay.reduce((sum, { amountCents }) => sum + amountCents, 0),
    collector: plan?.subscription.collector ?? null,
    isDebited: plan?.isDebited ?? false,
    returned: row?.returned ?? null,
    coming: comingOf(plan, { reason, today }),
    creditCents: row?.credits.find((one) => one.currency === currency)?.cents ?? 0,
  }
}
