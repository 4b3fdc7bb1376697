import { expect, test } from 'vitest'
import { blamed } from './structure/blamed.testing.ts'
import { nothingUnfinished, reasonedAssertions, reasonedSuppressions } from './structure/comments.ts'
import { mappedDomains, namedPathsExist } from './structure/documents.ts'
import { longFiles, nounFileNames, testingFiles } from './structure/names.ts'
import { currentRouteTree } from './structure/route-tree.ts'
import { ownedTables, ownTables } from './structure/table-owners.ts'

const contract = { 'contract/src/doors/routes.ts': '', 'contract/src/route.ts': '' }

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

test('a file named after an act is found', () => {
  const strays = {
    'server/src/doors/list-doors.ts': '',
    'web/src/doors/read-door.ts': '',
    'contract/src/doors/check-door.ts': '',
  }
  const known = {
    'server/src/doors/lists.ts': '',
    'server/src/doors/card-lists.ts': '',
    'web/src/doors/use-door.ts': '',
    'server/src/platform/db/open-database.ts': '',
  }
  expect(blamed(nounFileNames, { ...known, ...strays })).toEqual(Object.keys(strays))
})

test('a file of a few lines without a reason is found', () => {
  const files = {
    'server/src/doors/lists.ts': 'export const a = 1\n',
    'server/src/doors/cards.ts': '// On its own: two domains share it.\nexport const a = 1\n',
    'server/src/doors/rules.ts': 'export const a = 1\n',
    'server/src/doors/door.testing.ts': 'export const a = 1\n',
    'contract/src/doors/card-words.ts': 'export const a = 1\n',
    'server/src/doors/long.ts': 'export const a = 1\n'.repeat(25),
  }
  expect(blamed(longFiles, files)).toEqual(['server/src/doors/lists.ts'])
})

test('what is for tests is used by tests only', () => {
  const helper = { 'server/src/doors/door.testing.ts': 'export const aDoor = 1' }
  const use = "import { aDoor } from './door.testing.ts'"
  const files = { ...helper, 'server/src/doors/lists.ts': use, 'server/src/doors/lists.test.ts': use }
  expect(blamed(testingFiles, files)).toEqual(['server/src/doors/lists.ts'])
})

test('a write to the table of another domain is found, and a table without an owner', () => {
  const owner = {
    'server/src/access/domain.ts': "name: 'access',\n  tables: ['grants', 'swipes'],\n  data: { tables: {} }",
  }
  const files = {
    ...owner,
    'server/src/access/a.ts': "tx.insertInto('grants')",
    'server/src/doors/a.ts': "tx.deleteFrom('grants').where('device_id', '=', 1)",
    'server/src/doors/b.ts': 'sql`update grants set source = 1`',
    'server/src/doors/c.ts': "db.selectFrom('grants') // update grants set",
    'server/src/doors/a.test.ts': "db.insertInto('grants')",
    'server/src/seed/space.ts': "db.insertInto('grants')",
  }
  expect(blamed(ownTables, files)).toEqual(['server/src/doors/a.ts', 'server/src/doors/b.ts'])
  const migrations = { 'server/migrations/0001_x.sql': 'create table grants (\n);\ncreate table orphans (\n);' }
  const claim = { 'server/src/doors/domain.ts': "tables: ['orphans', 'grants']" }
  const problems = (parts: Record<string, string>) => ownedTables(new Map(Object.entries(parts)))
  expect(problems({ ...migrations, ...owner })).toEqual([expect.stringContaining('orphans belongs to 0')])
  expect(problems({ ...migrations, ...owner, ...claim })).toEqual([expect.stringContaining('grants belongs to 2')])
})

test('a tree of routes that is not what the pages say is found', () => {
  const pages = {
    'web/src/auth/home-page.tsx': "export const Route = createFileRoute('/')({ component: HomePage })",
    'web/src/kiosks/kiosk-page.tsx': "export const Route = createFileRoute('/kiosk')({ component: KioskPage })",
  }
  const written = (id: string) =>
    `import { Route as home } from './auth/home-page.tsx'\nimport { Route as kiosk } from './kiosks/kiosk-page.tsx'\n` +
    `const a = home.update({\n  id: '/',\n})\nconst b = kiosk.update({\n  id: '${id}',\n})\n`
  const files = (id: string) => ({ ...pages, 'web/src/routeTree.gen.ts': written(id) })
  expect(blamed(currentRouteTree, files('/kiosk'))).toEqual([])
  expect(blamed(currentRouteTree, files('/screen'))).toEqual(['web/src/routeTree.gen.ts'])
})

test('a domain that is missing from the map or from the list of the server is found', () => {
  const map = (...rows: string[]) => ({ 'docs/ARCHITECTURE.md': `## The map\n\n${rows.join('\n')}\n\n## The tree\n` })
  const files = { ...contract, 'server/src/doors/domain.ts': '' }
  const list = { 'server/src/domains.ts': "import { doorsDomain } from './doors/domain.ts'" }
  expect(blamed(mappedDomains, { ...files, ...list, ...map('| `doors` | what opens |') })).toEqual([])
  expect(blamed(mappedDomains, { ...files, ...map('| `doors` |  |', '| `locks` | old |') })).toEqual([
    'docs/ARCHITECTURE.md',
    'docs/ARCHITECTURE.md',
    'server/src/domains.ts',
  ])
})
