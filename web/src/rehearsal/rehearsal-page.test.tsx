import { rehearsalApi } from '@spacekeeper/contract/rehearsal/routes.ts'
import type { Rehearsal, RehearsalStanding, StoryLine } from '@spacekeeper/contract/rehearsal/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const aLine = (facts: Partial<StoryLine> & Pick<StoryLine, 'id' | 'day' | 'kind'>): StoryLine => ({
  act: null,
  amountCents: null,
  currency: null,
  about: '',
  state: null,
  on: null,
  text: null,
  ...facts,
})

const story = [
  aLine({ id: 1, day: '2027-01-31', kind: 'begun' }),
  aLine({ id: 2, day: '2027-01-31', kind: 'act', act: 'join' }),
  aLine({ id: 3, day: '2027-01-31', kind: 'payment', amountCents: 4100, currency: 'AUD' }),
  aLine({ id: 4, day: '2027-01-31', kind: 'doorOpen' }),
  aLine({
    id: 5,
    day: '2027-02-28',
    kind: 'refused',
    amountCents: 3100,
    currency: 'AUD',
    about: 'Your card was declined.',
    on: '2027-03-01',
  }),
  aLine({ id: 6, day: '2027-02-28', kind: 'email', about: 'Please pay', text: 'Dear Robin,\nplease pay.' }),
]

const standing: RehearsalStanding = {
  begunOn: '2027-01-31',
  today: '2027-02-28',
  memberName: 'Robin Example',
  plan: {
    id: 1,
    name: 'Maker',
    costCents: 3100,
    currency: 'AUD',
    state: 'active',
    paidThrough: '2027-02-28',
    endsOn: null,
  },
  card: 'declined',
  owedCents: 3100,
  owedCurrency: 'AUD',
  isDoorOpen: true,
  nextPaymentOn: '2027-03-01',
  acts: ['pay', 'mendCard', 'cancel'],
  plans: [{ id: 1, name: 'Maker', tier: 'Makers', costCents: 3100, currency: 'AUD' }],
  hasDebit: true,
  paidHereCents: 4100,
  paidAtStripeCents: 4100,
  payments: [{ on: '2027-02-28', amountCents: 3100, currency: 'AUD', atStripe: 'failed', here: 'failed' }],
  story,
}

const none: Rehearsal = { state: 'none', isOnTour: false, problem: null, endsAt: null, standing: null }
const starting: Rehearsal = { ...none, state: 'starting' }
const running: Rehearsal = { ...none, state: 'ready', endsAt: '2026-11-23T03:00:00.000Z', standing }
const working: Rehearsal = { ...running, state: 'working' }

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const open = (rehearsal: Rehearsal) => {
  server.on(rehearsalApi.get, () => rehearsal)
  return renderPortal({
    path: '/manage/payments/rehearsal',
    server,
    profile: aProfile({ staffPermissions: ['money'] }),
  })
}

test('a treasurer starts a rehearsal, and reads that it is being prepared', async () => {
  server.on(rehearsalApi.start, () => starting)
  const { user } = await open(none)
  await user.click(await screen.findByRole('button', { name: 'Start the rehearsal' }))
  expect(await screen.findByText(/Preparing a portal of its own/)).toBeTruthy()
})

test('the member, the money and the story stand side by side, and a message can be read', async () => {
  const { user } = await open(running)
  const member = within(await screen.findByRole('region', { name: 'Robin Example' }))
  expect(member.getByText('A card that is declined')).toBeTruthy()
  expect(member.getByText('Their card opens it')).toBeTruthy()
  const money = within(screen.getByRole('region', { name: 'Here and at Stripe' }))
  expect(money.getByText('Both say the same.')).toBeTruthy()
  const told = within(screen.getByRole('region', { name: 'What happened' }))
  expect(told.getAllByRole('listitem')[0]?.textContent).toMatch(
    /^The payment of \$31\.00 fails: Your card was declined\. Stripe tries again on .*1 Mar|Mar 1/,
  )
  await user.click(told.getByRole('button', { name: 'Read: Please pay' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('please pay.')
})

test('a button gives one order; while the rehearsal works others do nothing', async () => {
  const asked: unknown[] = []
  server.on(rehearsalApi.act, (input) => {
    asked.push(input.body.act)
    server.on(rehearsalApi.get, () => working)
    return working
  })
  const { user } = await open(running)
  await user.click(await screen.findByRole('button', { name: 'Save a card that works' }))
  await screen.findByText('Working …')
  await user.click(screen.getByRole('button', { name: 'Next day' }))
  await user.click(screen.getByRole('button', { name: 'Cancel the plan' }))
  expect(asked).toEqual(['mendCard'])
})

test('what is ended is gone from the page', async () => {
  server.on(rehearsalApi.end, () => none)
  const { user } = await open(running)
  await user.click(await screen.findByRole('button', { name: 'End the rehearsal' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Robin Example' })).toBeNull())
  expect(screen.getByText('No rehearsal is running')).toBeTruthy()
})
