import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import { vendingApi } from '@spacekeeper/contract/vending/routes.ts'
import type { MachineCreditLimits, Purchase } from '@spacekeeper/contract/vending/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { makeDevice } from '../devices/device.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const drinks = makeDevice({ id: 4, kind: 'memberbucks', name: 'Drinks machine', serial: 'drinks' })
const aPurchase = (id: number, more: Partial<Purchase> = {}): Purchase => ({
  id,
  kind: 'debit',
  at: '2026-01-05T10:00:00.000Z',
  memberId: 7,
  memberName: 'Noah Kaur',
  product: 'Cola',
  amountCents: 250,
  listedCents: null,
  refund: null,
  canRefund: true,
  ...more,
})

let server: ReturnType<typeof fakeServer>
let purchases: Purchase[]
let limits: MachineCreditLimits
beforeEach(() => {
  server = fakeServer()
  purchases = []
  limits = { maxCreditCents: null, maxDailyCreditCents: null, canChange: false, keepers: [] }
  server.on(devicesApi.get, () => drinks)
  server.on(vendingApi.listPurchases, () => ({ purchases, hasMore: false }))
  server.on(vendingApi.getSales, () => ({
    purchases: 41,
    volumeCents: 10_250,
    creditsCents: 500,
    members: [{ memberId: 7, name: 'Noah Kaur', purchases: 40, volumeCents: 10_000 }],
  }))
  server.on(vendingApi.getCreditLimits, () => limits)
  server.on(vendingApi.setCreditLimits, ({ body }) => {
    limits = { ...limits, ...body }
  })
})
const open = (tab = 'use', staffPermissions: ('devices' | 'money')[] = ['devices']) =>
  renderPortal({
    path: `/manage/devices/memberbucks/4?tab=${tab}`,
    server,
    profile: aProfile({ staffPermissions }),
  })

test('a machine shows what it sold altogether, to whom, and that nothing was bought lately', async () => {
  await open()
  expect(await screen.findByText('$102.50')).toBeTruthy()
  expect(screen.getByText('41 purchases, $5.00 paid in')).toBeTruthy()
  expect(screen.getByText('40 purchases')).toBeTruthy()
  expect(await screen.findByText('Nothing bought yet')).toBeTruthy()
})

test('who looks after devices reads whether anything can be paid in, and who sets it', async () => {
  await open('settings')
  expect(await screen.findByText(/Nothing can be paid in here\. Staff who look after money set this/)).toBeTruthy()
})

test('a machine says whose balances it pays nothing onto, and why', async () => {
  limits = { ...limits, maxCreditCents: 2000, keepers: ['Kim Keeper', 'Ada Okafor'] }
  await open('settings')
  expect(
    await screen.findByText(/Nothing is paid onto the balance of Kim Keeper and Ada Okafor: they made/),
  ).toBeTruthy()
})

test('purchases stand under their day, with what was listed otherwise and what was refunded', async () => {
  purchases = [
    aPurchase(4, { at: '2026-01-06T10:00:00.000Z', listedCents: 300 }),
    aPurchase(3, { product: null, canRefund: false }),
    aPurchase(2, { kind: 'credit', product: null, amountCents: 500 }),
    aPurchase(1, { refund: { at: '2026-01-06T10:00:00.000Z', reason: 'Stuck', by: 'Ada Okafor' }, canRefund: false }),
  ]
  await open()
  expect(await screen.findAllByRole('heading', { level: 3, name: /Jan/ })).toHaveLength(2)
  expect(screen.getByText('Listed at $3.00')).toBeTruthy()
  expect(screen.getByText('Without a product')).toBeTruthy()
  expect(screen.getByText('−$5.00')).toBeTruthy()
  expect(screen.getByText('Refunded by Ada Okafor: Stuck')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Refund / })).toHaveLength(2)
})

test('a refund is given with the reason the member reads', async () => {
  purchases = [aPurchase(5)]
  server.on(vendingApi.refund, () => ({ balanceCents: 1000 }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Refund Cola of Noah Kaur' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/Noah Kaur gets \$2.50 back, and we email them/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await dialog.findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox'), 'The can got stuck.')
  await user.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Refunded. The balance of Noah Kaur is $10.00 now.')).toBeTruthy()
  expect(server.sentTo(vendingApi.refund)[0]).toMatchObject({
    params: { purchaseId: '5' },
    body: { reason: 'The can got stuck.' },
  })
})

test('who looks after money limits what can be paid in', async () => {
  limits = { ...limits, canChange: true }
  const { user } = await open('settings')
  const most = await screen.findByRole('textbox', { name: 'Most in one go' })
  for (const [typed, said] of [
    ['ten', 'Enter an amount such as 5 or 0.50, or nothing.'],
    ['5000', 'Sorry, the maximum is 1,000.'],
  ] as const) {
    await user.clear(most)
    await user.paste(typed)
    expect(await screen.findByText(`Not saved. ${said}`)).toBeTruthy()
  }
  await user.clear(most)
  await user.type(most, '20')
  await waitFor(() => expect(server.sentTo(vendingApi.setCreditLimits).at(-1)?.body).toEqual({ maxCreditCents: 2000 }))
})

test('who looks after money alone finds the machine, its products and its sales, and refunds', async () => {
  purchases = [aPurchase(5)]
  const machine = { id: 4, name: 'Drinks machine', isOffline: false, lastSeen: null, removedAt: null }
  server.on(vendingApi.listMachines, () => ({ machines: [machine] }))
  const profile = aProfile({ staffPermissions: ['money'] })
  const { user } = await renderPortal({ path: '/manage/devices', server, profile })
  expect(await screen.findByRole('link', { name: 'Products' })).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: 'Drinks machine' }))
  expect(await screen.findByText('$102.50')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Refund Cola of Noah Kaur' })).toBeTruthy()
  expect(server.sentTo(devicesApi.list)).toEqual([])
})

test('a vending machine says who can buy, and that the balance is switched off', async () => {
  await open('overview')
  expect(await screen.findByText('Not locked: active members with a card and enough balance can buy.')).toBeTruthy()
  expect(screen.getByText(/^Prepaid balances are turned off/)).toBeTruthy()
})
