/**
 * `npm test`: every check and every test; a failing stage does not stop the others. `--static` checks the files only,
 * `--only server,e2e` runs some stages, `--changed` what belongs to the files that differ from HEAD, or from the commit
 * that follows. `--long` gives generated tests their full size. The last line is the sum.
 */
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles, changedStages } from './changed-stages.ts'
import {
  addCounts,
  countStage,
  type FailedTest,
  failedTests,
  strayFileOf,
  summaryOf,
  type TestCount,
} from './count-tests.ts'
import { findChromium } from './find-chromium.ts'
import { endOnInterrupt, runProcess } from './run-process.ts'
import { strayErrorsKey } from './stray-errors.ts'
import { createTestFolder } from './test-folder.ts'
import { chooseStages, planStages, type Stage } from './test-stages.ts'

const root = join(import.meta.dirname, '..')
const folder = createTestFolder()

// The pinned Node and the installed tools come first, whichever Node the machine has.
const path = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)

const reporters: Record<'vitest' | 'playwright', (file: string) => string[]> = {
  vitest: (file) => [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--reporter=${join(root, 'scripts/stray-errors.ts')}`,
  ],
  playwright: () => ['--reporter=list,json'],
}

const workersOf: Record<'vitest' | 'playwright', (count: number) => string> = {
  vitest: (count) => `--maxWorkers=${count}`,
  playwright: (count) => `--workers=${count}`,
}

/** How a stage runs: alone, or beside another; and where it prints if not where we do. */
type StageRun = { isBeside: boolean; output?: number }

async function environmentOf(stage: Stage, file: string): Promise<NodeJS.ProcessEnv> {
  // Hundreds of programs read the same modules in a run; from the second on they find them compiled.
  const cache = join(folder, 'compiled')
  // The compiler and the lint are programs in Go; with more room they take a quarter less time.
  const room = { GOGC: '400' }
  const files = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, [strayErrorsKey]: strayFileOf(file) }
  const own = { ...room, ...files, PATH: path, TMPDIR: folder, NODE_COMPILE_CACHE: cache }
  const env = { ...process.env, ...own }
  return stage.needsBrowser ? { ...env, CHROMIUM_PATH: await findChromium() } : env
}

async function runCommands(
  stage: Stage,
  { file, only = [], isBeside, output }: StageRun & { file: string; only?: string[] },
): Promise<boolean> {
  const env = await environmentOf(stage, file)
  const { report, workers } = stage
  const beside = report && workers !== undefined && isBeside ? [workersOf[report](workers)] : []
  const extra = [...only, ...beside, ...(report ? reporters[report](file) : [])]
  const waiting = [...stage.commands]
  const codes: number[] = []
  const runNext = async (): Promise<void> => {
    const command = waiting.shift()
    if (command === undefined) return
    codes.push(await runProcess([...command, ...extra], { cwd: join(root, stage.folder), env, output }))
    await runNext()
  }
  await Promise.all([runNext(), ...(stage.isSideBySide ? [runNext()] : [])])
  return codes.every((code) => code === 0)
}

type Result = { stage: Stage; isGood: boolean; seconds: number; file: string }

const lineOf = ({ stage, isGood, seconds }: Result) =>
  `${isGood ? 'passed' : 'FAILED'}  ${stage.name}  ${seconds.toFixed(1)} s`

async function runStage(stage: Stage, run: StageRun): Promise<Result> {
  const start = performance.now()
  const file = join(folder, `${stage.name}.json`)
  const isGood = await runCommands(stage, { ...run, file }).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return false
  })
  return { stage, isGood, seconds: (performance.now() - start) / 1000, file }
}

/** Runs stages one after another, each printing as it goes. */
async function runAloud(stages: readonly Stage[], isBeside: boolean): Promise<Result[]> {
  const results: Result[] = []
  for (const stage of stages) {
    console.log(`\n── ${stage.name}`)
    const result = await runStage(stage, { isBeside })
    console.log(`── ${lineOf(result)}`)
    results.push(result)
  }
  return results
}

/** Runs stages beside others; what each prints is read in one piece when it has ended. */
async function runQuietly(stages: readonly Stage[]): Promise<Result[]> {
  const results: Result[] = []
  for (const stage of stages) {
    console.log(`── ${stage.name} begins; what it prints comes when it ends`)
    const printed = join(folder, `${stage.name}.log`)
    const output = openSync(printed, 'a')
    const result = await runStage(stage, { isBeside: true, output })
    closeSync(output)
    console.log(`\n── ${stage.name}\n${readFileSync(printed, 'utf8')}── ${lineOf(result)}`)
    results.push(result)
  }
  return results
}

/** More failed files than these are no accident. */
const mostRepeatedFiles = 4

type RepeatResult = { isGood: boolean; failed: FailedTest[] }

/**
 * Runs the files of failed tests once more, by themselves. A test that then passes depends on how busy the machine is or
 * on what ran before it. The last lines name it, for it has to be mended.
 */
async function runAlone(stage: Stage, failed: FailedTest[]): Promise<RepeatResult> {
  const only = [...new Set(failed.map((test) => test.file))]
  if (only.length === 0 || only.includes('') || only.length > mostRepeatedFiles) return { isGood: false, failed: [] }
  console.log(`\n── ${stage.name}, once more by themselves: ${only.join(', ')}`)
  const file = join(folder, `${stage.name}-again.json`)
  const isGood = await runCommands(stage, { file, only, isBeside: false })
  return { isGood, failed: failedTests(file) }
}

/** More lines than these do not help. */
const mostNamed = 20

const linesOf = (what: string, failed: FailedTest[]) =>
  failed
    .slice(0, mostNamed)
    .map(({ file, title, reason }) => `        ${what}: ${relative(root, file)}: ${title}${reason && ` (${reason})`}`)

/** What the last lines say of a stage. Often they are all that is kept of a run, so they name what failed, and why. */
async function judge(result: Result): Promise<{ lines: string[]; count: TestCount }> {
  const count = countStage(result)
  if (result.isGood) return { lines: [lineOf(result)], count }
  const failed = failedTests(result.file)
  const again = await runAlone(result.stage, failed)
  if (!again.isGood)
    return {
      lines: [lineOf(result), ...linesOf('failed', failed), ...linesOf('failed by itself', again.failed)],
      count,
    }
  return {
    lines: [lineOf({ ...result, isGood: true }), ...linesOf('passed only by itself, to be mended', failed)],
    count: { ...count, passed: count.passed + count.failed, failed: 0 },
  }
}

function stagesAskedFor(): Stage[] {
  const flag = { type: 'boolean', default: false } as const // a kind of option
  const options = { static: flag, changed: flag, long: flag, only: { type: 'string' } } as const // kinds of options
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [base = 'HEAD', ...others] = positionals
  if (others.length > 0 || (positionals.length > 0 && !values.changed))
    throw new Error(`"${positionals.join(' ')}" is not understood. Only --changed is followed by a commit.`)
  if (values.long) process.env['LONG_TESTS'] = '1'
  if (!values.changed) return chooseStages({ only: values.only, isStatic: values.static })
  const files = changedFiles(root, base)
  console.log(`${files.length} files differ from ${base}`)
  return changedStages(files, base)
}

async function main() {
  const { lanes, alone } = planStages(stagesAskedFor())
  const [aloud = [], quiet = []] = lanes
  const results = (await Promise.all([runAloud(aloud, true), runQuietly(quiet)])).flat()
  results.push(...(await runAloud(alone, false)))
  const judged: Awaited<ReturnType<typeof judge>>[] = []
  for (const result of results) judged.push(await judge(result))
  const sum = addCounts(judged.map(({ count }) => count))
  console.log(`\n${judged.flatMap(({ lines }) => lines).join('\n')}\n\n${summaryOf(sum)}`)
  process.exitCode = sum.failed === 0 ? 0 : 1
}

endOnInterrupt()
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
