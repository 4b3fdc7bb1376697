import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#platform/local-day.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { aPlan } from '../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { changeBilling } from './billing-work.ts'
import { creditOf } from './payments/credit.ts'
import { bookPayment } from './payments/payments.ts'
import { runBilling } from './subscriptions/nightly.ts'
import {
  changeMyCollector,
  changeMyPlan,
  pauseMyPlan,
  previewChange,
  useMyCoupon,
} from './subscriptions/plan-changes.ts'
import { startSubscription } from './subscriptions/subscriptions.ts'

/** A way of paying is a column of the table: to add one, say how it pays what is due. */
const ways = ['bank', 'cash', 'balance'] as const

type Way = (typeof ways)[number]

let now = new Date('2027-04-01T02:00:00Z')
let portal: TestPortal
const plans = { small: 0, big: 0, dear: 0, less: 0, family: 0 }
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  const collectors = [...ways]
  plans.small = (await aPlan(portal.db, { costCents: 6900, collectors })).id
  plans.big = (await aPlan(portal.db, { costCents: 9500, collectors })).id
  plans.dear = (await aPlan(portal.db, { costCents: 9900, collectors })).id
  plans.less = (await aPlan(portal.db, { costCents: 6600, collectors })).id
  plans.family = (await aPlan(portal.db, { costCents: 6900, collectors, maxPeople: 4 })).id
  const terms = { percent: 50, periods: 3, uses_per_member: 1 }
  await portal.db
    .insertInto('coupons')
    .values({ code: 'HALF', ...terms })
    .execute()
})
afterAll(() => portal.close())

type Story = {
  plan?: keyof typeof plans
  coupon?: boolean
  concession?: number
  person?: boolean
  /** Nothing is paid in these days. */
  late?: { from: Day; to: Day }
  acts?: Record<Day, (memberId: number, way: Way) => Promise<unknown>>
  /** The price of each day, worked out here a second time: its period, and the price and percentage off on that day. */
  periods: [Day, Day][]
  costs: (day: Day) => { cents: number; off?: number; of?: number }
  /** Periods that the coupon counted for. */
  halves?: number
}

const change = (to: keyof typeof plans, when?: 'now' | 'next') => async (memberId: number) => {
  const wanted = { memberId, planId: plans[to], ...(when && { when }) }
  const shown = await previewChange(portal.ctx, wanted)
  const { givenBackCents, firstChargeCents, dueNowCents } = shown
  await changeMyPlan(portal.ctx, { ...wanted, when: shown.when, givenBackCents, firstChargeCents, dueNowCents })
}

const atOnce = (act: (memberId: number) => Promise<unknown>) => async (memberId: number) => {
  await changeSetting(portal.ctx, { key: 'DOWNGRADES_AT_ONCE', value: true })
  await act(memberId)
  await changeSetting(portal.ctx, { key: 'DOWNGRADES_AT_ONCE', value: false })
}

const turnTo: Readonly<Record<Way, Way>> = { bank: 'cash', cash: 'balance', balance: 'bank' }

const months: [Day, Day][] = [
  ['2027-04-01', '2027-05-01'],
  ['2027-05-01', '2027-06-01'],
  ['2027-06-01', '2027-07-01'],
  ['2027-07-01', '2027-08-01'],
]
const always = (cents: number) => () => ({ cents })
const half = (day: Day) => (day < '2027-07-01' ? 50 : 0)

const stories: Record<string, Story> = {
  'a plan as it is': { periods: months, costs: always(6900) },
  'a coupon of three periods': {
    coupon: true,
    periods: months,
    costs: (day) => ({ cents: 6900, off: half(day) }),
    halves: 3,
  },
  'a coupon, with another way to pay after its first period': {
    coupon: true,
    acts: { '2027-04-20': (memberId, way) => changeMyCollector(portal.ctx, { memberId, collector: turnTo[way] }) },
    periods: months,
    costs: (day) => ({ cents: 6900, off: half(day) }),
    halves: 3,
  },
  'a coupon, and a dearer plan on day 6 of 30': {
    coupon: true,
    acts: { '2027-04-07': change('big') },
    periods: months,
    costs: (day) => ({ cents: day < '2027-04-07' ? 6900 : 9500, off: half(day) }),
    halves: 3,
  },
  'a coupon and a pause': {
    coupon: true,
    acts: {
      '2027-04-11': (memberId) => pauseMyPlan(portal.ctx, { memberId, days: { from: '2027-04-11', to: '2027-05-11' } }),
    },
    // The twenty days that were left come after the pause.
    periods: [
      ['2027-04-01', '2027-04-11'],
      ['2027-05-11', '2027-05-31'],
      ['2027-05-31', '2027-06-30'],
      ['2027-06-30', '2027-07-31'],
    ],
    costs: (day) => ({ cents: 6900, off: 50, ...(day < '2027-05-31' && { of: 30 }) }),
    halves: 3,
  },
  'a dearer plan on day 6 of 30': {
    acts: { '2027-04-07': change('big') },
    periods: months,
    costs: (day) => ({ cents: day < '2027-04-07' ? 6900 : 9500 }),
  },
  'a dearer plan from the next payment': {
    acts: { '2027-04-07': change('big', 'next') },
    periods: months,
    costs: (day) => ({ cents: day < '2027-05-01' ? 6900 : 9500 }),
  },
  'a cheaper plan, which waits': {
    plan: 'dear',
    acts: { '2027-04-16': change('less') },
    periods: months,
    costs: (day) => ({ cents: day < '2027-05-01' ? 9900 : 6600 }),
  },
  'a cheaper plan at once, on day 15 of 30': {
    plan: 'dear',
    acts: { '2027-04-16': atOnce(change('less')) },
    periods: months,
    costs: (day) => ({ cents: day < '2027-04-16' ? 9900 : 6600 }),
  },
  'up on one day and down at once on another': {
    acts: { '2027-04-07': change('big'), '2027-04-19': atOnce(change('small')) },
    periods: months,
    costs: (day) => ({ cents: day >= '2027-04-07' && day < '2027-04-19' ? 9500 : 6900 }),
  },
  'a concession, and a dearer plan': {
    concession: 20,
    acts: { '2027-05-11': change('big') },
    periods: months,
    costs: (day) => ({ cents: day < '2027-05-11' ? 6900 : 9500, off: 20 }),
  },
  'a household that the cheaper plan is too small for': {
    plan: 'family',
    person: true,
    acts: {
      '2027-04-16': async (memberId) =>
        expect(change('less', 'next')(memberId)).rejects.toMatchObject({ code: 'householdFull' }),
    },
    periods: months,
    costs: always(6900),
  },
  'a dearer plan whose difference is paid two days later': {
    late: { from: '2027-04-07', to: '2027-04-09' },
    acts: { '2027-04-07': change('big') },
    periods: months,
    costs: (day) => ({ cents: day < '2027-04-07' ? 6900 : 9500 }),
  },
  'a payment that comes ten days after access ended': {
    late: { from: '2027-05-01', to: '2027-05-18' },
    // Access ends on 8 May; the days until the payment are not charged.
    periods: [
      ['2027-04-01', '2027-05-01'],
      ['2027-05-01', '2027-05-08'],
      ['2027-05-18', '2027-06-11'],
      ['2027-06-11', '2027-07-11'],
      ['2027-07-11', '2027-08-11'],
    ],
    costs: (day) => ({ cents: 6900, ...(day >= '2027-05-01' && day < '2027-06-11' && { of: 31 }) }),
  },
}

const lastDay = '2027-07-15'

/** Adds up days that cost the same, by nothing but the calendar. */
const workedOut = ({ periods, costs }: Story): number => {
  const dayCount = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / 86_400_000
  let sum = 0
  for (const [from, to] of periods) {
    const runs = new Map<string, number>()
    for (let ms = Date.parse(from); ms < Date.parse(to); ms += 86_400_000) {
      const { cents, off = 0, of = dayCount(from, to) } = costs(new Date(ms).toISOString().slice(0, 10))
      const key = `${(cents * (100 - off)) / 100 / of}`
      runs.set(key, (runs.get(key) ?? 0) + 1)
    }
    for (const [perDay, days] of runs) sum += Math.round(Number(perDay) * days)
  }
  return sum
}

const collectorOf = async (memberId: number) =>
  (
    await portal.db
      .selectFrom('subscriptions')
      .select('collector')
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
  ).collector

/** Pays what is due on its day: from the balance by the portal itself, otherwise as staff book it. */
const payWhatIsDue = async (memberId: number, today: Day) => {
  const collector = await collectorOf(memberId)
  const due = await portal.db
    .selectFrom('charges')
    .select(['amount_cents', 'paid_cents'])
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .where('due_on', '<=', today)
    .execute()
  const amountCents = due.reduce((sum, row) => sum + row.amount_cents - row.paid_cents, 0)
  if (amountCents === 0) return
  if (collector === 'balance') {
    await anEntry(portal.db, { memberId, amountCents, at: now })
    await runBilling(portal.ctx)
    return
  }
  const method = collector === 'cash' ? 'cash' : 'bank'
  await changeBilling(portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, { memberId, amountCents, currency: 'AUD', method, paidOn: work.today }),
  )
}

const begin = async (story: Story, way: Way): Promise<number> => {
  const { id: memberId } = await aMember(portal.db, { state: 'active' })
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
  return memberId
}

test.each(Object.keys(stories).flatMap((name) => ways.map((way) => [name, way] as const)))(
  '%s costs by %s what its days cost',
  async (name, way) => {
    const story = stories[name]
    if (!story) throw new Error(name)
    now = new Date('2027-04-01T02:00:00Z')
    const memberId = await begin(story, way)
    for (let day = '2027-04-01'; day <= lastDay; day = addDays(day, 1)) {
      now = new Date(`${day}T02:00:00Z`)
      await runBilling(portal.ctx)
      await story.acts?.[day]?.(memberId, way)
      if (!story.late || day < story.late.from || day >= story.late.to) await payWhatIsDue(memberId, day)
    }
    const payments = await portal.db
      .selectFrom('payments')
      .select('amount_cents')
      .where('member_id', '=', memberId)
      .execute()
    const paid = payments.reduce((sum, { amount_cents: cents }) => sum + cents, 0)
    const left = await changeBilling(portal.ctx, 'billing.paid', (work) => creditOf(work, memberId, 'AUD'))
    expect(paid - left).toBe(workedOut(story))
    if (story.halves === undefined) return
    const counted = await portal.db
      .selectFrom('charges')
      .select('coupon_periods')
      .where('member_id', '=', memberId)
      .where('state', '<>', 'void')
      .execute()
    expect(counted.reduce((sum, { coupon_periods: periods }) => sum + periods, 0)).toBe(story.halves)
    // It worked once, whatever became of it.
    await expect(useMyCoupon(portal.ctx, { memberId, couponCode: 'HALF' })).rejects.toMatchObject({
      facts: { fields: [{ field: 'couponCode', message: /^This coupon was used already/ }] },
    })
  },
)
