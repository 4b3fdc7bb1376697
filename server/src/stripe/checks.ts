import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { StripeComparison } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { compareClocks, type HealthCheck, type HealthFinding } from '#platform/health-check.ts'
import { isStripeOn, stripeCall } from './client.ts'
import { describeFault, findClearingFaults } from './desk/clearing.ts'
import { findLastComparison } from './desk/comparisons.ts'
import { countEvents } from './desk/connection.ts'
import { type EndpointAtStripe, findEndpoint, wantedVersion } from './events/webhook-endpoint.ts'
import { findKeys, judgeProblem } from './key-check.ts'

const page = '/manage/payments/stripe'
const hourMs = 3_600_000

const findClock = async (ctx: Ctx): Promise<HealthFinding | null> => {
  if (!(await isStripeOn(ctx))) return null
  try {
    const { lastResponse } = await stripeCall(ctx, (stripe) => stripe.balance.retrieve())
    const date = new Date(lastResponse.headers['date'] ?? Number.NaN)
    if (Number.isNaN(date.getTime())) return null
    return compareClocks({ ours: ctx.now(), theirs: date, whose: 'Stripe' })
  } catch (error) {
    return judgeProblem(error)
  }
}

export const judgeEndpoint = (
  endpoint: EndpointAtStripe | null,
  { version, hasSecret }: { version: string; hasSecret: boolean },
): HealthFinding => {
  const todo = 'Press Set up events under Payments, Stripe. Only administrators can.'
  if (!endpoint)
    return { state: 'wrong', says: 'Stripe does not send its events to this portal’s address.', todo, to: page }
  if (!endpoint.isEnabled)
    return {
      state: 'wrong',
      says: 'Stripe has stopped sending events here, because too many were refused.',
      todo,
      to: page,
    }
  if (!hasSecret)
    return {
      state: 'wrong',
      says: 'Every event of Stripe is refused, because the webhook secret is missing.',
      todo,
      to: page,
    }
  if (endpoint.version !== version) {
    const says = `Stripe sends events in the version ${endpoint.version ?? 'of the account'}, and the portal speaks ${version}.`
    return { state: 'attention', says, todo, to: page }
  }
  if (endpoint.missing.length > 0) {
    const says = `Stripe does not send ${sayCount(endpoint.missing.length, { one: 'one kind of event', other: '{count} kinds of events' })} the portal wants.`
    return { state: 'attention', says, todo, to: page }
  }
  return { state: 'well', says: 'Stripe sends its events here, in the version of the portal.' }
}

const findEvents = async (ctx: Ctx): Promise<HealthFinding | null> => {
  if (!(await isStripeOn(ctx))) return null
  try {
    const [endpoint, version, secret] = await Promise.all([
      findEndpoint(ctx),
      wantedVersion(),
      ctx.settings.get('STRIPE_WEBHOOK_SECRET'),
    ])
    return judgeEndpoint(endpoint, { version, hasSecret: secret !== '' })
  } catch (error) {
    return judgeProblem(error)
  }
}

type Arrivals = { failed: number; late: number; lastReceivedAt: Date | null }

export const judgeArrivals = ({ failed, late, lastReceivedAt: at }: Arrivals): HealthFinding => {
  const todo = 'Open the list of events, read why, and press Try again.'
  if (failed > 0)
    return {
      state: 'attention',
      says: `${sayCount(failed, { one: 'One event of Stripe', other: '{count} events of Stripe' })} could not be handled.`,
      todo,
      to: page,
    }
  if (late > 0)
    return {
      state: 'attention',
      says: `${sayCount(late, { one: 'One event of Stripe waits', other: '{count} events of Stripe wait' })} for more than an hour.`,
      todo,
      to: page,
    }
  if (at === null) return { state: 'well', says: 'No event of Stripe has arrived yet.' }
  return { state: 'well', says: 'The last event of Stripe arrived {at}, and none waits.', at }
}

const findArrivals = async (ctx: Ctx): Promise<HealthFinding | null> => {
  if (!(await isStripeOn(ctx))) return null
  const [counts, [row]] = await Promise.all([
    countEvents(ctx),
    readRows(
      ctx,
      sql<{ late: number }>`select count(*)::int as late from stripe_events
        where handled_at is null and root_id is not null and received_at < ${new Date(ctx.now().getTime() - hourMs)}`,
    ),
  ])
  return judgeArrivals({ ...counts, late: row?.late ?? 0 })
}

export const judgeComparison = (run: StripeComparison | null, now: Date): HealthFinding => {
  if (run === null)
    return { state: 'well', says: 'The portal has not been compared with Stripe yet. It is each night.' }
  const at = new Date(run.beganAt)
  const old = now.getTime() - at.getTime() > 50 * hourMs
  if (old)
    return {
      state: 'attention',
      says: 'The portal was last compared with Stripe {at}.',
      at,
      todo: 'It is compared each night: leave the portal on then, and look at the failed tasks under Messages.',
      to: page,
    }
  if (run.failure !== null)
    return {
      state: 'attention',
      says: `The comparison with Stripe {at} ended early: ${run.failure}`,
      at,
      todo: 'Press Compare now under Payments, Stripe. It is tried again each night.',
      to: page,
    }
  if (run.problems.length > 0)
    return {
      state: 'attention',
      says: `The comparison with Stripe {at} found ${sayCount(run.problems.length, { one: 'one subscription', other: '{count} subscriptions' })} at Stripe that no plan here stands for.`,
      at,
      todo: 'They are named under Payments, Stripe.',
      to: page,
    }
  if (run.events > 0)
    return {
      state: 'attention',
      says: `The comparison with Stripe {at} found ${sayCount(run.events, { one: 'one event', other: '{count} events' })} that had not arrived. They are handled now.`,
      at,
      todo: 'If it happens again, check that Stripe can reach the portal from the internet.',
      to: page,
    }
  return { state: 'well', says: 'The portal was compared with Stripe {at}, and both say the same.', at }
}

const findComparison = async (ctx: Ctx): Promise<HealthFinding | null> =>
  (await isStripeOn(ctx)) ? judgeComparison(await findLastComparison(ctx), ctx.now()) : null

const findClearing = async (ctx: Ctx): Promise<HealthFinding | null> => {
  if (!(await isStripeOn(ctx))) return null
  const [first, ...others] = await findClearingFaults(ctx)
  if (!first) return { state: 'well', says: 'What Stripe paid out is what is booked here.' }
  const more = others.length === 0 ? '' : ` There are ${others.length} more.`
  return {
    state: 'attention',
    says: `${describeFault(first)}${more}`,
    todo: 'Payments, Stripe shows the payout it is in, and what you can do about it.',
    to: page,
  }
}

const shared = { area: 'stripe', feature: 'enableStripe' } as const

export const stripeChecks: readonly HealthCheck[] = [
  { name: 'stripe.keys', ...shared, title: 'Keys', pace: 'hourly', find: findKeys },
  { name: 'stripe.clock', ...shared, title: 'Clock', pace: 'daily', find: findClock },
  { name: 'stripe.endpoint', ...shared, title: 'Events', pace: 'hourly', find: findEvents },
  {
    name: 'stripe.arrivals',
    ...shared,
    title: 'Events that arrived',
    pace: 'now',
    timeoutMs: 5000,
    find: findArrivals,
  },
  { name: 'stripe.comparison', ...shared, title: 'Comparison', pace: 'now', timeoutMs: 5000, find: findComparison },
  { name: 'stripe.clearing', ...shared, title: 'Payouts', pace: 'daily', timeoutMs: 30_000, find: findClearing },
]
