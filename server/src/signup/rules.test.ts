import { subscriptionStandings } from '@spacekeeper/contract/billing/words.ts'
import { memberStates } from '@spacekeeper/contract/members/words.ts'
import { applicationStates, chosenSteps } from '@spacekeeper/contract/signup/words.ts'
import { expect, test } from 'vitest'
import { completionOf, itemsInTheWay, listSignupSteps, mayRegisterCard, nextStep, type SignupFacts } from './rules.ts'

const paid = { state: 'active', hasAccess: true, isFree: false, goesOn: false } as const
const unpaid = { state: 'incomplete', hasAccess: false, isFree: false, goesOn: false } as const
const none = { due: 0, waiting: 0, signed: 0 }

/** A newcomer who has done all there is. */
const ready: SignupFacts = {
  chosen: [...chosenSteps],
  hasPlans: true,
  paysBeforeAccess: true,
  needsApproval: false,
  asksForCard: true,
  membership: 'noob',
  isSuspended: false,
  inactiveBy: null,
  plan: paid,
  agreements: { due: 0, waiting: 0, signed: 1 },
  induction: 'done',
  hasCard: true,
  application: null,
}

const steps = (more: Partial<SignupFacts>) =>
  listSignupSteps({ ...ready, ...more })
    .map(({ step, state }) => `${step} ${state}`)
    .join(', ')

test.each<[string, Partial<SignupFacts>, string]>([
  ['has done all', {}, 'plan done, payment done, agreement done, induction done, card done'],
  ['has no plan', { plan: null }, 'plan open, payment open, agreement done, induction done, card done'],
  ['waits for the bank', { plan: unpaid }, 'plan done, payment waiting, agreement done, induction done, card done'],
  ['pays afterwards', { paysBeforeAccess: false }, 'plan done, agreement done, induction done, card done'],
  ['pays nothing', { plan: { ...paid, isFree: true } }, 'plan done, agreement done, induction done, card done'],
  [
    'has to sign',
    { agreements: { due: 1, waiting: 0, signed: 0 } },
    'plan done, payment done, agreement open, induction done, card done',
  ],
  [
    'waits for a guardian',
    { agreements: { due: 0, waiting: 2, signed: 2 } },
    'plan done, payment done, agreement waiting, induction done, card done',
  ],
  ['has nothing to sign', { agreements: none }, 'plan done, payment done, induction done, card done'],
  ['has no induction to do', { induction: 'none' }, 'plan done, payment done, agreement done, card done'],
  ['needs no card', { asksForCard: false }, 'plan done, payment done, agreement done, induction done'],
  [
    'has no plan where staff make members',
    { hasPlans: false, plan: null },
    'agreement done, induction done, card done',
  ],
  [
    'is asked in another order',
    { chosen: ['card', 'agreement', 'plan'] },
    'card done, agreement done, plan done, payment done',
  ],
  ['is asked for a plan whatever the setting leaves out', { chosen: ['card'] }, 'plan done, payment done, card done'],
  [
    'needs approval',
    { needsApproval: true },
    'plan done, payment done, agreement done, induction done, card done, approval open',
  ],
  [
    'waits for approval',
    { needsApproval: true, application: 'waiting', induction: 'none', agreements: none, asksForCard: false },
    'plan done, payment done, approval waiting',
  ],
  [
    'was asked by staff',
    { needsApproval: true, application: 'asked', induction: 'none', agreements: none, asksForCard: false },
    'plan done, payment done, approval open',
  ],
  [
    'was made inactive by staff',
    { membership: 'inactive', inactiveBy: 'staff', agreements: none, induction: 'none' },
    'plan done, payment done, card done, approval open',
  ],
])('the steps of a newcomer who %s', (_, more, expected) => {
  expect(steps(more)).toBe(expected)
})

test.each<[string, Partial<SignupFacts>, ReturnType<typeof nextStep>]>([
  ['nothing is done', { plan: null, induction: 'open', hasCard: false }, 'plan'],
  ['the money is on its way', { plan: unpaid, induction: 'open', hasCard: false }, 'induction'],
  ['a guardian has to sign', { plan: unpaid, agreements: { due: 0, waiting: 1, signed: 1 }, hasCard: false }, 'card'],
  ['only the money is missing', { plan: unpaid }, null],
  ['all is done', {}, null],
])('what comes next when %s', (_, more, expected) => {
  expect(nextStep({ ...ready, ...more })).toBe(expected)
})

const late = { ...paid, goesOn: true } as const

/** They had their plan before it ended the membership, and are asked for more than then. */
const overdue: Partial<SignupFacts> = {
  membership: 'inactive',
  inactiveBy: 'plan',
  plan: late,
  agreements: { due: 1, waiting: 0, signed: 1 },
  induction: 'open',
  hasCard: false,
}

test.each<[string, Partial<SignupFacts>, string]>([
  ['has done all', {}, 'activate'],
  ['is a member already', { membership: 'active' }, 'member'],
  ['comes back and has done all', { membership: 'inactive', inactiveBy: 'plan' }, 'activate'],
  ['kept an account only and has done all', { membership: 'accountonly' }, 'activate'],
  ['is suspended', { isSuspended: true }, 'refused: suspended'],
  ['is suspended and lacks all', { isSuspended: true, plan: null, hasCard: false }, 'refused: suspended'],
  ['has no plan', { plan: null }, 'refused: plan, payment'],
  ['has no plan and pays afterwards', { plan: null, paysBeforeAccess: false }, 'refused: plan'],
  ['has not paid', { plan: unpaid }, 'refused: payment'],
  [
    'is overdue',
    { plan: { state: 'pastDue', hasAccess: false, isFree: false, goesOn: false }, paysBeforeAccess: false },
    'refused: payment',
  ],
  [
    'is overdue and lacks what came later',
    { ...overdue, plan: { ...late, state: 'pastDue', hasAccess: false } },
    'refused: payment',
  ],
  ['was overdue, pays and lacks what came later', overdue, 'activate'],
  ['was overdue and pays where staff decide on newcomers', { ...overdue, needsApproval: true }, 'activate'],
  ['was overdue, pays and is suspended', { ...overdue, isSuspended: true }, 'refused: suspended'],
  [
    'was made inactive by staff and their plan goes on',
    { ...overdue, inactiveBy: 'staff' },
    'refused: agreement, induction, accessCard',
  ],
  ['has a pause', { plan: { state: 'paused', hasAccess: false, isFree: false, goesOn: false } }, 'refused: payment'],
  ['has cancelled and paid until later', { plan: { ...paid, state: 'cancelling' } }, 'activate'],
  [
    'has steps open',
    { agreements: { due: 1, waiting: 0, signed: 0 }, induction: 'open', hasCard: false },
    'refused: agreement, induction, accessCard',
  ],
  ['waits for a guardian', { agreements: { due: 0, waiting: 1, signed: 1 } }, 'refused: agreement'],
  ['needs approval', { needsApproval: true }, 'apply'],
  ['needs approval and waits for the bank', { needsApproval: true, plan: unpaid }, 'apply'],
  ['needs approval and a card', { needsApproval: true, hasCard: false }, 'refused: accessCard'],
  ['waits for approval', { needsApproval: true, application: 'waiting' }, 'applied'],
  ['was asked', { needsApproval: true, application: 'asked' }, 'applied'],
  ['was accepted', { needsApproval: true, application: 'accepted' }, 'activate'],
  ['was accepted and has not paid', { needsApproval: true, application: 'accepted', plan: unpaid }, 'refused: payment'],
  ['was declined', { needsApproval: true, application: 'declined' }, 'refused: approval'],
  ['withdrew and comes again', { needsApproval: true, application: 'withdrawn' }, 'apply'],
  ['was made inactive by staff and pays', { membership: 'inactive', inactiveBy: 'staff' }, 'apply'],
  ['joins where staff make members', { hasPlans: false, plan: null }, 'refused: plan'],
])('completing by a person who %s', (_, more, expected) => {
  const completion = completionOf({ ...ready, ...more })
  const items = completion.outcome === 'refused' ? `: ${completion.items.join(', ')}` : ''
  expect(`${completion.outcome}${items}`).toBe(expected)
})

/** Every combination of what decides. */
const all = function* (): Generator<SignupFacts> {
  const plans = [
    null,
    ...subscriptionStandings.flatMap((state) =>
      [true, false].flatMap((hasAccess) => [
        { state, hasAccess, isFree: false, goesOn: false },
        { state, hasAccess, isFree: true, goesOn: false },
        { state, hasAccess, isFree: false, goesOn: true },
      ]),
    ),
  ]
  const signed = [none, { due: 1, waiting: 0, signed: 0 }, { due: 0, waiting: 1, signed: 1 }]
  for (const membership of memberStates)
    for (const isSuspended of [true, false])
      for (const inactiveBy of [null, 'staff', 'plan'] as const)
        for (const application of [null, ...applicationStates])
          for (const needsApproval of [true, false])
            for (const paysBeforeAccess of [true, false])
              for (const plan of plans)
                for (const agreements of signed)
                  for (const hasCard of [true, false])
                    yield {
                      ...ready,
                      membership,
                      isSuspended,
                      inactiveBy,
                      application,
                      needsApproval,
                      paysBeforeAccess,
                      plan,
                      agreements,
                      hasCard,
                    }
}

test('whatever the facts: no suspended member comes in, none without a plan that lets them in, and none past a decision of staff unless only a payment was late', () => {
  const wrong: SignupFacts[] = []
  let count = 0
  for (const facts of all()) {
    count += 1
    const completion = completionOf(facts)
    const isIn = completion.outcome === 'activate'
    // Only their plan ended the membership, and it goes on.
    const isOnlyLate = facts.membership === 'inactive' && facts.inactiveBy === 'plan' && facts.plan?.goesOn === true
    const isPaid = !facts.isSuspended && facts.membership !== 'active' && facts.plan?.hasAccess === true
    const isRight =
      !isIn ||
      (isPaid && isOnlyLate) ||
      (isPaid &&
        facts.agreements.due + facts.agreements.waiting === 0 &&
        facts.hasCard &&
        (!facts.needsApproval || facts.application === 'accepted') &&
        (facts.membership !== 'inactive' || facts.inactiveBy !== 'staff' || facts.application === 'accepted'))
    const isExplained = completion.outcome !== 'refused' || completion.items.length > 0
    if (!isRight || !isExplained) wrong.push(facts)
  }
  expect(wrong.slice(0, 3)).toEqual([])
  expect(count).toBeGreaterThan(30_000)
})

test('nothing in the way is named twice', () => {
  const doubled = [...all()].filter((facts) => {
    const items = itemsInTheWay(facts)
    return new Set(items).size !== items.length
  })
  expect(doubled.slice(0, 3)).toEqual([])
})

test.each([
  ['joins and had none', { membership: 'noob', isSuspended: false, hadCard: false }, true],
  ['joins and registered one', { membership: 'noob', isSuspended: false, hadCard: true }, false],
  ['kept an account only', { membership: 'accountonly', isSuspended: false, hadCard: false }, true],
  ['is a member', { membership: 'active', isSuspended: false, hadCard: false }, false],
  ['comes back with a card', { membership: 'inactive', isSuspended: false, hadCard: true }, false],
  ['comes back and never had one', { membership: 'inactive', isSuspended: false, hadCard: false }, true],
  ['is suspended', { membership: 'noob', isSuspended: true, hadCard: false }, false],
] as const)('whether a person who %s registers a card', (_, facts, expected) => {
  expect(mayRegisterCard(facts)).toBe(expected)
})
