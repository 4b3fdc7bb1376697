import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#platform/local-day.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { creditOf } from '../../billing/payments/credit.ts'
import { bookPayment } from '../../billing/payments/payments.ts'
import { reversePayment } from '../../billing/payments/reversals.ts'
import { runBilling } from '../../billing/subscriptions/nightly.ts'
import { useMyCoupon } from '../../billing/subscriptions/plan-changes.ts'
import { startSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { anEntry } from '../../memberbucks/factory.ts'
import { aMember } from '../../members/factory.ts'
import { findMethod } from '../methods/payment-methods.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'
import {
  makePlans,
  stories,
  type PayerStory,
  type StoryMember,
  type PayingWay,
  ways,
} from './ways-of-paying-stories.testing.ts'
import { type StoryName, storySums, workOutSum } from './ways-of-paying-sums.testing.ts'

const [firstDay, lastDay] = ['2027-04-01', '2027-07-15']
const noonOf = (day: Day) => new Date(`${day}T02:00:00Z`)

const scene = openStripeScene({ now: noonOf(firstDay) })

/** A row of the table, in one of its columns. */
type Teller = StoryMember & { name: StoryName; story: PayerStory }

const tellers: Teller[] = []

const pays = (memberId: number, amountCents: number, method: 'bank' | 'cash') =>
  changeBilling(scene.portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, { memberId, amountCents, currency: 'AUD', method, paidOn: work.today }),
  )

type Due = { memberId: number; collector: PayingWay; cents: number }

const listDue = async (today: Day): Promise<Due[]> =>
  (
    await sql<Due>`select s.member_id as "memberId", s.collector, sum(c.amount_cents - c.paid_cents)::int as cents
      from charges c join subscriptions s on s.id = c.subscription_id
      where c.state = 'open' and c.due_on <= ${today}::date group by 1, 2 order by 1`.execute(scene.portal.db)
  ).rows

const isLate = ({ late }: PayerStory, day: Day) => late !== undefined && day >= late.from && day < late.to

/** The bank of the card declines from a day on, and lets it through on another. */
const turnCard = async ({ memberId, story: { late } }: Teller, day: Day): Promise<void> => {
  if (late?.until === 'newCard' && day === late.from) await scene.saveCard(memberId, 'pm_card_chargeCustomerFail')
  if (late?.until !== 'nextTry' || (day !== late.from && day !== late.to)) return
  const method = (await findMethod(scene.portal.ctx, memberId))?.method_id
  const number = day === late.from ? '4000000000000341' : '4242424242424242'
  await scene.fake.control('card-becomes', { method, number })
}

/** Takes back the first payment: a card's bank takes it, any other payment is reversed here. */
const takeBack = async ({ portal, memberId, way }: Teller): Promise<void> => {
  const first = portal.db.selectFrom('payments').select(['id', 'provider_ref']).where('member_id', '=', memberId)
  const { id: paymentId, provider_ref: ref } = await first.orderBy('id').executeTakeFirstOrThrow()
  if (way !== 'stripe') {
    await changeBilling(portal.ctx, 'billing.paymentReversed', (work) =>
      reversePayment(work, { paymentId, reason: 'Returned', paidOn: work.today }),
    )
    return
  }
  const { latest_charge: charge } = await scene.stripe.paymentIntents.retrieve(ref ?? '')
  await scene.fake.control('open-dispute', { charge })
  const [dispute] = (await scene.stripe.disputes.list({ payment_intent: ref ?? '' })).data
  await scene.fake.control('close-dispute', { dispute: dispute?.id, isWon: false })
  await scene.settle()
}

/** Pays on its day what is due: in a way the portal does not take by itself, as staff book it. */
const pay = async ({ memberId, collector, cents }: Due, day: Day): Promise<void> => {
  const story = tellers.find((one) => one.memberId === memberId)?.story ?? {}
  const { takenBack, late } = story
  if (isLate(story, day) || (takenBack && day >= takenBack.on && day < takenBack.paidOn)) return
  if (takenBack?.paidOn === day) await pays(memberId, cents, 'cash')
  else if (collector === 'balance') await anEntry(scene.portal.db, { memberId, amountCents: cents, at: noonOf(day) })
  else if (collector !== 'stripe') await pays(memberId, cents, collector)
  else if (late?.to === day && late.until === 'newCard') await scene.saveCard(memberId, 'pm_card_visa')
}

const liveDay = async (day: Day): Promise<void> => {
  const { ctx } = scene.portal
  await scene.fake.advance(noonOf(day))
  for (const teller of tellers) if (teller.way === 'stripe') await turnCard(teller, day)
  await runBilling(ctx)
  for (const teller of tellers) {
    await teller.story.acts?.[day]?.(teller)
    if (teller.story.takenBack?.on === day) await takeBack(teller)
  }
  // A job takes from cards after a change.
  await scene.settle()
  const due = await listDue(day)
  for (const one of due) await pay(one, day)
  if (due.some(({ collector }) => collector === 'balance')) await runBilling(ctx)
}

const begin = async (name: StoryName, way: PayingWay, plans: StoryMember['plans']): Promise<void> => {
  const { portal } = scene
  const story = stories[name]
  const memberId = await scene.aCardHolder()
  const now = portal.ctx.now()
  const lower = { reason: 'Student', state: 'approved' as const, asked_at: now, decided_at: now }
  const { concession: percent } = story
  if (percent !== undefined)
    await portal.db
      .insertInto('concessions')
      .values({ member_id: memberId, percent, ...lower })
      .execute()
  const { subscriptionId } = await changeBilling(portal.ctx, 'billing.subscribed', (work) =>
    startSubscription(work, {
      memberId,
      planId: plans[story.plan ?? 'small'],
      collector: way,
      paysBeforeAccess: false,
      ...(story.coupon && { couponCode: 'HALF' }),
    }),
  )
  const { id: personId } = await aMember(portal.db, { state: 'active' })
  const place = { subscription_id: subscriptionId, member_id: personId, role: 'adult' as const, joined_at: now }
  if (story.person) await portal.db.insertInto('household_people').values(place).execute()
  tellers.push({ portal, plans, memberId, way, name, story })
}

/** All of them live through the same days. */
beforeAll(async () => {
  const { portal } = scene
  const plans = await makePlans(portal)
  const terms = { percent: 50, periods: 3, uses_per_member: 1 }
  await portal.db
    .insertInto('coupons')
    .values({ code: 'HALF', ...terms })
    .execute()
  for (const name of keysOf(stories)) for (const way of ways) await begin(name, way, plans)
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) await liveDay(day)
})

const table = keysOf(stories).flatMap((name) => ways.map((way) => [name, way] as const))

test.each(table)('%s costs by %s what its days cost', async (name, way) => {
  const { portal } = scene
  const { memberId } = tellers.find((one) => one.name === name && one.way === way) ?? { memberId: 0 }
  const payments = portal.db.selectFrom('payments').select('amount_cents').where('member_id', '=', memberId)
  const paid = (await payments.execute()).reduce((sum, { amount_cents: cents }) => sum + cents, 0)
  const left = await changeBilling(portal.ctx, 'billing.paid', (work) => creditOf(work, memberId, 'AUD'))
  expect(paid - left).toBe(workOutSum(name))
  const halves = 'halves' in storySums[name] ? storySums[name].halves : undefined
  if (halves === undefined) return
  const counted = await portal.db
    .selectFrom('charges')
    .select('coupon_periods')
    .where('member_id', '=', memberId)
    .where('state', '<>', 'void')
    .execute()
  expect(counted.reduce((sum, { coupon_periods: periods }) => sum + periods, 0)).toBe(halves)
  // It worked once, whatever became of it.
  await expect(useMyCoupon(portal.ctx, { memberId, couponCode: 'HALF' })).rejects.toMatchObject({
    facts: { fields: [{ field: 'couponCode', message: /^This coupon was used already/ }] },
  })
})

test('what those who pay by card paid here is what Stripe took and kept', async () => {
  const takers = tellers.filter(({ way, story }) => way === 'stripe' && !story.takenBack)
  for (const { memberId, name } of takers) {
    const rows = scene.portal.db.selectFrom('payments').select(['amount_cents', 'provider_ref'])
    const payments = await rows.where('member_id', '=', memberId).where('provider_ref', 'is not', null).execute()
    const here = payments.reduce((sum, { amount_cents: cents }) => sum + cents, 0)
    const { customer_id: customer } = await scene.portal.db
      .selectFrom('stripe_customers')
      .select('customer_id')
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    const { data } = await scene.stripe.paymentIntents.list({ customer: customer ?? '', limit: 100 })
    const there = data.reduce((sum, { amount_received: cents }) => sum + cents, 0)
    expect([name, here]).toEqual([name, there])
    expect(there).toBeGreaterThan(0)
  }
})

test('cards were declined, and payments disputed, in the stories that are about it', async () => {
  const ofCards = tellers.filter(({ way }) => way === 'stripe')
  const failed = scene.portal.db.selectFrom('stripe_payments').select('member_id').where('state', '=', 'failed')
  const declined = new Set((await failed.execute()).map(({ member_id: memberId }) => memberId))
  expect(ofCards.filter(({ memberId }) => declined.has(memberId)).map(({ name }) => name)).toEqual(
    ofCards.filter(({ story }) => story.late).map(({ name }) => name),
  )
  const disputed = await scene.portal.db.selectFrom('stripe_disputes').select(['member_id', 'status']).execute()
  expect(disputed).toEqual(
    ofCards.filter(({ story }) => story.takenBack).map(({ memberId }) => ({ member_id: memberId, status: 'lost' })),
  )
})
