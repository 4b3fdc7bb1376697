import type { AuditEventName } from '@spacekeeper/contract/audit-events.ts'
import type { ChangePreview, PauseEffect } from '@spacekeeper/contract/billing/shapes.ts'
import type { Collector } from '@spacekeeper/contract/billing/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import { formatCents } from '@spacekeeper/contract/formatters.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import type { Day, DayRange } from '#platform/local-day.ts'
import { monthlyCents } from '../../plans/rules.ts'
import { type BillingWork, changeBilling, changeOnce, noteEvent } from '../billing-work.ts'
import { lockCharges } from '../charges/charges.ts'
import { KeptAtStripeError, mustBeChargedHere, takeOverIfPossible } from '../kept-plans.ts'
import { mailPlanJob, type PlanMailOrder } from '../mails.ts'
import { forgetNextPlan } from '../plan-fit.ts'
import { getChanging, getCurrent, saveSubscriptions } from '../subscription-row.ts'
import { tooManyFor } from './households.ts'
import { payFromBalance } from './nightly.ts'
import { endPause, pauseSubscription, previewPause } from './pauses.ts'
import { changeCollector, changePlan, findPlan, useCoupon } from './subscription-terms.ts'
import { cancelSubscription, resumeSubscription } from './subscriptions.ts'
import { takeOverKnown } from './takeovers.ts'

/** Carries a result out of a transaction that is taken back. */
class RehearsalEnd<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('rehearsed')
    this.result = result
  }
}

const tryOut = async <T>(ctx: Ctx, event: AuditEventName, run: (work: BillingWork) => Promise<T>): Promise<T> => {
  try {
    return await changeOnce(ctx, event, async (work) => {
      throw new RehearsalEnd(await run(work))
    })
  } catch (error) {
    if (error instanceof RehearsalEnd) return error.result as T // thrown above, with what `run` returned
    throw error
  }
}

/**
 * Does it, says what came of it, and takes it all back: what is shown is what will happen. A plan that Stripe still collects
 * is taken over in it as far as it is known here, and Stripe is not asked.
 */
export const rehearse = async <T>(
  ctx: Ctx,
  event: AuditEventName,
  run: (work: BillingWork) => Promise<T>,
): Promise<T> => {
  try {
    return await tryOut(ctx, event, run)
  } catch (error) {
    if (!(error instanceof KeptAtStripeError)) throw error
    return tryOut(ctx, event, async (work) => {
      if (!(await takeOverKnown(work, error.kept.subscriptionId))) throw error
      return run(work)
    })
  }
}

const mail = (work: BillingWork, order: PlanMailOrder) => addJob(work, mailPlanJob, order)

type ChangeTime = ChangePreview['when']

type WantedPlan = { memberId: number; planId: number; when?: ChangeTime | undefined; isByStaff?: boolean | undefined }

type TimedPlan = WantedPlan & { when: ChangeTime; times: ChangeTime[] }

/** Members choose among what is offered to them; staff may agree on other plans. */
const mustBeOffered = async ({ tx }: BillingWork, planId: number) => {
  const { rows } = await sql`select from plans p join tiers t on t.id = p.tier_id
    where p.id = ${planId} and p.is_visible and t.is_visible`.execute(tx)
  if (rows.length === 0) throw new AppError('planGone')
}

/**
 * When a change takes place: a dearer plan at once, a cheaper one as the space has set it. Members may also wait with a
 * dearer one, and staff choose freely.
 */
const timeOf = async (work: BillingWork, wanted: WantedPlan): Promise<TimedPlan> => {
  const plan = await findPlan(work, wanted.planId)
  const current = await getChanging(work, wanted.memberId)
  const isCheaper =
    monthlyCents({ ...plan, cents: plan.costCents }) < monthlyCents({ ...current, cents: current.costCents })
  const usual = isCheaper && !work.settings.DOWNGRADES_AT_ONCE ? 'next' : 'now'
  const times: ChangeTime[] = usual === 'now' || wanted.isByStaff === true ? ['now', 'next'] : ['next']
  const when = wanted.when ?? usual
  if (!times.includes(when)) throw badField('when', 'A cheaper plan starts with the next payment.')
  return { ...wanted, when, times }
}

const changeWith = async (work: BillingWork, wanted: WantedPlan): Promise<ChangePreview> => {
  if (!wanted.isByStaff) await mustBeOffered(work, wanted.planId)
  const timed = await timeOf(work, wanted)
  const { id } = await getCurrent(work, wanted.memberId)
  const effect = await changePlan(work, timed)
  const tooManyPeople = await tooManyFor(work, { subscriptionId: id, planId: wanted.planId })
  return { ...effect, times: timed.times, tooManyPeople }
}

export const previewChange = (ctx: Ctx, wanted: WantedPlan): Promise<ChangePreview> =>
  rehearse(ctx, 'billing.planChanged', (work) => changeWith(work, wanted))

type ConfirmedPlan = WantedPlan & { when: ChangeTime } & Pick<
    ChangePreview,
    'givenBackCents' | 'firstChargeCents' | 'dueNowCents'
  >

const mailChanged = async (
  work: BillingWork,
  { confirmed, done }: { confirmed: ConfirmedPlan; done: ChangePreview },
): Promise<void> => {
  const plan = await work.tx.selectFrom('plans').select('name').where('id', '=', confirmed.planId).executeTakeFirst()
  const locale = work.settings.SITE_LOCALE_CURRENCY
  const amount = formatCents(done.firstChargeCents, { locale, currency: done.currency })
  await mail(work, {
    mail: 'planChanged',
    memberId: confirmed.memberId,
    facts: { plan: plan?.name ?? '', on: done.startsOn, amount },
  })
}

/** Refuses where it no longer costs what was shown. */
export const mustBeAsShown = (
  done: ChangePreview,
  shown: Pick<ChangePreview, 'givenBackCents' | 'firstChargeCents' | 'dueNowCents'>,
): void => {
  const isAsShown =
    done.givenBackCents === shown.givenBackCents &&
    done.firstChargeCents === shown.firstChargeCents &&
    done.dueNowCents === shown.dueNowCents
  if (!isAsShown) throw new AppError('amountsChanged')
  if (done.tooManyPeople > 0) throw new AppError('householdFull')
}

/** Changes the plan if it still costs what the member was shown. */
export const changeMyPlan = (ctx: Ctx, confirmed: ConfirmedPlan): Promise<ChangePreview> =>
  changeBilling(ctx, 'billing.planChanged', async (work) => {
    const done = await changeWith(work, confirmed)
    mustBeAsShown(done, confirmed)
    await mailChanged(work, { confirmed, done })
    await takeFromBalance(work, confirmed.memberId)
    return done
  })

/** Takes what is due now at once from the balance of a member who pays that way, as far as it reaches. */
const takeFromBalance = async (work: BillingWork, memberId: number): Promise<void> => {
  const { id, collector } = await getCurrent(work, memberId)
  if (collector !== 'balance') return
  for (const charge of await lockCharges(work, id))
    if (charge.state === 'open' && charge.dueOn <= work.today) await payFromBalance(work, charge.id)
}

/** Calls off a change that was to come. */
export const keepMyPlan = async (ctx: Ctx, memberId: number): Promise<void> => {
  await changeBilling(ctx, 'billing.nextPlanKept', async (work) => {
    const subscription = await getChanging(work, memberId)
    if (subscription.nextPlanId === null) return
    forgetNextPlan(subscription)
    await saveSubscriptions(work, [subscription])
    noteEvent(work, 'billing.nextPlanKept', { memberId })
  })
}

/** Members do not let themselves off paying, and choose only what works here. */
const mayChoose = (collector: Collector, settings: Settings): boolean =>
  collector === 'stripe' ? isFeatureOn('enableStripe', settings) : collector !== 'free'

export const changeMyCollector = (ctx: Ctx, wanted: { memberId: number; collector: Collector }): Promise<void> =>
  changeBilling(ctx, 'billing.collectorChanged', async (work) => {
    if (!mayChoose(wanted.collector, work.settings)) throw new AppError('notAllowed')
    await changeCollector(work, wanted)
  })

export const useMyCoupon = (ctx: Ctx, wanted: { memberId: number; couponCode: string }): Promise<void> =>
  changeBilling(ctx, 'billing.couponUsed', (work) => useCoupon(work, wanted))

const findPlanName = async (ctx: Ctx, memberId: number): Promise<string> => {
  const row = await ctx.db
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', 'p.id', 's.plan_id')
    .select('p.name')
    .where('s.member_id', '=', memberId)
    .where('s.state', '<>', 'ended')
    .executeTakeFirst()
  if (!row) throw new AppError('noPlan')
  return row.name
}

export const cancelMyPlan = async (ctx: Ctx, memberId: number): Promise<{ endsOn: Day }> => {
  const plan = await findPlanName(ctx, memberId)
  await takeOverIfPossible(ctx, memberId)
  const done = await changeBilling(ctx, 'billing.cancelled', async (work) => {
    const { endsOn } = await cancelSubscription(work, memberId)
    const mailed = endsOn > work.today ? 'planCancelled' : 'planEnded'
    await mail(work, { mail: mailed, memberId, facts: { plan, on: endsOn } })
    return { endsOn }
  })
  // Where it has to wait at Stripe, it is to end there as well.
  await takeOverIfPossible(ctx, memberId)
  return done
}

export const resumeMyPlan = async (ctx: Ctx, memberId: number): Promise<void> => {
  await changeBilling(ctx, 'billing.resumed', async (work) => {
    const { planName: plan } = await getCurrent(work, memberId)
    await resumeSubscription(work, memberId)
    await mail(work, { mail: 'planResumed', memberId, facts: { plan } })
  })
}

type MyPause = { memberId: number; days: DayRange; reason?: string; isByStaff?: boolean }

export const previewMyPause = (ctx: Ctx, wanted: MyPause): Promise<PauseEffect> =>
  rehearse(ctx, 'billing.paused', (work) => previewPause(work, { isByStaff: false, ...wanted }))

export const pauseMyPlan = (ctx: Ctx, wanted: MyPause): Promise<PauseEffect> =>
  changeBilling(ctx, 'billing.paused', (work) => pauseSubscription(work, { isByStaff: false, ...wanted }))

export const endMyPause = (ctx: Ctx, memberId: number): Promise<void> =>
  changeBilling(ctx, 'billing.pauseEnded', (work) => endPause(work, memberId))

/** Pays a charge of the member from their balance. Amounts in another currency than the balance's are not its matter. */
export const payMyCharge = (ctx: Ctx, { memberId, chargeId }: { memberId: number; chargeId: number }): Promise<void> =>
  changeBilling(ctx, 'billing.paid', async (work) => {
    if (!work.settings.ENABLE_MEMBERBUCKS) throw new AppError('featureOff')
    const charge = await work.tx
      .selectFrom('charges')
      .select(['state', 'currency'])
      .where('id', '=', chargeId)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!charge) throw new AppError('notFound')
    if (charge.state !== 'open') throw new AppError('alreadyDecided')
    if (charge.currency !== currencies[work.settings.SITE_LOCALE_CURRENCY]) throw new AppError('balanceTooLow')
    await mustBeChargedHere(work, { memberId, isPaying: true })
    if (!(await payFromBalance(work, chargeId))) throw new AppError('balanceTooLow')
  })
