import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { lockOutDevice } from '../devices/lockout.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aProduct, aVendingMachine } from './factory.ts'
import { asks, driveVending } from './vending-scene.testing.ts'

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

const refused = (reason: string, command = 'debit') => ({ command, success: false, reason })

test('a machine hears whether it is locked out, and whose card has how much', async () => {
  const machine = await aVendingMachine(portal.db)
  const line = await site.connect(url, machine)
  const bo = await site.aBuyer(29)
  expect(await asks(line, { command: 'balance', card_id: bo.card })).toEqual({
    command: 'balance',
    balance: 29,
    success: true,
  })
  // Known readers send numbers, too.
  expect(await asks(line, { command: 'balance', card_id: Number(bo.card) })).toMatchObject({ balance: 29 })
  for (const card_id of ['999999', null, undefined, {}, '\u0000']) {
    expect(await asks(line, { command: 'balance', card_id })).toEqual(refused('invalid_card_id', 'balance'))
  }
  await lockOutDevice(portal.ctx, { deviceId: machine.id, isLockedOut: true })
  expect(await line.next()).toEqual({ command: 'update_device_locked_out', locked_out: true })
})

test('2.50 is 250 cents: charged to the owner of the card, answered in cents, and named in their transactions', async () => {
  const machine = await aVendingMachine(portal.db, { name: 'Drinks machine' })
  const cola = await aProduct(portal.db, { name: 'Cola', externalId: '7', priceCents: 250, stock: 3 })
  const bo = await site.aBuyer(1000)
  const line = await site.connect(url, machine)
  const sale = { command: 'debit', card_id: bo.card, amount: 2.5, product_external_id: 7 }
  expect(await asks(line, sale)).toEqual({ command: 'debit', balance: 750, amount: -250, success: true })
  expect(await site.purchasesOf(bo.id)).toMatchObject([
    { amount_cents: 250, product_id: cola.id, listed_price_cents: 250, cost_price_cents: 120, took_stock: true },
  ])
  const own = await portal.as(bo.id)
  expect(await own.memberbucks.listTransactions()).toMatchObject([
    { amount: -2.5, balance: 7.5, type: 'Membership Card', description: 'Cola, Drinks machine' },
    { amount: 10 },
  ])
  expect((await own.profile.get()).memberBucks).toMatchObject({ lastPurchase: clock.toISOString() })
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  expect((await staff.vending.listProducts()).products).toMatchObject([{ name: 'Cola', stock: 2, soldLately: 1 }])
  await portal.runJobs()
  expect((await staff.messages.list({ text: 'Cola' })).messages).toMatchObject([
    { subject: 'Cola: $2.50', to: bo.email },
  ])
})

test('a sale is checked in the order known machines expect', async () => {
  const machine = await aVendingMachine(portal.db)
  const line = await site.connect(url, machine)
  const bo = await site.aBuyer(300)
  const sale = { command: 'debit', card_id: bo.card, amount: 1 }
  const cases: [object, object][] = [
    [{ card_id: null, amount: 0 }, refused('invalid_card_id')],
    [{ card_id: '999999', amount: 0 }, refused('invalid_amount')],
    [{ amount: 'plenty' }, refused('invalid_amount')],
    [{ amount: undefined }, refused('invalid_amount')],
    [{ card_id: '999999' }, refused('invalid_card_id')],
    [
      { amount: 3.01, product_external_id: 'none' },
      { ...refused('insufficient_funds'), balance: 300 },
    ],
    [{ product_external_id: 'none' }, refused('invalid_product_external_id')],
    [{ product_external_id: {} }, refused('invalid_product_external_id')],
    [{ request_id: '' }, refused('invalid_request_id')],
    [{}, { command: 'debit', balance: 200, amount: -100, success: true }],
    [{ amount: 2.01 }, { ...refused('insufficient_funds'), balance: 200 }],
    [{ product_external_id: 'none' }, { command: 'rate_limited' }],
  ]
  for (const [said, answer] of cases) expect(await asks(line, { ...sale, ...said })).toEqual(answer)
  pass(3000)
  expect(await asks(line, sale)).toEqual({ command: 'rate_limited' })
  pass(1)
  expect(await asks(line, sale)).toMatchObject({ success: true, balance: 100 })
})

test('what machines do not know as a word, or not as an object, closes no line', async () => {
  const line = await site.connect(url, await aVendingMachine(portal.db))
  for (const odd of ['[]', '"debit"', 'garbage', '{"command":7}']) {
    line.send(odd)
    expect(await line.next()).toEqual({ command: 'error' })
  }
  line.send({ command: 'interlock_session_start', card_id: '1' })
  line.send({ command: 'sync' })
  expect(await line.settle()).toEqual([])
})

test.each([
  ['suspended', { suspension: 'Left the saw running.' }, 'suspended'],
  ['inactive', { state: 'inactive' }, 'notActive'],
  ['new', { state: 'noob' }, 'notActive'],
] as const)('a %s member buys nothing, and the log says why', async (_, facts, refusal) => {
  const line = await site.connect(url, await aVendingMachine(portal.db))
  const eve = await site.aBuyer(1000, facts)
  expect(await asks(line, { command: 'balance', card_id: eve.card })).toEqual(refused('invalid_card_id', 'balance'))
  expect(await asks(line, { command: 'debit', card_id: eve.card, amount: 1 })).toEqual(refused('invalid_card_id'))
  expect(await site.balanceOf(eve.id)).toBe(1000)
  expect(await site.refusalsOf(eve.id)).toEqual([refusal, refusal])
})

test('a machine that is locked out sells nothing', async () => {
  const line = await site.connect(url, await aVendingMachine(portal.db, { isLockedOut: true }))
  const bo = await site.aBuyer(1000)
  expect(await asks(line, { command: 'debit', card_id: bo.card, amount: 1 })).toEqual(refused('invalid_card_id'))
  expect(await site.refusalsOf(bo.id)).toEqual(['lockedOut'])
})

test('a product that is not for sale, or was removed, cannot be bought', async () => {
  const line = await site.connect(url, await aVendingMachine(portal.db))
  const bo = await site.aBuyer(1000)
  await aProduct(portal.db, { externalId: 'resting', isActive: false })
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const { id: productId } = await aProduct(portal.db, { externalId: 'gone' })
  await staff.vending.removeProduct({ productId })
  for (const product_external_id of ['resting', 'gone', 'GONE']) {
    expect(await asks(line, { command: 'debit', card_id: bo.card, amount: 1, product_external_id })).toEqual(
      refused('invalid_product_external_id'),
    )
  }
})

test('the machine says what it charges; a product listed at something else is sold, and staff see it', async () => {
  const machine = await aVendingMachine(portal.db)
  const line = await site.connect(url, machine)
  const bo = await site.aBuyer(1000)
  await aProduct(portal.db, { externalId: 'bar', name: 'Bar', priceCents: 250, stock: 0 })
  expect(await asks(line, { command: 'debit', card_id: bo.card, amount: 2, product_external_id: 'bar' })).toMatchObject(
    { success: true, amount: -200 },
  )
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  expect((await staff.vending.listPurchases({ deviceId: machine.id })).purchases).toMatchObject([
    { product: 'Bar', amountCents: 200, listedCents: 250, refund: null, canRefund: true },
  ])
  // A count that has come to nothing stays there: the machine knows what it holds.
  const { products } = await staff.vending.listProducts()
  expect(products.find(({ name }) => name === 'Bar')?.stock).toBe(0)
})

test('too little is told by mail once a day, however often the card is held to the machine', async () => {
  const line = await site.connect(url, await aVendingMachine(portal.db, { name: 'Snacks' }))
  const bo = await site.aBuyer(100)
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const mails = async () => {
    await portal.runJobs()
    const { messages } = await staff.messages.list({ text: bo.email })
    return messages.filter(({ subject }) => subject === 'Your Memberbucks balance is too low').length
  }
  const poke = () => asks(line, { command: 'debit', card_id: bo.card, amount: 2 })
  for (let turn = 0; turn < 3; turn += 1) expect(await poke()).toMatchObject({ reason: 'insufficient_funds' })
  expect(await mails()).toBe(1)
  pass(60_000)
  await poke()
  expect(await mails()).toBe(1)
  pass(24 * 3_600_000)
  await poke()
  expect(await mails()).toBe(2)
  expect(await site.refusalsOf(bo.id)).toEqual(Array.from({ length: 5 }, () => 'balanceTooLow'))
})

test('the key of one machine is worthless on another, and on a door', async () => {
  const [mine, other] = [await aVendingMachine(portal.db), await aVendingMachine(portal.db)]
  await expect(site.connect(url, { ...other, key: mine.key })).rejects.toThrow('closed')
})

test('a machine sells its own product of a slot before the one of every machine, and none that is not for sale', async () => {
  const [fridge, freezer] = [await aVendingMachine(portal.db), await aVendingMachine(portal.db)]
  const cola = await aProduct(portal.db, { externalId: 'one slot' })
  const ice = await aProduct(portal.db, { externalId: 'one slot', deviceId: freezer.id })
  await aProduct(portal.db, { externalId: 'shut' })
  await aProduct(portal.db, { externalId: 'shut', deviceId: freezer.id, isActive: false })
  const buy = async (machine: typeof fridge, product_external_id: string) => {
    const bo = await site.aBuyer(1000)
    const line = await site.connect(url, machine)
    const answer = await asks(line, { command: 'debit', card_id: bo.card, amount: 2.5, product_external_id })
    return (await site.purchasesOf(bo.id))[0]?.product_id ?? answer
  }
  expect(await buy(fridge, 'one slot')).toBe(cola.id)
  expect(await buy(freezer, 'one slot')).toBe(ice.id)
  expect(await buy(freezer, 'shut')).toMatchObject({ success: false, reason: 'invalid_product_external_id' })
})

test('with the clock set back an hour a card that bought before buys, and still not twice within three seconds', async () => {
  const line = await site.connect(url, await aVendingMachine(portal.db))
  const bo = await site.aBuyer(1000)
  const sale = { command: 'debit', card_id: bo.card, amount: 1 }
  expect(await asks(line, sale)).toMatchObject({ success: true })
  pass(-3_600_000)
  try {
    expect(await asks(line, sale)).toMatchObject({ success: true })
    expect(await asks(line, sale)).toEqual({ command: 'rate_limited' })
  } finally {
    pass(3_600_000)
  }
})
