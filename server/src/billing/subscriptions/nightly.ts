import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, type Day } from '#platform/local-day.ts'
import { beginSweep, type Sweep } from '#platform/sweep.ts'
import { bookEntry } from '../../memberbucks/ledger.ts'
import { billingToday, type BillingWork, changeBilling, noteEvent } from '../billing-work.ts'
import { issueCharges } from '../charges/issuing.ts'
import { collectAllDues } from '../collection.ts'
import { followSubscription } from '../follow.ts'
import { isKeptAtStripe } from '../kept-plans.ts'
import { spendCredit } from '../payments/credit.ts'
import { bookPayment } from '../payments/payments.ts'
import { lockCurrentSubscription, lockFree, lockSubscription } from '../subscription-row.ts'
import { beginPause, listDuePauses } from './pauses.ts'
import { endSubscription } from './subscriptions.ts'

/** A run of what days bring. */
type Night = { ctx: Ctx; today: Day; sweep: Sweep }

const nameOfSubscription = (id: number) => `subscription ${id}`
const nameOfMember = (id: number) => `member ${id}`

/** So many subscriptions are charged in one transaction. */
const together = 500

/** The subscriptions, called `s`, for which this holds, by their numbers. */
const listIds = async (ctx: Ctx, condition: RawBuilder<boolean>): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('subscriptions as s')
    .select('s.id')
    .where(condition)
    .orderBy('s.id')
    .limit(together)
    .execute()
  return rows.map(({ id }) => id)
}

/** Those whose next period may be due; which are is said by `issueCharges`, which looks at each. */
const listUncharged = async (ctx: Ctx, { today, after }: { today: Day; after: number }): Promise<number[]> => {
  const ahead = addDays(today, await ctx.settings.get('CHARGE_DAYS_AHEAD'))
  return listIds(
    ctx,
    sql<boolean>`s.state in ('active', 'cancelling') and s.provider_ref is null
      and s.charged_through <= case when s.collector = 'stripe' then ${today} else ${ahead} end::date
      and (s.cancel_on is null or s.charged_through < s.cancel_on) and s.id > ${after}::int`,
  )
}

/** Members who have paid ahead: their charges are paid with that at once. */
const listCreditors = async ({ tx }: BillingWork, memberIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select p.member_id as id from payments p
    left join lateral (select sum(amount_cents) as cents from payment_allocations where payment_id = p.id) a on true
    where p.member_id = any(${memberIds}::int[]) group by p.member_id
    having sum(p.amount_cents) > sum(coalesce(a.cents, 0))`.execute(tx)
  return rows.map(({ id }) => id)
}

const chargeTogether = (ctx: Ctx, ids: readonly number[]) =>
  changeBilling(ctx, 'billing.charged', async (work) => {
    const issued = await issueCharges(work, await lockFree(work, ids))
    const memberIds = issued.map(({ memberId }) => memberId)
    return { charged: issued.length, payers: await listCreditors(work, memberIds) }
  })

/** Charges what comes next, a batch at a time. Returns how many charges there are more. */
const chargeAll = async (night: Night): Promise<number> => {
  const { ctx, today, sweep } = night
  let count = 0
  for (let after = 0; ;) {
    const ids = await listUncharged(ctx, { today, after })
    if (ids.length === 0) return count
    after = Math.max(...ids)
    const done = await sweep.together(ids, {
      nameOf: nameOfSubscription,
      work: (some) => chargeTogether(ctx, some),
    })
    count += done.reduce((sum, { charged }) => sum + charged, 0)
    // Each by itself, because a payment locks the member before the subscription.
    await sweep.each(
      done.flatMap(({ payers }) => payers),
      {
        nameOf: nameOfMember,
        work: (memberId) => changeBilling(ctx, 'billing.paid', (work) => payWithCredit(work, memberId)),
      },
    )
  }
}

const payWithCredit = async (work: BillingWork, memberId: number): Promise<void> => {
  const subscription = await lockCurrentSubscription(work, memberId)
  if (!subscription) return
  const paid = await spendCredit(work, { memberId, currency: subscription.currency })
  if (paid.length > 0) noteEvent(work, 'billing.paid', { memberId, method: 'credit', paid })
  await followSubscription(work, subscription)
}

/** What is due is taken from the balances of those who pay that way, if it is enough. */
const takeFromBalances = async (night: Night): Promise<void> => {
  const { ctx, today } = night
  const due = await ctx.db
    .selectFrom('charges as c')
    .innerJoin('subscriptions as s', 's.id', 'c.subscription_id')
    .innerJoin('balances as b', 'b.member_id', 'c.member_id')
    .select('c.id')
    .where('s.collector', '=', 'balance')
    .where('c.state', '=', 'open')
    .where('c.due_on', '<=', today)
    .where(sql<boolean>`b.balance_cents >= c.amount_cents - c.paid_cents`)
    .orderBy('c.due_on')
    .orderBy('c.id')
    .limit(together)
    .execute()
  await night.sweep.each(due, {
    nameOf: ({ id }) => `charge ${id}`,
    work: ({ id }) => changeBilling(ctx, 'billing.paid', (work) => payFromBalance(work, id)),
  })
}

/** Pays a charge from the balance of its payer, all of it or nothing. False where the balance is too low. */
export const payFromBalance = async (work: BillingWork, chargeId: number): Promise<boolean> => {
  const charge = await work.tx
    .selectFrom('charges')
    .select(['member_id', 'amount_cents', 'paid_cents', 'currency', 'description', 'state'])
    .where('id', '=', chargeId)
    .executeTakeFirst()
  const amountCents = charge ? charge.amount_cents - charge.paid_cents : 0
  if (!charge || charge.state !== 'open' || amountCents <= 0) return false
  const { member_id: memberId, currency } = charge
  // One try for each charge and amount: asked for twice at once, it is paid once.
  const idempotencyKey = `charge-${chargeId}-${charge.paid_cents}`
  const booked = await bookEntry(work, {
    movement: {
      memberId,
      amountCents: -amountCents,
      type: 'other',
      contraAccount: 'dues',
      source: 'system',
      description: charge.description,
      floorCents: 0,
      idempotencyKey,
    },
  })
  if (booked.outcome !== 'booked' || !booked.isNew) return false
  await bookPayment(work, {
    memberId,
    amountCents,
    currency,
    method: 'balance',
    paidOn: work.today,
    chargeIds: [chargeId],
    ledgerEntryId: booked.entryId,
    idempotencyKey: `balance-${booked.entryId}`,
  })
  return true
}

const isOver = (grace: number, today: Day) => sql<boolean>`greatest(s.paid_through, s.unpaid_since) + ${grace}::int
  <= ${today}::date and (s.more_time_until is null or s.more_time_until <= ${today}::date)`

const isPaidBack = (today: Day) => sql<boolean>`s.id in (select c.subscription_id from charges c
  where c.state = 'refunded' and c.period @> ${today}::date)`

const hasPlannedPause = (today: Day) => sql<boolean>`exists (select from subscription_breaks b
  where b.subscription_id = s.id and b.begun_at is null and b.cancelled_at is null and lower(b.days) <= ${today}::date)`

/** Those whose pause begins or ends. */
const isPauseDue = (today: Day) => sql<boolean>`(s.state <> 'ended' and ${hasPlannedPause(today)}
  or s.state = 'paused' and not exists (select from subscription_breaks b where b.subscription_id = s.id
    and b.kind = 'pause' and b.cancelled_at is null and b.begun_at is not null and b.days @> ${today}::date))`

/** Days that were paid back begin or end: they give no access, and those after them do. */
const hasOtherAccess = (grace: number, today: Day) => sql<boolean>`case when s.has_access
  then (s.more_time_until is null or s.more_time_until <= ${today}::date) and ${isPaidBack(today)}
  else not (${isOver(grace, today)}) and (s.cancel_on is null or s.cancel_on > ${today}::date) and not ${isPaidBack(today)} end`

/** Those whose day has come: access ends, the plan ends, a pause begins or ends. */
const listToFollow = async (ctx: Ctx, { today, after }: { today: Day; after: number }): Promise<number[]> => {
  const grace = await ctx.settings.get('GRACE_DAYS')
  return listIds(
    ctx,
    sql<boolean>`s.id > ${after}::int and (
      s.state in ('active', 'cancelling') and s.has_access and ${isOver(grace, today)}
      or s.state = 'active' and ${isOver(grace, today)}
      or s.state in ('active', 'cancelling') and ${hasOtherAccess(grace, today)}
      or s.state = 'cancelling' and s.cancel_on <= ${today}::date
      or ${isPauseDue(today)})`,
  )
}

const followAll = async (night: Night, list: (after: number) => Promise<number[]>): Promise<number> => {
  let count = 0
  for (let after = 0; ;) {
    const ids = await list(after)
    if (ids.length === 0) return count
    await night.sweep.each(ids, { nameOf: nameOfSubscription, work: (id) => followDay(night.ctx, id) })
    after = Math.max(...ids)
    count += ids.length
  }
}

const followDay = (ctx: Ctx, id: number): Promise<void> =>
  changeBilling(ctx, 'billing.overdue', async (work) => {
    const subscription = await lockSubscription(work, id)
    if (subscription.state === 'ended') return
    // Stripe goes on asking for the days of one that it keeps, so that a pause begins once it is taken over.
    const pauses = isKeptAtStripe(subscription) ? [] : await listDuePauses(work, id)
    for (const pause of pauses) await beginPause(work, subscription, pause)
    await followSubscription(work, subscription)
    await issueCharges(work, [subscription])
    await followSubscription(work, subscription)
  })

/** Joining is given up when the first payment never comes. */
const endIncomplete = async (night: Night): Promise<void> => {
  const { ctx, today } = night
  const days = await ctx.settings.get('INCOMPLETE_DAYS')
  if (days === 0) return
  const rows = await ctx.db
    .selectFrom('subscriptions')
    .select('member_id')
    .where('state', '=', 'incomplete')
    .where('started_on', '<=', addDays(today, -days))
    .limit(together)
    .execute()
  await night.sweep.each(
    rows.map(({ member_id: memberId }) => memberId),
    {
      nameOf: nameOfMember,
      work: (memberId) =>
        changeBilling(ctx, 'billing.ended', (work) => endSubscription(work, { memberId, reason: 'neverPaid' })),
    },
  )
}

/**
 * Everything that days bring: periods are charged ahead, dues are taken from balances and cards, overdue plans lose access,
 * cancelled ones end, pauses begin and end. It may run at any time and twice: what is done is not done again.
 * What can't be worked through is left, and the run fails for it at the end.
 */
export const runBilling = async (ctx: Ctx): Promise<{ charged: number; followed: number }> => {
  const today = await billingToday(ctx)
  const night: Night = { ctx, today, sweep: beginSweep(ctx, 'billing') }
  // A pause moves periods, so it begins or ends before anything is charged.
  await followAll(night, (after) => listIds(ctx, sql<boolean>`s.id > ${after}::int and ${isPauseDue(today)}`))
  const charged = await chargeAll(night)
  await takeFromBalances(night)
  await collectAllDues(ctx, night.sweep)
  const followed = await followAll(night, (after) => listToFollow(ctx, { today, after }))
  await endIncomplete(night)
  night.sweep.end()
  return { charged, followed }
}
