import { type FakeStripe, startStripe } from '@spacekeeper/simulators/stripe/server.ts'
import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Ctx } from '#platform/ctx.ts'
import { freePort } from '#platform/http/free-port.ts'
import { changeBilling } from '../../billing/billing-work.ts'
import { runBilling } from '../../billing/subscriptions/nightly.ts'
import { endSubscription } from '../../billing/subscriptions/subscriptions.ts'
import { aPlan } from '../../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { stride } from '../../random-runs.testing.ts'
import { changeSetting } from '../../settings/settings.ts'
import { byProgram, end, newFolder, startProcess } from '../../test-process.ts'
import { collectDues } from '../paying/collection.ts'
import { openPaymentSteps, type PaymentSteps } from '../payment-steps.testing.ts'
import { giveKeyTo } from '../process-key.testing.ts'
import { aKeptPlan, type KeptPlace, type KeptPlan, pauseAtStripe } from './kept-plans.testing.ts'
import { takeOverAll } from './takeovers.ts'

const dayMs = 86_400_000
const secret = 'of a process of these tests only'
/** At night five hundred, and each kind of step three times. */
const [planCount, reach, mostKills] = stride === 1 ? [500, 211, 3] : [33, 23, 2]

let fake: FakeStripe
let portal: TestPortal
let ctx: Ctx
let steps: PaymentSteps
let place: KeptPlace

type KeptState = {
  name: string
  /** Whether Stripe has renewed it while the portal was off. */
  isOld?: true
  terms?: Parameters<typeof aKeptPlan>[1]
  change?: (kept: KeptPlan) => Promise<unknown>
  /** The reason it waits for, or how it is here once it was taken over. */
  outcome: string
  /** The sum that the member has paid a month later. */
  paid: number
}

const failsFromNowOn = async ({ customer, ref }: KeptPlan) => {
  const bad = await place.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await place.stripe.subscriptions.update(ref, { default_payment_method: bad.id })
}

const pause = (kept: KeptPlan) => pauseAtStripe(place, kept, 20)

const dispute = async ({ customer }: KeptPlan) => {
  const { data } = await place.stripe.charges.list({ customer })
  await fake.control('open-dispute', { charge: data[0]?.id })
}

const askForMore = ({ customer, ref: subscription }: KeptPlan) =>
  place.stripe.invoiceItems.create({ customer, subscription, currency: 'aud', amount: 500, description: 'A locker' })

const endHere = ({ memberId }: KeptPlan) =>
  changeBilling(ctx, 'billing.ended', (work) => endSubscription(work, { memberId, reason: 'left' }))

const states: KeptState[] = [
  { name: 'paid for its month', outcome: 'active', paid: 6200 },
  { name: 'renewed while the portal was off', isOld: true, outcome: 'active', paid: 9300 },
  { name: 'unpaid', isOld: true, change: failsFromNowOn, outcome: 'unpaid', paid: 3100 },
  {
    name: 'cancelled at Stripe for the end of its period',
    change: ({ ref }) => place.stripe.subscriptions.update(ref, { cancel_at_period_end: true }),
    outcome: 'cancelling',
    paid: 3100,
  },
  {
    name: 'cancelled at Stripe at once',
    change: ({ ref }) => place.stripe.subscriptions.cancel(ref),
    outcome: 'ended',
    paid: 3100,
  },
  { name: 'ended here', change: endHere, outcome: 'ended', paid: 3100 },
  { name: 'paused', change: pause, outcome: 'paused', paid: 3100 },
  { name: 'disputed', change: dispute, outcome: 'disputed', paid: 6200 },
  { name: 'with more on the next invoice', change: askForMore, outcome: 'credit', paid: 6700 },
  { name: 'in its trial', terms: { terms: { trial_period_days: 14 } }, outcome: 'active', paid: 3100 },
  {
    name: 'cheaper by a concession of the portal',
    terms: { terms: { discounts: [{ coupon: 'concession-1' }] } },
    outcome: 'active',
    paid: 4650,
  },
]

const made: { state: KeptState; kept: KeptPlan }[] = []

const make = async (which: (state: KeptState) => boolean) => {
  for (let n = 0; n < planCount; n += 1) {
    const state = states[n % states.length]
    if (!state || !which(state)) continue
    const kept = await aKeptPlan(place, state.terms)
    await state.change?.(kept)
    made.push({ state, kept })
  }
}

beforeAll(async () => {
  fake = await startStripe({ now: new Date(Date.now() - 36 * dayMs) })
  portal = await startTestPortal({ stripeUrl: fake.url, now: fake.now })
  ctx = await giveKeyTo({ portal, fake, secret })
  await changeSetting(ctx, { key: 'STRIPE_PUBLISHABLE_KEY', value: fake.publishableKey })
  await changeSetting(ctx, { key: 'ENABLE_STRIPE', value: true })
  const { id: planId } = await aPlan(portal.db, { costCents: 3100, collectors: ['stripe', 'bank'] })
  place = { portal: { ...portal, ctx }, stripe: new Stripe(fake.secretKey, fake.client), planId }
  await place.stripe.coupons.create({ id: 'concession-1', percent_off: 50, duration: 'forever' })
  await make(({ isOld }) => isOld === true)
  await fake.advance(new Date(Date.now() - 4 * dayMs))
  await make(({ isOld }) => isOld === undefined)
  await fake.advance(new Date())
  // Also those that wait to leave Stripe are found without their job.
  await sql`delete from graphile_worker._private_jobs`.execute(portal.db)
  steps = await openPaymentSteps({ database: portal.ownerUrl, stripe: fake.url })
})
afterAll(async () => {
  await steps.close()
  await portal.close()
  await fake.close()
})

const figuresOf = async ({ memberId, customer, id }: KeptPlan) => {
  const { data } = await place.stripe.charges.list({ customer, limit: 100 })
  const { rows } = await sql<{ here: number; state: string; waits: string }>`select
      (select coalesce(sum(amount_cents), 0)::int from payments where member_id = ${memberId}) as here, s.state,
      coalesce(t.hindrance, '') as waits
    from subscriptions s left join stripe_take_overs t on t.subscription_id = s.id where s.id = ${id}`.execute(
    portal.db,
  )
  const there = data.reduce((sum, { status, amount }) => sum + (status === 'succeeded' ? amount : 0), 0)
  return { here: 0, state: '', waits: '', ...rows[0], there }
}

/** How many are neither taken over, nor ended there, nor wait for a person. */
const countOpen = async (): Promise<number> => {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open
    from subscriptions s left join stripe_take_overs t on t.subscription_id = s.id
    where t.subscription_id is null or (t.done_at is null and t.hindrance = '')`.execute(portal.db)
  return rows[0]?.open ?? 0
}

const killed: string[] = []

const isWanted = (step: string) => killed.filter((one) => one === step).length < mostKills

/** A portal is not waited for longer than so many take. */
const mostAtOnce = 100

/** Kills the portal before one step after the other, until so many are left. */
const takeOverUntil = async (left: number): Promise<void> => {
  const [dataDir, port] = [newFolder(), await freePort()]
  vi.stubEnv('SECRET_KEY', secret)
  vi.stubEnv('DATABASE_URL', steps.lead(portal.ownerUrl))
  vi.stubEnv('STRIPE_URL', steps.stripeUrl)
  try {
    for (let open = await countOpen(); open > left; open = await countOpen()) {
      const goal = Math.max(left, open - mostAtOnce)
      const { child } = await startProcess(dataDir, port)
      const held = steps.holdAt(1 + ((killed.length * 29) % reach), isWanted)
      // As each hour: it takes the place of those that the killed left.
      await sql`select graphile_worker.add_job('takeOverAll', job_key => 'takeOverAll')`.execute(portal.db)
      await expect.poll(async () => held() !== null || (await countOpen()) <= goal, byProgram).toBe(true)
      const step = held()
      steps.holdAt(0)
      await end(child, step === null && goal === 0 ? 'SIGTERM' : 'SIGKILL')
      if (step !== null) killed.push(step)
    }
  } finally {
    vi.unstubAllEnvs()
  }
}

test('what Stripe took is booked once, whatever step of the take-over the portal is killed before', async () => {
  await takeOverUntil(planCount / 2)
  for (const { state, kept } of made) {
    const { here, there } = await figuresOf(kept)
    expect(here, state.name).toBeLessThanOrEqual(there)
  }
})

test('in the end plans in every state are taken over, have ended or wait for a person', async () => {
  await takeOverUntil(0)
  expect(new Set(killed).size).toBeGreaterThan(2)
  for (const { state, kept } of made) {
    const { here, there, waits, ...found } = await figuresOf(kept)
    expect(waits === '' ? found.state : waits, state.name).toBe(state.outcome)
    expect(here, state.name).toBe(there)
  }
})

test('a month later each of them was paid once, here or at Stripe', async () => {
  for (let day = 0; day < 33; day += 1) {
    await fake.advance(new Date(fake.now().getTime() + dayMs))
    await runBilling(ctx)
    await takeOverAll(ctx)
  }
  for (const { state, kept } of made) {
    await collectDues(ctx, kept)
    const { here, there } = await figuresOf(kept)
    expect([here, there], state.name).toEqual([state.paid, state.paid])
  }
})
