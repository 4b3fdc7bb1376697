import { expect, test } from 'vitest'
import { helpText, longParts, partNames, readOptions } from './parts.ts'

const namesOf = (...args: string[]) => [...readOptions(args).names]

test('all parts run but the long ones', () => {
  expect(namesOf()).toEqual(partNames.filter((name) => !longParts.has(name)))
  expect(namesOf('--quick')).not.toContain('renewals')
})

test('a long part runs when it is named, and with all', () => {
  expect(namesOf('--only', 'renewals')).toEqual(['renewals'])
  expect(namesOf('--all')).toEqual(partNames)
})

test('parts are named with spaces or commas', () => {
  expect(namesOf('--only', 'lists', 'fleet')).toEqual(['lists', 'fleet'])
  expect(namesOf('--only', 'lists,fleet')).toEqual(['lists', 'fleet'])
})

test('a part that is not there is answered with those that are', () => {
  expect(() => readOptions(['--only', 'list'])).toThrow(`There is no part "list". There are: ${partNames.join(', ')}.`)
  expect(() => readOptions(['--only'])).toThrow('Name a part.')
})

test('the help names every part', () => {
  expect(partNames.filter((name) => !helpText.includes(name))).toEqual([])
})
