import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Stripe } from 'stripe'
import { localDay } from '../../server/src/platform/local-day.ts'
import { type Child, startChild } from './children.ts'
import { withClient } from './database.ts'
import type { InsertCalls } from './insert-process.ts'
import type { PortalCalls } from './portal-process.ts'
import { seed } from './seed.ts'
import { clockMs, percentile } from './stats.ts'
import type { CardHolder, StripeCalls } from './stripe-process.ts'
import type { Row } from './table.ts'
import { type Effort, newDataDir, startPortal } from './world.ts'

const connections = 10
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

/** Members as the portal has them who were charged a period ago, and paid by card. */
const keepHolders = `
  with holder as (
    select row_number() over () as n, * from jsonb_to_recordset($1::jsonb) as b(customer text, method text)
  ), who as (
    select id as member_id, row_number() over (order by id) as n from members
  ), tier as (
    insert into tiers (name) values ('Bench') returning id
  ), plan as (
    insert into plans (tier_id, name, currency, cost_cents, interval_count, interval, collectors)
    select id, 'Bench', 'AUD', 6500, 30, 'day', array['stripe'] from tier returning id
  ), customers as (
    insert into stripe_customers (member_id, customer_id, name, email)
    select member_id, customer, '', '' from holder join who using (n) returning member_id
  ), methods as (
    insert into stripe_payment_methods (member_id, method_id, kind, brand, last4, exp_month, exp_year, entered_at, saved_at)
    select member_id, method, 'card', 'visa', '4242', 12, 2040, now(), now() from holder join who using (n)
  )
  insert into subscriptions (member_id, plan_id, state, collector, cost_cents, currency, interval_count, interval,
    started_on, anchor_on, charged_through, paid_through, has_access, created_at)
  select member_id, plan.id, 'active', 'stripe', 6500, 'AUD', 30, 'day', $2::date, $2::date, $2::date, $2::date, true,
    now()
  from holder join who using (n) cross join plan`

const countPaid = `select count(distinct member_id)::int as count from charges where kind = 'period' and state = 'paid'`

const standingOf = async (portal: Child<PortalCalls>) => ({
  at: clockMs(),
  cpuMs: (await portal.call('usage')).cpuMs,
  queries: await portal.call('queries'),
})

type RenewalRun = { holders: CardHolder[]; client: pg.Client }

/** From the run of the night to the last event that was looked at. */
const renew = async ({ portal, stripe }: CardSpace, { holders, client }: RenewalRun): Promise<Row> => {
  const count = holders.length
  const before = await standingOf(portal)
  await portal.call('runNight')
  const { rows } = await client.query<{ count: number }>(countPaid)
  if (rows[0]?.count !== count) throw new Error(`only ${rows[0]?.count ?? 0} of ${count} members are paid`)
  const events = await stripe.call('settle')
  await untilHandled(client, count)
  const after = await standingOf(portal)
  const alone = await stripe.call('payAlone', holders)
  const perMember = (figure: number) => (figure / count).toFixed(1)
  const note = `each ${perMember(after.cpuMs - before.cpuMs)} ms of processor, ${perMember(events)} events, ${perMember(after.queries - before.queries)} queries`
  return {
    what: `renewals of ${count.toLocaleString('en')} members, until all events are handled`,
    figure: (after.at - before.at) / 1_000,
    unit: 's',
    baseline: { what: 'the stand-in alone', figure: alone / 1_000 },
    note,
  }
}

/** A renewal whose events take longer than this is not worth waiting for. */
const giveUpMs = (members: number) => 60_000 + members * 50

const untilHandled = async (client: pg.Client, count: number): Promise<void> => {
  const startedAt = clockMs()
  for (;;) {
    const { rows } = await client.query<{ left: number }>(
      'select count(*)::int as left from stripe_events where handled_at is null',
    )
    if (rows[0]?.left === 0 || clockMs() - startedAt > giveUpMs(count)) return
    await sleep(100)
  }
}

/** All renewals fall due in one night: each is charged, taken from a card in one payment, booked, and heard of again. */
export const measureRenewals = ({ rounds }: Effort): Promise<Row[]> =>
  withCards(async (space) => {
    const { connectionString, stripe, connect } = space
    const count = rounds > 1 ? 10_000 : 100
    await seed(connectionString, { doors: 1 })
    const holders = await stripe.call('fill', count)
    return withClient(connectionString, async (client) => {
      await client.query(keepHolders, [JSON.stringify(holders), localDay(new Date(), 'Australia/Brisbane')])
      await client.query('analyze')
      await connect()
      return [await renew(space, { holders, client })]
    })
  })
