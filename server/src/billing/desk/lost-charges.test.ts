import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#platform/local-day.ts'
import type { TestClient } from '../../client.testing.ts'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { aPayer, chargeOf, type Payer } from '../payer.testing.ts'
import { runBilling } from '../subscriptions/nightly.ts'

const today = '2026-03-02'
let now = new Date(`${today}T00:00:00Z`)
let portal: TestPortal
let staffId: number
let desk: TestClient

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  staffId = (await aMember(portal.db, { firstName: 'Margit', permissions: ['money'] })).id
})
beforeEach(async () => {
  now = new Date(`${today}T00:00:00Z`)
  desk = await portal.as(staffId)
})
afterAll(() => portal.close())

const pass = async (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000)
  await runBilling(portal.ctx)
  await portal.runJobs()
  desk = await portal.as(staffId)
}

const planOf = ({ subscriptionId }: Payer) =>
  portal.db
    .selectFrom('subscriptions')
    .select(['state', 'has_access'])
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()

const openOf = async ({ id }: Payer) => (await desk.billing.memberDues({ memberId: id })).charges

/** A member who never paid and lost access when the days of grace were over. */
const aLapsedPayer = async (firstName: string) => {
  const payer = await aPayer(portal, { firstName })
  await pass(10)
  expect(await planOf(payer)).toEqual({ state: 'pastDue', has_access: false })
  return payer
}

test('before a debt is written off, staff read what comes back with it and what ending the plan does', async () => {
  const payer = await aLapsedPayer('Ada')
  const { plans } = await desk.billing.previewWriteOff({ chargeIds: [payer.chargeId] })
  const on = addDays(today, 10)
  expect(plans).toEqual([
    {
      memberId: payer.id,
      memberName: expect.stringContaining('Ada'),
      plan: expect.any(String),
      isAccessOver: true,
      people: 0,
      ifKept: {
        accessUntil: addDays(on, 7),
        bill: { cents: 6500, currency: 'AUD', dueOn: on },
        nextFrom: expect.any(String),
      },
      ifEnded: { owed: [] },
    },
  ])
  expect(await planOf(payer)).toEqual({ state: 'pastDue', has_access: false })
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'open' })
})

test('a plan that goes on has what was said: access for the days of grace, and a bill for the next period', async () => {
  const payer = await aLapsedPayer('Bo')
  const charges = [{ chargeId: payer.chargeId, amountCents: 6500 }]
  expect(await desk.billing.writeOff({ charges, reason: 'Was ill' })).toMatchObject({ writtenOff: 1, plansEnded: 0 })
  expect(await planOf(payer)).toEqual({ state: 'active', has_access: true })
  expect(await openOf(payer)).toMatchObject([{ amountCents: 6500, dueOn: addDays(today, 10) }])
})

test('a plan that is ended with its debt gives no access back and sends no bill, and its member is told', async () => {
  const payer = await aLapsedPayer('Cy')
  const charges = [{ chargeId: payer.chargeId, amountCents: 6500 }]
  const done = await desk.billing.writeOff({ charges, reason: 'Vanished', endsPlanOf: [payer.id] })
  expect(done).toEqual({ writtenOff: 1, sums: [{ currency: 'AUD', cents: 6500 }], plansEnded: 1, skipped: [] })
  await pass(40)
  expect(await planOf(payer)).toEqual({ state: 'ended', has_access: false })
  expect(await openOf(payer)).toEqual([])
  expect(await chargeOf(portal, payer.chargeId)).toMatchObject({ state: 'writtenOff', reason: 'Vanished' })
  const events = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('subject_id', '=', payer.id)
    .where('actor_id', '=', staffId)
    .execute()
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['billing.writtenOff', 'billing.ended']))
})

test('several members are written off at once, each with their own plan ended or kept, and each charge once', async () => {
  const [gone, kept] = [await aPayer(portal, { firstName: 'Di' }), await aPayer(portal, { firstName: 'Ed' })]
  await pass(10)
  const charges = [gone, kept].map(({ chargeId }) => ({ chargeId, amountCents: 6500 }))
  const wanted = { charges, reason: 'Spring clean', endsPlanOf: [gone.id] }
  const outcomes = [await desk.billing.writeOff(wanted), await desk.billing.writeOff(wanted)]
  expect(outcomes.map(({ writtenOff, plansEnded }) => [writtenOff, plansEnded])).toEqual([
    [2, 1],
    [0, 0],
  ])
  expect(outcomes[1]?.skipped.map(({ reason }) => reason)).toEqual(['changed', 'changed'])
  expect([(await planOf(gone)).state, (await planOf(kept)).state]).toEqual(['ended', 'active'])
})

test('a charge that is of no plan that goes on asks nothing about one', async () => {
  const payer = await aLapsedPayer('Flo')
  const seen = [{ chargeId: payer.chargeId, amountCents: 6500 }]
  const { id: planless } = await portal.db
    .insertInto('charges')
    .values({
      member_id: payer.id,
      kind: 'other',
      description: 'Key',
      currency: 'AUD',
      discount_cents: 0,
      due_on: today,
      state: 'open',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await desk.billing.previewWriteOff({ chargeIds: [planless] })).toEqual({ plans: [] })
  await expect(desk.billing.previewWriteOff({ chargeIds: [2_000_000_000] })).rejects.toMatchObject({ code: 'notFound' })
  expect(await desk.billing.writeOff({ charges: seen, reason: 'Gone', endsPlanOf: [payer.id + 1] })).toMatchObject({
    plansEnded: 0,
  })
})
