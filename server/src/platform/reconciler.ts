import type { Logger } from 'pino'
import { coalesceRuns } from './coalesce-runs.ts'

/** Waits after the first, the second and every further failure. */
const retryMs = [1_000, 2_000, 5_000]

/** All are compared this often, in case nothing told of a difference. */
const ordinaryCheckMs = 60_000

export type Reconciler<K> = {
  /**
   * Brings these in line, now and again until it works. Resolves when a run that began after the call has worked, and
   * rejects when it has not, after which it is tried again all the same.
   */
  follow: (keys: readonly K[]) => Promise<void>
  /** The same for those who wait for nothing. */
  followSoon: (keys: readonly K[]) => void
  /** For how long the one that has waited longest is not known to be as wanted, in milliseconds; 0 when all are. */
  behindMs: () => number
  close: () => void
}

type ReconcilerInput<K> = {
  /** Everything that is to be in line. */
  all: () => readonly K[]
  /** Compares what is wanted with what was delivered, and delivers the difference. */
  run: (keys: K[], signal: AbortSignal) => Promise<void>
  log: Logger
  /** The line in the log when a run fails. */
  failure: string
  checkMs?: number
}

/**
 * Keeps what was delivered in line with what is wanted. Notices only make it sooner: what failed is tried again until it
 * works, and all are compared once a minute.
 */
export const createReconciler = <K>(input: ReconcilerInput<K>): Reconciler<K> => {
  /** Since when these wait, and the number of the last call that named them. */
  const behind = new Map<K, { since: number; call: number }>()
  let calls = 0
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const settle = (upTo: number, keys: readonly K[]) => {
    for (const key of keys) if ((behind.get(key)?.call ?? Infinity) <= upTo) behind.delete(key)
  }
  const tryLater = (error: unknown) => {
    if (isClosed || retry) return
    const waitMs = retryMs[Math.min(failures, retryMs.length - 1)]
    failures += 1
    input.log.error({ err: error, failures }, input.failure)
    retry = setTimeout(() => {
      retry = undefined
      followSoon([...behind.keys()])
    }, waitMs)
  }
  const run = coalesceRuns<K>(async (keys, signal) => {
    const upTo = calls
    await input.run(keys, signal)
    if (signal.aborted) return
    failures = 0
    settle(upTo, keys)
  })
  const follow = async (keys: readonly K[]) => {
    calls += 1
    const since = performance.now()
    for (const key of keys) behind.set(key, { since: behind.get(key)?.since ?? since, call: calls })
    try {
      await run(keys)
    } catch (error) {
      tryLater(error)
      throw error
    }
  }
  const followSoon = (keys: readonly K[]) => void follow(keys).catch(() => undefined)
  const timer = setInterval(() => followSoon(input.all()), input.checkMs ?? ordinaryCheckMs)
  const behindMs = () =>
    [...behind.values()].reduce((longest, { since }) => Math.max(longest, performance.now() - since), 0)
  const close = () => {
    isClosed = true
    clearInterval(timer)
    clearTimeout(retry)
  }
  return { follow, followSoon, behindMs, close }
}
