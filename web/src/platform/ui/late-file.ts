/** A portal that restarts, or a line that was lost for a moment, is back within these. */
const shortPausesMs = [1000, 2000]
const firstPauseMs = 5000
export const longestPauseMs = 60_000

/** Grows with each try that failed, for screens on which no member presses a button. */
export const growingPauseMs = (tries: number) => Math.min(firstPauseMs * 2 ** tries, longestPauseMs)

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const loadInTries = async <T>(load: () => Promise<T>): Promise<T> => {
  for (const pauseMs of shortPausesMs) {
    try {
      return await load()
    } catch {
      await pause(pauseMs)
    }
  }
  return load()
}

type LateFile<T> = {
  /** Null until it is there. `isMissing`: the last tries failed. */
  read: () => { file: T | null; isMissing: boolean }
  /** Calls back when that changes. */
  subscribe: (onChange: () => void) => () => void
  /** Asks for it, unless it is there or on its way. */
  load: () => Promise<T>
}

/** Keeps a file that comes late, so that it is drawn at once where it is there already. */
export const lateFile = <T>(load: () => Promise<T>): LateFile<T> => {
  let state: { file: T | null; isMissing: boolean } = { file: null, isMissing: false }
  let asked: Promise<T> | null = null
  const listeners = new Set<() => void>()
  const set = (next: typeof state) => {
    state = next
    for (const listener of listeners) listener()
  }
  const ask = async () => {
    try {
      const file = await loadInTries(load)
      set({ file, isMissing: false })
      return file
    } catch (error) {
      set({ file: null, isMissing: true })
      throw error
    } finally {
      asked = null
    }
  }
  return {
    read: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    load: () => {
      if (state.file !== null) return Promise.resolve(state.file)
      asked ??= ask()
      return asked
    },
  }
}
