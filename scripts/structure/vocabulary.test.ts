import { expect, test } from 'vitest'
import { blamed } from './blamed.testing.ts'
import { knownFileNames, mirroredDomains, plainWords, shortFiles, sortedFolders, tellingFolders } from './vocabulary.ts'

const contract = { 'contract/src/doors/routes.ts': '', 'contract/src/route.ts': '' }

test('a domain folder or journey without a contract is found', () => {
  const files = {
    ...contract,
    'server/src/doors/rules.ts': '',
    'e2e/doors.spec.ts': '',
    'e2e/doors-lists.spec.ts': '',
    'server/src/platform/log/log.ts': '',
  }
  expect(blamed(mirroredDomains, files)).toEqual([])
  const strays = { 'server/src/locks/rules.ts': '', 'web/src/route/api.ts': '', 'e2e/swipes.spec.ts': '' }
  expect(blamed(mirroredDomains, { ...contract, ...strays })).toEqual(Object.keys(strays))
})

test('a file name outside the vocabulary is found', () => {
  const known = [
    'server/src/doors/lists.ts',
    'server/src/doors/card-lists.test.ts',
    'server/src/doors/door.testing.ts',
    'web/src/doors/doors-page.tsx',
    'web/src/doors/text.ts',
    'contract/src/doors/card-numbers.ts',
  ]
  expect(blamed(knownFileNames, Object.fromEntries(known.map((path) => [path, ''])))).toEqual([])
  const strays = [
    'server/src/doors/doorLists.ts',
    'web/src/doors/door.tsx',
    'server/src/doors/lists.tsx',
    'contract/src/doors/cardNumbers.ts',
  ]
  expect(blamed(knownFileNames, Object.fromEntries(strays.map((path) => [path, ''])))).toEqual(strays)
})

test('folders within a domain are for large ones, and hold no folders', () => {
  const few = { 'server/src/doors/lists.ts': '', 'server/src/doors/parts/list.ts': '' }
  expect(blamed(knownFileNames, few)).toEqual(['server/src/doors/parts/list.ts'])
  const many = Object.fromEntries(Array.from({ length: 26 }, (_, at) => [`server/src/doors/list-${at}.ts`, '']))
  const deep = { ...many, 'server/src/doors/parts/list.ts': '', 'server/src/doors/parts/more/list.ts': '' }
  expect(blamed(knownFileNames, deep)).toEqual(['server/src/doors/parts/more/list.ts'])
})

test('more than 30 source files side by side in a domain are found, in all three tiers', () => {
  const filesOf = (folder: string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/list-${at}.ts`, '']))
  const tests = { 'server/src/doors/lists.test.ts': '', 'server/src/doors/lists.testing.ts': '' }
  expect(blamed(sortedFolders, { ...filesOf('server/src/doors', 30), ...tests })).toEqual([])
  expect(
    blamed(sortedFolders, { ...filesOf('server/src/doors', 30), ...filesOf('server/src/doors/cards', 30) }),
  ).toEqual([])
  for (const folder of ['contract/src/doors', 'server/src/doors', 'web/src/doors/cards'])
    expect(blamed(sortedFolders, filesOf(folder, 31))).toEqual([folder])
})

test('a word that does not say who is meant is found, in sources and documents', () => {
  const [none, anyone, theirs] = ['No body', 'who ever', 'h is'].map((parts) => parts.replace(' ', ''))
  const files = {
    'web/src/doors/text.ts': `export const doorsText = { none: '${none} yet' }`,
    'server/src/doors/rules.ts': `// Opens for ${anyone} has the card.`,
    'docs/guide/doors.md': `A member and ${theirs} card.`,
    'docs/guide/running.md': 'PostgreSQL runs as `nobody`.',
    'server/src/doors/lists.ts': "// No one's body, and the history of theirs.",
  }
  expect(blamed(plainWords, files)).toEqual(Object.keys(files).slice(0, 3))
})

test('a folder whose name says nothing is found', () => {
  expect(blamed(tellingFolders, { 'web/src/platform/utils/dates.ts': '', 'docs/lib.md': '' })).toEqual([
    'web/src/platform/utils/dates.ts',
  ])
})

test('a file of more than 300 lines is found, unless it is generated', () => {
  const files = {
    'server/src/a.ts': 'x\n'.repeat(300),
    'server/src/b.ts': 'x\n'.repeat(301),
    'server/src/c.gen.ts': 'x\n'.repeat(900),
  }
  expect(blamed(shortFiles, files)).toEqual(['server/src/b.ts'])
})
