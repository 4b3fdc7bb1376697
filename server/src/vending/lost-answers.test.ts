import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { untilLocksAwaited } from '#platform/db/waiting-locks.testing.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aVendingMachine } from './factory.ts'
import { asks, driveVending } from './vending-scene.testing.ts'

/** Machines that do not name their sales, as all known firmware, and lines that break before they are answered. */
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

type Machine = Awaited<ReturnType<typeof aVendingMachine>>

const sale = (card: string, more: object = {}) => ({ command: 'debit', card_id: card, amount: 2.5, ...more })

/** The machine asks on a line that breaks, and is back on the other process after more than three seconds. */
const loseLine = async (machine: Machine, asked: object) => {
  const line = await site.connect(urls[0], machine)
  const answer = await asks(line, asked)
  await line.close()
  pass(3_500)
  return { answer, line: await site.connect(urls[1], machine) }
}

test('a sale whose answer was lost is answered once more as it was booked, and the next one is another', async () => {
  const machine = await aVendingMachine(portal.db)
  const bo = await site.aBuyer(1000)
  const { answer, line } = await loseLine(machine, sale(bo.card))
  expect(await asks(line, sale(bo.card))).toEqual(answer)
  expect(await site.balanceOf(bo.id)).toBe(750)
  expect(await site.purchasesOf(bo.id)).toHaveLength(1)
  pass(3_500)
  expect(await asks(line, sale(bo.card))).toMatchObject({ success: true, balance: 500 })
})

test('a sale whose answer is lost twice is the same sale still', async () => {
  const machine = await aVendingMachine(portal.db)
  const bo = await site.aBuyer(1000)
  const { answer, line } = await loseLine(machine, sale(bo.card))
  expect(await asks(line, sale(bo.card))).toEqual(answer)
  await line.close()
  expect(await asks(await site.connect(urls[0], machine), sale(bo.card))).toEqual(answer)
  expect(await site.balanceOf(bo.id)).toBe(750)
})

test('a member who was suspended since gets what they paid for, and nothing more', async () => {
  const machine = await aVendingMachine(portal.db)
  const bo = await site.aBuyer(1000)
  const { answer, line } = await loseLine(machine, sale(bo.card))
  const suspended = { suspended_at: clock, suspension_reason: 'Talk to us.' }
  await portal.db.updateTable('members').set(suspended).where('id', '=', bo.id).execute()
  expect(await asks(line, sale(bo.card))).toEqual(answer)
  pass(3_500)
  expect(await asks(line, sale(bo.card))).toMatchObject({ success: false, reason: 'invalid_card_id' })
  expect(await site.refusalsOf(bo.id)).toEqual(['suspended'])
})

test.each<[string, (bo: string, cy: string) => object, number]>([
  ['with another card', (_, cy) => sale(cy), 0],
  ['for another amount', (bo) => sale(bo, { amount: 1 }), 0],
  ['a minute after the machine is back', (bo) => sale(bo), 61_000],
])('what is bought %s is another sale', async (_, asked, waitMs) => {
  const machine = await aVendingMachine(portal.db)
  const [bo, cy] = [await site.aBuyer(1000), await site.aBuyer(1000)]
  const { line } = await loseLine(machine, sale(bo.card))
  pass(waitMs)
  expect(await asks(line, asked(bo.card, cy.card))).toMatchObject({ success: true })
  const purchases = [...(await site.purchasesOf(bo.id)), ...(await site.purchasesOf(cy.id))]
  expect(purchases).toHaveLength(2)
})

test('money that is paid in without a name is booked each time, because the second coin is another one', async () => {
  const machine = await aVendingMachine(portal.db, { maxCreditCents: 1000 })
  const bo = await site.aBuyer(0)
  const { line } = await loseLine(machine, sale(bo.card, { command: 'credit' }))
  expect(await asks(line, sale(bo.card, { command: 'credit' }))).toMatchObject({ success: true, balance: 500 })
})

test('a machine that is away for ten minutes sells anew', async () => {
  const machine = await aVendingMachine(portal.db)
  const bo = await site.aBuyer(1000)
  const line = await site.connect(urls[0], machine)
  await asks(line, sale(bo.card))
  await line.close()
  pass(10 * 60_000 + 1)
  expect(await asks(await site.connect(urls[1], machine), sale(bo.card))).toMatchObject({ balance: 500 })
})

test('a purchase that was refunded meanwhile is paid anew', async () => {
  const machine = await aVendingMachine(portal.db)
  const bo = await site.aBuyer(1000)
  const { line } = await loseLine(machine, sale(bo.card))
  const admin = await portal.as((await site.aBuyer(0, { isAdmin: true })).id)
  const [purchase] = await site.purchasesOf(bo.id)
  await admin.vending.refund({ purchaseId: purchase?.id ?? 0, reason: 'Nothing came out' })
  expect(await asks(line, sale(bo.card))).toMatchObject({ success: true, balance: 750 })
  expect(await site.purchasesOf(bo.id)).toHaveLength(2)
})

test('an answer after which more was heard of the machine was not lost', async () => {
  const machine = await aVendingMachine(portal.db)
  const bo = await site.aBuyer(1000)
  const line = await site.connect(urls[0], machine)
  expect(await asks(line, sale(bo.card))).toMatchObject({ balance: 750 })
  await line.settle()
  const kept = portal.db.selectFrom('sale_answers').select('purchase_id').where('device_id', '=', machine.id)
  await expect.poll(() => kept.execute()).toEqual([])
  await line.close()
  pass(3_500)
  expect(await asks(await site.connect(urls[0], machine), sale(bo.card))).toMatchObject({ balance: 500 })
})

test.each<[string, (card: string) => ReturnType<typeof sql>, object, string]>([
  [
    'member is suspended',
    (card) => sql`update members m set suspended_at = now(), suspension_reason = 'Talk to us.'
      from cards c where c.member_id = m.id and c.number = ${card}`,
    { reason: 'invalid_card_id' },
    'suspended',
  ],
  [
    'card is reported lost',
    (card) => sql`update cards set state = 'lost', ended_at = now() where number = ${card}`,
    { reason: 'invalid_card_id' },
    'unknownCard',
  ],
])('a sale that waits while its %s is refused', async (_, change, refused, refusal) => {
  const machine = await aVendingMachine(portal.db)
  const bo = await site.aBuyer(1000)
  const line = await site.connect(urls[0], machine)
  let answer: Promise<unknown> = Promise.resolve()
  await portal.db.transaction().execute(async (tx) => {
    await sql`select from members where id = ${bo.id} for no key update`.execute(tx)
    await change(bo.card).execute(tx)
    answer = asks(line, sale(bo.card))
    await untilLocksAwaited(portal.db)
  })
  expect(await answer).toEqual({ command: 'debit', success: false, ...refused })
  expect(await site.balanceOf(bo.id)).toBe(1000)
  const swipes = portal.db.selectFrom('swipes').select('refusal').where('device_id', '=', machine.id)
  expect(await swipes.execute()).toEqual([{ refusal }])
})
