import { test, expect } from 'vitest'
import { applyChange, isFiltered, readSearch } from './search.ts'

/** Without what is not filtered by. */
const read = (given: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(readSearch(given)).filter(([, value]) => value !== undefined))

test.each([
  [
    { text: 12, subscription: 'cancelling', sort: 'plate', order: 'desc' },
    { text: '12', subscription: 'cancelling', sort: 'plate', order: 'desc' },
  ],
  [{ seen: 'before' }, { seen: 'before', seenDays: 30 }],
  [{ seen: 'never', seenDays: 5 }, { seen: 'never' }],
  [{ deviceId: '7' }, { deviceId: 7, access: 'granted' }],
  [
    { access: 'missing', phone: 'missing', plate: 'given' },
    { phone: 'missing', plate: 'given' },
  ],
  [{ text: '', standing: 'king', seen: '', deviceId: '', card: 'maybe', phone: '', sort: 'password', other: 1 }, {}],
])('the address %j is read as %j', (given, search) => {
  expect(read(given)).toEqual(search)
})

test('words and a state have a place of their own; every other filter can be cleared', () => {
  expect(isFiltered({ text: 'bo', standing: 'active', access: 'granted', seenDays: 3 })).toBe(false)
  expect(isFiltered({ plate: 'given' })).toBe(true)
})

test('a second filter that is set while the first is on its way keeps both', () => {
  const shown = { text: 'bo' }
  const withCard = applyChange(shown, { from: shown, to: { text: 'bo', card: 'yes' } })
  expect(applyChange(withCard, { from: shown, to: { text: 'bo', deviceId: 1 } })).toEqual({
    text: 'bo',
    card: 'yes',
    deviceId: 1,
  })
})

test('a filter that is taken away is away, and the others stay', () => {
  const shown = { text: 'bo', card: 'yes' } as const // narrows the words
  expect(applyChange({ ...shown, deviceId: 1 }, { from: shown, to: { text: 'bo' } })).toEqual({
    text: 'bo',
    card: undefined,
    deviceId: 1,
  })
})
