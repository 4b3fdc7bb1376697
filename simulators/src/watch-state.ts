type Watch<S> = { condition: (state: S) => boolean; resolve: (state: S) => void }

const keptEvents = 1_000

/** What a device is at the moment, what has happened to it lately, and who waits for it to change. */
export const watchState = <S extends object, E>(options: {
  initial: S
  describe: (state: S) => string
  onEvent: ((event: E) => void) | undefined
}) => {
  const { describe, onEvent } = options
  const events: E[] = []
  const watches = new Set<Watch<S>>()
  let state = options.initial

  return {
    /** The last thousand. */
    events,
    now: () => state,
    change: (next: Partial<S>, event?: E) => {
      state = { ...state, ...next }
      if (event) {
        if (events.push(event) > keptEvents) events.shift()
        onEvent?.(event)
      }
      for (const watch of watches) if (watch.condition(state)) watch.resolve(state)
    },
    /** Resolves once the device is as wished; rejects with its state when that takes too long. */
    until: (condition: Watch<S>['condition'], timeoutMs = 30_000): Promise<S> =>
      new Promise((resolve, reject) => {
        if (condition(state)) return resolve(state)
        const settle = (end: () => void) => {
          clearTimeout(timer)
          watches.delete(watch)
          end()
        }
        const late = () => settle(() => reject(new Error(`The device never came to be so: ${describe(state)}`)))
        const timer = setTimeout(late, timeoutMs)
        const watch: Watch<S> = { condition, resolve: (reached) => settle(() => resolve(reached)) }
        watches.add(watch)
      }),
  }
}
