import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Stripe } from 'stripe'
import { type Child, startChild } from './children.ts'
import { withClient } from './database.ts'
import type { InsertCalls } from './insert-process.ts'
import type { PortalCalls } from './portal-process.ts'
import { seed } from './seed.ts'
import { clockMs, percentile } from './stats.ts'
import type { BegunSubscription, StripeCalls } from './stripe-process.ts'
import type { Row } from './table.ts'
import { type Effort, newDataDir, startPortal } from './world.ts'

const connections = 10
/** A renewal that takes longer than this never ends, or is not worth waiting for. */
const giveUpMs = (members: number) => 60_000 + members * 250

type CardSpace = {
  portal: Child<PortalCalls>
  url: string
  connectionString: string
  stripe: Child<StripeCalls>
  /** From now on the stand-in's events go to the portal; the secret that signs them. */
  connect: () => Promise<string>
}

const program = (name: string) => new URL(`./${name}.ts`, import.meta.url)

/** A portal that takes cards, beside a stand-in of Stripe; ends both afterwards. */
const withCards = async <T>(run: (space: CardSpace) => Promise<T>): Promise<T> => {
  const stripe = startChild<StripeCalls>(program('stripe-process'))
  const { url: stripeUrl, secretKey, publishableKey } = await stripe.call('ready')
  const portal = startPortal([newDataDir(), '0', stripeUrl])
  try {
    const { url, connectionString } = await portal.call('ready')
    const connect = async () => {
      const webhookSecret = await stripe.call('listen', `${url}/api/billing/stripe-webhook/`)
      await portal.call('takeCards', { secretKey, publishableKey, webhookSecret })
      return webhookSecret
    }
    return await run({ portal, url, connectionString, stripe, connect })
  } finally {
    await portal.stop()
    await stripe.stop()
  }
}

/** An event about a subscription of its own, which is none of the portal's. */
const eventOf = (number: number): string =>
  JSON.stringify({
    id: `evt_bench${number}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: `sub_bench${number}`, object: 'subscription', status: 'active', customer: 'cus_bench' } },
  })

const postEvents = async (input: { url: string; secret: string; seconds: number }) => {
  const { url, secret, seconds } = input
  const times: number[] = []
  const startedAt = clockMs()
  let number = 0
  const post = async () => {
    while (clockMs() - startedAt < seconds * 1_000) {
      const payload = eventOf((number += 1))
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret })
      const sentAt = clockMs()
      const answer = await fetch(`${url}/api/billing/stripe-webhook/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        body: payload,
      })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`a webhook was answered ${answer.status}`)
      times.push(clockMs() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, post))
  return { times, perSecond: times.length / ((clockMs() - startedAt) / 1_000) }
}

/** Signed events as fast as they are answered: each is in the database by then, with the job that looks at it. */
export const measureWebhooks = ({ seconds }: Effort): Promise<Row[]> =>
  withCards(async ({ url, connectionString, connect }) => {
    const secret = await connect()
    await postEvents({ url, secret, seconds: 1 })
    const { times, perSecond } = await postEvents({ url, secret, seconds })
    const inserts = startChild<InsertCalls>(program('insert-process'))
    const plain = await inserts.call('run', { connectionString, connections, seconds })
    await inserts.stop()
    const what = `plain INSERT, ${connections} connections`
    return [
      {
        what: 'webhook events stored and answered',
        figure: perSecond,
        unit: '/s',
        baseline: { what, figure: plain.perSecond },
        note: `${connections} at a time`,
      },
      {
        what: 'webhook event to its answer, p99',
        figure: percentile(times, 0.99),
        unit: 'ms',
        baseline: { what, figure: plain.p99Ms },
        note: `p50 ${percentile(times, 0.5).toFixed(1)} ms`,
      },
    ]
  })

/** What the portal would have of subscriptions that began a period ago. */
const keepBegun = `
  with begun as (
    select row_number() over () as n, * from jsonb_to_recordset($1::jsonb) as b(customer text, method text, subscription text)
  ), who as (
    select id as member_id, row_number() over (order by id) as n from members
  ), tier as (
    insert into tiers (name) values ('Bench') returning id
  ), plan as (
    insert into plans (tier_id, name, currency, cost_cents, interval_count, interval, collectors)
    select id, 'Bench', 'AUD', 6500, 30, 'day', array['stripe'] from tier returning id
  ), customers as (
    insert into stripe_customers (member_id, customer_id, name, email)
    select member_id, customer, '', '' from begun join who using (n) returning member_id
  ), methods as (
    insert into stripe_payment_methods (member_id, method_id, kind, brand, last4, exp_month, exp_year, entered_at, saved_at)
    select member_id, method, 'card', 'visa', '4242', 12, 2040, now(), now() from begun join who using (n)
  )
  insert into subscriptions (member_id, plan_id, state, collector, cost_cents, currency, interval_count, interval,
    started_on, anchor_on, charged_through, paid_through, has_access, created_at, provider_ref)
  select member_id, plan.id, 'active', 'stripe', 6500, 'AUD', 30, 'day', $2::date, $2::date, $2::date, $2::date, true,
    $2::timestamptz, subscription
  from begun join who using (n) cross join plan`

const countPaid = `select count(*)::int as count from (select member_id from charges
  where kind = 'period' and state = 'paid' group by member_id having count(*) >= 2) both_paid`

/** Ends when every member has paid for both periods; how many have. */
const waitForPaid = async (client: pg.Client, count: number): Promise<number> => {
  const startedAt = clockMs()
  for (;;) {
    const { rows } = await client.query<{ count: number }>(countPaid)
    const paid = rows[0]?.count ?? 0
    if (paid >= count || clockMs() - startedAt > giveUpMs(count)) return paid
    await sleep(250)
  }
}

const fillPortal = async (client: pg.Client, input: { begun: BegunSubscription[]; since: string }) => {
  await client.query(keepBegun, [JSON.stringify(input.begun), input.since])
  await client.query('analyze')
}

type RenewalRun = { count: number; client: pg.Client }

const standingOf = async (portal: Child<PortalCalls>) => ({
  at: clockMs(),
  cpuMs: (await portal.call('usage')).cpuMs,
  queries: await portal.call('queries'),
})

/** From the first charge at Stripe to the last booking here. */
const renew = async ({ portal, stripe }: CardSpace, { count, client }: RenewalRun): Promise<Row> => {
  const before = await standingOf(portal)
  const renewed = await stripe.call('renew')
  const paid = await waitForPaid(client, count)
  const after = await standingOf(portal)
  if (paid < count) throw new Error(`only ${paid} of ${count} members are paid`)
  const perMember = (figure: number) => (figure / count).toFixed(1)
  const [cpu, events] = [perMember(after.cpuMs - before.cpuMs), perMember(renewed.events)]
  return {
    what: `renewals of ${count.toLocaleString('en')} members, until all are booked`,
    figure: (after.at - before.at) / 1_000,
    unit: 's',
    baseline: { what: 'until Stripe has all its answers', figure: renewed.ms / 1_000 },
    note: `each ${cpu} ms of processor, ${events} events, ${perMember(after.queries - before.queries)} queries`,
  }
}

/** All renewals fall due at once: Stripe charges, its events arrive, and every member is looked at anew. */
export const measureRenewals = ({ rounds }: Effort): Promise<Row[]> =>
  withCards(async (space) => {
    const { connectionString, stripe, connect } = space
    const count = rounds > 1 ? 10_000 : 100
    await seed(connectionString, { doors: 1 })
    const { now: since } = await stripe.call('ready')
    const { begun } = await stripe.call('fill', count)
    return withClient(connectionString, async (client) => {
      await fillPortal(client, { begun, since })
      await connect()
      return [await renew(space, { count, client })]
    })
  })
