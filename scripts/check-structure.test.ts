import { expect, test } from 'vitest'
import { nothingUnfinished, reasonedAssertions, reasonedSuppressions } from './structure/comments.ts'
import { namedPathsExist, numberedDecisions, numberedMigrations } from './structure/documents.ts'
import { importsPointDown, noDomainCycles, noFileCycles } from './structure/imports.ts'
import type { Check } from './structure/tree.ts'
import * as vocabulary from './structure/vocabulary.ts'

/** The paths a check complains about in a tree of these files. */
const blamed = (check: Check, files: Record<string, string>) =>
  check(new Map(Object.entries(files))).map((problem) => problem.split(/:\d*/)[0])

const contract = { 'contract/src/doors.ts': '', 'contract/src/route.ts': '' }

test('a domain folder or journey without a contract is found', () => {
  const files = {
    ...contract,
    'server/src/doors/rules.ts': '',
    'e2e/doors.spec.ts': '',
    'server/src/platform/log/log.ts': '',
  }
  expect(blamed(vocabulary.mirroredDomains, files)).toEqual([])
  const strays = { 'server/src/locks/rules.ts': '', 'web/src/route/api.ts': '', 'e2e/swipes.spec.ts': '' }
  expect(blamed(vocabulary.mirroredDomains, { ...contract, ...strays })).toEqual(Object.keys(strays))
})

test('a file name outside the vocabulary is found', () => {
  const known = [
    'server/src/doors/lock-door.ts',
    'server/src/doors/rules.test.ts',
    'web/src/doors/doors-page.tsx',
    'web/src/doors/text.ts',
  ]
  expect(blamed(vocabulary.knownFileNames, Object.fromEntries(known.map((path) => [path, ''])))).toEqual([])
  const strays = [
    'server/src/doors/service.ts',
    'web/src/doors/door.tsx',
    'web/src/doors/parts/door-card.tsx',
    'server/src/doors/lock-door.tsx',
  ]
  expect(blamed(vocabulary.knownFileNames, Object.fromEntries(strays.map((path) => [path, ''])))).toEqual(strays)
})

test('a file of the contract that is not one noun is found', () => {
  const files = { ...contract, 'contract/src/door-list.ts': '', 'contract/src/v1/doors.ts': '' }
  expect(blamed(vocabulary.contractFileNames, files)).toEqual(['contract/src/door-list.ts', 'contract/src/v1/doors.ts'])
})

test('a folder whose name says nothing is found', () => {
  expect(blamed(vocabulary.tellingFolders, { 'web/src/platform/utils/dates.ts': '', 'docs/lib.md': '' })).toEqual([
    'web/src/platform/utils/dates.ts',
  ])
})

test('a command that does not export its own name is found', () => {
  const files = {
    'server/src/doors/lock-door.ts': 'export const lockDoor = 1',
    'server/src/doors/grant-access.ts': 'export async function grantAccess() {}',
    'server/src/doors/bump-door.ts': '// export const bumpDoor\nexport const bump = 1',
  }
  expect(blamed(vocabulary.namedAfterExport, files)).toEqual(['server/src/doors/bump-door.ts'])
})

test('a file of more than 250 lines is found, unless it is generated', () => {
  const files = {
    'server/src/a.ts': 'x\n'.repeat(250),
    'server/src/b.ts': 'x\n'.repeat(251),
    'server/src/c.gen.ts': 'x\n'.repeat(900),
  }
  expect(blamed(vocabulary.shortFiles, files)).toEqual(['server/src/b.ts'])
})

test('an import that points up or into what is private is found', () => {
  const wrong = {
    'server/src/platform/db/a.ts': "import { findDoor } from '../../doors/queries.ts'",
    'server/src/platform/db/b.ts': "import { config } from '../../config.ts'",
    'server/src/doors/a.ts': "import { app } from '../app.ts'",
    'server/src/doors/b.ts': "import { x } from '../members/routes.ts'",
    'web/src/doors/a.tsx': "import { x } from '../members/member-page.tsx'",
    'web/src/doors/b.ts': "import type { x } from '../../../server/src/doors/queries.ts'",
    'simulators/src/door.ts': "const x = await import('@spacekeeper/server/app.ts')",
    'contract/src/doors.ts': "export { x } from '../../simulators/src/door.ts'",
  }
  expect(blamed(importsPointDown, wrong)).toEqual(Object.keys(wrong))
})

test('imports that point down, of packages, and in tests and comments are fine', () => {
  const right = {
    'server/src/doors/a.ts':
      "import { x } from '../members/queries.ts'\nimport { y } from '#platform/db/change.ts'\nimport { z } from 'zod'",
    'server/src/doors/doors.test.ts': "import { startTestPortal } from '../test-portal.ts'",
    'server/src/doors/b.ts':
      "// import { app } from '../app.ts'\nimport { doors } from '@spacekeeper/contract/doors.ts'",
    'e2e/doors.spec.ts': "import { startDoor } from '@spacekeeper/simulators/door.ts'",
  }
  expect(blamed(importsPointDown, right)).toEqual([])
})

test('files that import each other are found, unless only types go back', () => {
  const a = "import { b } from './b.ts'"
  expect(blamed(noFileCycles, { 'scripts/a.ts': a, 'scripts/b.ts': "import { a } from './a.ts'" })).toEqual([
    'scripts/a.ts',
  ])
  expect(blamed(noFileCycles, { 'scripts/a.ts': a, 'scripts/b.ts': "import type { A } from './a.ts'" })).toEqual([])
})

test('domains that import each other are found', () => {
  const files = {
    'server/src/doors/queries.ts': "import { x } from '../members/queries.ts'",
    'server/src/members/rules.ts': "import type { y } from '../doors/rules.ts'",
  }
  expect(blamed(noDomainCycles, files)).toEqual(['server/src/doors'])
})

test('a suppression without its reason is found', () => {
  const files = {
    'web/src/a.ts': 'f() // oxlint-disable-line no-console',
    'web/src/b.ts': '// @ts-expect-error\nf()',
    'web/src/c.ts': 'f() // oxlint-disable-line no-console -- the program prints this',
    'web/src/d.ts': '// @ts-expect-error writing outside change() is refused\nf()',
    'web/src/e.ts': "const text = '// oxlint-disable-line'",
  }
  expect(blamed(reasonedSuppressions, files)).toEqual(['web/src/a.ts', 'web/src/b.ts'])
})

test('an assertion without its reason is found', () => {
  const files = {
    'web/src/a.ts': 'const x = y as string',
    'web/src/b.ts': '/* far away */\n\n\n\nconst x = (y) as unknown as { z: 1 }',
    'web/src/c.ts': 'const x = y as string // the parser made sure of it',
    'web/src/d.ts': "import { a as b } from './a.ts'\nconst x = ['a'] as const\nconst sql = `select 1\n as n`",
    'web/src/e.ts': 'type X = { [K in keyof T as Upper<K>]: 1 }',
    'web/src/f.ts': 'const quote = /[\'"`]/\nconst x = y as string',
  }
  expect(blamed(reasonedAssertions, files)).toEqual(['web/src/a.ts', 'web/src/b.ts', 'web/src/b.ts', 'web/src/f.ts'])
})

test('unfinished work is found in comments, styles and documents', () => {
  const mark = ['TO', 'DO'].join('')
  const files = {
    'web/src/a.ts': `// ${mark} later`,
    'docs/a.md': `a ${mark}`,
    'web/src/b.ts': `const ${mark.toLowerCase()} = 1`,
  }
  expect(blamed(nothingUnfinished, files)).toEqual(['web/src/a.ts', 'docs/a.md'])
})

test('a document that names what is not there is found', () => {
  const there = { 'scripts/test.ts': '', 'server/src/doors/rules.ts': '' }
  const right =
    'See `scripts/test.ts`, `server/src/doors/`, [rules](../server/src/doors/rules.ts), `web/src/<domain>/`, server/nothing.'
  expect(blamed(namedPathsExist, { ...there, 'docs/a.md': right })).toEqual([])
  const wrong = 'Run `node scripts/tests.ts`, see [here](glossary.md#door).\n```\nls server/src/locks\n```'
  expect(blamed(namedPathsExist, { ...there, 'README.md': wrong })).toEqual(['README.md', 'README.md', 'README.md'])
})

test('a gap or a double in the migrations is found', () => {
  const tree = (...names: string[]) => Object.fromEntries(names.map((name) => [`server/migrations/${name}`, '']))
  expect(blamed(numberedMigrations, tree('0001_a.sql', '0002_b.sql'))).toEqual([])
  expect(blamed(numberedMigrations, tree('0001_a.sql', '0003_b.sql'))).toEqual(['server/migrations/0003_b.sql'])
  expect(blamed(numberedMigrations, tree('0001_a.sql', '0001_b.sql'))).toEqual(['server/migrations/0001_b.sql'])
})

test('two decisions of one number, and a title with another, are found', () => {
  const at = (name: string) => `docs/decisions/${name}.md`
  const one = { [at('0001-a')]: '# 1. A', [at('0002-b')]: '# 2. B' }
  expect(blamed(numberedDecisions, one)).toEqual([])
  expect(blamed(numberedDecisions, { ...one, [at('0002-c')]: '# 2. C' })).toEqual([at('0002-c')])
  expect(blamed(numberedDecisions, { ...one, [at('0003-c')]: '# 2. C' })).toEqual([at('0003-c')])
})
