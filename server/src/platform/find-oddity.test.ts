import { expect, test } from 'vitest'
import { findOddity } from './find-oddity.ts'

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

test.each<[string, unknown, string]>([
  ['a NUL', { a: ['x', { b: 'x\u0000' }] }, 'a.1.b'],
  ['half a character', { a: '\ud83d' }, 'a'],
  ['half a character in a name', { 'a\udc00': 1 }, 'a\ufffd'],
  ['a name that every object has', { a: { toString: 1 } }, 'a.toString'],
  ['a prototype', JSON.parse('{"a":{"__proto__":1}}'), 'a.__proto__'],
  ['a number that is no longer exact', { a: 2 ** 53 }, 'a'],
  ['a number below what is exact', { a: -(2 ** 53) }, 'a'],
  ['a number without end', { a: Infinity }, 'a'],
  ['nesting without end', { a: nested(100_000) }, 'a'],
  ['a whole body that is no text', 'x\u0000', 'body'],
])('%s is found, and where it stands', (_, value, field) => {
  expect(findOddity(value)?.field).toBe(field)
})

test.each([null, undefined, '', 'Ørsted 🎫', 2 ** 53 - 1, -0.5, true, [], { a: [{ b: null }] }, nested(15)])(
  '%j holds nothing odd',
  (value) => {
    expect(findOddity(value)).toBeNull()
  },
)

test('what a protocol answers by itself is left to it', () => {
  const leniency = { takesOddText: true, takesLargeNumbers: true }
  expect(findOddity({ card: '1\u0000\ud800', kwh: 1e308 }, leniency)).toBeNull()
  expect(findOddity({ card: { valueOf: 1 } }, leniency)?.field).toBe('card.valueOf')
})
