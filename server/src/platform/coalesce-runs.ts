/**
 * Makes a function that works on keys run one call at a time; all that is asked for meanwhile is done together
 * in the next run. What a caller gets resolves when a run that began after the call has ended.
 */
export const coalesceRuns = <K>(run: (keys: K[]) => Promise<void>): ((keys: readonly K[]) => Promise<void>) => {
  let wanted = new Set<K>()
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined

  const start = async () => {
    // A moment for whatever else arrives in the same breath.
    await (current?.catch(() => undefined) ?? new Promise((resolve) => setImmediate(resolve)))
    current = next
    next = undefined
    const keys = [...wanted]
    wanted = new Set()
    try {
      await run(keys)
    } finally {
      if (!next) current = undefined
    }
  }
  return (keys) => {
    if (keys.length === 0) return Promise.resolve()
    for (const key of keys) wanted.add(key)
    next ??= start()
    return next
  }
}

type WaitingCall<K, V> = { input: K; resolve: (answer: V) => void; reject: (error: unknown) => void }

/** So many calls are answered by one run. */
const mostCalls = 256

/**
 * Makes a function that answers single calls, of a run that answers many: in the order of its inputs. Runs go one at a
 * time, and each begins after the calls it answers. One that fails fails its calls alone.
 */
export const coalesceCalls = <K, V>(
  run: (inputs: readonly K[]) => Promise<readonly V[]>,
): ((input: K) => Promise<V>) => {
  let waiting: WaitingCall<K, V>[] = []

  const answer = async (calls: readonly WaitingCall<K, V>[]) => {
    try {
      const answers = await run(calls.map(({ input }) => input))
      for (const [at, given] of answers.entries()) calls[at]?.resolve(given)
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }
  const drain = coalesceRuns(async (_: 'all'[]) => {
    const calls = waiting
    waiting = []
    for (let at = 0; at < calls.length; at += mostCalls) await answer(calls.slice(at, at + mostCalls))
  })
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      void drain(['all'])
    })
}
