import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export type TestCount = { passed: number; failed: number; skipped: number }

/** `reason`: the first line of what it said, if it said something. */
export type FailedTest = { file: string; title: string; reason: string }

const nothing: TestCount = { passed: 0, failed: 0, skipped: 0 }

const valueIn = (report: unknown, key: string): unknown =>
  new Map<string, unknown>(Object.entries(report ?? {})).get(key)

function numberIn(report: unknown, key: string): number {
  const value = valueIn(report, key)
  return typeof value === 'number' ? value : 0
}

function listIn(report: unknown, key: string): unknown[] {
  const value = valueIn(report, key)
  return Array.isArray(value) ? value : []
}

/** Reads the JSON reports of both runners; null when it is neither. */
export function countReport(report: unknown): TestCount | null {
  if (typeof report !== 'object' || report === null) return null
  if ('numTotalTests' in report)
    return {
      passed: numberIn(report, 'numPassedTests'),
      failed: numberIn(report, 'numFailedTests'),
      skipped: numberIn(report, 'numPendingTests') + numberIn(report, 'numTodoTests'),
    }
  if (!('stats' in report)) return null
  return {
    passed: numberIn(report.stats, 'expected'),
    failed: numberIn(report.stats, 'unexpected'),
    skipped: numberIn(report.stats, 'skipped'),
  }
}

/** Without colours; what was expected stands further up in the output. */
const firstLine = (message: unknown): string =>
  stripVTControlCharacters(typeof message === 'string' ? message : '').split('\n', 1)[0] ?? ''

const failedOfVitest = (report: unknown): FailedTest[] =>
  listIn(report, 'testResults')
    .filter((file) => valueIn(file, 'status') === 'failed')
    .flatMap((result) => {
      const file = String(valueIn(result, 'name'))
      const failed = listIn(result, 'assertionResults').filter((test) => valueIn(test, 'status') === 'failed')
      // Without a failed test it is the file that did not come up.
      return failed.length === 0
        ? [{ file, title: file, reason: firstLine(valueIn(result, 'message')) }]
        : failed.map((test) => ({
            file,
            title: String(valueIn(test, 'fullName')),
            reason: firstLine(listIn(test, 'failureMessages')[0]),
          }))
    })

const failedOfPlaywright = (suite: unknown): FailedTest[] => [
  ...listIn(suite, 'specs')
    .filter((spec) => valueIn(spec, 'ok') === false)
    .map((spec) => ({
      file: String(valueIn(spec, 'file')),
      title: String(valueIn(spec, 'title')),
      reason: firstLine(
        listIn(spec, 'tests')
          .flatMap((run) => listIn(run, 'results'))
          .map((result) => valueIn(valueIn(result, 'error'), 'message'))
          .find((message) => message !== undefined),
      ),
    })),
  ...listIn(suite, 'suites').flatMap(failedOfPlaywright),
]

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** The file beside a report with the errors that no test caught. */
export const strayFileOf = (file: string) => `${file}.stray`

/** Finds which tests a report of either runner calls failed, and in which files they stand; an error that no test caught, too. */
export function failedTests(file: string): FailedTest[] {
  const report = readReport(file)
  return [...failedOfVitest(report), ...failedOfVitest(readReport(strayFileOf(file))), ...failedOfPlaywright(report)]
}

/** What a stage adds to the sum: its tests, or itself where it has no report or failed in another way. */
export function countStage({ isGood, file }: { isGood: boolean; file: string }): TestCount {
  const count = countReport(readReport(file))
  if (count === null) return isGood ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }
  return isGood ? count : { ...count, failed: Math.max(1, count.failed) }
}

export const addCounts = (counts: readonly TestCount[]): TestCount =>
  counts.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    nothing,
  )

/** `12 passed, 0 failed`, and what was skipped if anything was. */
export const summaryOf = ({ passed, failed, skipped }: TestCount) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
