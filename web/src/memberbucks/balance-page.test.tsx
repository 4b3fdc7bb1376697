import { bankApi } from '@spacekeeper/contract/bank/routes.ts'
import { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import type { BalanceOverview, LedgerEntry } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const months = Array.from({ length: 12 }, (_, at) => ({
  month: `2026-${String(at + 1).padStart(2, '0')}`,
  inCents: at === 11 ? 5000 : 0,
  outCents: at === 11 ? 2660 : 0,
  entries: at === 11 ? 4 : 0,
}))

const anOverview = (more: Partial<BalanceOverview> = {}): BalanceOverview => ({
  balanceCents: 2340,
  lastTopUp: { at: '2026-12-02T09:14:00Z', amountCents: 5000, balanceCents: 5000 },
  spentCents: 2660,
  months,
  spending: [
    { name: '3D printer 2', account: 'machineIncome', cents: 1420 },
    { name: null, account: 'donation', cents: 400 },
  ],
  maxCents: 5000,
  ...more,
})

const anEntry = (id: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id,
  amountCents: -840,
  balanceCents: 2340,
  type: 'interlock',
  contraAccount: 'machineIncome',
  description: '3D printer 2, 42 min',
  at: '2026-12-05T10:00:00.000Z',
  by: null,
  reverses: null,
  isReversed: false,
  elsewhere: null,
  ...more,
})

let server: ReturnType<typeof fakeServer>
let overview: BalanceOverview
let entries: LedgerEntry[]
beforeEach(() => {
  server = fakeServer()
  overview = anOverview()
  entries = [anEntry(2), anEntry(1, { amountCents: 5000, type: 'cash', contraAccount: 'cash', description: '' })]
  server.on(memberbucksApi.getOverview, () => overview)
  server.on(memberbucksApi.listOwnEntries, () => ({ balanceCents: overview.balanceCents, entries, hasMore: false }))
})

const config = {
  ...defaultSite,
  features: { ...defaultSite.features, enableMemberBucks: true, memberbucksName: 'Spacebucks' },
}
const open = (path = '/account/memberbucks', profile = aProfile()) => renderPortal({ path, server, profile, config })
const dialog = () => within(screen.getByRole('dialog'))

test('a member reads their balance under its name, what moved it and what this month was spent on', async () => {
  const { router } = await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Spacebucks' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/account/memberbucks/transactions')
  expect(await screen.findByText('$23.40')).toBeTruthy()
  expect(screen.getByText(/^Down from \$50\.00 on .*about 26 days/)).toBeTruthy()
  expect(await screen.findByText('3D printer 2, 42 min')).toBeTruthy()
  expect(screen.getByText('+$50.00')).toBeTruthy()
  expect(screen.getByText('Donation')).toBeTruthy()
  expect(within(screen.getByRole('navigation', { name: 'Quick menu' })).getByText('Spacebucks')).toBeTruthy()
})

test('the picture of the months has a table twin', async () => {
  const { user } = await open()
  expect(await screen.findByRole('img', { name: /The most in a month is \$50\.00\.$/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show as a table' }))
  const table = within(screen.getByRole('table', { name: 'Month by month' }))
  expect(table.getAllByRole('row')).toHaveLength(13)
  expect(table.getByRole('row', { name: 'December 2026 $50.00 $26.60' })).toBeTruthy()
})

test('entries are narrowed by words, month, kind and direction', async () => {
  const { user } = await open()
  await user.type(await screen.findByRole('searchbox', { name: 'Search transactions' }), 'printer')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'November 2026')
  await user.selectOptions(screen.getByRole('combobox', { name: 'How' }), 'Machine use')
  await user.click(within(screen.getByRole('radiogroup', { name: 'Direction' })).getByText('Spent'))
  entries = []
  await waitFor(() =>
    expect(server.sentTo(memberbucksApi.listOwnEntries).at(-1)?.query).toEqual({
      search: 'printer',
      month: '2026-11',
      type: 'interlock',
      direction: 'out',
    }),
  )
  expect(await screen.findByText('No transactions match. Try another word or month.')).toBeTruthy()
})

test('a dialog that closes gives the focus back to what opened it', async () => {
  const { user } = await open('/account/memberbucks/transactions')
  const link = await screen.findByRole('link', { name: 'Pay' })
  link.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('textbox', { name: /Amount/ })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Pay' }))
})

test('a page that opens with a dialog leaves the focus in the dialog, and not on its heading', async () => {
  const { router, user } = await open('/nowhere')
  await screen.findByText(/page does not exist/)
  await router.navigate({ to: '/account/memberbucks/$dialog', params: { dialog: 'topup' } })
  const opened = await screen.findByRole('dialog')
  await waitFor(() => expect(opened.contains(document.activeElement)).toBe(true))
  await user.tab()
  expect(opened.contains(document.activeElement)).toBe(true)
})

test('a payment needs words and an amount within the most and the balance, and says what is left', async () => {
  server.on(memberbucksApi.spend, () => ({ entryId: 3, balanceCents: 1840 }))
  const { user, router } = await open('/account/memberbucks/pay')
  const amount = await screen.findByRole('textbox', { name: /Amount/ })
  await user.type(amount, '50.01')
  await user.click(dialog().getByRole('button', { name: 'Pay' }))
  expect(await dialog().findByText('Sorry, the maximum is 50.')).toBeTruthy()
  expect(dialog().getByText('This field cannot be empty.')).toBeTruthy()
  await user.clear(amount)
  await user.type(amount, '5')
  expect(dialog().getByText('The balance will be $18.40 instead of $23.40.')).toBeTruthy()
  await user.type(dialog().getByRole('textbox', { name: /What it’s for/ }), 'Plywood')
  await user.click(dialog().getByRole('button', { name: 'Pay' }))
  expect(await screen.findByText('Paid $5.00. Your balance is now $18.40.')).toBeTruthy()
  expect(server.sentTo(memberbucksApi.spend)[0]?.body).toMatchObject({
    purpose: 'payment',
    amountCents: 500,
    description: 'Plywood',
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/memberbucks/transactions'))
})

test('a donation needs no words, and what the server refuses stands at the amount or below', async () => {
  server.on(memberbucksApi.spend, () =>
    refuse('badInput', { fields: [{ field: 'amountCents', message: 'Sorry, the maximum is 4.' }] }),
  )
  const { user } = await open('/account/memberbucks/donate')
  await user.type(await screen.findByRole('textbox', { name: /Amount/ }), '5')
  await user.click(dialog().getByRole('button', { name: 'Donate' }))
  expect(await dialog().findByText('Sorry, the maximum is 4.')).toBeTruthy()
  server.on(memberbucksApi.spend, () => refuse('balanceTooLow'))
  await user.click(dialog().getByRole('button', { name: 'Donate' }))
  expect(await dialog().findByText('The balance is too low for that.')).toBeTruthy()
  const keys = server.sentTo(memberbucksApi.spend).map(({ body }) => body['idempotencyKey'])
  expect(new Set(keys).size).toBe(1)
})

const bank = {
  accountName: 'Riverbend Makers',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  bankName: '',
  alias: null,
  isComplete: true,
  duesReference: 'RF10 D000 001',
  topUpReference: 'RF13 B000 001',
}

test('topping up by transfer shows the account and the member’s reference, each to copy', async () => {
  server.on(bankApi.getDetails, () => bank)
  const { user } = await open('/account/memberbucks/topup')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  expect(await screen.findByText('RF13 B000 001')).toBeTruthy()
  expect(dialog().queryByText('Bank')).toBeNull()
  await user.click(dialog().getByRole('button', { name: 'Copy: Reference' }))
  expect(copied).toHaveBeenCalledWith('RF13 B000 001')
  expect(await dialog().findAllByText('Copied')).not.toHaveLength(0)
  copied.mockRestore()
})

test('without an account of the space a member is told to ask staff', async () => {
  server.on(bankApi.getDetails, () => ({ ...bank, accountNumber: '', isComplete: false }))
  await open('/account/memberbucks/topup')
  expect(await screen.findByText(/Your space hasn’t entered its bank account/)).toBeTruthy()
})

test('a new member is told what a balance is for, and one who owes how much', async () => {
  entries = []
  overview = anOverview({
    balanceCents: 0,
    lastTopUp: null,
    spentCents: 0,
    spending: [],
    months: months.map((one) => ({ ...one, entries: 0, inCents: 0, outCents: 0 })),
  })
  const { client } = await open()
  expect(await screen.findByText('Top up to pay for machines and drinks.')).toBeTruthy()
  expect(await screen.findByText('What you pay in and spend appears here.')).toBeTruthy()
  expect(screen.queryByText('Month by month')).toBeNull()
  overview = anOverview({ balanceCents: -123_456 })
  await client.invalidateQueries()
  expect(await screen.findByText('You owe $1,234.56. Top up to pay it.')).toBeTruthy()
})

test('a statement is of a period in the address, printed by a button', async () => {
  const print = vi.spyOn(globalThis, 'print').mockReturnValue()
  const statement = {
    from: '2026-11-01',
    to: '2026-11-30',
    openingCents: 1000,
    closingCents: 160,
    accounts: [{ account: 'machineIncome' as const, inCents: 0, outCents: 840, entries: 1 }],
    memberId: 1,
    memberName: 'Bo Berg',
    entries: [anEntry(2, { balanceCents: 160 })],
    isCut: false,
  }
  server.on(memberbucksApi.getOwnStatement, () => statement)
  const { user, router } = await open('/account/memberbucks/statement?from=2026-11-01&to=2026-11-30')
  expect(await screen.findByRole('heading', { name: 'Statement of Bo Berg' })).toBeTruthy()
  const totals = within(screen.getByRole('table', { name: 'Totals by account' }))
  expect(totals.getByRole('row', { name: /^At the beginning.*\$10\.00$/ })).toBeTruthy()
  expect(totals.getByRole('row', { name: /^Machine use.*−\$8\.40/ })).toBeTruthy()
  expect(totals.getByRole('row', { name: /^At the end.*\$1\.60$/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Last year' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ from: expect.stringMatching(/-01-01$/) }))
})
