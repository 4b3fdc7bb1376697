import { expect, test } from 'vitest'
import { neededFor, type QuorumFacts, quorumHistory, type QuorumRule } from './quorum-rules.ts'

const rule: QuorumRule = { kind: 'number', number: 2, percent: 20, committee: 5, countsProxies: true }

test.each<[Partial<QuorumRule>, number, number | null]>([
  [{ kind: 'none' }, 40, null],
  [{ kind: 'number', number: 10 }, 40, 10],
  [{ kind: 'number', number: 0 }, 40, 1],
  [{ kind: 'share', percent: 20 }, 40, 8],
  [{ kind: 'share', percent: 20 }, 41, 9],
  [{ kind: 'share', percent: 33 }, 100, 33],
  [{ kind: 'share', percent: 33 }, 101, 34],
  [{ kind: 'share', percent: 100 }, 7, 7],
  [{ kind: 'share', percent: 1 }, 0, 1],
  [{ kind: 'committee', committee: 5, number: 3 }, 40, 8],
  [{ kind: 'committee', committee: 0, number: 0 }, 40, 1],
])('%j of a roll of %i needs %s', (some, onRoll, needed) => {
  expect(neededFor({ ...rule, ...some }, onRoll)).toBe(needed)
})

const at = (minute: number) => new Date(Date.UTC(2027, 2, 1, 19, minute))
const stay = (memberId: number, from: number, to: number | null = null) => ({
  memberId,
  from: at(from),
  to: to === null ? null : at(to),
})
const proxy = (principalId: number, holderId: number, from = 0, to: number | null = null) => ({
  principalId,
  holderId,
  from: at(from),
  to: to === null ? null : at(to),
})
const facts = (some: Partial<QuorumFacts>): QuorumFacts => ({
  stays: [],
  proxies: [],
  roll: new Set([1, 2, 3, 4, 5]),
  rule,
  openedAt: at(10),
  closedAt: null,
  ...some,
})
const told = (history: ReturnType<typeof quorumHistory>) =>
  history.changes.map(({ at: moment, isReached }) => [moment.getUTCMinutes(), isReached])

test.each<[string, Partial<QuorumFacts>, { present: number; represented: number; guests: number; isReached: boolean }]>(
  [
    ['an empty room', {}, { present: 0, represented: 0, guests: 0, isReached: false }],
    ['two members', { stays: [stay(1, 0), stay(2, 11)] }, { present: 2, represented: 0, guests: 0, isReached: true }],
    [
      'a member and a guest, who does not count',
      { stays: [stay(1, 0), stay(9, 0)] },
      { present: 1, represented: 0, guests: 1, isReached: false },
    ],
    [
      'a member with a proxy',
      { stays: [stay(1, 0)], proxies: [proxy(2, 1)] },
      { present: 1, represented: 1, guests: 0, isReached: true },
    ],
    [
      'a proxy where those do not count',
      { stays: [stay(1, 0)], proxies: [proxy(2, 1)], rule: { ...rule, countsProxies: false } },
      { present: 1, represented: 1, guests: 0, isReached: false },
    ],
    [
      'a proxy whose holder is not there',
      { stays: [stay(1, 0)], proxies: [proxy(2, 3)] },
      { present: 1, represented: 0, guests: 0, isReached: false },
    ],
    [
      'a proxy whose holder has left',
      { stays: [stay(1, 0), stay(3, 0, 12)], proxies: [proxy(2, 3)] },
      { present: 1, represented: 0, guests: 0, isReached: false },
    ],
    [
      'a proxy whose principal came, who counts once',
      { stays: [stay(1, 0), stay(2, 12)], proxies: [proxy(2, 1, 0, 12)] },
      { present: 2, represented: 0, guests: 0, isReached: true },
    ],
    [
      'a proxy of a member who is not on the roll',
      { stays: [stay(1, 0)], proxies: [proxy(9, 1)] },
      { present: 1, represented: 0, guests: 0, isReached: false },
    ],
    [
      'a proxy that a guest holds',
      { stays: [stay(1, 0), stay(9, 0)], proxies: [proxy(2, 9)] },
      { present: 1, represented: 1, guests: 1, isReached: true },
    ],
    ['no quorum', { rule: { ...rule, kind: 'none' } }, { present: 0, represented: 0, guests: 0, isReached: true }],
  ],
)('%s is counted', (_, some, counted) => {
  expect(quorumHistory(facts(some))).toMatchObject(counted)
})

test('reaching, losing and reaching again is told with its moments', () => {
  const history = quorumHistory(facts({ stays: [stay(1, 5), stay(2, 15, 30), stay(3, 40)] }))
  expect(told(history)).toEqual([
    [10, false],
    [15, true],
    [30, false],
    [40, true],
  ])
})

test('members who change places at one instant lose no quorum', () => {
  expect(told(quorumHistory(facts({ stays: [stay(1, 0), stay(2, 0, 20), stay(3, 20)] })))).toEqual([[10, true]])
})

test('a holder who leaves takes the votes along, and brings them back', () => {
  const history = quorumHistory(facts({ stays: [stay(1, 0, 20), stay(1, 25)], proxies: [proxy(2, 1)] }))
  expect(told(history)).toEqual([
    [10, true],
    [20, false],
    [25, true],
  ])
})

test('a tick that lasted no time counts for nothing, and who leaves and returns at once stays', () => {
  expect(quorumHistory(facts({ stays: [stay(1, 11, 11), stay(2, 0, 20), stay(2, 20)] }))).toMatchObject({
    present: 1,
    guests: 0,
  })
})

test('closing makes everyone leave and loses nothing', () => {
  const history = quorumHistory(facts({ stays: [stay(1, 0, 50), stay(2, 0, 50)], closedAt: at(50) }))
  expect(told(history)).toEqual([[10, true]])
  expect(history).toMatchObject({ present: 2, isReached: true })
})

test('before the opening there is no history, and who is there is counted', () => {
  const history = quorumHistory(facts({ stays: [stay(1, 0), stay(2, 5)], openedAt: null }))
  expect(history).toMatchObject({ present: 2, isReached: true, changes: [] })
})

test('without a quorum none is reached or lost', () => {
  expect(quorumHistory(facts({ stays: [stay(1, 0, 20)], rule: { ...rule, kind: 'none' } }))).toMatchObject({
    needed: null,
    changes: [],
  })
})
