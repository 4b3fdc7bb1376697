import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '@spacekeeper/contract/devices.ts'
import { vending, type CreditLimits, type Purchase } from '@spacekeeper/contract/vending.ts'
import { fakeServer } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'
import { makeDevice } from '../devices/make-device.ts'

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
let limits: CreditLimits & { canChange: boolean }
beforeEach(() => {
  server = fakeServer()
  purchases = []
  limits = { maxCreditCents: null, maxDailyCreditCents: null, canChange: false }
  server.on(devices.get, () => drinks)
  server.on(vending.listPurchases, () => ({ purchases, hasMore: false }))
  server.on(vending.getSales, () => ({
    purchases: 41,
    volumeCents: 10_250,
    creditsCents: 500,
    members: [{ memberId: 7, name: 'Noah Kaur', purchases: 40, volumeCents: 10_000 }],
  }))
  server.on(vending.getCreditLimits, () => limits)
  server.on(vending.setCreditLimits, ({ body }) => {
    limits = { ...limits, ...body }
  })
})
const open = (tab = 'use') =>
  renderPortal({
    path: `/manage/devices/memberbucks/4?tab=${tab}`,
    server,
    profile: aProfile({ staffPermissions: ['devices'] }),
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
  expect(await screen.findByText(/Nothing can be paid in here\. Whoever looks after money sets this/)).toBeTruthy()
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
  server.on(vending.refund, () => ({ balanceCents: 1000 }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Refund Cola of Noah Kaur' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(/Noah Kaur gets \$2.50 back and is told by mail/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await dialog.findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox'), 'The can got stuck.')
  await user.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText('Refunded. The balance of Noah Kaur is $10.00 now.')).toBeTruthy()
  expect(server.sentTo(vending.refund)[0]).toMatchObject({
    params: { purchaseId: '5' },
    body: { reason: 'The can got stuck.' },
  })
})

test('who looks after money limits what can be paid in', async () => {
  limits = { ...limits, canChange: true }
  const { user } = await open('settings')
  const most = await screen.findByRole('textbox', { name: 'Most in one go' })
  await user.type(most, '0')
  expect(await screen.findByText(/Enter an amount from 0.01 to 1000, or nothing/)).toBeTruthy()
  await user.clear(most)
  await user.type(most, '20')
  await waitFor(() => expect(server.sentTo(vending.setCreditLimits).at(-1)?.body).toEqual({ maxCreditCents: 2000 }))
})
