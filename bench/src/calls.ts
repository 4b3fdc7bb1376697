/** What a process of the benchmark can be asked to do, each with one argument that JSON can carry. */
export type BenchCalls = Record<string, (input: never) => unknown>

export type CallMessage = { id: number; name: string; input: unknown }
export type AnswerMessage = { id: number; result?: unknown; error?: string }

type BenchCall = (input: unknown) => unknown

const callNamed = (calls: BenchCalls, name: string) => calls[name] as BenchCall | undefined // both ends are typed by the same Calls
const asCall = (message: unknown) => message as CallMessage // only children.ts speaks to these processes

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Answers the calls of the process that started this one, and ends with it, however that one ends:
 * the line between the two is cut then. Ctrl-C reaches the whole group but is the parent's to answer.
 */
export const serveCalls = (calls: BenchCalls, close: () => Promise<void> = async () => {}) => {
  process.on('message', (message) => {
    const { id, name, input } = asCall(message)
    const answer = (rest: Omit<AnswerMessage, 'id'>) => process.connected && process.send?.({ id, ...rest })
    Promise.resolve()
      .then(() => callNamed(calls, name)?.(input))
      .then(
        (result) => answer({ result }),
        (error: unknown) => answer({ error: textOf(error) }),
      )
  })
  process.on('SIGINT', () => undefined)
  process.once('disconnect', () => {
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${textOf(error)}\n`)
        process.exit(1)
      },
    )
  })
}

/** What this process takes: processor time so far, and memory now. */
export const usage = () => {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() }
}
