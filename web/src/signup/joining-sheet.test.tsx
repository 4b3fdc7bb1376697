import { agreementsApi } from '@spacekeeper/contract/agreements/routes.ts'
import { bankApi } from '@spacekeeper/contract/bank/routes.ts'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import type { OfferedTier, OwnSignup, SignupStepState } from '@spacekeeper/contract/signup/shapes.ts'
import { type SignupStep, type StepState, stepMinutes } from '@spacekeeper/contract/signup/words.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aMyPlan, planServer } from '../billing/my-plan.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aStanding, someDues } from './standing.testing.ts'

const step = (name: SignupStep, state: StepState): SignupStepState => ({
  step: name,
  state,
  minutes: stepMinutes[name],
})

const newcomer: OwnSignup = {
  steps: [step('plan', 'open'), step('payment', 'open'), step('agreement', 'open'), step('card', 'open')],
  items: ['plan', 'payment', 'agreement', 'accessCard'],
  isMember: false,
  isReturning: false,
  paysBeforeAccess: true,
  maySkip: true,
  plan: null,
  induction: null,
  card: { number: null, mayChange: true },
  application: null,
}

const taken = { name: 'Monthly', tier: 'Full', collector: 'bank' as const, currency: 'AUD', openCents: 7000 }

const monthly = {
  id: 5,
  name: 'Monthly',
  currency: 'AUD',
  cost: 5000,
  intervalAmount: 1,
  interval: 'month' as const,
  joiningFeeCents: 2000,
  collectors: ['bank' as const, 'cash' as const],
  maxPeople: 1,
}

const tiers: OfferedTier[] = [
  {
    id: 1,
    name: 'Full',
    description: 'Every day.',
    featured: true,
    plans: [monthly, { ...monthly, id: 6, name: 'Quarterly', cost: 12_000, intervalAmount: 3 }],
  },
]

let server: ReturnType<typeof planServer>
let own: OwnSignup
beforeEach(() => {
  server = planServer()
  own = newcomer
  server.on(billingApi.getMyPlan, () => aMyPlan({ subscription: null }))
  server.on(signupApi.getOwn, () => own)
  server.on(signupApi.listTiers, () => tiers)
  server.on(signupApi.getStanding, () =>
    aStanding({ step: 'pay', dues: someDues({ owedCents: 7000, reason: 'first' }) }),
  )
  server.on(agreementsApi.listOwn, () => ({ due: [], signed: [], guardian: null, isMinor: false }))
})

const open = () => {
  const features = { ...defaultSite.features, enableMembershipPayments: true }
  const contact = { admin: 'desk@example.org', sysadmin: '', address: '1 Mill Lane' }
  return renderPortal({
    path: '/account/membership-plan',
    server,
    profile: aProfile({ state: 'noob', memberStatus: 'noob' }),
    config: { ...defaultSite, features, contact },
  })
}

const quote = {
  currency: 'AUD',
  todayCents: 7000,
  lines: [
    { description: 'Monthly', amountCents: 5000, discountCents: 0 },
    { description: 'Monthly: joining fee', amountCents: 2000, discountCents: 0 },
  ],
  creditCents: 0,
  next: { on: '2026-04-10', amountCents: 5000 },
  coming: [{ from: '2026-04-10', amountCents: 5000, count: null }],
  paidThrough: '2026-04-09',
  paysBeforeAccess: true,
}

test('a newcomer chooses a tier, a plan and how to pay, reads the exact amounts, and then how to pay them', async () => {
  server.on(signupApi.quotePlan, () => quote)
  server.on(bankApi.getDetails, () => ({
    accountName: 'The Shed',
    accountNumber: 'DE89 3704 0044 0532 0130 00',
    bic: '',
    bankName: '',
    alias: null,
    isComplete: true,
    duesReference: 'RF18 0001',
    topUpReference: 'RF18 0002',
  }))
  server.on(signupApi.choosePlan, () => {
    own = {
      ...newcomer,
      plan: taken,
      steps: [step('plan', 'done'), step('payment', 'waiting'), step('agreement', 'open'), step('card', 'open')],
    }
    return { success: true }
  })
  const { user } = await open()
  await screen.findByText('1 of 4 · about 1 minute')
  await screen.findByText('From $120.00 every 3 months')
  await user.click(screen.getByRole('button', { name: 'Select Full' }))
  screen.getByText('$50.00 a month')
  expect(screen.getAllByText('and $20.00 once, to join')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Select Monthly' }))
  await user.click(screen.getByRole('radio', { name: 'Bank transfer' }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const card = within(await screen.findByRole('region', { name: 'Check and confirm' }))
  await card.findByText('$70.00')
  card.getByText(/After that: \$50\.00 on .*Apr 10/)
  await user.click(card.getByRole('button', { name: 'Confirm' }))
  const pay = within(await screen.findByRole('region', { name: 'How to pay $70.00' }))
  await pay.findByText('DE89 3704 0044 0532 0130 00')
  pay.getByRole('button', { name: 'Copy Reference' })
  expect(server.sentTo(signupApi.choosePlan)[0]).toMatchObject({ params: { planId: '5' }, body: { collector: 'bank' } })
  expect(screen.getByText('2 of 4 · about 1 minute')).toBeTruthy()
})

test('a coupon that is not valid is said beside its field, and nothing can be confirmed with it', async () => {
  server.on(signupApi.quotePlan, ({ body }) =>
    body['couponCode'] === undefined
      ? quote
      : refuse('badInput', { fields: [{ field: 'couponCode', message: 'This code isn’t valid now.' }] }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Select Full' }))
  await user.click(screen.getByRole('button', { name: 'Select Monthly' }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('$70.00')
  await user.click(screen.getByRole('button', { name: 'I have a coupon' }))
  await user.type(screen.getByRole('textbox', { name: 'Coupon' }), 'NOPE')
  await user.click(screen.getByRole('button', { name: 'Use it' }))
  await screen.findByText('This code isn’t valid now.')
  expect(screen.getByRole('button', { name: 'Confirm' })).toHaveProperty('disabled', true)
})

test('a wrong card number is said beside its field, and so is one that is taken', async () => {
  own = { ...newcomer, plan: { ...taken, openCents: 0 }, steps: [step('plan', 'done'), step('card', 'open')] }
  server.on(signupApi.registerCard, () => refuse('cardTaken'))
  const { user } = await open()
  const number = await screen.findByRole('textbox', { name: 'Card number' })
  await user.type(number, '1 2')
  await user.click(screen.getByRole('button', { name: 'Register card' }))
  await screen.findByText('The number on your card: 3 to 20 letters and digits.')
  expect(server.sentTo(signupApi.registerCard)).toEqual([])
  await user.clear(number)
  await user.type(number, '0012345678')
  await user.click(screen.getByRole('button', { name: 'Register card' }))
  await screen.findByText('This card belongs to another member.')
})

test('with everything done the application is sent, and the newcomer is in', async () => {
  own = { ...newcomer, items: [], plan: { ...taken, openCents: 0 }, steps: [step('plan', 'done')] }
  server.on(signupApi.completeSignup, () => {
    own = { ...own, isMember: true, steps: [] }
    return { success: true }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Send application' }))
  await screen.findByRole('heading', { name: 'Application submitted' })
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/dashboard')
})

test('a member without a plan, let in by staff, chooses one', async () => {
  own = { ...newcomer, isMember: true, steps: [], items: [], maySkip: false }
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Select Full' }))
  await screen.findByRole('heading', { name: 'How often would you like to pay?' })
  expect(screen.queryByRole('heading', { name: 'Application submitted' })).toBeNull()
})

test('what is still missing is said in words, with who to ask', async () => {
  own = { ...newcomer, items: [], plan: { ...taken, openCents: 0 }, steps: [step('plan', 'done')] }
  server.on(signupApi.completeSignup, () => ({
    success: false,
    message: 'signup.requirementsNotMet',
    items: ['induction' as const, 'accessCard' as const],
  }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Send application' }))
  const words = 'Something is still missing: the induction, an access card. Ask staff for help: desk@example.org.'
  expect(await screen.findByText(words)).toBeTruthy()
})

test('who waits for the bank reads it, with the account and reference at hand', async () => {
  own = {
    ...newcomer,
    items: ['payment'],
    plan: { ...taken, collector: 'cash' },
    steps: [step('plan', 'done'), step('payment', 'waiting')],
  }
  const dues = someDues({ owedCents: 7000, reason: 'first', collector: 'cash' })
  server.on(signupApi.getStanding, () => aStanding({ step: 'pay', dues }))
  const { user } = await open()
  await screen.findByText('Bring $70.00 in cash and pay at the desk: 1 Mill Lane.')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/as soon as your payment has arrived/)).toBeTruthy()
})

test('an applicant answers the question of staff, but not with nothing', async () => {
  own = {
    ...newcomer,
    items: [],
    plan: { ...taken, openCents: 0 },
    steps: [step('plan', 'done'), step('approval', 'open')],
    application: {
      state: 'asked',
      submittedAt: '2026-03-10T02:00:00.000Z',
      question: 'Which machines?',
      answer: null,
      reason: null,
    },
  }
  server.on(signupApi.answer, () => undefined)
  const { user } = await open()
  await screen.findByText('Which machines?')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  await screen.findByText('This field cannot be empty.')
  await user.type(screen.getByRole('textbox', { name: 'Your answer' }), 'The lathe.')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() => expect(server.sentTo(signupApi.answer)[0]?.body).toEqual({ answer: 'The lathe.' }))
})

test('skipping says what it means before it is done', async () => {
  server.on(signupApi.skipSignup, () => ({ success: true }))
  const { user, router } = await open()
  await user.click(await screen.findByRole('button', { name: 'Just keep an account' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/you can’t open doors or use machines/)
  await user.click(dialog.getByRole('button', { name: 'Keep an account only' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})
