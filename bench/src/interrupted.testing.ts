import type { BareCalls } from './bare-process.ts'
/** A benchmark of three parts for the test of its interruption: the second never ends, and its process is told of. */
import { startChild, endChildren } from './children.ts'
import { endOnSignal, startRun } from './run.ts'

const print = (text: string) => process.stdout.write(text)
const never = new Promise<never>(() => undefined)

const { interrupt } = startRun(
  [
    { name: 'quick', measure: async () => [{ what: 'rows so far', figure: 1, unit: '' }] },
    {
      name: 'endless',
      measure: async () => {
        const bare = startChild<BareCalls>(new URL('./bare-process.ts', import.meta.url))
        print(`${(await bare.call('ready')).url}\n`)
        return never
      },
    },
    { name: 'later', measure: () => never },
  ],
  { print, say: (text) => process.stderr.write(text) },
)
endOnSignal({ interrupt, cleanUp: endChildren })
// Keeps the program alive, as a benchmark that measures would.
setInterval(() => undefined, 60_000)
