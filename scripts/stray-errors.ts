import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/** The variable with the file in which a run keeps them. */
export const strayErrorsKey = 'STRAY_ERRORS_FILE'

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Its first line with the first place in our own code: all that the last lines of a run have room for. */
const saidBy = (stack: string) => {
  const [first = '', ...places] = stack.split('\n')
  const own = places.find((place) => !place.includes('node_modules') && !place.includes('node:'))
  return `${first} ${own?.trim() ?? ''}`.trim()
}

/** Keeps errors that no test caught in the shape of the JSON report, which leaves them out although they fail the run. */
// oxlint-disable-next-line import/no-default-export -- a reporter named by its path is one
export default class StrayErrors implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>) {
    const file = process.env[strayErrorsKey]
    const testResults = errors.map((error) => {
      const fullName = `outside of a test, after "${textOf(error['VITEST_TEST_NAME'])}"`
      const failureMessages = [saidBy(error.stack ?? error.message)]
      const assertionResults = [{ fullName, status: 'failed', failureMessages }]
      return { name: textOf(error['VITEST_TEST_PATH']), status: 'failed', assertionResults }
    })
    if (file !== undefined) writeFileSync(file, JSON.stringify({ testResults }))
  }
}
