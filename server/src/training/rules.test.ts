import type { AwardProblem } from '@spacekeeper/contract/training/shapes.ts'
import { expect, test } from 'vitest'
import {
  type AwardLine,
  type AwardPlanFacts,
  expiryOf,
  type InductionFacts,
  isInductionOpen,
  mayAward,
  nextStepOf,
  percentDone,
  planAwards,
  retryAfter,
  scoreQuiz,
} from './rules.ts'

const choice = (text: string, isRight = false) => ({ text, isRight })

const questions = [
  { text: 'Which one?', choices: [choice('This', true), choice('That')] },
  { text: 'Which ones?', choices: [choice('One', true), choice('Two', true), choice('Three')] },
]

test.each<[string, number[][], { right: number; percent: number }]>([
  ['every right answer', [[0], [0, 1]], { right: 2, percent: 100 }],
  ['the order of ticks does not matter', [[0], [1, 0]], { right: 2, percent: 100 }],
  ['one of two ticks is missing', [[0], [0]], { right: 1, percent: 50 }],
  [
    'one tick too many',
    [
      [0, 1],
      [0, 1],
    ],
    { right: 1, percent: 50 },
  ],
  [
    'a tick that is no answer',
    [
      [0, 7],
      [0, 1],
    ],
    { right: 1, percent: 50 },
  ],
  ['nothing answered', [], { right: 0, percent: 0 }],
  ['more answers than questions', [[0], [0, 1], [0]], { right: 2, percent: 100 }],
])('a quiz with %s is worth as many points', (_, answers, expected) => {
  expect(scoreQuiz(questions, answers)).toEqual(expected)
})

test('a course without questions is passed by reading it', () => {
  expect(scoreQuiz([], [])).toEqual({ right: 0, percent: 100 })
})

test.each([
  ['nothing of a course without activities', [], 0],
  ['failed activities are not done', [3, 3, 1, 2], 50],
  ['half a percent too few is not the next one', [1, 1, 0], 66],
  ['all of it', [1, 2], 100],
])('Moodle: %s', (_, states, expected) => {
  expect(percentDone(states)).toBe(expected)
})

test('an award ends so many days after the day it is given on, over a leap day too', () => {
  expect(expiryOf('2028-02-28', 2)).toBe('2028-03-01')
  expect(expiryOf('2027-12-31', 365)).toBe('2028-12-30')
  expect(expiryOf('2027-12-31', null)).toBeNull()
})

test('after a failed quiz comes the cool-down, or another try at once', () => {
  const now = new Date('2026-01-01T10:00:00Z')
  expect(retryAfter(now, 24)?.toISOString()).toBe('2026-01-02T10:00:00.000Z')
  expect(retryAfter(now, 0)).toBeNull()
})

test.each([
  ['trainer', true],
  ['staff', true],
  ['quiz', false],
  ['moodle', false],
  ['canvas', false],
  ['import', false],
] as const)('a certificate that was taken away comes back by %s: %s', (source, expected) => {
  expect(mayAward({ source, isWithdrawn: true })).toBe(expected)
  expect(mayAward({ source, isWithdrawn: false })).toBe(true)
})

test.each([
  [{ course: 'builtIn', hasContent: true, hasTrainers: true, isWithdrawn: false }, 'course'],
  [{ course: 'builtIn', hasContent: false, hasTrainers: true, isWithdrawn: false }, 'trainer'],
  [{ course: 'builtIn', hasContent: false, hasTrainers: false, isWithdrawn: false }, 'staff'],
  [{ course: 'moodle', hasContent: false, hasTrainers: true, isWithdrawn: false }, 'elsewhere'],
  [{ course: 'canvas', hasContent: false, hasTrainers: false, isWithdrawn: false }, 'elsewhere'],
  [{ course: 'none', hasContent: true, hasTrainers: true, isWithdrawn: false }, 'trainer'],
  [{ course: 'none', hasContent: false, hasTrainers: false, isWithdrawn: false }, 'staff'],
  [{ course: 'builtIn', hasContent: true, hasTrainers: true, isWithdrawn: true }, 'trainer'],
  [{ course: 'moodle', hasContent: false, hasTrainers: false, isWithdrawn: true }, 'staff'],
] as const)('with %j the next step is %s', (facts, expected) => {
  expect(nextStepOf(facts)).toBe(expected)
})

const now = new Date('2026-06-30T12:00:00Z')

const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000)

const asked: InductionFacts = { maxDays: 180, isSetUp: true, lastInductionAt: null, award: 'none', now }

test.each<[string, Partial<InductionFacts>, boolean]>([
  ['a member without an induction', {}, true],
  ['a space that asks for none', { maxDays: 0 }, false],
  ['a space that has set none up', { isSetUp: false }, false],
  ['an induction of 180 days ago', { lastInductionAt: daysAgo(180) }, false],
  ['an induction of 181 days ago', { lastInductionAt: daysAgo(181) }, true],
  ['a certificate of 181 days ago', { lastInductionAt: daysAgo(181), award: 'current' }, true],
  ['a certificate that ended', { lastInductionAt: daysAgo(1), award: 'ended' }, true],
  ['a certificate that counts', { lastInductionAt: daysAgo(1), award: 'current' }, false],
])('joining and %s: is an induction asked for? %j → %s', (_, facts, expected) => {
  expect(isInductionOpen({ ...asked, ...facts })).toBe(expected)
})

const bo = { id: 7, name: 'Bo Berg', newestOn: null, isWithdrawn: false }
const aLine = { line: 2, text: 'as written', who: 'Bo@example.org', on: '2026-03-01', endsOn: undefined }
const planFacts = { members: new Map([['bo@example.org', bo]]), today: '2026-06-30', validDays: null, refusedId: null }

test.each<[string, Partial<AwardLine>, Partial<AwardPlanFacts>, AwardProblem | 'awarded' | 'known']>([
  ['whose member is known by email', {}, {}, 'awarded'],
  ['whose member is known by number', { who: '7' }, { members: new Map([[7, bo]]) }, 'awarded'],
  ['of today', { on: '2026-06-30' }, {}, 'awarded'],
  ['that ends tomorrow', { endsOn: '2026-07-01' }, {}, 'awarded'],
  ['with neither email nor number', { who: 'Bo Berg' }, {}, 'noMember'],
  ['with a number that is too long', { who: '12345678901' }, {}, 'noMember'],
  ['of a stranger', { who: 'cy@example.org' }, {}, 'unknownMember'],
  ['of the one who sends it', {}, { refusedId: 7 }, 'ownCertificate'],
  ['without a day', { on: null }, {}, 'noDay'],
  ['of tomorrow', { on: '2026-07-01' }, {}, 'futureDay'],
  ['whose end is no day', { endsOn: null }, {}, 'badEnd'],
  ['that ends before it begins', { endsOn: '2026-03-01' }, {}, 'endTooEarly'],
  ['that ended today', { endsOn: '2026-06-30' }, {}, 'isOver'],
  ['that ended by the days of the certificate', {}, { validDays: 30 }, 'isOver'],
  ['whose own end counts instead', { endsOn: '2026-12-31' }, { validDays: 30 }, 'awarded'],
  ['of the day they have it from', {}, { members: memberFrom('2026-03-01') }, 'known'],
  ['of a day before that', {}, { members: memberFrom('2026-03-02') }, 'known'],
  ['of a day after that', {}, { members: memberFrom('2026-02-28') }, 'awarded'],
  ['of a day after one that was taken away', {}, { members: memberFrom('2026-02-28', true) }, 'withdrawn'],
  ['of the day of one that was taken away', {}, { members: memberFrom('2026-03-01', true) }, 'known'],
])('a line of a file %s: %j, %j → %s', (_, line, facts, expected) => {
  const plan = planAwards([{ ...aLine, ...line }], { ...planFacts, ...facts })
  const [problem] = plan.problems
  expect(problem?.problem ?? (plan.awards.length === 1 ? 'awarded' : 'known')).toBe(expected)
  expect(plan.awards.length + plan.known + plan.problems.length).toBe(1)
})

function memberFrom(newestOn: string, isWithdrawn = false) {
  return new Map([['bo@example.org', { ...bo, newestOn, isWithdrawn }]])
}

test('of several lines of a member the newest counts, once', () => {
  const lines = ['2026-01-01', '2026-03-01', '2026-02-01', '2026-03-01'].map((on) => ({ ...aLine, on }))
  expect(planAwards(lines, planFacts)).toMatchObject({ awards: [{ on: '2026-03-01' }], known: 3, problems: [] })
})
