import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { KeptPlan } from './kept-plans.testing.ts'
import { openKeptScene } from './kept-scene.testing.ts'
import { takeOver, takeOverAll } from './takeovers.ts'

const scene = openKeptScene()

/** Every version of the rows that a look could write, and how many rows of the audit and of the queue there are. */
const versionsOf = async ({ memberId, id }: KeptPlan) => {
  const { rows } = await sql`select
      (select array_agg(s.xmin::text) from subscriptions s where s.member_id = ${memberId}) as subscriptions,
      (select array_agg(m.xmin::text) from members m where m.id = ${memberId}) as members,
      (select array_agg(c.xmin::text order by c.id) from charges c where c.member_id = ${memberId}) as charges,
      (select array_agg(p.xmin::text order by p.id) from payments p where p.member_id = ${memberId}) as payments,
      (select array_agg(l.xmin::text order by l.ref) from provider_lines l where l.subscription_id = ${id}) as lines,
      (select array_agg(c.xmin::text) from stripe_customers c where c.member_id = ${memberId}) as customers,
      (select array_agg(t.xmin::text) from stripe_take_overs t where t.subscription_id = ${id}) as "takeOvers",
      (select count(*)::int from audit_events) as audits,
      (select count(*)::int from graphile_worker._private_jobs) as jobs`.execute(scene.portal.db)
  return rows
}

const listWrites = () => scene.fake.requests().filter(({ method }) => method !== 'GET')

/** Runs it, and says which of these plans Stripe was asked about, in order. */
const looksOf = async (plans: readonly KeptPlan[], run: () => Promise<void>): Promise<number[]> => {
  const before = new Set(scene.fake.requests().map(({ id }) => id))
  await run()
  const paths = scene.fake.requests().flatMap(({ id, path }) => (before.has(id) ? [] : path))
  return paths.map((path) => plans.findIndex(({ ref }) => path === `/v1/subscriptions/${ref}`)).filter((at) => at >= 0)
}

const aDisputedPlan = async (): Promise<KeptPlan> => {
  const kept = await scene.aPlanAtStripe()
  const { data } = await scene.stripe.charges.list({ customer: kept.customer })
  await scene.fake.control('open-dispute', { charge: data[0]?.id })
  return kept
}

test('a second look at a plan that waits writes nothing, here and at Stripe, while nothing has changed', async () => {
  const unpaid = await scene.listUnpaidPlans(1)
  const waiting = [...unpaid, await scene.aHinderedPlan(), await aDisputedPlan()]
  for (const { id } of waiting) await takeOver(scene.portal.ctx, { subscriptionId: id })
  await scene.settle()
  const reasons = await Promise.all(waiting.map(async (one) => (await scene.takeOverOf(one))?.hindrance))
  expect(reasons).toEqual(['unpaid', 'credit', 'disputed'])
  const before = await Promise.all(waiting.map(versionsOf))
  const written = listWrites().length
  for (const { id } of waiting) await takeOver(scene.portal.ctx, { subscriptionId: id })
  expect(await Promise.all(waiting.map(versionsOf))).toEqual(before)
  expect(listWrites()).toHaveLength(written)
})

test('plans that have not been looked at come before those that wait, and these take turns where there are many', async () => {
  await takeOverAll(scene.portal.ctx)
  const waiting = [await scene.aHinderedPlan(), await scene.aHinderedPlan()]
  for (const { id } of waiting) await takeOver(scene.portal.ctx, { subscriptionId: id })
  const plans = [...waiting, await scene.aPlanAtStripe()]
  const looks = () => looksOf(plans, () => takeOverAll(scene.portal.ctx, { mostWaiting: 1 }))
  expect([...new Set(await looks())]).toEqual([2, 0])
  expect(await scene.planOf(plans[2] ?? { id: 0 })).toMatchObject({ provider_ref: null, state: 'active' })
  expect(await looks()).toEqual([1])
})

test('one that waits and was cancelled here is told so at Stripe before those that wait take their turns', async () => {
  const kept = await scene.aHinderedPlan()
  await takeOver(scene.portal.ctx, { subscriptionId: kept.id })
  await (await scene.portal.as(kept.memberId)).billing.actOnSubscription({ action: 'cancel' })
  expect((await scene.planOf(kept)).state).toBe('cancelling')
  await takeOverAll(scene.portal.ctx, { mostWaiting: 0 })
  expect(await scene.atStripe(kept)).toMatchObject({ cancel_at_period_end: true })
})
