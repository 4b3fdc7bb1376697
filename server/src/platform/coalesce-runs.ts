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
