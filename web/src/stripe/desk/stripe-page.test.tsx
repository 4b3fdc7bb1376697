import { stripeDeskApi } from '@spacekeeper/contract/stripe/desk-routes.ts'
import type {
  ClearingFault,
  Payout,
  SetAside,
  StripeConnection,
  StripeEventRow,
  UnknownSubscription,
} from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'

const connection: StripeConnection = {
  isLive: false,
  hasWebhookSecret: true,
  address: 'https://portal.example.org/api/billing/stripe-webhook/',
  wantedVersion: '2026-10-28.endive',
  endpoint: { version: '2026-10-28.endive', isEnabled: true, missing: [] },
  problem: '',
  lastReceivedAt: '2027-02-01T00:00:00.000Z',
  waiting: 0,
  failed: 0,
  maySetUp: true,
  lastComparison: null,
}
const fault: ClearingFault = {
  kind: 'notOurs',
  movementId: 7,
  payoutId: 'po_1',
  ref: 'pi_tickets',
  type: 'charge',
  theirCents: 4000,
  ourCents: 0,
  currency: 'AUD',
  at: '2027-02-01T00:00:00.000Z',
  memberId: null,
  memberName: null,
}
const payout: Payout = {
  id: 'po_1',
  amountCents: 7000,
  currency: 'AUD',
  arrivesOn: '2026-02-04',
  state: 'clear',
  failure: null,
  movements: 2,
  grossCents: 7200,
  feeCents: 200,
  restCents: 0,
  faults: [],
  faultCount: 0,
}
const event: StripeEventRow = {
  id: 'evt_1',
  type: 'invoice.paid',
  objectId: 'in_1',
  createdAt: '2027-02-01T00:00:00.000Z',
  receivedAt: '2027-02-01T00:00:00.000Z',
  handledAt: null,
  outcome: null,
  failure: 'Stripe can’t be reached just now.',
  canRepeat: true,
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(stripeDeskApi.getConnection, () => connection)
  server.on(stripeDeskApi.getClearing, () => ({
    payouts: [payout],
    hasMore: false,
    left: [],
    otherFaults: [],
    otherCount: 0,
  }))
  server.on(stripeDeskApi.listDisputes, () => ({ disputes: [] }))
  server.on(stripeDeskApi.listSetAsides, () => ({ setAsides: [], hasMore: false }))
  server.on(stripeDeskApi.listComparisons, () => ({ comparisons: [], hasMore: false }))
  server.on(stripeDeskApi.listEvents, () => ({ events: [event], hasMore: false }))
})

const config = { ...defaultSite, features: { ...defaultSite.features, enableStripe: true } }
const profile = aProfile({ staffPermissions: ['money'] })
const show = () => renderPortal({ path: '/manage/payments/stripe', server, profile, config })

test('the connection, payouts, disputes, comparisons and events stand on one page, each in words', async () => {
  await show()
  expect(await screen.findByText('Stripe sends its events here.')).toBeTruthy()
  expect(screen.getByText('Test mode: no money moves.')).toBeTruthy()
  const payouts = await screen.findByRole('list', { name: 'Payouts' })
  expect(payouts.textContent).toMatch(/72\.00 taken in, .*2\.00 fees.*70\.00.*Clear/)
  expect(screen.getByText('No payment is disputed.')).toBeTruthy()
  expect(screen.getByText('Nothing was compared yet.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Events' }).textContent).toContain('Failed Stripe can’t be reached just now.')
})

test('what is wrong with the connection is said in a sentence', async () => {
  server.on(stripeDeskApi.getConnection, () => ({ ...connection, hasWebhookSecret: false, maySetUp: false }))
  await show()
  expect(await screen.findByText('Every event is refused, because the webhook secret is missing.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Set up events/ })).toBeNull()
})

test('the page says that no events come until they are set up, and that they do from then on', async () => {
  let isSetUp = false
  server.on(stripeDeskApi.getConnection, () => ({
    ...connection,
    maySetUp: true,
    endpoint: isSetUp ? connection.endpoint : null,
  }))
  server.on(stripeDeskApi.setUpEvents, () => {
    isSetUp = true
  })
  const { user } = await show()
  expect(await screen.findByText(/^Stripe does not send its events here/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Set up events…' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Set up events' }))
  expect(await screen.findByText('Stripe sends its events here.')).toBeTruthy()
  expect(screen.queryByText(/^Stripe does not send/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Set up events again…' })).toBeTruthy()
})

test('what is none of the portal’s in a payout is set aside with a note', async () => {
  const sent: unknown[] = []
  server.on(stripeDeskApi.getClearing, () => ({
    payouts: [{ ...payout, state: 'unclear' as const, faults: [fault], faultCount: 1 }],
    hasMore: false,
    left: [],
    otherFaults: [],
    otherCount: 0,
  }))
  server.on(stripeDeskApi.setAside, ({ body }) => {
    sent.push(body)
  })
  const { user } = await show()
  const payouts = await screen.findByRole('list', { name: 'Payouts' })
  expect(payouts.textContent).toContain('pi_tickets: $40.00 (charge) doesn’t belong to the portal.')
  await user.click(within(payouts).getByRole('button', { name: 'Set aside…' }))
  await user.type(await screen.findByRole('textbox', { name: /What it is/ }), 'Tickets')
  await user.click(screen.getByRole('button', { name: 'Set aside what is not the portal’s' }))
  await expect.poll(() => sent).toMatchObject([{ movementIds: [7], account: 'otherIncome', note: 'Tickets' }])
})

test('an event is tried again, and everything is compared, by a button', async () => {
  const asked: string[] = []
  server.on(stripeDeskApi.repeatEvent, ({ params: { eventId } }) => {
    asked.push(eventId ?? '')
  })
  server.on(stripeDeskApi.compareNow, () => {
    asked.push('compare')
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Try invoice.paid again' }))
  await user.click(screen.getByRole('button', { name: 'Compare now' }))
  await expect.poll(() => asked).toEqual(['evt_1', 'compare'])
})

test('what was set aside is undone after saying what that does', async () => {
  const row: SetAside = {
    movementId: 7,
    ref: 'pi_tickets',
    type: 'charge',
    amountCents: 4000,
    currency: 'AUD',
    account: 'otherIncome',
    note: 'Tickets',
    by: 'Margit Vass',
    at: '2027-02-02T00:00:00.000Z',
  }
  const undone: string[] = []
  server.on(stripeDeskApi.listSetAsides, () => ({ setAsides: undone.length > 0 ? [] : [row], hasMore: false }))
  server.on(stripeDeskApi.undoSetAside, ({ params: { movementId } }) => {
    undone.push(movementId ?? '')
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Undo setting aside Tickets' }))
  expect(screen.getByRole('dialog').textContent).toContain('booked the other way round today')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/^Nothing is set aside/)).toBeTruthy()
  expect(undone).toEqual(['7'])
})

const earlier: UnknownSubscription = {
  ref: 'sub_1',
  url: 'https://dashboard.stripe.com/test/subscriptions/sub_1',
  status: 'active',
  customerName: 'Noah Kaur',
  customerEmail: 'noah@example.org',
  costCents: 3100,
  currency: 'AUD',
  interval: 'month',
  intervalCount: 1,
  periodEndsAt: '2027-03-01T00:00:00.000Z',
  member: { id: 7, name: 'Noah Kaur' },
  plans: [{ id: 4, name: 'Full, monthly' }],
  plan: null,
  firstOn: '2027-03-01',
  firstCents: 3100,
  refusal: null,
}

test('a subscription that is no plan becomes one of the member it seems to be of; one that can’t says why', async () => {
  const found = earlier
  const odd = { ...found, ref: 'sub_2', customerName: 'Ida Holm', member: null, plans: [], refusal: 'noPlan' as const }
  server.on(stripeDeskApi.listUnknown, () => ({ subscriptions: [found, odd], hasMore: false }))
  let refusedFor: 'hasPlan' | null = 'hasPlan'
  server.on(stripeDeskApi.adopt, () => ({ refusedFor }))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Look at Stripe' }))
  const list = await screen.findByRole('list', { name: 'What Stripe still collects' })
  expect(list.textContent).toContain('No plan that is paid by card costs the same')
  await user.click(within(list).getByRole('button', { name: 'Charge it here: Noah Kaur' }))
  const dialog = () => within(screen.getByRole('dialog'))
  expect(dialog().getByText(/^It becomes the plan of Noah Kaur/)).toBeTruthy()
  expect(dialog().getByText(/^The portal takes \$31.00 first on .*Mar.* 2027/)).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: 'Do it' }))
  expect(await dialog().findByText(/^This member has a plan already/)).toBeTruthy()
  refusedFor = null
  await user.click(dialog().getByRole('button', { name: 'Do it' }))
  expect(await screen.findByText('This is now the plan of Noah Kaur.')).toBeTruthy()
  expect(server.sentTo(stripeDeskApi.adopt)[1]?.body).toEqual({
    ref: 'sub_1',
    memberId: 7,
    planId: 4,
    how: 'takeOver',
  })
})

test('a plan with an unpaid month at Stripe waits for the decision of its reader', async () => {
  server.on(stripeDeskApi.listUnknown, () => ({
    subscriptions: [{ ...earlier, plan: 'Full, monthly', refusal: 'unpaid' as const }],
    hasMore: false,
  }))
  server.on(stripeDeskApi.adopt, () => ({ refusedFor: null }))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Look at Stripe' }))
  const list = await screen.findByRole('list', { name: 'What Stripe still collects' })
  expect(list.textContent).toMatch(/First charged here: \$31\.00 on .*Mar.* 2027/)
  await user.click(within(list).getByRole('button', { name: 'Decide: Noah Kaur' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'What should happen to it?' }), 'end')
  await user.click(dialog.getByRole('button', { name: 'Do it' }))
  await screen.findByText('The plan of Noah Kaur has ended, here and at Stripe.')
  expect(server.sentTo(stripeDeskApi.adopt)[0]?.body).toMatchObject({ ref: 'sub_1', how: 'end' })
})

test('of a plan with a disputed payment its reader decides as well; one that was told to go on says what to do', async () => {
  const disputed = { ...earlier, plan: 'Full, monthly', refusal: 'disputed' as const }
  const renewed = { ...earlier, ref: 'sub_2', customerName: 'Ida Holm', refusal: 'renewed' as const }
  server.on(stripeDeskApi.listUnknown, () => ({ subscriptions: [disputed, renewed], hasMore: false }))
  server.on(stripeDeskApi.adopt, () => ({ refusedFor: null }))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Look at Stripe' }))
  const list = await screen.findByRole('list', { name: 'What Stripe still collects' })
  expect(list.textContent).toContain('A payment of this subscription is disputed.')
  expect(list.textContent).toContain('the member would pay twice. Cancel it at Stripe.')
  expect(within(list).queryByRole('button', { name: /Ida Holm/ })).toBeNull()
  await user.click(within(list).getByRole('button', { name: 'Decide: Noah Kaur' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Do it' }))
  await screen.findByText('This is now the plan of Noah Kaur.')
  expect(server.sentTo(stripeDeskApi.adopt)[0]?.body).toMatchObject({ ref: 'sub_1', how: 'owedHere' })
})

test.each([
  ['lost', 'Was the key changed?', 'End it here', 'The plan of Noah Kaur has ended here.'],
  [
    'leftLost',
    'This plan has ended here',
    'Nothing of it is left at Stripe',
    'Noted: nothing of Noah Kaur’s former plan is left at Stripe.',
  ],
] as const)('of a plan that Stripe doesn’t know (%s) its reader reads why that may be, and decides', async (...row) => {
  const [refusal, why, option, done] = row
  const lost = { ...earlier, plan: 'Full, monthly', firstOn: null, firstCents: null, refusal }
  server.on(stripeDeskApi.listUnknown, () => ({ subscriptions: [lost], hasMore: false }))
  server.on(stripeDeskApi.adopt, () => ({ refusedFor: null }))
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Look at Stripe' }))
  const list = await screen.findByRole('list', { name: 'What Stripe still collects' })
  expect(list.textContent).toContain(why)
  await user.click(within(list).getByRole('button', { name: 'Decide: Noah Kaur' }))
  const dialog = within(screen.getByRole('dialog'))
  const what = dialog.getByRole('combobox', { name: 'What should happen to it?' })
  expect(within(what).getByRole('option').textContent).toBe(option)
  await user.click(dialog.getByRole('button', { name: 'Do it' }))
  await screen.findByText(done)
  expect(server.sentTo(stripeDeskApi.adopt)[0]?.body).toMatchObject({ ref: 'sub_1', how: 'end' })
})
