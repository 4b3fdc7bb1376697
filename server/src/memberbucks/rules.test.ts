import { expect, test } from 'vitest'
import { isCovered, isSameMovement } from './rules.ts'

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
  const booked = { amountCents: -250, type: 'card' }
  expect(isSameMovement(booked, { amountCents: -250, type: 'card' })).toBe(true)
  expect(isSameMovement(booked, { amountCents: -251, type: 'card' })).toBe(false)
  expect(isSameMovement(booked, { amountCents: -250, type: 'cash' })).toBe(false)
})
