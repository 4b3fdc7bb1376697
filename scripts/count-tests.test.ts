import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addCounts, countReport, countStage, failedTests, strayFileOf, summaryOf } from './count-tests.ts'
import StrayErrors, { strayErrorsKey } from './stray-errors.ts'
import { chooseStages, planStages } from './test-stages.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spacekeeper-count-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const reported = (report: unknown) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('the reports of both runners are counted', () => {
  const vitest = { numTotalTests: 6, numPassedTests: 3, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 }
  expect(countReport(vitest)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  const playwright = { stats: { expected: 4, unexpected: 2, skipped: 3 } }
  expect(countReport(playwright)).toEqual({ passed: 4, failed: 2, skipped: 3 })
  expect(countReport([])).toBeNull()
})

test('a stage without a report counts as one test', () => {
  expect(countStage({ isGood: true, file: join(folder, 'none.json') })).toEqual({ passed: 1, failed: 0, skipped: 0 })
  expect(countStage({ isGood: false, file: join(folder, 'none.json') })).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a stage that fails although its tests passed is not counted as green', () => {
  const file = reported({ numTotalTests: 2, numPassedTests: 2 })
  expect(countStage({ isGood: false, file })).toEqual({ passed: 2, failed: 1, skipped: 0 })
})

test('failed tests are found in the reports of both runners, with their files and what they said', () => {
  const vitest = {
    testResults: [
      { name: '/a.test.ts', status: 'passed', assertionResults: [{ fullName: 'a', status: 'passed' }] },
      {
        name: '/b.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'b', status: 'failed', failureMessages: ['Error: 1 is not \u001B[32m2\u001B[39m\n at b'] },
        ],
      },
      { name: '/c.test.ts', status: 'failed', assertionResults: [], message: 'no such module\n at c' },
    ],
  }
  expect(failedTests(reported(vitest))).toEqual([
    { file: '/b.test.ts', title: 'b', reason: 'Error: 1 is not 2' },
    { file: '/c.test.ts', title: '/c.test.ts', reason: 'no such module' },
  ])
  const specs = [
    { title: 'buys', file: 'a.spec.ts', ok: true },
    {
      title: 'sells',
      file: 'a.spec.ts',
      ok: false,
      tests: [{ results: [{}, { error: { message: 'Error: no button\n at d' } }] }],
    },
  ]
  expect(failedTests(reported({ suites: [{ suites: [{ specs }] }] }))).toEqual([
    { title: 'sells', file: 'a.spec.ts', reason: 'Error: no button' },
  ])
  expect(failedTests(join(folder, 'none.json'))).toEqual([])
})

test('an error that no test caught is named among the failed, although the report leaves it out', () => {
  const file = reported({ numTotalTests: 1, numPassedTests: 1, testResults: [] })
  vi.stubEnv(strayErrorsKey, strayFileOf(file))
  const stack = 'Error: left alone\n at listOnTimeout (node:timers:1)\n at Timeout (/repo/src/a.ts:2)'
  const error = { name: 'Error', message: 'left alone', VITEST_TEST_PATH: '/a.test.ts', VITEST_TEST_NAME: 'buys' }
  new StrayErrors().onTestRunEnd([], [{ ...error, stack, stacks: [] }], 'failed')
  expect(failedTests(file)).toEqual([
    {
      file: '/a.test.ts',
      title: 'outside of a test, after "buys"',
      reason: 'Error: left alone at Timeout (/repo/src/a.ts:2)',
    },
  ])
})

test('the sum names skipped tests only when there are some', () => {
  const one = { passed: 1, failed: 0, skipped: 0 }
  expect(summaryOf(addCounts([one, one]))).toBe('2 passed, 0 failed')
  expect(summaryOf(addCounts([one, { passed: 0, failed: 1, skipped: 2 }]))).toBe('1 passed, 1 failed, 2 skipped')
})

test('the browser tests bring the build they need', () => {
  expect(chooseStages({ only: 'e2e,lint', isStatic: false }).map(({ name }) => name)).toEqual(['lint', 'build', 'e2e'])
})

test('an unknown stage is refused by name', () => {
  expect(() => chooseStages({ only: 'sever', isStatic: false })).toThrow('There is no stage "sever"')
})

const names = (stages: readonly { name: string }[]) => stages.map(({ name }) => name)

test('the checks run beside the tests of the screens, and what starts databases and browsers alone after them', () => {
  const { lanes, alone } = planStages(chooseStages({ only: undefined, isStatic: false }))
  expect(names(alone)).toEqual(['build', 'server', 'e2e'])
  expect(lanes.map((lane) => names(lane).at(-1))).toEqual(['db-types', 'web'])
  expect([...alone, ...lanes.flat()]).toHaveLength(chooseStages({ only: undefined, isStatic: false }).length)
})

test('stages of one lane run one after another and print as they go', () => {
  const chosen = chooseStages({ only: 'format,knip', isStatic: false })
  const { lanes, alone } = planStages(chosen)
  expect(names(alone)).toEqual(['format', 'knip'])
  expect(lanes).toEqual([])
})

test('the lint runs beside the other checks where no tests do', () => {
  const { lanes } = planStages(chooseStages({ only: undefined, isStatic: true }))
  expect(lanes.map(names)).toEqual([['format', 'structure', 'knip', 'types', 'db-types'], ['lint']])
})
