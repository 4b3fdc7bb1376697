import { expect, test } from 'vitest'
import { applyChange } from './read-search.ts'

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
