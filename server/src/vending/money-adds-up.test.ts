import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { authoriseDevice, removeDevice } from '../devices/registration.ts'
import { verifyLedger } from '../memberbucks/verify.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aProduct, aVendingMachine } from './factory.ts'
import { bookPurchase, type PurchaseRequest } from './purchases.ts'
import { driveVending } from './vending-scene.testing.ts'

let portal: TestPortal
let other: Awaited<ReturnType<TestPortal['another']>>
let site: ReturnType<typeof driveVending>
let clock = new Date('2026-03-01T10:00:00Z')
/** Longer than a member has to wait between two purchases. */
const pass = () => {
  clock = new Date(clock.getTime() + 4_000)
}
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock })
  other = await portal.another()
  site = driveVending(portal.db)
})
afterEach(() => site.hangUp())
afterAll(async () => {
  await other.close()
  await portal.close()
})

const wanted = (
  more: Pick<PurchaseRequest, 'deviceId' | 'card' | 'kind'> & Partial<PurchaseRequest>,
): PurchaseRequest => ({
  amount: 2.5,
  description: '',
  externalId: null,
  line: null,
  requestId: null,
  ...more,
})
const money = async () => portal.as((await aMember(portal.db, { isAdmin: true })).id)
const entriesOf = async (memberId: number) =>
  (
    await portal.db
      .selectFrom('ledger_entries')
      .select(['amount_cents', 'balance_cents'])
      .where('member_id', '=', memberId)
      .orderBy('id')
      .execute()
  ).map((entry) => [entry.amount_cents, entry.balance_cents] as const)

/** What is sold is income, what is paid in at a machine is cash, and all of it adds up. */
const checkAccounts = async () => {
  const accounts = await portal.db
    .selectFrom('purchases as p')
    .innerJoin('ledger_entries as e', 'e.id', 'p.ledger_entry_id')
    .select(['p.kind', 'e.contra_account as account'])
    .distinct()
    .orderBy('p.kind')
    .execute()
  expect(accounts).toEqual([
    { kind: 'credit', account: 'cash' },
    { kind: 'debit', account: 'vendingIncome' },
  ])
  expect((await verifyLedger(portal.services)).fault).toBeNull()
}

test('purchases, payments and refunds side by side on two processes leave each balance the sum of its entries', async () => {
  const machines = await Promise.all([1, 2].map(() => aVendingMachine(portal.db, { maxCreditCents: 500 })))
  const product = await aProduct(portal.db, { stock: 100 })
  const buyers = await Promise.all([1, 2, 3].map(() => site.aBuyer(1000)))
  const staff = [await portal.as((await aMember(portal.db, { isAdmin: true })).id), await money()]
  for (let round = 0; round < 6; round += 1) {
    pass()
    const before = await Promise.all(buyers.map(({ id }) => site.purchasesOf(id)))
    const doings = buyers.flatMap(({ card }, at) => {
      const late = before[at]?.at(-1)
      const sales = machines.map(({ id: deviceId }, process) =>
        bookPurchase(
          process === 0 ? portal.ctx : other.ctx,
          wanted({ deviceId, card, kind: (round + at) % 3 === 2 ? 'credit' : 'debit', externalId: product.externalId }),
        ),
      )
      const refunds = late
        ? staff.map((one) =>
            one.vending.refund({ purchaseId: late.id, reason: 'Stuck' }).catch((error: unknown) => error),
          )
        : []
      return [...sales, ...refunds]
    })
    const failures = (await Promise.all(doings)).filter((done) => done instanceof Error)
    expect(failures).toMatchObject(failures.map(() => ({ code: 'alreadyReversed' })))
  }
  for (const { id } of buyers) {
    let sum = 0
    for (const [amount, after] of await entriesOf(id)) {
      sum += amount
      expect(after).toBe(sum)
    }
    expect(await site.balanceOf(id)).toBe(sum)
  }
  await checkAccounts()
  const kept = await portal.db
    .selectFrom('purchases as p')
    .leftJoin('ledger_entries as r', 'r.reverses_id', 'p.ledger_entry_id')
    .select('p.id')
    .where('p.product_id', '=', product.id)
    .where('p.took_stock', '=', true)
    .where('r.id', 'is', null)
    .execute()
  const { stock } = await portal.db
    .selectFrom('products')
    .select('stock')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow()
  expect(stock).toBe(100 - kept.length)
})

test('a payment that is taken back after it was spent leaves a debt, and nothing is sold until it is paid', async () => {
  const { id: deviceId } = await aVendingMachine(portal.db, { maxCreditCents: 1000 })
  const { id, card } = await site.aBuyer(0)
  const book = (kind: 'debit' | 'credit', amount: number) => {
    pass()
    return bookPurchase(portal.ctx, wanted({ deviceId, card, kind, amount }))
  }
  await book('credit', 5)
  await book('debit', 4)
  const [paidIn] = await site.purchasesOf(id)
  const staff = await money()
  expect(await staff.vending.refund({ purchaseId: paidIn?.id ?? 0, reason: 'A false coin' })).toEqual({
    balanceCents: -400,
  })
  expect(await book('debit', 0.01)).toMatchObject({ outcome: 'refused', reason: 'insufficient_funds' })
  expect(await book('credit', 4.01)).toMatchObject({ outcome: 'booked', balanceCents: 1 })
  expect(await book('debit', 0.01)).toMatchObject({ outcome: 'booked', balanceCents: 0 })
})

test('a machine that was removed, or is not authorised any more, sells nothing even while its line is open still', async () => {
  const [removed, withdrawn] = await Promise.all([1, 2].map(() => aVendingMachine(portal.db, { maxCreditCents: 1000 })))
  const { id, card } = await site.aBuyer(1000)
  await removeDevice(portal.ctx, { deviceId: removed?.id ?? 0, kind: 'memberbucks' })
  await authoriseDevice(portal.ctx, { deviceId: withdrawn?.id ?? 0, isAuthorised: false })
  for (const deviceId of [removed?.id ?? 0, withdrawn?.id ?? 0]) {
    for (const kind of ['debit', 'credit'] as const) {
      pass()
      expect(await bookPurchase(other.ctx, wanted({ deviceId, card, kind }))).toEqual({
        outcome: 'refused',
        reason: 'invalid_card_id',
        card: { memberId: id, refusal: 'lockedOut' },
      })
    }
  }
  expect(await site.purchasesOf(id)).toEqual([])
})
