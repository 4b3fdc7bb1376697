import { bankApi } from '@spacekeeper/contract/bank/routes.ts'
import type { CreditChange } from '@spacekeeper/contract/billing/credit-shapes.ts'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import type { MyPlan } from '@spacekeeper/contract/billing/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aMyPlan, anOpenCharge, openMyPlan, planServer } from './my-plan.testing.ts'

let server: ReturnType<typeof planServer>

beforeEach(() => {
  server = planServer()
})

const open = (mine: MyPlan) => openMyPlan(server, mine)

const unpaid = { charges: [anOpenCharge()] }

const inEuros = {
  accountName: 'Riverbend Makers e.V.',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  bic: '',
  bankName: '',
  alias: null,
  isComplete: true,
  duesReference: 'RF10 D000 001',
  topUpReference: 'RF13 B000 001',
}

test('what is owed stands above the plan; in euros a code for banking apps stands beside the account', async () => {
  server.on(bankApi.getDetails, () => inEuros)
  const mine = aMyPlan(unpaid)
  await open({ ...mine, currency: 'EUR', dues: { ...mine.dues, currency: 'EUR', owedCents: 9100 } })
  const region = await screen.findByRole('region', { name: /^EUR.91\.00 is overdue$/ })
  await within(region).findByRole('img', { name: /^QR code for a transfer of EUR.91\.00$/ })
  const plan = screen.getByRole('region', { name: 'Full' })
  expect(region.compareDocumentPosition(plan) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('a PayID or the like, where the space has one, stands beside the account to copy', async () => {
  server.on(bankApi.getDetails, () => ({ ...inEuros, alias: { name: 'PayID', address: 'dues@example.org' } }))
  await open(aMyPlan(unpaid))
  const region = await screen.findByRole('region', { name: '$65.00 is overdue' })
  await within(region).findByText('dues@example.org')
  expect(within(region).getByRole('button', { name: 'Copy PayID' })).toBeTruthy()
})

test('what a mandate collects asks for nothing, and the plan says that it is collected', async () => {
  const mine = aMyPlan(unpaid)
  await open({ ...mine, dues: { ...mine.dues, isDebited: true } })
  await screen.findByText(/We collect it from your bank account/)
  expect(screen.getByRole('region', { name: 'Full' }).textContent).toContain('Paid by: Direct debit')
})

test('a debit that the bank sent back is told with its reason, and what is owed is transferred', async () => {
  const mine = aMyPlan(unpaid)
  const returned = { amountCents: 6500, on: '2026-03-09', reason: 'There was not enough money in the account.' }
  await open({ ...mine, dues: { ...mine.dues, isDebited: true, returned } })
  const region = await screen.findByRole('region', { name: '$65.00 is overdue' })
  await within(region).findByText('RF10 D000 001')
  expect(region.textContent).toMatch(/sent back the direct debit of \$65\.00 on .*9\. There was not enough money/)
})

test('with a coupon the plan says both prices, and from when the later one holds', async () => {
  const mine = aMyPlan()
  const coming = [
    { from: '2026-04-01', amountCents: 3300, count: 2 },
    { from: '2026-06-01', amountCents: 6600, count: null },
  ]
  await open({ ...mine, dues: { ...mine.dues, coming } })
  const card = await screen.findByRole('region', { name: 'Full' })
  expect(card.textContent).toMatch(/\$33\.00 for 2 more payments, the next on .*Apr 1, then \$66\.00 from .*Jun 1/)
})

test('what raised and used what is left over is read with what was left after each', async () => {
  const payment = {
    id: 1,
    amountCents: 5000,
    currency: 'AUD',
    method: 'bank' as const,
    reference: '',
    paidOn: '2026-03-01',
  }
  const change = { day: '2026-03-01', currency: 'AUD' }
  const changes: CreditChange[] = [
    { ...change, key: 'a1', kind: 'used', what: 'Full, monthly', method: null, amountCents: -3100, leftCents: 1900 },
    { ...change, key: 'p1', kind: 'paid', what: '', method: 'bank', amountCents: 5000, leftCents: 5000 },
  ]
  server.on(billingApi.listMyCredit, () => ({ changes, hasMore: false }))
  const { user } = await open(aMyPlan({ payments: [payment] }))
  await user.click(await screen.findByRole('button', { name: 'What was left over, and why' }))
  const dialog = await screen.findByRole('dialog', { name: 'What was left over, and why' })
  expect((await within(dialog).findAllByRole('listitem')).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Paid a charge.*Full, monthly−\$31\.00\$19\.00 left over$/),
    expect.stringMatching(/^Payment.*\$50\.00\$50\.00 left over$/),
  ])
})
