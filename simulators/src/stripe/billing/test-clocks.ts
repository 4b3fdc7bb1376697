import type Stripe from 'stripe'
import { pageOf } from '../lists.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { customers } from '../payments/customers.ts'
import { invalidRequest } from '../refusals.ts'
import { idOf } from '../store.ts'
import { afterCycles } from './cycle.ts'
import { isOver } from './status.ts'
import { subscriptions, testClocks } from './tables.ts'

const day = 86_400
/** A clock of Stripe goes by itself after a month. */
const kept = 30 * day
/** Without a subscription a clock goes so far at once. */
const farthest = 2 * 365 * day

function createClock(
  world: StripeWorld,
  params: Stripe.TestHelpers.TestClockCreateParams,
): Stripe.TestHelpers.TestClock {
  const created = world.clock.seconds()
  const clock = world.store.insert(testClocks, {
    id: world.store.newId(testClocks),
    object: 'test_helpers.test_clock',
    created,
    deletes_after: created + kept,
    frozen_time: params.frozen_time,
    livemode: false,
    name: params.name ?? null,
    status: 'ready',
    status_details: {},
  })
  world.clock.testClocks.set(clock.id, params.frozen_time * 1_000)
  world.record('test_helpers.test_clock.created', clock)
  if (params.customer === undefined) return clock
  const customer = world.store.get(customers, params.customer, 'customer')
  if (customer.test_clock) throw invalidRequest('This customer is already on a test clock.', { param: 'customer' })
  world.store.update(customers, customer.id, { test_clock: clock.id })
  return clock
}

/** Two intervals of the shortest subscription ahead, and no further. */
function latestOf(world: StripeWorld, clock: Stripe.TestHelpers.TestClock): number {
  const running = world.store.by(subscriptions, 'testClock', clock.id).filter(({ status }) => !isOver(status))
  const ends = running.flatMap(({ items }) =>
    items.data.flatMap(({ price }) => (price.recurring ? [afterCycles(clock.frozen_time, price.recurring, 2)] : [])),
  )
  return ends.length === 0 ? clock.frozen_time + farthest : Math.min(...ends)
}

function advanceClock(world: StripeWorld, id: string, to: number): Stripe.TestHelpers.TestClock {
  const clock = world.store.get(testClocks, id)
  if (clock.status === 'advancing')
    throw invalidRequest('Test clock is currently advancing. Please wait for it to be ready.', {
      status: 429,
      code: 'rate_limit',
    })
  if (to <= clock.frozen_time)
    throw invalidRequest('The frozen_time must be after the current frozen_time of the test clock.', {
      param: 'frozen_time',
    })
  if (to > latestOf(world, clock))
    throw invalidRequest(
      'You may not advance the test clock to a time that is more than two intervals in the future from the shortest subscription in this test clock.',
      { param: 'frozen_time' },
    )
  const advancing = world.store.update(testClocks, id, {
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: to } },
  })
  world.record('test_helpers.test_clock.advancing', advancing)
  // Answered at once; what the time brings happens after that.
  world.clock.schedule({ at: world.clock.ms(), kind: 'advanceTestClock', data: { id, to: String(to) } })
  return advancing
}

function finishAdvance(world: StripeWorld, id: string, to: number) {
  if (!world.store.find(testClocks, id)) return
  world.runDue(to * 1_000, id)
  const ready = world.store.update(testClocks, id, { status: 'ready', status_details: {}, frozen_time: to })
  world.record('test_helpers.test_clock.ready', ready)
}

/** All that hangs on it goes with it. */
function deleteClock(world: StripeWorld, id: string): Stripe.TestHelpers.DeletedTestClock {
  const clock = world.store.get(testClocks, id)
  world.clock.cancel((work) => work.testClock === id)
  for (const subscription of world.store.by(subscriptions, 'testClock', id))
    world.store.remove(subscriptions, subscription.id)
  for (const customer of world.store.all(customers))
    if (idOf(customer.test_clock) === id) world.store.remove(customers, customer.id)
  world.store.remove(testClocks, id)
  world.clock.testClocks.delete(id)
  world.record('test_helpers.test_clock.deleted', clock)
  return { id, object: 'test_helpers.test_clock', deleted: true }
}

export const testClockPart: StripePart = {
  tables: [testClocks],
  operations: [
    operation('POST', '/v1/test_helpers/test_clocks', 'TestClockCreateParams', ({ world, params }) =>
      createClock(world, params),
    ),
    operation('GET', '/v1/test_helpers/test_clocks', 'TestClockListParams', ({ world, params }) =>
      pageOf(world.store.all(testClocks), params, '/v1/test_helpers/test_clocks'),
    ),
    operation('GET', '/v1/test_helpers/test_clocks/:id', 'TestClockRetrieveParams', ({ world, path }) =>
      world.store.get(testClocks, path['id'] ?? ''),
    ),
    operation('POST', '/v1/test_helpers/test_clocks/:id/advance', 'TestClockAdvanceParams', ({ world, params, path }) =>
      advanceClock(world, path['id'] ?? '', params.frozen_time),
    ),
    operation('DELETE', '/v1/test_helpers/test_clocks/:id', 'TestClockDeleteParams', ({ world, path }) =>
      deleteClock(world, path['id'] ?? ''),
    ),
  ],
  works: { advanceTestClock: (world, { id, to }) => finishAdvance(world, id ?? '', Number(to)) },
}
