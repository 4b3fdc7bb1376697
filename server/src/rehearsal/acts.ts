import { randomUUID } from 'node:crypto'
import type { RehearsalAct, RehearsalCard } from '@spacekeeper/contract/rehearsal/words.ts'
import { AppError } from '#platform/http/app-error.ts'
import { type GuardedAnswer, guardedFetch } from '#platform/http/guarded-fetch.ts'
import { addDays, type Day } from '#platform/local-day.ts'
import {
  cancelMyPlan,
  changeMyPlan,
  endMyPause,
  pauseMyPlan,
  previewChange,
  resumeMyPlan,
} from '../billing/subscriptions/plan-changes.ts'
import { choosePlan } from '../signup/chosen-plan.ts'
import { stripeCall } from '../stripe/client.ts'
import { ensureCustomer } from '../stripe/customers.ts'
import { findMethod, saveByName, syncMethod, syncSetup } from '../stripe/methods/payment-methods.ts'
import { findOpen, payByCard } from '../stripe/paying/card-payments.ts'
import { listRehearsalPlans } from './offers.ts'
import { keepTime, type RehearsalStage, todayOf } from './stage.ts'
import type { MemberSight } from './story.ts'
import { disputeLatest, refundLatest, winLatest } from './stripe-dashboard.ts'

export type ActOrder = { act: RehearsalAct; planId: number | null; way: 'card' | 'debit' }

/** The card in the member’s hand: the portal and Stripe learn how it behaves only when they charge it. */
export type Wallet = { card: RehearsalCard; lastDay: Day | null }

type ActScene = { stage: RehearsalStage; wallet: Wallet; sight: MemberSight }

const hold = async ({ stage, wallet }: ActScene, card: RehearsalCard, methodId: string): Promise<void> => {
  await saveByName(stage.ctx, { memberId: stage.memberId, methodId })
  Object.assign(wallet, { card, lastDay: null })
}

/** What a bank account of each currency is at Stripe, where the stand-in has one. */
const debitOf = (currency: string | undefined) => {
  if (currency === 'AUD')
    return { type: 'au_becs_debit', au_becs_debit: { bsb_number: '000-000', account_number: '000123456' } } as const
  if (currency === 'EUR') return { type: 'sepa_debit', sepa_debit: { iban: 'AT611904300234573201' } } as const
  return null
}

export const hasDebit = (currency: string | undefined): boolean => debitOf(currency) !== null

const signMandate = async ({ stage, wallet }: ActScene, currency: string): Promise<void> => {
  const { ctx, memberId, memberName } = stage
  const account = debitOf(currency)
  if (!account) throw new AppError('noCard')
  const customer = await ensureCustomer(ctx, memberId)
  const setup = await stripeCall(ctx, (stripe) =>
    stripe.setupIntents.create({
      customer,
      confirm: true,
      payment_method_data: { ...account, billing_details: { name: memberName, email: 'robin@example.org' } },
      mandate_data: { customer_acceptance: { type: 'offline' } },
      allowed_payment_method_types: [account.type],
    }),
  )
  await syncSetup(ctx, setup.id)
  Object.assign(wallet, { card: 'account', lastDay: null })
}

const join = async (scene: ActScene, { planId, way }: ActOrder): Promise<void> => {
  const { stage, wallet } = scene
  const plans = await listRehearsalPlans(stage.ctx)
  const plan = plans.find(({ id }) => id === planId) ?? plans[0]
  if (!plan) throw new AppError('planGone')
  if (way === 'debit') await signMandate(scene, plan.currency)
  else if (wallet.card === 'none' || wallet.card === 'account') await hold(scene, 'good', 'pm_card_visa')
  keepTime(stage)
  await choosePlan(stage.memberCtx, { planId: plan.id, collector: 'stripe' })
}

/** The card works until the end of this month, and its bank tells Stripe so. */
const expireCard = async ({ stage, wallet }: ActScene): Promise<void> => {
  const { ctx, memberId } = stage
  const method = await findMethod(ctx, memberId)
  if (!method) throw new AppError('noCard')
  const today = todayOf(stage)
  const [year, month] = today.split('-').map(Number)
  await stripeCall(ctx, (stripe) =>
    stripe.paymentMethods.update(method.method_id, { card: { exp_month: month ?? 1, exp_year: year ?? 2030 } }),
  )
  await syncMethod(ctx, method.method_id)
  const next = new Date(Date.UTC(year ?? 2030, month ?? 1, 1)).toISOString().slice(0, 10)
  Object.assign(wallet, { card: 'expiring', lastDay: addDays(next, -1) })
}

/** Stripe’s page is that of the stand-in, on this machine. */
const post = (url: string, form: Record<string, string>): Promise<GuardedAnswer> =>
  guardedFetch(url, {
    allowPrivate: true,
    maxBytes: 0,
    timeoutMs: 10_000,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })

const typedCard = { name: 'Robin Example', email: 'robin@example.org', type: 'card', number: '4242424242424242' }

/** On Stripe’s page, as members pay: what their bank waits for, or what is open, with another card. */
const payOnPage = async ({ stage }: ActScene): Promise<void> => {
  const { ctx, memberId } = stage
  const open = await findOpen(ctx, memberId)
  if (!open) return
  const order = { memberId, amountCents: open.amountCents, way: 'checkout', idempotencyKey: randomUUID() } as const // its words are wanted
  const { url } = await payByCard(ctx, order)
  if (url !== null) await post(url, { ...typedCard, expiry: '12 / 40', cvc: '123' })
}

const changePlan = async ({ stage, sight }: ActScene, wanted: number | null): Promise<void> => {
  const { ctx, memberId } = stage
  const others = (await listRehearsalPlans(ctx)).filter(({ id }) => id !== sight.plan?.planId)
  const plan = others.find(({ id }) => id === wanted) ?? others[0]
  if (!plan) throw new AppError('planGone')
  const change = { memberId, planId: plan.id, when: 'now' as const, isByStaff: true }
  const { givenBackCents, firstChargeCents, dueNowCents } = await previewChange(ctx, change)
  await changeMyPlan(ctx, { ...change, givenBackCents, firstChargeCents, dueNowCents })
}

const pause = async ({ stage }: ActScene): Promise<void> => {
  const from = addDays(todayOf(stage), 1)
  await pauseMyPlan(stage.ctx, { memberId: stage.memberId, days: { from, to: addDays(from, 30) }, isByStaff: true })
}

const acts: Record<RehearsalAct, (scene: ActScene, order: ActOrder) => Promise<unknown>> = {
  join,
  failCard: (scene) => hold(scene, 'declined', 'pm_card_chargeCustomerFail'),
  askConfirmation: (scene) => hold(scene, 'needsConfirmation', 'pm_card_authenticationRequired'),
  mendCard: (scene) => hold(scene, 'good', 'pm_card_visa'),
  expireCard,
  pay: payOnPage,
  cancel: ({ stage }) => cancelMyPlan(stage.ctx, stage.memberId),
  takeBack: ({ stage }) => resumeMyPlan(stage.ctx, stage.memberId),
  pause,
  endPause: ({ stage }) => endMyPause(stage.ctx, stage.memberId),
  changePlan: (scene, { planId }) => changePlan(scene, planId),
  refund: ({ stage }) => refundLatest(stage),
  dispute: ({ stage }) => disputeLatest(stage),
  winDispute: ({ stage }) => winLatest(stage),
}

export const perform = (scene: ActScene, order: ActOrder): Promise<unknown> => acts[order.act](scene, order)

/** Once the last day of the card is over, its bank refuses it. */
export const passExpiry = async (scene: ActScene): Promise<boolean> => {
  const { lastDay } = scene.wallet
  if (lastDay === null || todayOf(scene.stage) <= lastDay) return false
  await acts.failCard(scene, { act: 'failCard', planId: null, way: 'card' })
  return true
}

/** Nothing but a bank learns that a card is bad; the email about a newly saved card would tell of another matter. */
export const silentMails: Partial<Record<RehearsalAct, readonly string[]>> = {
  failCard: ['methodSaved'],
  askConfirmation: ['methodSaved'],
}
