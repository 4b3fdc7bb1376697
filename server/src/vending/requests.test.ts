import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aProduct, aVendingMachine } from './factory.ts'
import { bookPurchase, type PurchaseRequest } from './purchases.ts'
import { asks, driveVending } from './vending-scene.testing.ts'

/** What a machine that names its requests can rely on, and what two machines at once cannot do. */
let portal: TestPortal
let other: TestPortal
let urls: [string, string]
let site: ReturnType<typeof driveVending>
let clock = new Date('2026-03-01T10:00:00Z')
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock })
  other = await portal.another()
  site = driveVending(portal.db)
  urls = [await portal.listen(), await other.listen()]
})
afterEach(async () => {
  await site.hangUp()
  pass(60_000)
})
afterAll(async () => {
  await other.close()
  await portal.close()
})

const sale = (card: string, more: object = {}) => ({ command: 'debit', card_id: card, amount: 2.5, ...more })
/** Only one line of a machine lives, so the same sale reaches two processes at once as the command alone. */
const wanted = (facts: Pick<PurchaseRequest, 'deviceId' | 'card' | 'requestId'>): PurchaseRequest => ({
  kind: 'debit',
  amount: 2.5,
  description: '',
  externalId: null,
  line: null,
  ...facts,
})

test('a sale that is asked for again is booked once and answered the same, at once, later and on another process', async () => {
  const machine = await aVendingMachine(portal.db)
  const line = await site.connect(urls[0], machine)
  const bo = await site.aBuyer(1000)
  const { externalId, id } = await aProduct(portal.db, { stock: 5 })
  const asked = sale(bo.card, { request_id: 'sale-1', product_external_id: externalId })
  const booked = { command: 'debit', balance: 750, amount: -250, success: true, request_id: 'sale-1' }
  expect(await asks(line, asked)).toEqual(booked)
  expect(await asks(line, asked)).toEqual(booked)
  pass(10_000)
  expect(await asks(line, sale(bo.card, { request_id: 2 }))).toMatchObject({ balance: 500, request_id: '2' })
  const elsewhere = await site.connect(urls[1], machine)
  expect(await asks(elsewhere, asked)).toEqual(booked)
  expect(await site.balanceOf(bo.id)).toBe(500)
  const stock = await portal.db.selectFrom('products').select('stock').where('id', '=', id).executeTakeFirstOrThrow()
  expect(stock).toEqual({ stock: 4 })
})

test('the same name for something else is refused, and so is the same sale on another card', async () => {
  const line = await site.connect(urls[0], await aVendingMachine(portal.db, { maxCreditCents: 1000 }))
  const [bo, cy] = [await site.aBuyer(1000), await site.aBuyer(1000)]
  const { externalId } = await aProduct(portal.db)
  const named = { request_id: 'sale-1', product_external_id: externalId }
  await asks(line, sale(bo.card, named))
  pass(60_000)
  const reused = { success: false, reason: 'request_id_reused', request_id: 'sale-1' }
  const others = [
    sale(bo.card, { ...named, amount: 2 }),
    sale(bo.card, { request_id: 'sale-1' }),
    sale(bo.card, { ...named, command: 'credit' }),
    sale(cy.card, named),
  ]
  for (const asked of others) expect(await asks(line, asked)).toEqual({ command: asked.command, ...reused })
  expect([await site.balanceOf(bo.id), await site.balanceOf(cy.id)]).toEqual([750, 1000])
  // Another machine counts its sales by itself.
  const second = await site.connect(urls[0], await aVendingMachine(portal.db))
  expect(await asks(second, sale(cy.card, named))).toMatchObject({ success: true, balance: 750 })
})

test('what was booked is answered so, whatever became of the member, their card and the product', async () => {
  const line = await site.connect(urls[0], await aVendingMachine(portal.db))
  const bo = await site.aBuyer(1000)
  const { externalId, id } = await aProduct(portal.db)
  const asked = sale(bo.card, { request_id: 'x', product_external_id: externalId })
  const booked = await asks(line, asked)
  await portal.db
    .updateTable('members')
    .set({ suspended_at: clock, suspension_reason: '' })
    .where('id', '=', bo.id)
    .execute()
  await portal.db.updateTable('cards').set({ state: 'lost', ended_at: clock }).where('member_id', '=', bo.id).execute()
  await portal.db.updateTable('products').set({ is_active: false }).where('id', '=', id).execute()
  expect(await asks(line, asked)).toEqual(booked)
  expect(await asks(line, { ...asked, request_id: 'y' })).toMatchObject({ reason: 'invalid_card_id' })
})

test('what was refused is not remembered: the member may have paid in meanwhile', async () => {
  const line = await site.connect(urls[0], await aVendingMachine(portal.db))
  const bo = await site.aBuyer(100)
  const asked = sale(bo.card, { request_id: 'sale' })
  expect(await asks(line, asked)).toMatchObject({ reason: 'insufficient_funds', balance: 100, request_id: 'sale' })
  await portal.db
    .insertInto('ledger_entries')
    .values({
      member_id: bo.id,
      at: clock,
      amount_cents: 400,
      balance_cents: 0,
      type: 'cash',
      source: 'staff',
      contra_account: 'cash',
      actor_kind: 'system',
    })
    .execute()
  expect(await asks(line, asked)).toMatchObject({ success: true, balance: 250 })
})

test('two machines on two processes never spend the same money', async () => {
  const machines = await Promise.all([aVendingMachine(portal.db), aVendingMachine(portal.db)])
  const lines = await Promise.all(machines.map((machine, at) => site.connect(urls[at] ?? '', machine)))
  for (let round = 0; round < 10; round += 1) {
    const bo = await site.aBuyer(300)
    const answers = await Promise.all(lines.map((line) => asks(line, sale(bo.card))))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers).toContainEqual({ command: 'debit', success: false, reason: 'insufficient_funds', balance: 50 })
    expect(await site.balanceOf(bo.id)).toBe(50)
  }
})

test('within three seconds a member buys once, whichever machine and process they are at', async () => {
  const machines = await Promise.all([aVendingMachine(portal.db), aVendingMachine(portal.db)])
  const lines = await Promise.all(machines.map((machine, at) => site.connect(urls[at] ?? '', machine)))
  for (let round = 0; round < 10; round += 1) {
    const bo = await site.aBuyer(1000)
    const answers = await Promise.all(lines.map((line) => asks(line, sale(bo.card))))
    expect(answers).toContainEqual({ command: 'rate_limited' })
    expect(await site.balanceOf(bo.id)).toBe(750)
  }
})

test('one sale that reaches two processes at once is booked once', async () => {
  const machine = await aVendingMachine(portal.db)
  for (let round = 0; round < 5; round += 1) {
    const bo = await site.aBuyer(1000)
    const asked = wanted({ deviceId: machine.id, card: bo.card, requestId: `sale-${round}` })
    const sold = await Promise.all([bookPurchase(portal.ctx, asked), bookPurchase(other.ctx, asked)])
    expect(sold).toMatchObject(
      Array.from({ length: 2 }, () => ({ outcome: 'booked', amountCents: -250, balanceCents: 750 })),
    )
    expect(await site.purchasesOf(bo.id)).toHaveLength(1)
  }
})

test('one name for two members at once: one buys, the other is refused', async () => {
  const machine = await aVendingMachine(portal.db)
  for (let round = 0; round < 5; round += 1) {
    const buyers = await Promise.all([site.aBuyer(1000), site.aBuyer(1000)])
    const sold = await Promise.all(
      buyers.map(({ card }, at) =>
        bookPurchase(
          at === 0 ? portal.ctx : other.ctx,
          wanted({ deviceId: machine.id, card, requestId: `both-${round}` }),
        ),
      ),
    )
    expect(sold).toContainEqual(expect.objectContaining({ outcome: 'booked', balanceCents: 750 }))
    expect(sold).toContainEqual({ outcome: 'refused', reason: 'request_id_reused' })
  }
})

test('a name counts for a day: a machine that counts anew after each start sells again', async () => {
  const machine = await aVendingMachine(portal.db)
  const bo = await site.aBuyer(1000)
  const named = sale(bo.card, { request_id: 1 })
  const line = await site.connect(urls[0], machine)
  expect(await asks(line, named)).toMatchObject({ balance: 750 })
  pass(23 * 3_600_000)
  expect(await asks(await site.connect(urls[0], machine), named)).toMatchObject({ balance: 750 })
  pass(3_600_000)
  expect(await asks(await site.connect(urls[0], machine), named)).toMatchObject({ success: true, balance: 500 })
  expect(await asks(await site.connect(urls[1], machine), named)).toMatchObject({ balance: 500 })
  expect(await site.balanceOf(bo.id)).toBe(500)
})

test('the database holds one sale of a name, also where two processes sell at once a day later', async () => {
  const machine = await aVendingMachine(portal.db)
  const bo = await site.aBuyer(1000)
  const asked = wanted({ deviceId: machine.id, card: bo.card, requestId: 'daily' })
  expect(await bookPurchase(portal.ctx, asked)).toMatchObject({ outcome: 'booked', balanceCents: 750 })
  pass(24 * 3_600_000)
  const sold = await Promise.all([bookPurchase(portal.ctx, asked), bookPurchase(other.ctx, asked)])
  expect(sold).toMatchObject([{ balanceCents: 500 }, { balanceCents: 500 }])
  const answers = portal.db.selectFrom('sale_answers').select('request_id').where('device_id', '=', machine.id)
  expect(await answers.execute()).toEqual([{ request_id: 'daily' }])
})
