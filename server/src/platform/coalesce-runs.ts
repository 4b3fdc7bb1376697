/** A run that takes longer hangs: it fails, and the next begins. Each connection gives up long before. */
const longestRunMs = 60_000

/** Fails late work. `signal` tells it, so that it does nothing more. */
const inTime = async <T>(work: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> => {
  const stop = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`This took longer than ${ms / 1000} s.`)
    reject(error)
    stop.abort(error)
  }, ms)
  try {
    return await Promise.race([work(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Makes a function that works on keys run one call at a time; all that is asked for meanwhile is done together
 * in the next run. What a caller gets resolves when a run that began after the call has ended. A run that hangs is given
 * up after a minute, and hears so by its signal.
 */
export const coalesceRuns = <K>(
  run: (keys: K[], signal: AbortSignal) => Promise<void>,
  longestMs = longestRunMs,
): ((keys: readonly K[]) => Promise<void>) => {
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
      await inTime((signal) => run(keys, signal), longestMs)
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
