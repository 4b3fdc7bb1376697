import { currencies } from '@spacekeeper/contract/currencies.ts'
import { tooMuch } from '@spacekeeper/contract/field-words.ts'
import type { Settings } from '@spacekeeper/contract/index.ts'
import type { AutomaticTopUp, AutomaticTopUpPage, NewAutomaticTopUp } from '@spacekeeper/contract/stripe/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { localDay } from '#platform/local-day.ts'
import { type BillingWork, billingNotices, changeBilling, noteEvent } from '../../billing/billing-work.ts'
import { lockPayer } from '../../billing/subscription-row.ts'
import { balanceLowJob } from '../../memberbucks/balance-low.ts'
import { getBalance } from '../../memberbucks/balances.ts'
import { centsOfUnits } from '../../memberbucks/rules.ts'
import { isStripeOn, stripeClient } from '../client.ts'
import { mailCardsJob } from '../mails.ts'
import { methodName } from '../methods/method-facts.ts'
import { asSavedMethod, findMethod } from '../methods/payment-methods.ts'
import { monthCentsOf } from '../payments/automatic-rows.ts'
import type { StripePaymentRow } from '../payments/payment-rows.ts'
import { openPayment } from '../payments/payment-states.ts'
import { findSavedPayer, takePayment } from '../payments/payments-at-stripe.ts'
import { mayTopUp } from './automatic-rules.ts'

/** What a member agrees to; it is kept with their order. */
const consentText = ({ SITE_OWNER: owner, MEMBERBUCKS_NAME: name }: Settings): string =>
  `I allow ${owner} to take the amount I chose from my saved card or bank account, by itself and without asking me each time, whenever my ${name} balance falls below the limit I chose or doesn’t cover what I want to pay. It takes no more in a calendar month than the most I chose. I get an email each time. I can end this at any time, and it ends by itself when a payment fails.`

const orderColumns = [
  'is_on',
  'threshold_cents',
  'amount_cents',
  'monthly_cap_cents',
  'off_reason',
  'last_at',
  'cap_told_month',
] as const

const findOrder = (db: Pick<Ctx['db'], 'selectFrom'>, memberId: number) =>
  db.selectFrom('automatic_top_ups').select(orderColumns).where('member_id', '=', memberId)

type OrderRow = NonNullable<Awaited<ReturnType<ReturnType<typeof findOrder>['executeTakeFirst']>>>

const monthAt = (ctx: Ctx, zone: string) => localDay(ctx.now(), zone).slice(0, 7)

const asOrder = async (ctx: Ctx, memberId: number, row: OrderRow): Promise<AutomaticTopUp> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  return {
    isOn: row.is_on,
    thresholdCents: row.threshold_cents,
    amountCents: row.amount_cents,
    monthlyCapCents: row.monthly_cap_cents,
    offReason: row.is_on ? '' : row.off_reason,
    monthCents: await monthCentsOf(ctx.db, { memberId, month: monthAt(ctx, zone), zone }),
  }
}

/** Whether a member's balance tops itself up, and what they would agree to. */
export const getAutomaticTopUp = async (ctx: Ctx, memberId: number): Promise<AutomaticTopUpPage> => {
  const [settings, row, method] = await Promise.all([
    ctx.settings.all(),
    findOrder(ctx.db, memberId).executeTakeFirst(),
    findMethod(ctx, memberId),
  ])
  return {
    order: row ? await asOrder(ctx, memberId, row) : null,
    method: method ? asSavedMethod(method) : null,
    consent: consentText(settings),
    maxCents: centsOfUnits(settings.MEMBERBUCKS_MAX_TOPUP),
  }
}

/** A member lets their balance top itself up, or changes how. Where it is low already, it begins. */
export const setAutomaticTopUp = async (
  ctx: Ctx,
  { memberId, ...order }: NewAutomaticTopUp & { memberId: number },
): Promise<AutomaticTopUp> => {
  await stripeClient(ctx)
  const settings = await ctx.settings.all()
  const most = settings.MEMBERBUCKS_MAX_TOPUP
  if (order.amountCents > centsOfUnits(most)) throw badField('amountCents', tooMuch(most))
  if (order.consent !== consentText(settings)) throw new AppError('agreementChanged')
  const method = await findMethod(ctx, memberId)
  if (!method) throw new AppError('noCard')
  const row = await change(ctx, 'stripe.automaticOn', async (work) => {
    const values = {
      is_on: true,
      threshold_cents: order.thresholdCents,
      amount_cents: order.amountCents,
      monthly_cap_cents: order.monthlyCapCents,
      consent: order.consent,
      consented_at: ctx.now(),
      off_reason: '',
      off_at: null,
      cap_told_month: null,
    }
    const saved = await work.tx
      .insertInto('automatic_top_ups')
      .values({ member_id: memberId, ...values })
      .onConflict((on) => on.column('member_id').doUpdateSet(values))
      .returning(orderColumns)
      .executeTakeFirstOrThrow()
    await addJob(work, balanceLowJob, { memberId, isShort: false }, { key: `balanceLow:${memberId}` })
    const facts = { amountCents: order.amountCents, method: methodName(method) }
    await addJob(work, mailCardsJob, { mail: 'automaticOn', memberId, facts })
    const { consent: _, ...data } = order
    return { result: saved, subject: { kind: 'member', id: memberId }, data, tell: billingNotices(memberId) }
  })
  return asOrder(ctx, memberId, row)
}

export const stopAutomaticTopUp = (ctx: Ctx, memberId: number): Promise<void> =>
  change(ctx, 'stripe.automaticOff', async ({ tx }) => {
    const off = await tx
      .updateTable('automatic_top_ups')
      .set({ is_on: false, off_at: ctx.now(), off_reason: '' })
      .where('member_id', '=', memberId)
      .where('is_on', '=', true)
      .returning('member_id')
      .executeTakeFirst()
    if (!off) return unchanged(undefined)
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: billingNotices(memberId) }
  })

/** Members whose money may be taken: not of closed accounts, and not of those who are suspended. */
const isInGoodStanding = async ({ tx }: Work, memberId: number): Promise<boolean> =>
  (await tx
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()) !== undefined

const isMoneyComing = async ({ tx }: Work, memberId: number): Promise<boolean> =>
  (await tx
    .selectFrom('stripe_payments')
    .select('id')
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'topUp')
    .where('way', '<>', 'checkout')
    .where('state', 'in', ['started', 'unconfirmed', 'processing'])
    .executeTakeFirst()) !== undefined

/** The most of a month is reached: said once a month. */
const sayCapped = async (
  work: BillingWork,
  { memberId, month, capCents }: { memberId: number; month: string; capCents: number },
) => {
  await work.tx
    .updateTable('automatic_top_ups')
    .set({ cap_told_month: month })
    .where('member_id', '=', memberId)
    .execute()
  await addJob(work, mailCardsJob, { mail: 'automaticCapped', memberId, facts: { amountCents: capCents } })
  noteEvent(work, 'stripe.automaticCapped', { memberId })
}

type LowBalance = {
  isShort: boolean
  balanceCents: number
  payer: NonNullable<Awaited<ReturnType<typeof findSavedPayer>>>
}

const openAutomatic = (ctx: Ctx, { isShort, balanceCents, payer }: LowBalance): Promise<StripePaymentRow | null> =>
  changeBilling(ctx, 'stripe.topUpStarted', async (work) => {
    const { tx, settings, now } = work
    const { member_id: memberId } = payer
    const zone = settings.SITE_TIME_ZONE
    const month = monthAt(ctx, zone)
    await lockPayer(work, memberId)
    const order = await findOrder(tx, memberId).executeTakeFirst()
    if (!order || !(await isInGoodStanding(work, memberId))) return null
    const verdict = mayTopUp({
      isOn: order.is_on,
      isShort,
      balanceCents,
      thresholdCents: order.threshold_cents,
      amountCents: order.amount_cents,
      capCents: order.monthly_cap_cents,
      monthCents: await monthCentsOf(tx, { memberId, month, zone }),
      lastAt: order.last_at,
      isMoneyComing: await isMoneyComing(work, memberId),
      now,
    })
    if (verdict === 'capped' && order.cap_told_month !== month) {
      await sayCapped(work, { memberId, month, capCents: order.monthly_cap_cents })
    }
    if (verdict !== 'yes') return null
    await tx.updateTable('automatic_top_ups').set({ last_at: now }).where('member_id', '=', memberId).execute()
    return openPayment(work, {
      ...payer,
      way: 'automatic',
      purpose: 'topUp',
      amount_cents: order.amount_cents,
      currency: currencies[settings.SITE_LOCALE_CURRENCY],
      idempotency_key: `automatic ${now.toISOString()}`,
    })
  })

/** A balance is low: tops it up where its member wants that, never twice within the cool-down nor beyond the cap. */
export const topUpAutomatically = async (
  ctx: Ctx,
  { memberId, isShort }: { memberId: number; isShort: boolean },
): Promise<void> => {
  const settings = await ctx.settings.all()
  if (!settings.ENABLE_MEMBERBUCKS || !(await isStripeOn(ctx))) return
  const [payer, { balanceCents }] = await Promise.all([findSavedPayer(ctx, memberId), getBalance(ctx, memberId)])
  if (!payer) return
  const opened = await openAutomatic(ctx, { isShort, balanceCents, payer })
  // The job of the payment finishes what is left undone.
  if (opened) await takePayment(ctx, opened)
}
