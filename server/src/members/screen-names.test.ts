import { expect, test } from 'vitest'
import { looksLike } from './screen-names.ts'

test.each([
  ['ada', 'аda', 'a Cyrillic a'],
  ['ada', 'ada\u200b', 'a space without width'],
  ['Ian', 'lan', 'a small L for a capital I'],
  ['bob', 'b0b', 'a zero for an o'],
  ['paul', 'ｐａｕｌ', 'wide letters'],
  ['alpha', 'αlpha', 'a Greek alpha'],
  ['ROOT', 'rооt', 'two Cyrillic letters, in capitals or small ones'],
])('the screen names %s and %s look alike: %s', (a, b) => {
  expect([looksLike(a)(b), looksLike(b)(a)]).toEqual([true, true])
})

test.each([
  ['ada', 'ADA', 'the same name is no look-alike, but taken'],
  ['jose', 'josé', 'an accent can be seen'],
  ['ann 1', 'ann 2', 'a number can be told from another'],
  ['Ian', 'Iain', 'a letter more'],
  ['Анна', 'Anna', 'as Cyrillic has letters of its own'],
])('the screen names %s and %s are told apart: %s', (a, b) => {
  expect(looksLike(a)(b)).toBe(false)
})
