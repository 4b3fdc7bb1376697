import { codeKeepingStrings } from './source.ts'
import { isTest, type Check, type Tree } from './tree.ts'

const document = 'docs/specification.md'
const differences = '## Where we differ'
const howToMend = 'docs/testing.md says how a row is written'

/** `what` is a few words of ours, by which people find the sentence. */
type SentenceRow = { line: number; number: string; what: string; cells: string[] }

/** A test's title directly after `test(` or, of a table, after its cases. */
const namedTest =
  /(?:\btest(?:\.(?:each|for|concurrent))*|\))\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>)[^\\])*)\k<quote>/g
const number = /^[1-9]\.\d+$/
const code = /`([^`]+)`/g
const apart = ' › '

const spansIn = (cell = '') => [...cell.matchAll(code)].map(([, span = '']) => span)

const testTitles = (text: string): string[] =>
  [...codeKeepingStrings(text).matchAll(namedTest)].map(({ groups = {} }) =>
    (groups['title'] ?? '').replaceAll(/\\(.)/g, '$1'),
  )

/** The rows of tables but for their heads, which have no number. */
const rowsOf = (text: string, firstLine = 1): SentenceRow[] =>
  text.split('\n').flatMap((line, at) => {
    if (!line.startsWith('|')) return []
    const [head = '', what = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return head === '§' || /^[-: ]+$/.test(head) ? [] : [{ line: firstLine + at, number: head, what, cells }]
  })

/** Why a sentence is not done in this file; null when it is. */
const fileProblem = (tree: Tree, path: string): string | null => {
  if (!tree.has(path)) return `there is no ${path}; name the file that does it now`
  return isTest(path) ? `${path} is a test; name the file that does it` : null
}

const testProblem = (tree: Tree, span: string): string | null => {
  const [path = '', ...rest] = span.split(apart)
  const title = rest.join(apart)
  const text = isTest(path) ? tree.get(path) : undefined
  if (text === undefined) return `there is no test file ${path}; name the test that holds it now`
  if (testTitles(text).includes(title)) return null
  return `${path} has no test "${title}"; write its new title here, or name another test that holds the sentence`
}

const problemsOf = (tree: Tree, { number: own, what, cells }: SentenceRow): (string | null)[] => {
  const [doneBy, heldBy] = cells
  if (!number.test(own) || what === '' || cells.length !== 2) return [`is no row of a sentence; ${howToMend}`]
  const files = spansIn(doneBy)
  const tests = spansIn(heldBy)
  return [
    files.length === 0 ? `names no file that does it; ${howToMend}` : null,
    tests.length === 0 ? `names no test that holds it; ${howToMend}` : null,
    ...files.map((path) => fileProblem(tree, path)),
    ...tests.map((span) => testProblem(tree, span)),
  ]
}

const told = ({ line, number: own, what }: SentenceRow, problem: string) =>
  `${document}:${line}: ${own} (${what}): ${problem}`

/** Sentences are numbered 2.1, 2.2 and so on, so that none drops out unnoticed. */
const misnumbered = (rows: SentenceRow[]): string[] =>
  rows.flatMap((row, at) => {
    const [section, place] = row.number.split('.').map(Number)
    const [sectionBefore, placeBefore] = (rows[at - 1]?.number ?? '0.0').split('.').map(Number)
    const isNext =
      section === sectionBefore
        ? place === Number(placeBefore) + 1
        : section === Number(sectionBefore) + 1 && place === 1
    return isNext ? [] : [told(row, 'does not follow the number above it; each sentence has its row, in order')]
  })

/** Every sentence of the specification names a file that does it and a test that holds it, and differences say why. */
export const heldSentences: Check = (tree) => {
  const [sentences = '', different = ''] = (tree.get(document) ?? '').split(differences)
  const rows = rowsOf(sentences)
  const numbers = new Set(rows.map((row) => row.number))
  const unheld = rows.flatMap((row) =>
    problemsOf(tree, row).flatMap((problem) => (problem === null ? [] : [told(row, problem)])),
  )
  const unexplained = rowsOf(different, sentences.split('\n').length).flatMap((row) => {
    const isWhole = row.cells.length === 2 && row.cells.every((cell) => cell !== '')
    if (!isWhole) return [told(row, 'says not both what we do instead and why')]
    return numbers.has(row.number) ? [] : [told(row, 'stands in none of the tables above')]
  })
  return [...misnumbered(rows), ...unheld, ...unexplained]
}
