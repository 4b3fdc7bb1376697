/** So long the portal may take to answer what is read, what is written, and until a file begins to come. */
const readMs = 15_000
const writeMs = 30_000
const fileMs = 60_000
/** A file may take so long where the portal does not say how large it is. */
const unknownFileMs = 10 * 60_000
/** A line that carries less than this in a millisecond is as good as none. */
const slowestBytes = 16
/** From then on the screen says that it waits. */
const slowMs = 4000

/** Why a call ended without an answer: its deadline, the reader, or the screen that no longer wants it. */
export type WaitEnd = 'late' | 'givenUp' | 'cancelled'

/** Options of a call; Query hands the signal to what it calls. */
export type CallContext = {
  signal?: AbortSignal
  /** Asked for in the background: the screen says nothing of it. */
  isQuiet?: boolean
  /** Where it is not the member the page is drawn for. Null: any that is logged in. */
  forMember?: number | null
}

const bytesMs = (bytes: number) => bytes / slowestBytes

export const deadlineOf = ({ method, isFile }: WireRoute, file: unknown): number => {
  if (isFile) return fileMs
  if (method === undefined) return readMs
  return writeMs + (file instanceof Blob ? bytesMs(file.size) : 0)
}

/** How much longer a file may take that has begun to come. */
export const fileDeadline = ({ headers }: Response): number => {
  const bytes = Number(headers.get('content-length') ?? 0)
  return bytes > 0 ? fileMs + bytesMs(bytes) : unknownFileMs
}

const slowCalls = new Set<() => void>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The calls that the screen waits for longer than usual. */
export const slow = {
  isAny: () => slowCalls.size > 0,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  giveUp: () => {
    for (const giveUp of slowCalls) giveUp()
  },
}

/** Waits for one call until its deadline. By hand, because the browsers we build for cannot join signals. */
export const startWaiting = (deadlineMs: number, { signal, isQuiet = false }: CallContext) => {
  const ending = new AbortController()
  let ended: WaitEnd | null = null
  const end = (reason: WaitEnd) => () => {
    ended ??= reason
    ending.abort()
  }
  const giveUp = end('givenUp')
  const cancel = end('cancelled')
  let deadline = setTimeout(end('late'), deadlineMs)
  const slowTimer = setTimeout(() => {
    if (isQuiet) return
    slowCalls.add(giveUp)
    tell()
  }, slowMs)
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  return {
    signal: ending.signal,
    /** Null while it may still be answered. */
    ended: () => ended,
    extend: (ms: number) => {
      clearTimeout(deadline)
      deadline = setTimeout(end('late'), ms)
    },
    stop: () => {
      clearTimeout(deadline)
      clearTimeout(slowTimer)
      signal?.removeEventListener('abort', cancel)
      if (slowCalls.delete(giveUp)) tell()
    },
  }
}
