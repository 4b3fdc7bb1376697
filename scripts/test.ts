/**
 * `npm test`: every check and every test, in order; a failing stage does not stop the others.
 * `--static` checks the files only, `--only server,e2e` runs some stages. The last line is the sum.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { addCounts, countStage, type FailedTest, failedTests, summaryOf, type TestCount } from './count-tests.ts'
import { findChromium } from './find-chromium.ts'
import { endOnInterrupt, runProcess } from './run-process.ts'
import { chooseStages, type Stage } from './test-stages.ts'

const root = join(import.meta.dirname, '..')
const reports = mkdtempSync(join(tmpdir(), 'spacekeeper-test-'))

// The pinned Node and the installed tools come first, whichever Node the machine has.
const path = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)

const reporters: Record<'vitest' | 'playwright', (file: string) => string[]> = {
  vitest: (file) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  playwright: () => ['--reporter=list,json'],
}

async function environmentOf(stage: Stage, file: string): Promise<NodeJS.ProcessEnv> {
  // Hundreds of programs read the same modules in a run; from the second on they find them compiled.
  const cache = join(reports, 'compiled')
  const env = { ...process.env, PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: file, NODE_COMPILE_CACHE: cache }
  return stage.needsBrowser ? { ...env, CHROMIUM_PATH: await findChromium() } : env
}

async function runCommands(stage: Stage, file: string, only: string[] = []): Promise<boolean> {
  const env = await environmentOf(stage, file)
  const extra = [...only, ...(stage.report ? reporters[stage.report](file) : [])]
  const waiting = [...stage.commands]
  const codes: number[] = []
  const runNext = async (): Promise<void> => {
    const command = waiting.shift()
    if (command === undefined) return
    codes.push(await runProcess([...command, ...extra], { cwd: join(root, stage.folder), env }))
    await runNext()
  }
  await Promise.all([runNext(), ...(stage.isSideBySide ? [runNext()] : [])])
  return codes.every((code) => code === 0)
}

/** More failed files than these are no accident. */
const mostRepeatedFiles = 4

/**
 * Runs the files of failed tests once more, by themselves. A test that then passes depends on how busy the machine is or
 * on what ran before it. The last lines name it, for it has to be mended.
 */
async function passesAlone(stage: Stage, failed: FailedTest[]): Promise<boolean> {
  const files = [...new Set(failed.map((test) => test.file))]
  if (files.length === 0 || files.length > mostRepeatedFiles) return false
  console.log(`\n── ${stage.name}, once more by themselves: ${files.join(', ')}`)
  return runCommands(stage, join(reports, `${stage.name}-again.json`), files)
}

async function runStage(stage: Stage): Promise<{ lines: string[]; count: TestCount }> {
  console.log(`\n── ${stage.name}`)
  const start = performance.now()
  const file = join(reports, `${stage.name}.json`)
  const isGoodAtOnce = await runCommands(stage, file).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return false
  })
  const failed = failedTests(file)
  const isGood = isGoodAtOnce || (await passesAlone(stage, failed))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const unsteady = isGood ? failed : []
  const lines = [
    `${isGood ? 'passed' : 'FAILED'}  ${stage.name}  ${seconds} s`,
    ...unsteady.map(({ title }) => `        passed only by itself, to be mended: ${title}`),
  ]
  console.log(`── ${lines.join('\n')}`)
  const count = countStage({ isGood: isGoodAtOnce, file })
  return { lines, count: isGood ? { ...count, passed: count.passed + count.failed, failed: 0 } : count }
}

async function main() {
  const { values } = parseArgs({ options: { static: { type: 'boolean', default: false }, only: { type: 'string' } } })
  const results: Awaited<ReturnType<typeof runStage>>[] = []
  for (const stage of chooseStages({ only: values.only, isStatic: values.static })) results.push(await runStage(stage))
  const sum = addCounts(results.map(({ count }) => count))
  console.log(`\n${results.flatMap(({ lines }) => lines).join('\n')}\n\n${summaryOf(sum)}`)
  process.exitCode = sum.failed === 0 ? 0 : 1
}

endOnInterrupt()
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
