import { memberbucksApi } from '@spacekeeper/contract/memberbucks/routes.ts'
import type { LedgerEntry } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { parseAmount } from '#platform/form/amounts.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const noah = {
  id: 7,
  fullName: 'Noah Kaur',
  screenName: 'noahk',
  email: 'noah@example.org',
  state: 'active' as const,
  isSuspended: false,
  isAdmin: false,
  permissions: [],
  lastSeen: null,
}

const anEntry = (id: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id,
  amountCents: 2000,
  balanceCents: 2000,
  type: 'cash',
  contraAccount: 'cash',
  description: 'Cash at the desk',
  at: '2026-01-05T10:00:00.000Z',
  by: 'Ada Okafor',
  reverses: null,
  isReversed: false,
  elsewhere: null,
  ...more,
})

let server: ReturnType<typeof fakeServer>
let entries: LedgerEntry[]
beforeEach(() => {
  server = fakeServer()
  entries = []
  server.on(membersApi.get, () => noah)
  server.on(memberbucksApi.listEntries, () => ({
    balanceCents: entries[0]?.balanceCents ?? 0,
    lastPurchase: null,
    entries,
    hasMore: false,
  }))
})

const open = (isOn = true, viewer: Parameters<typeof aProfile>[0] = { admin: true }) =>
  renderPortal({
    path: '/manage/members/7?tab=billing',
    server,
    profile: aProfile(viewer),
    config: {
      ...defaultSite,
      features: { ...defaultSite.features, enableMemberBucks: isOn, memberbucksName: 'Spacebucks' },
    },
  })
const dialog = () => within(screen.getByRole('dialog'))

test('a member who never had money is shown with nothing, and what will stand there', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'Spacebucks' })).toBeTruthy()
  expect(screen.getByText('$0.00')).toBeTruthy()
  expect(screen.getByText('No transactions yet')).toBeTruthy()
})

test('without a balance on this site there is no such tab', async () => {
  await open(false)
  expect(await screen.findByRole('tab', { name: 'Profile' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Billing' })).toBeNull()
})

test('with balances turned off what was booked before is read and can be reversed, and nothing is added', async () => {
  entries = [anEntry(1, { amountCents: 500, balanceCents: 500 })]
  await open(false)
  expect(await screen.findByText(/^Prepaid balances are turned off/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Reverse / })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a payment or correction' })).toBeNull()
})

test('a payment is booked in cents with what it makes of the balance said before', async () => {
  entries = [
    anEntry(1, { amountCents: -1525, balanceCents: -1525, type: 'interlock', description: 'Kiln, 6 h 10 min' }),
  ]
  server.on(memberbucksApi.book, () => ({ entryId: 2, balanceCents: 475 }))
  const { user } = await open()
  expect(await screen.findByText('Owes $15.25.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a payment or correction' }))
  await user.type(dialog().getByRole('textbox', { name: /Amount/ }), '20')
  expect(dialog().getByText('The balance will be $4.75 instead of −$15.25.')).toBeTruthy()
  await user.type(dialog().getByRole('textbox', { name: /What it’s for/ }), 'Cash at the desk')
  await user.click(dialog().getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Added. Noah Kaur’s balance is now $4.75.')).toBeTruthy()
  const [sent] = server.sentTo(memberbucksApi.book)
  expect(sent?.body).toMatchObject({ amountCents: 2000, type: 'cash', description: 'Cash at the desk' })
})

test('an amount that is none is refused beside its field, and what the server refuses is said', async () => {
  entries = [anEntry(1)]
  server.on(memberbucksApi.book, () => refuse('balanceTooLow'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add a payment or correction' }))
  await user.type(dialog().getByRole('textbox', { name: /Amount/ }), 'ten')
  await user.type(dialog().getByRole('textbox', { name: /What it’s for/ }), 'Refund')
  await user.click(dialog().getByRole('button', { name: 'Add' }))
  expect(await dialog().findByText('Enter an amount such as 20 or 12.50.')).toBeTruthy()
  await user.clear(dialog().getByRole('textbox', { name: /Amount/ }))
  await user.type(dialog().getByRole('textbox', { name: /Amount/ }), '99.99')
  await user.click(dialog().getByText('Money out'))
  expect(dialog().getByText('The balance is $20.00, which isn’t enough.')).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Add' }))
  expect(await dialog().findByText('The balance is too low for that.')).toBeTruthy()
  expect(server.sentTo(memberbucksApi.book).at(-1)?.body).toMatchObject({ amountCents: -9999 })
})

test('an entry is reversed with a reason; a reversed one and a reversal offer it no more', async () => {
  entries = [
    anEntry(3),
    anEntry(2, { amountCents: -500, reverses: 1, description: 'Counted twice' }),
    anEntry(1, { amountCents: 500, isReversed: true, description: 'Cash' }),
  ]
  server.on(memberbucksApi.reverse, () => ({ entryId: 4, balanceCents: 0 }))
  const { user } = await open()
  const buttons = await screen.findAllByRole('button', { name: /^Reverse / })
  expect(buttons).toHaveLength(1)
  await user.click(buttons[0] ?? document.body)
  expect(dialog().getByText(/This adds an entry of −\$20.00/)).toBeTruthy()
  await user.type(dialog().getByRole('textbox'), 'Wrong member')
  await user.click(dialog().getByRole('button', { name: 'Reverse' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(memberbucksApi.reverse)[0]).toMatchObject({
    params: { memberId: '7', entryId: '3' },
    body: { reason: 'Wrong member' },
  })
})

test('of an entry that belongs to another booking staff read where that is put right, before they type a reason', async () => {
  entries = [anEntry(3, { elsewhere: 'This is a purchase. Refund it on the page of its machine.' })]
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: /^Reverse / }))
  expect(dialog().getByText('This is a purchase. Refund it on the page of its machine.')).toBeTruthy()
  expect(dialog().queryByRole('textbox')).toBeNull()
})

test('staff for money see their own balance and read that another member of staff changes it', async () => {
  entries = [anEntry(1)]
  await open(true, { id: 7, staffPermissions: ['money'] })
  expect(await screen.findByText(/This is your own balance/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Add a payment|Reverse/ })).toBeNull()
})

test.each([
  ['12.50', 1250],
  ['12,5', 1250],
  ['1.15', 115],
  ['0.29', 29],
  [' 7 ', 700],
  ['-5', null],
  ['1.234', null],
  ['1e3', null],
  ['', null],
])('the amount "%s" is %s cents', (text, cents) => {
  expect(parseAmount(text)).toBe(cents)
})
