import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import type { BookedPayment, DeskCharge } from '@spacekeeper/contract/billing/desk-shapes.ts'
import type { DeskSummary } from '@spacekeeper/contract/billing/summary-shapes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aBookedPayment, aCharge } from './payments.testing.ts'

const aud = (cents: number) => [{ currency: 'AUD', cents }]
const none = { count: 0, sums: [], members: [] }
const noah = { memberId: 7, memberName: 'Noah Kaur', amountCents: 6500, currency: 'AUD', until: '2026-03-08' }

let server: ReturnType<typeof fakeServer>
let charges: DeskCharge[]
let payments: BookedPayment[]
let summary: DeskSummary
beforeEach(() => {
  server = fakeServer()
  charges = []
  payments = []
  summary = { today: '2026-03-05', owing: none, losingAccess: none, credits: none }
  server.on(membersApi.listPlans, () => ({ plans: [] }))
  server.on(deskApi.deskSummary, () => summary)
  server.on(deskApi.deskCharges, () => ({
    charges,
    count: charges.length,
    sums: aud(charges.reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0)),
  }))
  server.on(deskApi.deskPayments, () => ({ payments, count: payments.length, sums: aud(6500) }))
})

const open = (search = '') =>
  renderPortal({
    path: `/manage/payments${search}`,
    server,
    profile: aProfile({ id: 99, staffPermissions: ['money', 'members'] }),
  })
const dialog = () => within(screen.getByRole('dialog'))

test('a desk opens on what is overdue, or else on what is open, and says what would stand there', async () => {
  const { user } = await open()
  expect(await screen.findByText('Nothing is unpaid')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Overdue' }))
  expect(await screen.findByText('Nothing is overdue')).toBeTruthy()
  expect(screen.getByText('Every payment that was due has arrived.')).toBeTruthy()
  for (const name of ['Import a statement', 'Direct debits', 'Reminders'])
    expect(screen.getByRole('link', { name })).toBeTruthy()
})

test('a charge that a card refused says when it is tried again, or that it is not', async () => {
  charges = [
    aCharge(1, { collector: 'stripe', lastTry: { state: 'failed', nextTryOn: '2026-03-08' } }),
    aCharge(2, { collector: 'stripe', lastTry: { state: 'failed', nextTryOn: null } }),
    aCharge(3, { collector: 'stripe', lastTry: { state: 'unconfirmed', nextTryOn: null } }),
  ]
  await open()
  expect(await screen.findByText(/^Declined, tried again Sun/)).toBeTruthy()
  expect(screen.getByText('Declined, not tried again')).toBeTruthy()
  expect(screen.getByText('Waits for the member to confirm it with their bank')).toBeTruthy()
})

test('the cards name who owes, who loses access and whose money waits', async () => {
  summary = {
    ...summary,
    owing: { count: 12, sums: [...aud(78_000), { currency: 'EUR', cents: 1200 }], members: [{ ...noah, until: null }] },
    losingAccess: { count: 1, sums: aud(6500), members: [noah] },
  }
  await open()
  const card = within(await screen.findByRole('region', { name: 'Losing access' }))
  expect(card.getByRole('link', { name: 'Noah Kaur' }).getAttribute('href')).toBe('/manage/members/7')
  expect(card.getByText(/^until Sun/)).toBeTruthy()
  expect(
    within(screen.getByRole('region', { name: 'Owed and overdue' })).getByText(/^\$780.00 \+ EUR.12.00$/),
  ).toBeTruthy()
  expect(screen.getByText('and 11 more')).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Overdue' }).getAttribute('aria-selected')).toBe('true')
})

test('several payments are ticked off together, with their sum said before, each with a key of its own', async () => {
  charges = [aCharge(1), aCharge(2, { paidCents: 1500 }), aCharge(3)]
  server.on(deskApi.tickOff, () => ({
    booked: 1,
    sums: aud(6500),
    skipped: [
      { chargeId: 2, memberName: 'Member 2', reason: 'changed' as const },
      { chargeId: 4, memberName: 'Member 4', reason: 'keptAtStripe' as const },
    ],
  }))
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Full membership of Member 1' }))
  await user.click(screen.getByRole('checkbox', { name: 'Choose Full membership of Member 2' }))
  await user.click(screen.getByRole('button', { name: 'Mark 2 payments as paid' }))
  expect(dialog().getByText('Together $115.00: Member 1, Member 2')).toBeTruthy()
  await user.clear(dialog().getByLabelText(/Arrived on/))
  await user.click(dialog().getByRole('button', { name: 'Mark 2 payments as paid' }))
  expect(await dialog().findByText('Choose a day.')).toBeTruthy()
  await user.type(dialog().getByLabelText(/Arrived on/), '2026-03-04')
  await user.click(dialog().getByRole('button', { name: 'Mark 2 payments as paid' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [sent] = server.sentTo(deskApi.tickOff)
  expect(sent?.body).toMatchObject({
    method: 'bank',
    paidOn: '2026-03-04',
    charges: [
      { chargeId: 1, amountCents: 6500 },
      { chargeId: 2, amountCents: 5000 },
    ],
  })
  expect(new Set(JSON.stringify(sent?.body).match(/"idempotencyKey":"[^"]+"/g)).size).toBe(2)
  expect(await screen.findByText('Booked one payment, $65.00.')).toBeTruthy()
  expect(screen.getByText(/^Nothing was booked for Member 2/)).toBeTruthy()
  expect(screen.getByText(/^Nothing was done for Member 4: Stripe is still collecting/)).toBeTruthy()
})

const act = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Full membership of Member 1' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

test('a part is booked with what it pays said before; an amount that is none is refused at its field', async () => {
  charges = [aCharge(1)]
  server.on(deskApi.memberDues, () => ({
    memberId: 1,
    memberName: 'Member 1',
    charges: [aCharge(1), aCharge(5, { description: 'Joining fee', amountCents: 2000 })],
    credits: [],
    currency: 'AUD',
    canBook: true,
    moreTimeUntil: null,
    hasPlan: true,
    collector: 'bank' as const,
  }))
  server.on(deskApi.bookPayment, () => ({ paymentId: 9, creditCents: 0 }))
  const { user } = await open()
  await act(user, 'Book another amount')
  const amount = await dialog().findByRole('textbox', { name: /^Amount/ })
  await user.clear(amount)
  await user.type(amount, 'ten')
  await user.click(dialog().getByRole('button', { name: 'Book' }))
  expect(await dialog().findByText('Enter an amount such as 20 or 12.50.')).toBeTruthy()
  await user.clear(amount)
  await user.type(amount, '70')
  expect(dialog().getByText('Pays Full membership in full, $5.00 of Joining fee.')).toBeTruthy()
  await user.clear(amount)
  await user.type(amount, '90')
  expect(dialog().getByText('$5.00 is left over and pays the next one.')).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Book' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(deskApi.bookPayment)[0]).toMatchObject({
    params: { memberId: '1' },
    body: { amountCents: 9000, chargeIds: [1] },
  })
})

test('staff read that another member of staff books their own payment', async () => {
  charges = [aCharge(1)]
  server.on(deskApi.memberDues, () => ({
    memberId: 1,
    memberName: 'Member 1',
    charges,
    credits: [],
    currency: 'AUD',
    canBook: false,
    moreTimeUntil: null,
    hasPlan: true,
    collector: 'bank' as const,
  }))
  const { user } = await open()
  await act(user, 'Book another amount')
  expect(await dialog().findByText(/^This is your own account/)).toBeTruthy()
  expect(dialog().queryByRole('button', { name: 'Book' })).toBeNull()
})

test('writing off takes a reason, and what the server refuses is said', async () => {
  charges = [aCharge(1)]
  server.on(deskApi.previewWriteOff, () => ({ plans: [] }))
  server.on(deskApi.writeOff, () => refuse('alreadyDecided'))
  const { user } = await open()
  await act(user, 'Write off')
  await user.click(await dialog().findByRole('button', { name: 'Write off' }))
  expect(await dialog().findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'Moved away')
  await user.click(dialog().getByRole('button', { name: 'Write off' }))
  expect(await dialog().findByText('This has already been decided.')).toBeTruthy()
})

test('a charge is cancelled, and more time is given, from the menu of the row', async () => {
  charges = [aCharge(1)]
  server.on(deskApi.voidCharge, () => undefined)
  server.on(deskApi.giveMoreTime, () => undefined)
  const { user } = await open()
  await act(user, 'Cancel the charge')
  await user.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'Twice')
  await user.click(dialog().getByRole('button', { name: 'Cancel the charge' }))
  await waitFor(() => expect(server.sentTo(deskApi.voidCharge)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(user, 'Give more time')
  await user.clear(dialog().getByLabelText(/Access until/))
  await user.click(dialog().getByRole('button', { name: 'Give more time' }))
  expect(await dialog().findByText('Enter a day such as 2026-03-31.')).toBeTruthy()
  await user.type(dialog().getByLabelText(/Access until/), '2099-04-01')
  await user.click(dialog().getByRole('button', { name: 'Give more time' }))
  expect(await screen.findByText(/^Member 1 has access until Wed/)).toBeTruthy()
})

test('what was paid is listed with what it paid for, and a mistake is reversed with a reason', async () => {
  payments = [
    aBookedPayment(3),
    aBookedPayment(2, { amountCents: -6500, reverses: 1, note: 'Wrong member', covers: [], canReverse: false }),
    aBookedPayment(1, { isReversed: true, covers: [], canReverse: false }),
  ]
  server.on(deskApi.reversePayment, () => undefined)
  const { user } = await open('?tab=paid')
  expect(await screen.findByText('For Full membership')).toBeTruthy()
  expect(screen.getAllByText(/^Bank transfer, .+, Statement 7, booked by Margit Vass$/)).toHaveLength(3)
  expect(screen.getAllByRole('button', { name: /^Reverse / })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Reverse $65.00 of Noah Kaur' }))
  await user.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'Twice')
  await user.click(dialog().getByRole('button', { name: 'Reverse' }))
  expect(await screen.findByText('Reversed. It stays in the list.')).toBeTruthy()
})

test('a refund that was a mistake is undone with a reason, and what undoes it is named', async () => {
  payments = [
    aBookedPayment(5, { amountCents: 2000, reverses: 4, covers: [], canReverse: false, canRefund: false }),
    aBookedPayment(4, {
      amountCents: -2000,
      refunds: 1,
      covers: [],
      canReverse: false,
      canRefund: false,
      isReversed: true,
    }),
    aBookedPayment(3, {
      amountCents: -1000,
      refunds: 1,
      covers: [],
      canReverse: false,
      canRefund: false,
      canUndo: true,
    }),
  ]
  server.on(deskApi.undoRefund, () => undefined)
  const { user } = await open('?tab=paid')
  expect(await screen.findByText('Refund undone')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo giving $10.00 back to Noah Kaur' }))
  await user.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'Another member')
  await user.click(dialog().getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone. Both stay in the list.')).toBeTruthy()
  expect(server.sentTo(deskApi.undoRefund)).toMatchObject([{ params: { paymentId: '3' } }])
})

test('credit is given back, and more than there is is refused at the amount', async () => {
  summary = {
    ...summary,
    credits: { count: 1, sums: aud(1500), members: [{ ...noah, amountCents: 1500, until: null, methods: ['cash'] }] },
  }
  server.on(deskApi.giveBack, () =>
    refuse('badInput', { fields: [{ field: 'amountCents', message: 'That is more than the member has left over.' }] }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Refund credit to Noah Kaur' }))
  await user.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'Asked for it')
  await user.click(dialog().getByRole('button', { name: 'Refund credit' }))
  expect(await dialog().findByText('That is more than the member has left over.')).toBeTruthy()
  expect(server.sentTo(deskApi.giveBack)[0]?.body).toMatchObject({ method: 'cash' })
})

test('payments of plans that are paid in different ways are ticked off once it is chosen how they arrived', async () => {
  charges = [aCharge(1, { collector: 'cash' }), aCharge(2)]
  server.on(deskApi.tickOff, () => ({ booked: 2, sums: aud(13_000), skipped: [] }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Choose all shown' }))
  await user.click(screen.getByRole('button', { name: 'Mark 2 payments as paid' }))
  await user.click(dialog().getByRole('button', { name: 'Mark 2 payments as paid' }))
  expect(await dialog().findByText('Choose how the money moved.')).toBeTruthy()
  await user.selectOptions(dialog().getByLabelText(/How it arrived/), 'Cash')
  await user.click(dialog().getByRole('button', { name: 'Mark 2 payments as paid' }))
  await waitFor(() => expect(server.sentTo(deskApi.tickOff)[0]?.body).toMatchObject({ method: 'cash' }))
})

test('what is looked for stands in the address and nothing found offers all again', async () => {
  const { user, router } = await open('?tab=open&text=no%20one&collector=cash')
  expect(await screen.findByText('No payment matches')).toBeTruthy()
  expect(server.sentTo(deskApi.deskCharges)[0]?.query).toMatchObject({
    list: 'open',
    text: 'no one',
    collector: 'cash',
  })
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'open' }))
})
