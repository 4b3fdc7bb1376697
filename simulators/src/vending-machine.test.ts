import { afterEach, expect, test } from 'vitest'
import { startFakePortal, type FakePortal } from './fake-portal.ts'
import { readSlot } from './run-vending.ts'
import { startVendingMachine, type VendingMachine, type VendingMachineOptions } from './vending-machine.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const slots = [
  { id: '1', name: 'Cola', priceCents: 250, left: 2 },
  { id: '2', name: 'Soap', priceCents: 300, left: 0 },
]
const machineAt = async (options: Partial<VendingMachineOptions> = {}) => {
  const portal = await startFakePortal()
  closing.push(portal.close)
  const machine = startVendingMachine({
    server: portal.url,
    serial: 'drinks',
    key: 'K.S',
    slots,
    reconnectMs: 20,
    answerMs: 60_000,
    ...options,
  })
  closing.push(machine.close)
  await machine.until(({ isAuthorised }) => isAuthorised)
  return { portal, machine }
}
const debits = (portal: FakePortal) => portal.heard.filter(({ command }) => command === 'debit')
const withCard = async (portal: FakePortal, machine: VendingMachine) => {
  expect(machine.swipe('111')).toBe('asked')
  await expect.poll(() => portal.heard.at(-1)).toEqual({ command: 'balance', card_id: '111' })
  portal.push({ command: 'balance', balance: 1000, success: true })
  await machine.until(({ balanceCents }) => balanceCents === 1000)
}

test('a machine shows what a card can spend, asks for the price of what is wanted and gives it out once it is booked', async () => {
  const { portal, machine } = await machineAt()
  await withCard(portal, machine)
  expect(machine.state().display).toBe('10.00 to spend')
  expect(machine.select('1')).toBe('asked')
  await expect
    .poll(() => debits(portal))
    .toMatchObject([{ card_id: '111', amount: 2.5, product_external_id: '1', request_id: expect.any(String) }])
  expect(machine.state().dispensed).toEqual([])
  const [{ request_id } = {}] = debits(portal)
  portal.push({ command: 'debit', success: true, balance: 1, amount: -250, request_id: 'another sale' })
  portal.push({ command: 'debit', success: true, balance: 750, amount: -250, request_id })
  expect(await machine.until(({ sale }) => sale === null)).toMatchObject({
    dispensed: ['1'],
    display: 'Enjoy! 7.50 left',
    slots: [{ left: 1 }, { left: 0 }],
  })
})

test.each([
  [{ command: 'debit', success: false, reason: 'insufficient_funds', balance: 100 }, '1.00 is too little'],
  [{ command: 'debit', success: false, reason: 'invalid_product_external_id' }, 'Not sold'],
  [{ command: 'rate_limited' }, 'One moment, please, and again'],
])('told %j a machine gives out nothing', async (answer, display) => {
  const { portal, machine } = await machineAt()
  await withCard(portal, machine)
  machine.select('1')
  await expect.poll(() => debits(portal).length).toBe(1)
  portal.push({ ...answer, request_id: debits(portal)[0]?.request_id })
  expect(await machine.until(({ sale }) => sale === null)).toMatchObject({ dispensed: [], display, card: null })
})

test('a sale whose answer was lost is asked for again under the same name, after a while and after reconnecting', async () => {
  const { portal, machine } = await machineAt({ answerMs: 50 })
  await withCard(portal, machine)
  machine.select('1')
  expect(machine.select('1')).toBe('busy')
  await expect.poll(() => debits(portal).length).toBeGreaterThan(1)
  portal.socket().terminate()
  await machine.until(({ isConnected }) => !isConnected)
  const before = debits(portal).length
  await expect.poll(() => debits(portal).length).toBeGreaterThan(before)
  const names = new Set(debits(portal).map(({ request_id }) => request_id))
  expect(names.size).toBe(1)
  portal.push({ command: 'debit', success: true, balance: 750, amount: -250, request_id: [...names][0] })
  expect(await machine.until(({ sale }) => sale === null)).toMatchObject({ dispensed: ['1'] })
})

test('without a card, an empty slot or a line nothing is sold', async () => {
  const { portal, machine } = await machineAt({ reconnectMs: 60_000, choiceMs: 50 })
  expect(machine.select('1')).toBe('noCard')
  expect(machine.select('2')).toBe('soldOut')
  expect(machine.select('9')).toBe('noSuchSlot')
  await withCard(portal, machine)
  await machine.until(({ card }) => card === null)
  machine.swipe('666')
  await expect.poll(() => portal.heard.at(-1)).toEqual({ command: 'balance', card_id: '666' })
  portal.push({ command: 'balance', reason: 'invalid_card_id', success: false })
  await machine.until(({ display }) => display === 'This card buys nothing here')
  portal.push({ command: 'update_device_locked_out', locked_out: true })
  await machine.until(({ isLockedOut }) => isLockedOut)
  portal.socket().terminate()
  await machine.until(({ isConnected }) => !isConnected)
  expect(machine.swipe('111')).toBe('notReported')
})

test('a slot is read from the command line', () => {
  expect(readSlot('3:250:Ginger: beer')).toMatchObject({ id: '3', priceCents: 250, name: 'Ginger: beer' })
  for (const odd of ['3:2.50:Cola', '3:0:Cola', ':250:Cola', '3:250:', 'Cola']) expect(readSlot(odd)).toBeNull()
})
