import { readFileSync } from 'node:fs'

export type TestCount = { passed: number; failed: number; skipped: number }

const nothing: TestCount = { passed: 0, failed: 0, skipped: 0 }

function numberIn(report: unknown, key: string): number {
  const value: unknown = new Map<string, unknown>(Object.entries(report ?? {})).get(key)
  return typeof value === 'number' ? value : 0
}

/** Reads the JSON reports of both runners; null when it is neither. A test that passed when repeated has passed. */
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
    passed: numberIn(report.stats, 'expected') + numberIn(report.stats, 'flaky'),
    failed: numberIn(report.stats, 'unexpected'),
    skipped: numberIn(report.stats, 'skipped'),
  }
}

function readReport(file: string): TestCount | null {
  try {
    return countReport(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** What a stage adds to the sum: its tests, or itself where it has no report or failed in another way. */
export function countStage({ isGood, file }: { isGood: boolean; file: string }): TestCount {
  const count = readReport(file)
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
