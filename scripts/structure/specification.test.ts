import { expect, test } from 'vitest'
import { heldSentences } from './specification.ts'

const files = {
  'web/src/doors/door-list.tsx': '',
  'web/src/doors/door-list.test.tsx': `
    test('a door opens', () => {})
    // test('a door that was', () => {})
    test.each([[1], [2]])('%i doors open', () => {})
    test.skip('a door rests', () => {})
  `,
}
const row = (number: string, title: string, path = 'web/src/doors/door-list.tsx') =>
  `| ${number} | doors open | \`${path}\` | \`web/src/doors/door-list.test.tsx › ${title}\` |`
const head = '| § | sentence | done by | held by |\n| --- | --- | --- | --- |\n'

const problemsOf = (rows: string[], different: string[] = []) => {
  const text = `## 1. Doors\n\n${head}${rows.join('\n')}\n\n## Where we differ\n\n${head}${different.join('\n')}\n`
  return heldSentences(new Map(Object.entries({ ...files, 'docs/specification.md': text })))
}

test('a sentence with its file and its test is in order, also one of a table of cases', () => {
  expect(problemsOf([row('1.1', 'a door opens'), row('1.2', '%i doors open'), row('2.1', 'a door opens')])).toEqual([])
})

test.each([
  ['was renamed', 'a door opened'],
  ['is a comment', 'a door that was'],
  ['is skipped', 'a door rests'],
])('a sentence whose test %s is found, with its row and what to do', (_, title) => {
  const [problem, ...more] = problemsOf([row('1.1', title)])
  expect(problem).toMatch(
    /^docs\/specification\.md:5: 1\.1 \(doors open\): .* has no test ".+"; write its new title here/,
  )
  expect(more).toEqual([])
})

test('a file that is gone, or is a test, does no sentence', () => {
  const [gone] = problemsOf([row('1.1', 'a door opens', 'web/src/doors/locks.ts')])
  expect(gone).toContain('there is no web/src/doors/locks.ts')
  const [own] = problemsOf([row('1.1', 'a door opens', 'web/src/doors/door-list.test.tsx')])
  expect(own).toContain('is a test')
})

test('a row without a test, and a row of other columns, are found', () => {
  const [untested] = problemsOf(['| 1.1 | doors open | `web/src/doors/door-list.tsx` | later |'])
  expect(untested).toContain('names no test')
  const [short] = problemsOf(['| 1.1 | doors open | `web/src/doors/door-list.tsx` |'])
  expect(short).toContain('is no row of a sentence')
})

test('a sentence that dropped out leaves a gap in the numbers', () => {
  const [problem] = problemsOf([row('1.1', 'a door opens'), row('1.3', 'a door opens')])
  expect(problem).toContain('1.3 (doors open): does not follow the number above it')
})

test('a difference names a sentence of the tables, what we do instead, and why', () => {
  const held = row('1.1', 'a door opens')
  expect(problemsOf([held], ['| 1.1 | doors open | they stay closed | burglars |'])).toEqual([])
  const [unexplained] = problemsOf([held], ['| 1.1 | doors open | they stay closed |  |'])
  expect(unexplained).toMatch(/^docs\/specification\.md:11: 1\.1 .*says not both/)
  const [unknown] = problemsOf([held], ['| 1.2 | doors open | they stay closed | burglars |'])
  expect(unknown).toContain('stands in none of the tables above')
})
