import { clockMs } from './stats.ts'
import { tableText, type Row } from './table.ts'

/** The rows measured under one name. */
export type Part = { name: string; measure: () => Promise<Row[]> }

type RunOutput = {
  /** Takes the figures. */
  print: (text: string) => void
  /** Takes what a person who waits wants to know. */
  say: (text: string) => void
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Measures parts one after another and prints the rows of each when it ends; one that fails leaves the others theirs. */
export const startRun = (parts: readonly Part[], { print, say }: RunOutput) => {
  const left = parts.map(({ name }) => name)
  let hasFailed = false
  let isInterrupted = false

  const attempt = async ({ name, measure }: Part) => {
    const startedAt = clockMs()
    say(`${name}…`)
    try {
      const rows = await measure()
      if (isInterrupted) return
      say(` ${((clockMs() - startedAt) / 1_000).toFixed(0)} s\n`)
      print(`\n${tableText(name, rows)}\n\n`)
    } catch (error) {
      // A part that an interruption cut off fails for that reason alone.
      if (isInterrupted) return
      hasFailed = true
      say(` failed: ${reasonOf(error)}\n`)
    }
    left.shift()
  }

  const ended = (async () => {
    for (const part of parts) if (!isInterrupted) await attempt(part)
    return { hasFailed }
  })()

  /** Takes no more rows, and says which parts have printed none. */
  const interrupt = () => {
    isInterrupted = true
    say(`\nInterrupted. Not measured: ${left.join(', ')}.\n`)
  }
  return { ended, interrupt }
}

type BenchEnding = { interrupt: () => void; cleanUp: () => Promise<void> }

/** On Ctrl-C, or a request to end, ends what was started and then this process. */
export const endOnSignal = ({ interrupt, cleanUp }: BenchEnding) => {
  const stop = () => {
    interrupt()
    cleanUp()
      .catch((error: unknown) => console.error(reasonOf(error)))
      .finally(() => process.exit(130))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
