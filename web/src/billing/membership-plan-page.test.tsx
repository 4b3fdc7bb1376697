import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import type { MyPlan, PlanOffer } from '@spacekeeper/contract/billing/shapes.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { refuse } from '#platform/api/fake-server.testing.ts'
import { aMyPlan, anOpenCharge, aSubscription, openMyPlan, planServer } from './my-plan.testing.ts'

let server: ReturnType<typeof planServer>

beforeEach(() => {
  server = planServer()
})

const open = (mine: MyPlan) => openMyPlan(server, mine)

const offer: PlanOffer = {
  id: 2,
  name: 'Weekends',
  tier: 'Part-time',
  costCents: 3000,
  currency: 'AUD',
  intervalCount: 1,
  interval: 'month',
  collectors: ['bank'],
  maxPeople: 1,
}

test('a plan that is fine says until when it is paid and what comes next', async () => {
  await open(aMyPlan({ creditCents: 500 }))
  const card = await screen.findByRole('region', { name: 'Full' })
  expect(card.textContent).toContain('Active')
  expect(card.textContent).toContain('Monthly, $65.00 a month')
  expect(card.textContent).toMatch(/Paid until .*31/)
  expect(within(card).getByRole('progressbar', { name: 'Day 11 of 31' })).toBeTruthy()
  expect(card.textContent).toMatch(/Next payment\$65\.00 on .*1/)
  expect(card.textContent).toContain('$5.00, used automatically for your next payment.')
  expect(screen.queryByRole('heading', { name: 'To pay' })).toBeNull()
})

const pause = {
  id: 1,
  kind: 'pause' as const,
  days: { from: '2026-03-10', to: '2026-04-10' },
  hasBegun: true,
  reason: '',
}
const unpaid = { charges: [anOpenCharge()] }

test.each<[string, Partial<MyPlan>, RegExp, string | null]>([
  [
    'is not paid for the first time',
    { subscription: aSubscription({ state: 'incomplete' }), ...unpaid },
    /^Pay \$65\.00 to start$/,
    null,
  ],
  [
    'is open and in the days of grace',
    { subscription: aSubscription({ paidThrough: '2026-03-01', accessUntil: '2026-03-14' }), ...unpaid },
    /^\$65\.00 is overdue$/,
    null,
  ],
  [
    'is overdue',
    { subscription: aSubscription({ state: 'pastDue', hasAccess: false }), ...unpaid },
    /^Pay \$65\.00 to get your access back$/,
    null,
  ],
  [
    'is paused',
    { subscription: aSubscription({ state: 'paused', breaks: [pause] }) },
    /^Paused until .*10/,
    'End the pause now',
  ],
  [
    'will be paused',
    {
      subscription: aSubscription({
        breaks: [{ ...pause, days: { from: '2026-03-20', to: '2026-04-20' }, hasBegun: false }],
      }),
    },
    /^A pause begins on .*20/,
    'Cancel the pause',
  ],
  [
    'is cancelled',
    { subscription: aSubscription({ state: 'cancelling', cancelOn: '2026-04-01', next: null }) },
    /^Your plan ends on .*1/,
    'Keep my plan',
  ],
])('a plan that %s says so and the one thing to do', async (_what, more, title, action) => {
  await open(aMyPlan(more))
  const region = await screen.findByRole('region', { name: title })
  const buttons = within(region)
    .queryAllByRole('button')
    .filter(({ textContent }) => textContent !== '')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(action === null ? [] : [action])
})

test('what is open is paid by transfer, with the account and a reference to copy', async () => {
  await open(aMyPlan(unpaid))
  const region = await screen.findByRole('region', { name: '$65.00 is overdue' })
  await within(region).findByText('RF10 D000 001')
  expect(region.textContent).toContain('062-000 12345678')
  expect(within(region).getByRole('button', { name: 'Copy Reference' })).toBeTruthy()
  expect(within(region).queryByRole('button', { name: /from/ })).toBeNull()
})

test('what is open can be paid from a balance that is large enough, and a refusal is said', async () => {
  server.on(billingApi.payFromBalance, () => refuse('balanceTooLow'))
  const { user } = await open(aMyPlan({ ...unpaid, balanceCents: 8000 }))
  await user.click(await screen.findByRole('button', { name: /^Pay \$65\.00 from/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Pay $65.00 from your balance?' })
  expect(dialog.textContent).toContain('Your balance is $80.00 and will be $15.00.')
  await user.click(within(dialog).getByRole('button', { name: 'Pay $65.00' }))
  await within(dialog).findByText('The balance is too low for that.')
  server.on(billingApi.payFromBalance, () => undefined)
  await user.click(within(dialog).getByRole('button', { name: 'Pay $65.00' }))
  expect(await screen.findByText('Paid.')).toBeTruthy()
})

const aPreview = {
  when: 'now' as const,
  times: ['now' as const, 'next' as const],
  startsOn: '2026-03-11',
  firstPeriodEnds: '2026-04-01',
  periodGoesOn: true,
  differenceCents: 2080,
  givenBackCents: 4403,
  firstChargeCents: 6483,
  dueNowCents: 2080,
  creditCents: 0,
  currency: 'AUD',
  tooManyPeople: 0,
}

/** The dialog with the other plan chosen in it. */
const openChange = async () => {
  server.on(billingApi.listMyOffers, () => ({ plans: [offer] }))
  const { user } = await open(aMyPlan())
  await user.click(await screen.findByRole('button', { name: 'Change plan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change your plan' })
  await user.click(await within(dialog).findByRole('radio', { name: 'Part-time: Weekends' }))
  return { user, dialog }
}

test('a change of plan shows its exact amounts, and these are what is confirmed', async () => {
  server.on(billingApi.previewChange, () => aPreview)
  server.on(billingApi.changePlan, () => refuse('amountsChanged'))
  const { user, dialog } = await openChange()
  await within(dialog).findByText('The days left cost more by')
  expect(server.sentTo(billingApi.previewChange).at(-1)?.query).toEqual({ planId: '2' })
  expect(dialog.textContent).toContain('Your period stays, untilTue, Mar 31')
  expect(dialog.textContent).toContain('To pay now$20.80')
  const confirm = () => user.click(within(dialog).getByRole('button', { name: 'Change to Weekends' }))
  await confirm()
  await within(dialog).findByText('The amounts have changed. Please check them again.')
  server.on(billingApi.changePlan, () => aPreview)
  await confirm()
  expect(await screen.findByText('Your plan is Weekends now.')).toBeTruthy()
  expect(server.sentTo(billingApi.changePlan).at(-1)?.body).toEqual({
    planId: 2,
    when: 'now',
    givenBackCents: 4403,
    firstChargeCents: 6483,
    dueNowCents: 2080,
  })
})

test('while Stripe keeps a plan, its change and its pause say so, and nothing can be confirmed', async () => {
  server.on(billingApi.previewChange, () => refuse('keptAtStripe'))
  server.on(billingApi.previewPause, () => refuse('keptAtStripe'))
  const { user, dialog } = await openChange()
  const words = /^Stripe is still collecting this plan for us, so nothing was changed\. Try again in an hour\./
  expect(await within(dialog).findByText(words)).toBeTruthy()
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Change to Weekends' })
  await user.click(confirm)
  expect(server.sentTo(billingApi.changePlan)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  expect(await within(await screen.findByRole('dialog', { name: 'Pause your plan' })).findByText(words)).toBeTruthy()
})

test('a dearer plan can wait for the next payment, and a cheaper one says that it does', async () => {
  const later = { ...aPreview, when: 'next' as const, startsOn: '2026-04-01', periodGoesOn: false, dueNowCents: 0 }
  server.on(billingApi.previewChange, ({ query }) => (query['when'] === 'next' ? later : aPreview))
  const { user, dialog } = await openChange()
  await user.click(await within(dialog).findByRole('radio', { name: 'From the next payment' }))
  expect(await within(dialog).findByText(/^Then, from/)).toBeTruthy()
  expect(dialog.textContent).toContain('To pay now$0.00')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  server.on(billingApi.previewChange, () => ({ ...later, times: ['next' as const] }))
  await user.click(await screen.findByRole('button', { name: 'Change plan' }))
  const again = await screen.findByRole('dialog', { name: 'Change your plan' })
  await user.click(await within(again).findByRole('radio', { name: 'Part-time: Weekends' }))
  expect(await within(again).findByText('A cheaper plan starts with the next payment.')).toBeTruthy()
  expect(within(again).queryByRole('radio', { name: 'Today' })).toBeNull()
})

test('a pause says in days what comes back; days the space does not allow say why', async () => {
  server.on(billingApi.previewPause, ({ query }) =>
    query['to'] === '2026-03-13'
      ? refuse('badInput', { fields: [{ field: 'to', message: 'At least 14 days.' }] })
      : {
          days: { from: '2026-03-12', to: '2026-04-09' },
          paidDaysKept: 20,
          paidThroughBefore: '2026-04-01',
          paidThroughAfter: '2026-04-29',
        },
  )
  const { user } = await open(aMyPlan())
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pause your plan' })
  await within(dialog).findByText('28 days without access. They cost nothing.')
  expect(dialog.textContent).toMatch(
    /20 days you have paid for come back: you’re then paid until .*Apr 28.* instead of .*Mar 31/,
  )
  const back = within(dialog).getByLabelText(/^First day back/)
  await user.clear(back)
  await user.type(back, '2026-03-13')
  await within(dialog).findByText('At least 14 days.')
})

test('cancelling says the day, and asks once', async () => {
  server.on(billingApi.actOnSubscription, () => ({ success: true }))
  const { user } = await open(aMyPlan())
  await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
  await user.click(await screen.findByRole('button', { name: 'Keep it' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Cancel your plan?' })
  expect(dialog.textContent).toMatch(/It stays active until .*Mar 31/)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel plan' }))
  expect(await screen.findByText('Your plan is cancelled.')).toBeTruthy()
  expect(server.sentTo(billingApi.actOnSubscription)[0]?.params).toEqual({ action: 'cancel' })
})

test('a code that is not valid says so at its field', async () => {
  server.on(billingApi.applyCoupon, () =>
    refuse('badInput', { fields: [{ field: 'couponCode', message: 'There is no such coupon.' }] }),
  )
  const { user } = await open(aMyPlan())
  await user.click(await screen.findByRole('button', { name: 'Enter a code' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enter a code' })
  await user.click(within(dialog).getByRole('button', { name: 'Use code' }))
  await within(dialog).findByText('This field cannot be empty.')
  await user.type(within(dialog).getByLabelText(/^Code/), 'NONSENSE')
  await user.click(within(dialog).getByRole('button', { name: 'Use code' }))
  expect(await within(dialog).findByText('There is no such coupon.')).toBeTruthy()
})

test('how one pays is chosen among the ways of the plan', async () => {
  server.on(billingApi.changeCollector, () => undefined)
  const { user } = await open(aMyPlan())
  await user.click(await screen.findByRole('button', { name: 'Change how I pay' }))
  const dialog = await screen.findByRole('dialog', { name: 'How you pay' })
  expect(within(dialog).getAllByRole('radio')).toHaveLength(2)
  await user.click(within(dialog).getByRole('radio', { name: 'Cash' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved. You pay by: Cash.')).toBeTruthy()
})

test('a lower price is asked for with a reason and a proof; the wrong kind of file is refused', async () => {
  server.on(billingApi.askForConcession, () => ({ concessionId: 1 }))
  server.on(billingApi.sendProof, () => undefined)
  const { user } = await open(aMyPlan())
  await user.click(await screen.findByRole('button', { name: 'Ask for a lower price' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ask for a lower price' })
  await user.click(within(dialog).getByRole('button', { name: 'Ask' }))
  await within(dialog).findByText('This field cannot be empty.')
  const file = dialog.querySelector<HTMLInputElement>('input[type=file]')
  if (!file) throw new Error('no field for a file')
  const upload = (name: string, type: string) =>
    fireEvent.change(file, { target: { files: [new File(['x'], name, { type })] } })
  upload('card.txt', 'text/plain')
  await within(dialog).findByText(/^Choose a PNG/)
  upload('card.pdf', 'application/pdf')
  await within(dialog).findByText('Chosen: card.pdf')
  await user.type(within(dialog).getByLabelText(/^Why/), 'Student')
  await user.click(within(dialog).getByRole('button', { name: 'Ask' }))
  expect(await screen.findByText('Staff will answer your request.')).toBeTruthy()
  expect(server.sentTo(billingApi.sendProof)).toHaveLength(1)
})
