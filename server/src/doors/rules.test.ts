import { expect, test } from 'vitest'
import { hashTags, sortTags } from './rules.ts'

test.each([
  [[], 'd751713988987e9331980363e24189ce'],
  [['111'], '59f072609ea931e7ff8b5b33c9383891'],
  [['111', '222'], '0509706fa4cad061b1362224c6b96667'],
])('the hash of %j is what devices know', (tags, hash) => {
  expect(hashTags(tags)).toBe(hash)
})

test('the order of the database does not change a hash', () => {
  expect(hashTags(sortTags(['222', '111']))).toBe('0509706fa4cad061b1362224c6b96667')
})

test('lists that differ never read the same', () => {
  const lists = [['1', '2'], ["1', '2"], [`1", '2`], ['1\\', '2'], ["1\\', '2"], [`'"`], [`\\'"`]]
  expect(new Set(lists.map(hashTags)).size).toBe(lists.length)
})
