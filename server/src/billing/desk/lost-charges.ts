import type { CurrencySum } from '@spacekeeper/contract/billing/desk-shapes.ts'
import type {
  PlanEffect,
  WriteOff,
  WriteOffPreview,
  WriteOffResult,
} from '@spacekeeper/contract/billing/lost-charge-shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { AppError } from '#platform/http/app-error.ts'
import { type Day, earlierDay } from '#platform/local-day.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { mayBookFor } from '../../memberbucks/rules.ts'
import { type BillingWork, changeBilling } from '../billing-work.ts'
import { type Charge, lockCharge, writeOffCharge } from '../charges/charges.ts'
import { followPayer } from '../follow.ts'
import { KeptAtStripeError, mustBeChargedHere } from '../kept-plans.ts'
import { spendCredit } from '../payments/credit.ts'
import { lockCurrentSubscription, lockPayer, lockSubscription, type Subscription } from '../subscription-row.ts'
import { accessUntil } from '../subscription-rules.ts'
import { rehearse } from '../subscriptions/plan-changes.ts'
import { endPlan } from '../subscriptions/staff-plans.ts'
import { addSum } from './bookings.ts'

type OwnedCharge = { chargeId: number; memberId: number; memberName: string }

/** The owners of these charges, each with theirs, in the order in which members are locked. */
const listOwners = async (ctx: Ctx, chargeIds: readonly number[]): Promise<OwnedCharge[][]> => {
  const rows = await readRows(
    ctx,
    sql<OwnedCharge>`select c.id as "chargeId", c.member_id as "memberId",
      ${fullNameOf('m')} as "memberName"
    from charges c join members m on m.id = c.member_id where c.id = any(${chargeIds}::int[])
    order by c.member_id, c.id`,
  )
  if (rows.length < new Set(chargeIds).size) throw new AppError('notFound')
  return [...Map.groupBy(rows, ({ memberId }) => memberId).values()]
}

const lockTheirs = async (work: BillingWork, owned: readonly OwnedCharge[]): Promise<Charge[]> => {
  const charges: Charge[] = []
  for (const { chargeId } of owned) charges.push(await lockCharge(work, chargeId))
  return charges
}

type MemberWriteOff = { memberId: number; charges: readonly Charge[]; reason: string; endsPlan: boolean }

/** The plan that one of the charges is of, while it goes on. */
const findPlan = async (work: BillingWork, { memberId, charges }: Pick<MemberWriteOff, 'memberId' | 'charges'>) => {
  const plan = await lockCurrentSubscription(work, memberId)
  return plan && charges.some(({ subscriptionId }) => subscriptionId === plan.id) ? plan : null
}

/** Gives charges of one member up, ends the plan they are of where that is wanted, and works out what follows. */
const writeOffTheirs = async (work: BillingWork, wanted: MemberWriteOff): Promise<{ isPlanEnded: boolean }> => {
  const { memberId, charges, reason, endsPlan } = wanted
  const plan = endsPlan ? await findPlan(work, wanted) : null
  for (const charge of charges) await writeOffCharge(work, charge, reason)
  // Before anything follows: nothing being owed would give access back, and charge the days to come.
  if (plan) await endPlan(work, { memberId, reason, keepsDebt: true })
  for (const currency of new Set(charges.map((charge) => charge.currency))) {
    await spendCredit(work, { memberId, currency })
  }
  await followPayer(work, memberId)
  return { isPlanEnded: plan !== null }
}

type MemberOutcome = { done: Charge[]; isPlanEnded: boolean; left?: 'keptAtStripe' | 'ownPayment' }

/** Writes off what is still what its reader saw, in one transaction for each member. */
const writeOffOne = (
  ctx: Ctx,
  { owned, wanted }: { owned: readonly OwnedCharge[]; wanted: WriteOff },
): Promise<MemberOutcome> =>
  changeBilling(ctx, 'billing.writtenOff', async (work) => {
    const memberId = owned[0]?.memberId ?? 0
    await lockPayer(work, memberId)
    const seen = new Map(wanted.charges.map(({ chargeId, amountCents }) => [chargeId, amountCents]))
    const done = (await lockTheirs(work, owned)).filter(
      ({ id, state, amountCents, paidCents }) => state === 'open' && amountCents - paidCents === seen.get(id),
    )
    if (done.length === 0) return { done, isPlanEnded: false }
    await mustBeChargedHere(work, { memberId, isPaying: true })
    const endsPlan = wanted.endsPlanOf.includes(memberId)
    return { done, ...(await writeOffTheirs(work, { memberId, charges: done, reason: wanted.reason, endsPlan })) }
  })

/** Nothing is given up of one's own, or while Stripe has to keep the plan. */
const writeOffUnlessLeft = async (
  ctx: Ctx,
  wanted: { owned: readonly OwnedCharge[]; wanted: WriteOff },
): Promise<MemberOutcome> => {
  const nothing = { done: [], isPlanEnded: false }
  if (wanted.owned.some(({ memberId }) => !mayBookFor(ctx.actor, memberId))) return { ...nothing, left: 'ownPayment' }
  try {
    return await writeOffOne(ctx, wanted)
  } catch (error) {
    if (!(error instanceof KeptAtStripeError)) throw error
    return { ...nothing, left: 'keptAtStripe' }
  }
}

export const writeOffByHand = async (ctx: Ctx, wanted: WriteOff): Promise<WriteOffResult> => {
  const result: WriteOffResult = { writtenOff: 0, sums: [], plansEnded: 0, skipped: [] }
  const chargeIds = wanted.charges.map(({ chargeId }) => chargeId)
  for (const owned of await listOwners(ctx, chargeIds)) {
    const { done, isPlanEnded, left = 'changed' } = await writeOffUnlessLeft(ctx, { owned, wanted })
    result.writtenOff += done.length
    result.plansEnded += isPlanEnded ? 1 : 0
    for (const { amountCents, paidCents, currency } of done) {
      addSum(result.sums, { currency, cents: amountCents - paidCents })
    }
    for (const { chargeId, memberName } of owned) {
      if (done.some(({ id }) => id === chargeId)) continue
      result.skipped.push({ chargeId, memberName, reason: left })
    }
  }
  return result
}

/** The sum they owe. */
const listOwed = async ({ tx }: BillingWork, memberId: number): Promise<CurrencySum[]> =>
  (
    await sql<CurrencySum>`select currency, sum(amount_cents - paid_cents)::int as cents from charges
      where member_id = ${memberId} and state = 'open' group by currency having sum(amount_cents - paid_cents) > 0
      order by cents desc, currency`.execute(tx)
  ).rows

const countPeople = async ({ tx }: BillingWork, plan: Subscription): Promise<number> => {
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from household_people
    where subscription_id = ${plan.id} and left_at is null`.execute(tx)
  return rows[0]?.people ?? 0
}

/** The charges of a plan that goes on in this transaction. */
const findBill = async ({ tx, issued }: BillingWork, plan: Subscription): Promise<PlanEffect['ifKept']['bill']> => {
  const { rows } = await sql<{ cents: number; currency: string; dueOn: Day }>`select
      sum(amount_cents - paid_cents)::int as cents, currency, min(due_on) as "dueOn"
    from charges where id = any(${issued}::int[]) and subscription_id = ${plan.id} and state = 'open'
    group by currency`.execute(tx)
  return rows[0] ?? null
}

const describeKept = async (work: BillingWork, plan: Subscription): Promise<PlanEffect['ifKept']> => {
  const { hasAccess, cancelOn, chargedThrough } = plan
  const until = accessUntil({ ...plan, graceDays: work.settings.GRACE_DAYS })
  return {
    accessUntil: hasAccess ? earlierDay(until, cancelOn ?? until) : null,
    bill: await findBill(work, plan),
    nextFrom: cancelOn === null ? chargedThrough : null,
  }
}

/** Writes them off, and says what became of the plans they were of. */
const tryOut = async (work: BillingWork, { owners, endsPlan }: { owners: OwnedCharge[][]; endsPlan: boolean }) => {
  const effects: PlanEffect[] = []
  for (const [first, ...others] of owners) {
    if (!first) continue
    const { memberId, memberName } = first
    await lockPayer(work, memberId)
    const charges = (await lockTheirs(work, [first, ...others])).filter(({ state }) => state === 'open')
    const before = await findPlan(work, { memberId, charges })
    if (!before) continue
    await writeOffTheirs(work, { memberId, charges, reason: 'preview', endsPlan })
    const plan = await lockSubscription(work, before.id)
    effects.push({
      memberId,
      memberName,
      plan: before.planName,
      isAccessOver: before.state === 'pastDue',
      people: await countPeople(work, before),
      ifKept: await describeKept(work, plan),
      ifEnded: { owed: await listOwed(work, memberId) },
    })
  }
  return effects
}

export const previewWriteOff = async (ctx: Ctx, chargeIds: readonly number[]): Promise<WriteOffPreview> => {
  const owners = await listOwners(ctx, chargeIds)
  const [kept, ended] = [
    await rehearse(ctx, 'billing.writtenOff', (work) => tryOut(work, { owners, endsPlan: false })),
    await rehearse(ctx, 'billing.writtenOff', (work) => tryOut(work, { owners, endsPlan: true })),
  ]
  return {
    plans: kept.flatMap((effect) => {
      const same = ended.find(({ memberId }) => memberId === effect.memberId)
      return same ? [{ ...effect, ifEnded: same.ifEnded }] : []
    }),
  }
}
