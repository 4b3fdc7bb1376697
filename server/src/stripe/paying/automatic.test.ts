import { beforeAll, expect, test } from 'vitest'
import { change } from '#platform/db/change.ts'
import type { TestClient } from '../../client.testing.ts'
import { bookEntry } from '../../memberbucks/ledger.ts'
import { changeSetting } from '../../settings/settings.ts'
import { recordRefusal } from '../../vending/buyers.ts'
import { aVendingMachine } from '../../vending/factory.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'
import { mayTopUp, type TopUpFacts } from './automatic-rules.ts'

const scene = openStripeScene()
let memberId = 0
let client: TestClient

beforeAll(async () => {
  await changeSetting(scene.portal.ctx, { key: 'MEMBERBUCKS_MAX_TOPUP', value: 50 })
})

const now = new Date('2027-01-31T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const low: TopUpFacts = {
  isOn: true,
  isShort: false,
  balanceCents: 400,
  thresholdCents: 500,
  amountCents: 2000,
  capCents: 6000,
  monthCents: 4000,
  lastAt: minutesAgo(60),
  isMoneyComing: false,
  now,
}

test.each<[string, Partial<TopUpFacts>, string]>([
  ['below the limit', {}, 'yes'],
  ['at the limit', { balanceCents: 500 }, 'no'],
  ['above the limit, but short of what was wanted', { balanceCents: 900, isShort: true }, 'yes'],
  ['that is off', { isOn: false }, 'no'],
  ['with money on its way', { isMoneyComing: true }, 'no'],
  ['topped up 59 minutes ago', { lastAt: minutesAgo(59) }, 'no'],
  ['never topped up', { lastAt: null }, 'yes'],
  ['with the most of a month nearly reached', { monthCents: 4001 }, 'capped'],
  ['with the most of a month reached, short of what was wanted', { monthCents: 6000, isShort: true }, 'capped'],
])('a balance %s', (_, more, verdict) => expect(mayTopUp({ ...low, ...more })).toBe(verdict))

const become = async (card: string) => {
  memberId = await scene.aCardHolder(card)
  client = await scene.portal.as(memberId)
}

const turnOn = async (more: object = {}) => {
  const { consent } = await client.stripe.getAutomaticTopUp()
  return client.stripe.setAutomaticTopUp({
    thresholdCents: 500,
    amountCents: 2000,
    monthlyCapCents: 4000,
    consent,
    ...more,
  })
}

const book = (amountCents: number) =>
  change(scene.portal.ctx, 'test.booked', async (work) => ({
    result: await bookEntry(work, {
      movement: {
        memberId,
        amountCents,
        type: 'cash',
        source: 'staff',
        contraAccount: 'cash',
        description: 'Test',
        floorCents: null,
      },
    }),
  }))

const balance = async () => Math.round((await client.memberbucks.getBalance()).balance * 100)

const templates = async () =>
  (
    await scene.portal.db
      .selectFrom('messages')
      .select('template')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .execute()
  ).map(({ template }) => template)

const later = async (minutes: number) => {
  await scene.fake.advance(new Date(scene.fake.now().getTime() + minutes * 60_000))
  await scene.portal.runJobs()
  // A session does not last that long.
  client = await scene.portal.as(memberId)
}

test('a debit that takes a balance below its limit tops it up, with a receipt, up to the most of a month', async () => {
  await become('pm_card_visa')
  await book(1000)
  await turnOn()
  await scene.portal.runJobs()
  expect(await balance()).toBe(1000)
  await book(-600)
  await scene.portal.runJobs()
  expect(await balance()).toBe(2400)
  await book(-2000)
  await scene.portal.runJobs()
  expect([await balance(), (await client.stripe.getAutomaticTopUp()).order?.monthCents]).toEqual([400, 2000])
  await later(61)
  await book(-100)
  await scene.portal.runJobs()
  expect(await balance()).toBe(2300)
  await later(61)
  await book(-2000)
  await scene.portal.runJobs()
  await book(-100)
  await scene.portal.runJobs()
  expect([await balance(), (await templates()).filter((name) => name !== 'methodSaved')]).toEqual([
    200,
    ['automaticOn', 'toppedUp', 'toppedUp', 'automaticCapped'],
  ])
})

test('who could not pay at a vending machine is topped up, however much is left', async () => {
  await become('pm_card_visa')
  await book(600)
  await turnOn({ thresholdCents: 0 })
  const { id: deviceId } = await aVendingMachine(scene.portal.db)
  await recordRefusal(scene.portal.ctx, { deviceId, card: '1', memberId, refusal: 'balanceTooLow', amountCents: 700 })
  await scene.portal.runJobs()
  expect(await balance()).toBe(2600)
})

test('it switches itself off when a payment fails, and says why by email and on the page', async () => {
  await become('pm_card_chargeCustomerFail')
  await turnOn()
  await scene.portal.runJobs()
  const { order } = await client.stripe.getAutomaticTopUp()
  expect(order).toMatchObject({ isOn: false, offReason: 'Your card was declined.' })
  expect(await templates()).toContain('automaticOff')
  await book(-100)
  await scene.portal.runJobs()
  expect(
    await scene.portal.db.selectFrom('stripe_payments').select('id').where('member_id', '=', memberId).execute(),
  ).toHaveLength(1)
})

test('a bank that asks for its customer switches it off, and the top-up can be confirmed', async () => {
  await become('pm_card_authenticationRequired')
  await turnOn()
  await scene.portal.runJobs()
  expect((await client.stripe.getAutomaticTopUp()).order).toMatchObject({
    isOn: false,
    offReason: 'Your bank asked you to confirm a payment, which only you can do.',
  })
  const { recent } = await client.stripe.getTopUpForm()
  const { url } = await client.stripe.confirmTopUp({ topUpId: recent[0]?.id ?? 0 })
  expect(url).toMatch(/^http/)
})

test('nothing is taken of a member who is suspended', async () => {
  await become('pm_card_visa')
  await scene.portal.db
    .updateTable('members')
    .set({ suspended_at: scene.fake.now(), suspension_reason: 'Keys' })
    .where('id', '=', memberId)
    .execute()
  await turnOn().catch(() => null)
  await scene.portal.runJobs()
  expect(
    await scene.portal.db.selectFrom('stripe_payments').select('id').where('member_id', '=', memberId).execute(),
  ).toEqual([])
})

test('it needs a saved card, the words as they are, and a month that allows one top-up', async () => {
  await become('pm_card_visa')
  await expect(turnOn({ consent: 'I agree to something else.' })).rejects.toMatchObject({ code: 'agreementChanged' })
  await expect(turnOn({ monthlyCapCents: 1000 })).rejects.toMatchObject({ code: 'badInput' })
  await expect(turnOn({ amountCents: 6000, monthlyCapCents: 6000 })).rejects.toMatchObject({ code: 'badInput' })
  await client.stripe.removeCard()
  await expect(turnOn()).rejects.toMatchObject({ code: 'noCard' })
  expect((await client.stripe.getAutomaticTopUp()).order).toBeNull()
})

test('its member stops it', async () => {
  await become('pm_card_visa')
  await book(1000)
  await turnOn()
  await client.stripe.stopAutomaticTopUp()
  await book(-900)
  await scene.portal.runJobs()
  expect([await balance(), (await client.stripe.getAutomaticTopUp()).order]).toEqual([
    100,
    expect.objectContaining({ isOn: false, offReason: '' }),
  ])
})
