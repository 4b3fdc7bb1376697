/** `npm run bench`: what the portal does, and what the machine would. `npm run bench -- --help` says which parts there are. */
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { endChildren, stopChildren } from './children.ts'
import { helpText, ownParts, readOptions, worldParts, type BenchOptions } from './parts.ts'
import { endOnSignal, startRun, type Part } from './run.ts'
import { removeDataDirs, startWorld, type Effort, type World } from './world.ts'

const full: Effort = { rounds: 5, seconds: 3, pushes: 60 }
const quick: Effort = { rounds: 1, seconds: 1, pushes: 10 }

let cleaning: Promise<void> | undefined

/** Once for all callers: the folders must outlive the processes that write to them. */
const cleanUp = () => (cleaning ??= endChildren().then(removeDataDirs))

/** The portal that many parts share starts with the first of them and ends before the others. */
const chooseParts = ({ names, isQuick, profileDir }: BenchOptions): Part[] => {
  const effort = isQuick ? quick : full
  let world: Promise<World> | undefined
  const shared = () =>
    (world ??= startWorld({ effort, profileDir: profileDir === undefined ? undefined : resolve(profileDir) }))
  const alone = async (measure: (effort: Effort) => ReturnType<Part['measure']>) => {
    await stopChildren()
    return measure(effort)
  }
  return [
    ...Object.entries(worldParts).map(([name, measure]) => ({ name, measure: async () => measure(await shared()) })),
    ...Object.entries(ownParts).map(([name, measure]) => ({ name, measure: () => alone(measure) })),
  ].filter(({ name }) => names.has(name))
}

const runBench = async () => {
  const options = readOptions(process.argv.slice(2))
  if (options.wantsHelp) {
    process.stdout.write(helpText)
    return
  }
  process.stdout.write(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}\n\n`)
  const { ended, interrupt } = startRun(chooseParts(options), {
    print: (text) => process.stdout.write(text),
    say: (text) => process.stderr.write(text),
  })
  endOnSignal({ interrupt, cleanUp })
  const { hasFailed } = await ended
  await cleanUp()
  if (hasFailed) process.exitCode = 1
}

runBench().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
