import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { hasCode } from '../db/has-code.ts'
import { AppError } from '../http/app-error.ts'

/** A work may use so much of the processor and of memory, and so many may wait for their turn. */
export type AsideLimits = { ms: number; megabytes: number; waiting: number }

const usualLimits: AsideLimits = { ms: 20_000, megabytes: 512, waiting: 16 }

/** A thread without work ends after this. */
const idleMs = 120_000

const busySeconds = 10

/** How much lower than that of doors its priority is: the system gives it what they leave. */
const niceness = 10

/** Others may be served meanwhile for so many times as long; a work that waits for what never comes has an end, too. */
const slowest = 30

const lookMs = 250

type ThreadUsage = { thread: Worker | undefined; cpuMs: number }

const usageOf = async ({ threads: [thread] }: Piscina): Promise<ThreadUsage> => {
  // One that has just ended has no usage any more.
  const { user, system } = (await thread?.cpuUsage().catch(() => undefined)) ?? { user: 0, system: 0 }
  return { thread, cpuMs: (user + system) / 1_000 }
}

/** Says when a work that begins now has used more than it may, however busy the machine is. */
const watchUsage = async (pool: Piscina, ms: number) => {
  const late = new AbortController()
  const before = await usageOf(pool)
  const startedAt = performance.now()
  const look = async () => {
    const { thread, cpuMs } = await usageOf(pool)
    const used = cpuMs - (thread === before.thread ? before.cpuMs : 0)
    if (used > ms || performance.now() - startedAt > slowest * ms) late.abort()
  }
  const timer = setInterval(() => void look(), Math.min(ms, lookMs))
  return { signal: late.signal, end: () => clearInterval(timer) }
}

// TypeScript cannot tell what a module that is loaded elsewhere returns.
const asOutput = (output: unknown) => output as never // what the function of the type that the caller gave returned

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY'

type AsideWork = (input: never) => unknown

/**
 * Opens a thread beside the one that answers doors, for functions that take long, one call after the other. Their modules
 * are loaded there, with the first call; what goes in and comes out is copied, so it is plain data and bytes. A call that
 * takes too long or too much memory is stopped: `workTooLong`. While too many wait: `workBusy`. What a function throws
 * comes back as a plain `Error`: a refusal is better returned.
 */
export const openAside = ({ ms, megabytes, waiting }: AsideLimits = usualLimits) => {
  let pool: Piscina | undefined
  let last: Promise<unknown> = Promise.resolve()
  let inLine = 0
  const open = () =>
    new Piscina({
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      niceIncrement: niceness,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
  const runNow = async (input: unknown, options: { filename: string; name: string }): Promise<never> => {
    pool ??= open()
    const { signal, end } = await watchUsage(pool, ms)
    try {
      return asOutput(await pool.run(input, { ...options, signal }))
    } catch (error) {
      if (signal.aborted || hasCode(error, outOfMemory)) throw new AppError('workTooLong')
      throw error
    } finally {
      end()
    }
  }
  /** Makes the function of this name, which the module exports, run there. */
  return <F extends AsideWork>(
    module: URL,
    name: string,
  ): ((input: Parameters<F>[0]) => Promise<Awaited<ReturnType<F>>>) => {
    const filename = fileURLToPath(module)
    return async (input) => {
      if (inLine > waiting) throw new AppError('workBusy', { retryAfterSeconds: busySeconds })
      inLine += 1
      const turn = last.then(() => runNow(input, { filename, name }))
      last = turn.catch(() => undefined).finally(() => (inLine -= 1))
      return turn
    }
  }
}
