import { booksApi } from '@spacekeeper/contract/books/routes.ts'
import type { JournalLine, MonthEnd } from '@spacekeeper/contract/books/shapes.ts'
import { bookAccounts } from '@spacekeeper/contract/books/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { lastDayOfMonth, monthBefore, monthsBetween } from './months.ts'

const dues = { account: 'dues', planId: 4, planName: 'Full, Monthly' } as const
const plain = { planId: null, planName: null }
const someTime = '2026-03-05T02:00:00.000Z'

const february: MonthEnd = {
  month: '2026-02',
  currency: 'AUD',
  currencies: ['AUD'],
  firstMonth: '2026-01',
  isClosed: false,
  isOver: true,
  revenue: {
    rows: [
      { ...dues, cents: 11_200 },
      { ...plain, account: 'writeOffs', cents: -2800 },
    ],
    totalCents: 8400,
  },
  deferred: { openingCents: 36_200, addedCents: 11_500, earnedCents: 14_000, closingCents: 33_700 },
  balances: {
    openingCents: 5000,
    movements: [{ ...plain, account: 'vendingIncome', cents: -250 }],
    closingCents: 4750,
  },
  aging: {
    buckets: [
      { bucket: 'notDue', cents: 3100, charges: 1 },
      { bucket: 'days30', cents: 1500, charges: 2 },
    ],
    totalCents: 4600,
  },
  credits: { totalCents: 200, members: 1, largest: [{ memberId: 7, name: 'Cy Example', cents: 200 }] },
  trialBalance: [
    { ...plain, account: 'cash', openingCents: 0, debitCents: 3300, creditCents: 0, closingCents: 3300 },
    { ...dues, openingCents: 0, debitCents: 0, creditCents: 3300, closingCents: -3300 },
  ],
  checks: [
    { check: 'sumsToZero', isRight: true, oneCents: 0, otherCents: 0 },
    { check: 'entriesAreBalances', isRight: true, oneCents: 4750, otherCents: 4750 },
    { check: 'receivablesAreCharges', isRight: true, oneCents: 4600, otherCents: 4600 },
  ],
  exports: [],
}

const line: JournalLine = {
  day: '2026-02-03',
  debit: 'cash',
  credit: 'memberCredit',
  ...plain,
  cents: 3000,
  currency: 'AUD',
  source: 'payment',
  sourceId: 12,
  memberId: 7,
  name: 'Cy Example',
  reference: 'RF18',
}

let server: ReturnType<typeof fakeServer>
let end: MonthEnd
let closedThrough: string | null
beforeEach(() => {
  server = fakeServer()
  end = february
  closedThrough = null
  server.on(booksApi.get, () => ({
    closedThrough,
    lastDay: '2026-03-04',
    closings: closedThrough === null ? [] : [{ id: 1, closedThrough, reason: '', at: someTime, by: 'Tess Treasurer' }],
    codes: { accounts: { bank: '1200' }, plans: {} },
    plans: [{ id: 4, name: 'Full, Monthly' }],
  }))
  server.on(booksApi.getMonth, ({ params }) => ({ ...end, month: params['month'] ?? '' }))
  server.on(booksApi.close, () => undefined)
})

const open = async (more: { isAdmin?: boolean; path?: string } = {}) => {
  const profile = more.isAdmin ? aProfile({ admin: true }) : aProfile({ staffPermissions: ['money'] })
  const portal = await renderPortal({ path: more.path ?? '/manage/books', server, profile })
  await screen.findByRole('region', { name: 'Checks' })
  return portal
}
const region = (name: string) => within(screen.getByRole('region', { name }))
const dialog = () => within(screen.getByRole('dialog'))

test('a treasurer reads the last month that is over, with every amount and what it was', async () => {
  await open()
  expect(server.sentTo(booksApi.getMonth)[0]?.params).toEqual({ month: '2026-02' })
  const rows = (name: string) =>
    region(name)
      .getAllByRole('listitem')
      .map((row) => row.textContent)
  expect(rows('Revenue')).toEqual(['Membership dues: Full, Monthly$112.00', 'Write-offs−$28.00', 'Total$84.00'])
  expect(rows('Dues for days to come')).toEqual([
    'At the beginning$362.00',
    'Charged$115.00',
    'Earned−$140.00',
    'At the end$337.00',
  ])
  expect(rows('Prepaid balances')).toEqual(['At the beginning$50.00', 'Sales−$2.50', 'At the end$47.50'])
  expect(rows('Open charges')).toEqual(['Not due yet1 charge$31.00', '1 to 30 days late2 charges$15.00', 'Total$46.00'])
  expect(rows('Credit of members')).toEqual(['Cy Example$2.00', 'Total$2.00'])
  expect(region('Checks').getByText(/Entries add up to the prepaid balances: \$47\.50/)).toBeTruthy()
  const totals = screen.getByRole('row', { name: /^Total/ })
  expect(totals.textContent).toBe('Total$0.00$33.00$33.00$0.00')
})

test('what does not add up is said in words, and again before the books are closed', async () => {
  end = {
    ...february,
    checks: [{ check: 'entriesAreBalances', isRight: false, oneCents: 4750, otherCents: 4700 }],
  }
  const { user } = await open()
  expect(region('Checks').getByText('Entries add up to $47.50, but the prepaid balances to $47.00.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close the books' }))
  expect(dialog().getByText(/Not everything adds up/)).toBeTruthy()
})

test('an amount opens its lines, a page at a time', async () => {
  server.on(booksApi.listLines, ({ query }) => ({
    lines: [{ ...line, sourceId: query['offset'] === '1' ? 13 : 12 }],
    total: 2,
  }))
  const { user } = await open()
  await user.click(region('Trial balance').getByRole('button', { name: 'Show the lines of Cash' }))
  const row = (await screen.findByText(/Payment no\. 12/)).closest('li')
  expect(row?.textContent).toMatch(/^Credit of membersTue.*, Payment no\. 12, RF18, Cy Example\$30\.00$/)
  await user.click(dialog().getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText(/Payment no\. 13/)).toBeTruthy()
  expect(server.sentTo(booksApi.listLines).map(({ query }) => query)).toEqual([
    { account: 'cash', offset: '0' },
    { account: 'cash', offset: '1' },
  ])
})

test('the books are closed through the end of the month that is shown, after asking', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Close the books' }))
  expect(dialog().getByText(/Nothing can be booked on this day or before it any more/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Close the books' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(booksApi.close)[0]?.body).toEqual({ through: '2026-02-28' })
})

test('a day that cannot be closed is refused at its field', async () => {
  server.on(booksApi.close, () =>
    refuse('badInput', { fields: [{ field: 'through', message: 'This day is not over yet.' }] }),
  )
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Close the books' }))
  await user.click(dialog().getByRole('button', { name: 'Close the books' }))
  expect(await dialog().findByText('This day is not over yet.')).toBeTruthy()
})

test('only administrators are offered to reopen, and say why', async () => {
  closedThrough = '2026-02-28'
  end = { ...february, isClosed: true }
  server.on(booksApi.reopen, () => undefined)
  const { user } = await open({ isAdmin: true })
  expect(screen.getByText('The books are closed through February 28, 2026.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Reopen the books' }))
  await user.click(dialog().getByRole('button', { name: 'Reopen the books' }))
  expect(await dialog().findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), 'A payment was missing')
  await user.click(dialog().getByRole('button', { name: 'Reopen the books' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(booksApi.reopen)[0]?.body).toEqual({ through: null, reason: 'A payment was missing' })
})

test('a treasurer who is no administrator closes books and does not reopen them', async () => {
  closedThrough = '2026-02-28'
  await open()
  expect(screen.getByRole('button', { name: 'Close the books' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reopen the books' })).toBeNull()
})

test('an export is kept as a file; why one is refused stands below its button', async () => {
  const kept = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  server.on(booksApi.export, ({ body }) =>
    body['format'] === 'datev'
      ? refuse('accountCodesMissing', {
          fields: [{ field: 'format', message: 'These accounts have no code yet: Cash.' }],
        })
      : { name: 'journal.csv', mediaType: 'text/csv', content: 'Day' },
  )
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(kept).toHaveBeenCalled())
  await user.selectOptions(screen.getByLabelText('File for'), 'DATEV, Buchungsstapel (CSV)')
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText(/The file wasn’t made\. These accounts have no code yet: Cash\./)).toBeTruthy()
  expect(server.sentTo(booksApi.export).map(({ body }) => body)).toEqual([
    { month: '2026-02', format: 'csv' },
    { month: '2026-02', format: 'datev' },
  ])
  kept.mockRestore()
})

test('what was exported is listed with its hash, and who did it', async () => {
  end = { ...february, exports: [{ format: 'sie', sha256: 'ab'.repeat(32), at: someTime, by: 'Tess Treasurer' }] }
  await open()
  const list = within(screen.getByRole('list', { name: 'Exported so far' }))
  expect(list.getByText(/by Tess Treasurer/)).toBeTruthy()
  expect(list.getAllByText('ab'.repeat(32)).length).toBeGreaterThan(0)
})

test('account codes are changed together, those of plans too, and empty ones are left out', async () => {
  server.on(booksApi.updateCodes, () => undefined)
  const { user } = await open()
  const missing = keysOf(bookAccounts).length - 1
  expect(screen.getByText(`${missing} accounts have no code yet.`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change account codes' }))
  await user.type(dialog().getByRole('textbox', { name: 'Cash' }), '=1000')
  await user.click(dialog().getByRole('button', { name: 'Save codes' }))
  expect(await dialog().findByText('Letters, digits, spaces, and signs such as - and : only.')).toBeTruthy()
  await user.clear(dialog().getByRole('textbox', { name: 'Cash' }))
  await user.type(dialog().getByRole('textbox', { name: 'Cash' }), '1000')
  await user.type(dialog().getByRole('textbox', { name: 'Full, Monthly' }), '4401')
  await user.click(dialog().getByRole('button', { name: 'Save codes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(booksApi.updateCodes)[0]?.body).toEqual({
    accounts: { bank: '1200', cash: '1000' },
    plans: { 4: '4401' },
  })
})

test('another month is chosen from the first on, and a month that is not over says so', async () => {
  const { user } = await open({ path: '/manage/books?month=2026-03' })
  expect(screen.getByLabelText<HTMLSelectElement>('Month').value).toBe('2026-03')
  expect(screen.getByRole('button', { name: 'The month after' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'The month before' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Month').value).toBe('2026-02'))
})

test('where nothing is booked the page says what will be here', async () => {
  end = { ...february, trialBalance: [] }
  await renderPortal({ path: '/manage/books', server, profile: aProfile({ staffPermissions: ['money'] }) })
  expect(await screen.findByText('Nothing is booked yet')).toBeTruthy()
})

test('months follow each other over the turn of the year', () => {
  expect(monthBefore('2026-01')).toBe('2025-12')
  expect(monthsBetween('2025-11', '2026-01')).toEqual(['2026-01', '2025-12', '2025-11'])
  expect([lastDayOfMonth('2028-02'), lastDayOfMonth('2025-12')]).toEqual(['2028-02-29', '2025-12-31'])
})
