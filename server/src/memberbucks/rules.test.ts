import { permissions } from '@spacekeeper/contract/permissions.ts'
import { expect, test } from 'vitest'
import type { Actor } from '#platform/ctx.ts'
import { isCovered, isSameMovement, mayBookFor } from './rules.ts'

test.each([
  { has: 500, moves: -500, floor: 0, isCovered: true },
  { has: 500, moves: -501, floor: 0, isCovered: false },
  { has: 0, moves: -1, floor: 0, isCovered: false },
  { has: 0, moves: -2000, floor: -2000, isCovered: true },
  { has: 0, moves: -2001, floor: -2000, isCovered: false },
  { has: -300, moves: -1, floor: 0, isCovered: false },
  { has: -300, moves: 100, floor: 0, isCovered: true },
  { has: 0, moves: -99_999, floor: null, isCovered: true },
])('$has cents cover $moves with a floor of $floor: $isCovered', ({ has, moves, floor, isCovered: expected }) => {
  expect(isCovered({ balanceCents: has, amountCents: moves, floorCents: floor })).toBe(expected)
})

test('a key stands for one amount and one kind of movement', () => {
  const booked = { amountCents: -250, type: 'web', contraAccount: 'donation' } as const
  expect(isSameMovement(booked, { ...booked })).toBe(true)
  expect(isSameMovement(booked, { ...booked, amountCents: -251 })).toBe(false)
  expect(isSameMovement(booked, { ...booked, type: 'cash' })).toBe(false)
  expect(isSameMovement(booked, { ...booked, contraAccount: 'vendingIncome' })).toBe(false)
})

const treasurer: Actor = {
  kind: 'member',
  id: 1,
  isAdmin: false,
  permissions: ['money'],
  state: 'active',
  sessionId: 1,
}

test.each<[string, Actor, number, boolean]>([
  ['who looks after money for another member', treasurer, 2, true],
  ['who looks after money for themselves', treasurer, 1, false],
  ['who holds every permission for themselves', { ...treasurer, permissions }, 1, false],
  ['an administrator for themselves', { ...treasurer, isAdmin: true, permissions }, 1, true],
  ['the portal for anybody', { kind: 'system' }, 1, true],
])('%s may book: %#', (_, actor, memberId, expected) => {
  expect(mayBookFor(actor, memberId)).toBe(expected)
})
