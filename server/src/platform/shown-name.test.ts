import { nameChoices } from '@spacekeeper/contract/members/words.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { chatName, type NameFacts, nameColumns, shownName, shownNameOf, staffName, staffNameOf } from './shown-name.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const bo = { first_name: 'Bo', last_name: 'Lindqvist', screen_name: 'moth' }

const cases: [
  choice: NameFacts['name_choice'],
  byDefault: (typeof nameChoices)[number],
  shown: string,
  staff: string,
][] = [
  [null, 'screenName', 'moth', 'moth (Bo Lindqvist)'],
  [null, 'firstName', 'Bo', 'Bo (Bo Lindqvist)'],
  [null, 'fullName', 'Bo Lindqvist', 'Bo Lindqvist'],
  ['screenName', 'fullName', 'moth', 'moth (Bo Lindqvist)'],
  ['firstName', 'screenName', 'Bo', 'Bo (Bo Lindqvist)'],
  ['fullName', 'screenName', 'Bo Lindqvist', 'Bo Lindqvist'],
]

test.each(cases)(
  'of a choice of %s where the space shows the %s, members read "%s"',
  (choice, byDefault, shown, staff) => {
    const member = { ...bo, name_choice: choice }
    expect([shownName(member, byDefault), staffName(member, byDefault)]).toEqual([shown, staff])
  },
)

test('queries name members exactly as the rule does', async () => {
  for (const nameChoice of [undefined, ...nameChoices])
    await aMember(portal.db, { firstName: 'Bo', lastName: 'O’Neil', ...(nameChoice && { nameChoice }) })
  for (const byDefault of nameChoices) {
    const rows = await portal.db
      .selectFrom('members as m')
      .select([...nameColumns, shownNameOf('m', byDefault).as('shown'), staffNameOf('m', byDefault).as('staff')])
      .execute()
    expect(rows).toHaveLength(4)
    for (const row of rows) {
      expect([row.shown, row.staff]).toEqual([shownName(row, byDefault), staffName(row, byDefault)])
    }
  }
})

test('the chat reads what members read but never a full name, and of hidden members no name', () => {
  const member = { ...bo, name_choice: null, is_hidden_from_members: false }
  expect(nameChoices.map((byDefault) => chatName(member, byDefault))).toEqual(['moth', 'Bo', 'moth'])
  expect(chatName({ ...member, is_hidden_from_members: true }, 'screenName')).toBe('A member')
})
