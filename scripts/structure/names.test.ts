import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { nounTypeNames, uniqueTypeNames, uniqueValueNames } from './names.ts'

test('a type name that stands twice is found', () => {
  const files = {
    'server/src/doors/a.ts': 'export type Opening = 1\ntype Props = 1',
    'server/src/doors/b.ts': 'type Opening = 2\ntype Props = 2',
    'server/src/doors/b.test.ts': 'type Opening = 3',
  }
  expect(blamed(uniqueTypeNames, files)).toEqual(['server/src/doors/b.ts'])
})

test('a value that one workspace exports twice is found', () => {
  const files = {
    'server/src/doors/rules.ts': 'export const refusalOf = 1\nconst wordsOf = 1',
    'server/src/visits/rules.ts': 'export async function refusalOf() {}\nexport const wordsOf = 1',
    'web/src/doors/doors-card.tsx': 'export const refusalOf = 1',
    'server/src/doors/doors.test.ts': 'export const refusalOf = 1',
  }
  expect(blamed(uniqueValueNames, files)).toEqual(['server/src/visits/rules.ts'])
})

test('names that every domain has by rule may stand in each of them, and so may calls of the contract', () => {
  const files = {
    'server/src/doors/jobs.ts': 'export const jobs = 1',
    'server/src/visits/jobs.ts': 'export const jobs = 1',
    'server/src/doors/personal-data.ts': 'export const personalData = 1',
    'server/src/visits/personal-data.ts': 'export const personalData = 1',
    'web/src/doors/doors-page.tsx': 'export const Route = 1',
    'web/src/visits/visits-page.tsx': 'export const Route = 1',
    'web/src/doors/api.ts': 'export const { update } = api.doors',
    'web/src/visits/api.ts': 'export const { update } = api.visits',
  }
  expect(blamed(uniqueValueNames, files)).toEqual([])
  const strays = {
    'server/src/doors/lists.ts': 'export const jobs = 1',
    'server/src/visits/rows.ts': 'export const jobs = 1',
  }
  expect(blamed(uniqueValueNames, strays)).toEqual(['server/src/visits/rows.ts'])
})

test('a type or schema that is named after an act is found', () => {
  const strays = {
    'server/src/doors/a.ts': 'export type ChargeWish = 1',
    'server/src/doors/b.ts': 'type Asked = 1',
    'web/src/doors/c.tsx': 'type TurnedOn = 1',
    'contract/src/doors/shapes.ts': 'export const RefundDone = z.object({})',
    'server/src/doors/d.test.ts': 'type Heard = 1',
  }
  const right = {
    'server/src/doors/e.ts': 'export type ChargeFilter = 1\ntype CalendarFeed = 1\ntype TopUp = 1\ntype CheckIn = 1',
    'web/src/doors/f.tsx': 'const Refused = () => null',
    'server/src/doors/g.ts': 'type SentPhoto = 1\n// type Asked = 1',
  }
  expect(blamed(nounTypeNames, { ...right, ...strays })).toEqual(Object.keys(strays))
})
