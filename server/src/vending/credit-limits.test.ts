import { beforeAll, afterEach, afterAll, test, expect } from 'vitest'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aVendingMachine } from './factory.ts'
import { driveVending, asks } from './vending-scene.testing.ts'

let portal: TestPortal

let url: string

let site: ReturnType<typeof driveVending>

let clock = new Date('2026-03-01T10:00:00Z')

const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}

beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock })
  site = driveVending(portal.db)
  url = await portal.listen()
})

afterEach(async () => {
  await site.hangUp()
  pass(60_000)
})

afterAll(() => portal.close())

const credit = (card: string, amount: unknown) => ({ command: 'credit', card_id: card, amount })

const refused = { command: 'credit', success: false, reason: 'invalid_amount' }

test('a machine pays nothing onto a balance until staff for money say how much', async () => {
  const machine = await aVendingMachine(portal.db, { name: 'Coin box' })
  const line = await site.connect(url, machine)
  const bo = await site.aBuyer(-200)
  expect(await asks(line, credit(bo.card, 1))).toEqual(refused)
  const treasurer = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
  await treasurer.vending.setCreditLimits({ deviceId: machine.id, maxCreditCents: 2000 })
  expect(await treasurer.vending.getCreditLimits({ deviceId: machine.id })).toEqual({
    maxCreditCents: 2000,
    maxDailyCreditCents: null,
    canChange: true,
    keepers: [],
  })
  expect(await asks(line, credit(bo.card, 20.01))).toEqual(refused)
  // A member with a negative balance may pay in, even if that is not enough.
  expect(await asks(line, credit(bo.card, 1.5))).toEqual({
    command: 'credit',
    balance: -50,
    amount: 150,
    success: true,
  })
  expect(await asks(line, credit(bo.card, 1))).toEqual({ command: 'rate_limited' })
  pass(3001)
  expect(await asks(line, credit(bo.card, '20'))).toMatchObject({ balance: 1950, amount: 2000 })
  expect(await (await portal.as(bo.id)).memberbucks.listTransactions()).toMatchObject([
    { amount: 20, description: 'Paid in at Coin box' },
    { amount: 1.5 },
    {},
  ])
  const events = portal.db
    .selectFrom('audit_events')
    .select('data')
    .where('event', '=', 'memberbucks.creditLimitsChanged')
  expect(await events.execute()).toEqual([{ data: { changes: { maxCreditCents: { from: null, to: 2000 } } } }])
})

test('what is paid onto all balances together stays below the limit of a day, but for what was put right', async () => {
  const machine = await aVendingMachine(portal.db, { maxCreditCents: 500, maxDailyCreditCents: 800 })
  const line = await site.connect(url, machine)
  const buyers = await Promise.all([0, 0, 0].map((cents) => site.aBuyer(cents)))
  const [bo, cy, di] = buyers.map(({ card }) => card)
  expect(await asks(line, credit(bo ?? '', 5))).toMatchObject({ success: true })
  expect(await asks(line, credit(cy ?? '', 3.01))).toEqual(refused)
  expect(await asks(line, credit(cy ?? '', 3))).toMatchObject({ success: true })
  expect(await asks(line, credit(di ?? '', 0.01))).toEqual(refused)
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const { purchases } = await staff.vending.listPurchases({ deviceId: machine.id })
  await staff.vending.refund({ purchaseId: purchases[0]?.id ?? 0, reason: 'Coins of another country' })
  expect(await asks(line, credit(di ?? '', 2))).toMatchObject({ success: true })
  pass(24 * 3_600_000)
  expect(await asks(line, credit(di ?? '', 5))).toMatchObject({ success: true })
})

test('a machine pays nothing onto the balance of who could speak for it, and says so to staff', async () => {
  const kim = await site.aBuyer(0, { permissions: ['devices'], firstName: 'Kim', lastName: 'Keeper' })
  const lee = await site.aBuyer(0, { permissions: ['devices'], firstName: 'Lee', lastName: 'Letter-in' })
  const bo = await site.aBuyer(0)
  const [asKim, asLee] = [await portal.as(kim.id), await portal.as(lee.id)]
  const { id: deviceId, ...machine } = await aVendingMachine(portal.db, { maxCreditCents: 5000 })
  const { key } = await asKim.devices.createKey({ deviceId })
  await asLee.devices.setAuthorised({ deviceId, isAuthorised: false })
  await asLee.devices.setAuthorised({ deviceId, isAuthorised: true })
  const line = await site.connect(url, { ...machine, id: deviceId, key })
  const own = { command: 'credit', success: false, reason: 'invalid_card_id' }
  expect(await asks(line, credit(kim.card, 50))).toEqual(own)
  expect(await asks(line, credit(lee.card, 50))).toEqual(own)
  expect(await asks(line, credit(bo.card, 50))).toMatchObject({ success: true, balance: 5000 })
  expect([await site.balanceOf(kim.id), await site.balanceOf(lee.id)]).toEqual([0, 0])
  expect((await asKim.vending.getCreditLimits({ deviceId })).keepers).toEqual(['Kim Keeper', 'Lee Letter-in'])
  const { entries } = await asKim.audit.deviceLog({ deviceId })
  expect(entries.filter(({ sentence }) => JSON.stringify(sentence).includes('paid nothing in'))).toHaveLength(2)

  // Kim hands the key over, and it is still theirs; once it is revoked they are a customer like others.
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const keys = (await admin.devices.listKeys({ deviceId })).keys
  const made = keys.find(({ createdBy }) => createdBy === 'Kim Keeper')
  const successor = await aMember(portal.db, { permissions: ['devices'] })
  await admin.devices.giveKey({ deviceId, keyId: made?.id ?? 0, memberId: successor.id })
  pass(60_000)
  expect(await asks(line, credit(kim.card, 50))).toEqual(own)
  await admin.devices.revokeKey({ deviceId, keyId: made?.id ?? 0 })
  const again = await site.connect(url, { ...machine, id: deviceId })
  expect(await asks(again, credit(kim.card, 50))).toMatchObject({ success: true, balance: 5000 })
})

test('who looks after devices alone sees the limits and does not set them', async () => {
  const { id: deviceId } = await aVendingMachine(portal.db)
  const keeper = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
  expect(await keeper.vending.getCreditLimits({ deviceId })).toMatchObject({ canChange: false })
  await expect(keeper.vending.setCreditLimits({ deviceId, maxCreditCents: 1 })).rejects.toMatchObject({
    code: 'notAllowed',
  })
  const treasurer = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
  for (const maxCreditCents of [0, -1, 1.5, 100_001]) {
    await expect(treasurer.vending.setCreditLimits({ deviceId, maxCreditCents })).rejects.toMatchObject({
      code: 'badInput',
      body: { fields: [{ field: 'maxCreditCents' }] },
    })
  }
})

test('what was paid in counts for a day also after the clock was set back, and not what a clock a month ahead wrote down', async () => {
  const machine = await aVendingMachine(portal.db, { maxCreditCents: 500, maxDailyCreditCents: 500 })
  const line = await site.connect(url, machine)
  const [bo, cy] = [await site.aBuyer(0), await site.aBuyer(0)]
  expect(await asks(line, credit(bo.card, 5))).toMatchObject({ success: true })
  pass(-3_600_000)
  expect(await asks(line, credit(cy.card, 5))).toEqual(refused)
  pass(-30 * 86_400_000)
  try {
    expect(await asks(line, credit(cy.card, 5))).toMatchObject({ success: true })
  } finally {
    pass(3_600_000 + 30 * 86_400_000)
  }
})
