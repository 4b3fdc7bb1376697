import type { FakeStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import type { Day } from '#platform/local-day.ts'
import { type BillingWork, changeBilling } from '../billing/billing-work.ts'
import { bookPayment } from '../billing/payments/payments.ts'
import {
  cancelMyPlan,
  changeMyPlan,
  pauseMyPlan,
  previewChange,
  resumeMyPlan,
  useMyCoupon,
} from '../billing/subscriptions/plan-changes.ts'
import { changeCollector } from '../billing/subscriptions/subscription-terms.ts'
import { startSubscription } from '../billing/subscriptions/subscriptions.ts'
import { createCoupon } from '../plans/coupons.ts'
import { aPlan } from '../plans/factory.ts'
import type { TestPortal } from '../portal.testing.ts'
import type { Random } from '../seed/random.ts'
import { ensureCustomer } from './customers.ts'
import { saveByName, syncSetup } from './methods/payment-methods.ts'

export type StripePlace = {
  portal: TestPortal
  fake: FakeStripe
  stripe: Stripe
  currency: 'AUD' | 'EUR'
  plans: { small: number; big: number }
}

/** What happens to a member on a day of a month, counted from the month its scene begins. */
type YearAct = { month: number; day: number; do: (place: StripePlace, memberId: number) => Promise<unknown> }
export type YearScene = { months: number; acts: readonly YearAct[] }

const on = (day: number, act: YearAct['do'], month = 0): YearAct => ({ month, day, do: act })

const book = <T>({ portal }: StripePlace, run: (work: BillingWork) => Promise<T>) =>
  changeBilling(portal.ctx, 'billing.paid', run)

export const join: YearAct['do'] = (place, memberId) =>
  book(place, (work) =>
    startSubscription(work, { memberId, planId: place.plans.small, collector: 'stripe', paysBeforeAccess: true }),
  )

const useCard =
  (methodId: string): YearAct['do'] =>
  ({ portal }, memberId) =>
    saveByName(portal.ctx, { memberId, methodId })

/** Accounts of Stripe's tests: the first pays, the second sends every debit back some days later. */
const accounts = {
  AUD: { good: '000123456', bad: '222222227' },
  EUR: { good: 'DE89370400440532013000', bad: 'DE65370400440002222227' },
}

const useAccount =
  (which: 'good' | 'bad'): YearAct['do'] =>
  async ({ portal, stripe, currency }, memberId) => {
    const number = accounts[currency][which]
    const type = currency === 'AUD' ? ('au_becs_debit' as const) : ('sepa_debit' as const)
    const setup = await stripe.setupIntents.create({
      customer: await ensureCustomer(portal.ctx, memberId),
      confirm: true,
      payment_method_data: {
        type,
        ...(type === 'au_becs_debit'
          ? { au_becs_debit: { bsb_number: '000-000', account_number: number } }
          : { sepa_debit: { iban: number } }),
        billing_details: { name: 'Robin', email: 'robin@example.org' },
      },
      mandate_data: { customer_acceptance: { type: 'offline' } },
      allowed_payment_method_types: [type],
    })
    await syncSetup(portal.ctx, setup.id)
  }

const changeTo =
  (plan: 'small' | 'big', when: 'now' | 'next'): YearAct['do'] =>
  async (place, memberId) => {
    const wanted = { memberId, planId: place.plans[plan], when }
    const shown = await previewChange(place.portal.ctx, wanted)
    await changeMyPlan(place.portal.ctx, { ...wanted, ...shown })
  }

const pause: YearAct['do'] = async (place, memberId) => {
  const { today } = await book(place, async (work) => ({ today: work.today }))
  const [from, to] = [5, 22].map((days) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10))
  await pauseMyPlan(place.portal.ctx, { memberId, days: { from: from ?? '', to: to ?? '' }, isByStaff: true })
}

/** What is open is paid at the counter. */
const payCash: YearAct['do'] = (place, memberId) =>
  book(place, async (work) => {
    const { rows } = await sql<{ cents: number }>`select coalesce(sum(amount_cents - paid_cents), 0)::int as cents
      from charges where member_id = ${memberId} and state = 'open'`.execute(work.tx)
    const amountCents = rows[0]?.cents ?? 0
    if (amountCents > 0)
      await bookPayment(work, { memberId, amountCents, currency: place.currency, method: 'cash', paidOn: work.today })
  })

/** The last payment that Stripe has of a member. */
const lastCharge = async ({ portal, stripe }: StripePlace, memberId: number): Promise<Stripe.Charge> => {
  const { data } = await stripe.charges.list({ customer: await ensureCustomer(portal.ctx, memberId), limit: 20 })
  const charge = data.find((one) => one.status === 'succeeded' && !one.refunded && !one.disputed)
  if (!charge) throw new Error('nothing was paid yet')
  return charge
}

const refund =
  (share: number): YearAct['do'] =>
  async (place, memberId) => {
    const { id, amount, amount_refunded: before } = await lastCharge(place, memberId)
    await place.stripe.refunds.create({ charge: id, amount: Math.ceil((amount - before) * share) })
  }

const dispute: YearAct['do'] = async (place, memberId) =>
  place.fake.control('open-dispute', { charge: (await lastCharge(place, memberId)).id })

const decide =
  (isWon: boolean): YearAct['do'] =>
  async ({ portal, stripe, fake }, memberId) => {
    const customer = await ensureCustomer(portal.ctx, memberId)
    const charges = await stripe.charges.list({ customer, limit: 20 })
    for (const { id } of charges.data.filter(({ disputed }) => disputed)) {
      const { data } = await stripe.disputes.list({ charge: id })
      for (const one of data)
        if (one.status === 'needs_response') await fake.control('close-dispute', { dispute: one.id, isWon })
    }
  }

const collectBy =
  (collector: 'bank' | 'stripe'): YearAct['do'] =>
  (place, memberId) =>
    book(place, (work) => changeCollector(work, { memberId, collector }))

const concession =
  (state: 'approved' | 'ended'): YearAct['do'] =>
  async ({ portal }, memberId) => {
    const decided_at = portal.ctx.now()
    const isNew = state === 'approved'
    if (isNew)
      await portal.db
        .insertInto('concessions')
        .values({ member_id: memberId, reason: 'Studies', percent: 30, state, asked_at: decided_at, decided_at })
        .execute()
    else await portal.db.updateTable('concessions').set({ state }).where('member_id', '=', memberId).execute()
  }

const coupon: YearAct['do'] = ({ portal }, memberId) => useMyCoupon(portal.ctx, { memberId, couponCode: 'HALF' })

const cancel: YearAct['do'] = ({ portal }, memberId) => cancelMyPlan(portal.ctx, memberId)
const takeBack: YearAct['do'] = ({ portal }, memberId) => resumeMyPlan(portal.ctx, memberId)

const always = (months: number, ...acts: YearAct[]): YearScene => ({ months, acts })

const byCard = {
  plans: always(2, on(10, changeTo('big', 'now')), on(17, changeTo('small', 'next'), 1)),
  replaced: always(2, on(9, useCard('pm_card_chargeCustomerFail')), on(12, useCard('pm_card_visa'), 1)),
  cash: always(2, on(9, useCard('pm_card_chargeCustomerFail')), on(11, payCash, 1), on(16, useCard('pm_card_visa'), 1)),
  pause: always(1, on(11, pause)),
  refunded: always(1, on(11, refund(0.4))),
  refundedWhole: always(2, on(11, refund(1)), on(18, payCash, 1)),
  won: always(1, on(9, dispute), on(16, decide(true))),
  lost: always(1, on(9, dispute), on(14, decide(false)), on(20, payCash)),
  bank: always(2, on(10, collectBy('bank')), on(10, payCash, 1), on(13, collectBy('stripe'), 1)),
  takenBack: always(1, on(10, cancel), on(17, takeBack)),
  again: always(2, on(10, cancel), on(24, join, 1)),
  concession: always(2, on(12, concession('approved')), on(18, concession('ended'), 1)),
  coupon: always(1, on(10, coupon)),
}

const byDebit = {
  sentBack: always(2, on(9, useAccount('bad')), on(12, payCash, 1), on(16, useAccount('good'), 1)),
  refunded: byCard.refunded,
  takenBack: byCard.takenBack,
  bank: byCard.bank,
  card: always(2, on(10, useCard('pm_card_visa')), on(17, useAccount('good'), 1)),
  plans: byCard.plans,
}

const shuffled = <T>(random: Random, all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** Every scene of card holders, dealt to two members, and those of one who pays by debit. */
export const dealStories = (random: Random) => {
  const cards = shuffled(random, Object.values(byCard))
  const half = Math.ceil(cards.length / 2)
  const card = { begin: useCard('pm_card_visa') }
  return [
    { name: 'first card' as const, ...card, scenes: cards.slice(0, half) },
    { name: 'second card' as const, ...card, scenes: cards.slice(half) },
    { name: 'debit' as const, begin: useAccount('good'), scenes: shuffled(random, Object.values(byDebit)) },
  ]
}
export type YearStory = ReturnType<typeof dealStories>[number]

export type DatedAct = { on: Day; do: YearAct['do'] }

const dayIn = (month: number, day: number): Day => new Date(Date.UTC(2027, month, day)).toISOString().slice(0, 10)

/** One scene after another from February on. */
export const dateScenes = (scenes: readonly YearScene[]): DatedAct[] => {
  let from = 1
  return scenes.flatMap(({ months, acts }) => {
    const begins = from
    from += months
    return acts.map(({ month, day, do: act }) => ({ on: dayIn(begins + month, day), do: act }))
  })
}

export const makeOffers = async (portal: TestPortal, currency: StripePlace['currency']) => {
  const collectors = ['stripe', 'bank']
  const small = await aPlan(portal.db, { costCents: 3100, currency, collectors, joiningFeeCents: 1000 })
  const big = await aPlan(portal.db, { costCents: 6200, currency, collectors })
  const times = { maxUses: null, usesPerMember: 1, startsOn: null, endsOn: null }
  await createCoupon(portal.ctx, {
    code: 'HALF',
    description: '',
    percent: 50,
    amountCents: null,
    periods: 1,
    ...times,
  })
  return { small: small.id, big: big.id }
}
