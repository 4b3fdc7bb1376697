import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import type { BookedPayment, CardRefund } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { stripeDeskApi } from '@spacekeeper/contract/stripe/desk-routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aBookedPayment } from './payments.testing.ts'

const payment = aBookedPayment(3)
const none = { count: 0, sums: [], members: [] }
const dialog = () => within(screen.getByRole('dialog'))

test('a refund says before what it does to access, and is booked with its reason', async () => {
  const server = fakeServer()
  server.on(membersApi.listPlans, () => ({ plans: [] }))
  server.on(deskApi.deskSummary, () => ({
    today: '2026-03-05',
    owing: none,
    losingAccess: none,
    credits: none,
  }))
  server.on(deskApi.deskPayments, () => ({ payments: [payment], count: 1, sums: [{ currency: 'AUD', cents: 6500 }] }))
  const preview = {
    memberId: 7,
    memberName: 'Noah Kaur',
    currency: 'AUD',
    mostCents: 6500,
    creditCents: 0,
    people: 1,
    nextFrom: '2026-04-01',
    hasBalance: false,
    methods: ['cash' as const],
    isByCard: false,
    waitingCents: 0,
  }
  const period = { chargeId: 1, description: 'Full membership', from: '2026-03-01', to: '2026-04-01' }
  server.on(deskApi.previewRefund, ({ query: { amountCents = 6500, keepsAccess } }) => ({
    ...preview,
    amountCents: Number(amountCents),
    charges: [{ ...period, cents: Number(amountCents), isWhole: Number(amountCents) === 6500, isOpen: false }],
    lostDays: Number(amountCents) === 6500 && keepsAccess !== 'true' ? [{ from: '2026-03-05', to: '2026-04-01' }] : [],
    endsAccessToday: Number(amountCents) === 6500,
  }))
  server.on(deskApi.refund, () => ({ refundIds: [4], creditCents: 0 }))
  const { user } = await renderPortal({
    path: '/manage/payments?tab=paid',
    server,
    profile: aProfile({ id: 99, staffPermissions: ['money', 'members'] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Refund $65.00 of Noah Kaur' }))
  expect(await dialog().findByText(/^No access for Noah Kaur from .*5.* until/)).toBeTruthy()
  const amount = dialog().getByRole('textbox', { name: /^Amount/ })
  await waitFor(() => expect(document.activeElement).toBe(amount))
  expect(dialog().getByText('Their card stops working today.')).toBeTruthy()
  expect(dialog().getByText('One other member of their household loses access as well.')).toBeTruthy()
  expect(dialog().getByText(/^The plan goes on: the period from .*1.* is charged as usual/)).toBeTruthy()
  await user.click(dialog().getByRole('checkbox', { name: 'Noah Kaur keeps access for these days' }))
  expect(await dialog().findByText('The access of Noah Kaur doesn’t change.')).toBeTruthy()
  await user.clear(amount)
  await user.type(amount, '15')
  expect(await dialog().findByText(/: \$15.00 of it. The rest stays paid.$/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Refund' }))
  expect(await dialog().findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'Closed for a week')
  await user.click(dialog().getByRole('button', { name: 'Refund' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(deskApi.refund)[0]?.body).toMatchObject({
    paymentId: 3,
    amountCents: 1500,
    method: 'cash',
    reason: 'Closed for a week',
    keepsAccess: true,
  })
})

const byCard: BookedPayment = { ...payment, method: 'card', reference: 'pi_1', canReverse: false }

/** The list of payments with one that Stripe can give back, and the dialog about it. */
const openCardRefund = async (answer: CardRefund, shown: BookedPayment = byCard) => {
  const server = fakeServer()
  server.on(membersApi.listPlans, () => ({ plans: [] }))
  server.on(deskApi.deskSummary, () => ({
    today: '2026-03-05',
    owing: none,
    losingAccess: none,
    credits: none,
  }))
  server.on(deskApi.deskPayments, () => ({ payments: [shown], count: 1, sums: [{ currency: 'AUD', cents: 6500 }] }))
  server.on(deskApi.previewRefund, ({ query: { amountCents = 6500 } }) => ({
    memberId: 7,
    memberName: 'Noah Kaur',
    currency: 'AUD',
    mostCents: 6500,
    amountCents: Number(amountCents),
    creditCents: 0,
    charges: [],
    lostDays: [],
    endsAccessToday: false,
    people: 0,
    nextFrom: null,
    hasBalance: false,
    methods: ['card' as const],
    isByCard: true,
    waitingCents: 0,
  }))
  server.on(stripeDeskApi.refundToCard, () => ({ refunds: [answer] }))
  const { user } = await renderPortal({
    path: '/manage/payments?tab=paid',
    server,
    profile: aProfile({ id: 99, staffPermissions: ['money', 'members'] }),
    config: { ...defaultSite, features: { ...defaultSite.features, enableStripe: true } },
  })
  await user.click(await screen.findByRole('button', { name: 'Refund $65.00 of Noah Kaur' }))
  await user.type(await dialog().findByRole('textbox', { name: /^Reason/ }), 'Moved away')
  return { server, user }
}

const answered: CardRefund = {
  id: 5,
  amountCents: 6500,
  currency: 'AUD',
  state: 'sent',
  failure: null,
  by: 'Margit Vass',
  at: '2026-03-05T10:00:00.000Z',
}

test('what was paid by card goes back through Stripe, and is not called booked before it has left', async () => {
  const { server, user } = await openCardRefund(answered)
  expect(dialog().getByRole('combobox', { name: /^How it goes back/ })).toHaveProperty('value', 'card')
  expect(dialog().queryByLabelText(/^Given back on/)).toBeNull()
  await user.click(dialog().getByRole('button', { name: 'Refund' }))
  expect(await screen.findByText(/Stripe is giving \$65.00 back to Noah Kaur/)).toBeTruthy()
  expect(server.sentTo(stripeDeskApi.refundToCard)[0]?.body).toMatchObject({
    paymentId: 3,
    amountCents: 6500,
    reason: 'Moved away',
  })
  expect(server.sentTo(deskApi.refund)).toEqual([])
})

test('why Stripe refused stands in the dialog, and the next try is another one', async () => {
  const { server, user } = await openCardRefund({ ...answered, state: 'failed', failure: 'balanceTooLow' })
  await user.click(dialog().getByRole('button', { name: 'Refund' }))
  expect(await dialog().findByText(/^Your balance at Stripe is too low/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Refund' }))
  await waitFor(() => expect(server.sentTo(stripeDeskApi.refundToCard)).toHaveLength(2))
  const [first, second] = server.sentTo(stripeDeskApi.refundToCard).map(({ body }) => body)
  expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey)
})

test('a refund that failed stands on its payment with the reason', async () => {
  const failed = { ...answered, state: 'failed', failure: 'bankRefused' } as const
  await openCardRefund(answered, { ...byCard, cardRefund: failed })
  expect(screen.getByText('Refund of $65.00 failed')).toBeTruthy()
  expect(screen.getByText(/^The member’s bank could not take the money/)).toBeTruthy()
})
