import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { hasCode } from '../db/has-code.ts'
import { AppError } from '../http/app-error.ts'

/** A work may use this much, and so many may wait for their turn. */
export type AsideLimits = { ms: number; megabytes: number; waiting: number }

const usualLimits: AsideLimits = { ms: 20_000, megabytes: 512, waiting: 16 }

/** A thread without work ends after this. */
const idleMs = 120_000

const busySeconds = 10

/** How much lower than that of doors its priority is: the system gives it what they leave. */
const niceness = 10

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
  const open = () =>
    new Piscina({
      minThreads: 0,
      maxThreads: 1,
      maxQueue: waiting,
      idleTimeout: idleMs,
      niceIncrement: niceness,
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
  /** Makes the function of this name, which the module exports, run there. */
  return <F extends AsideWork>(
    module: URL,
    name: string,
  ): ((input: Parameters<F>[0]) => Promise<Awaited<ReturnType<F>>>) => {
    const filename = fileURLToPath(module)
    return async (input) => {
      pool ??= open()
      if (pool.queueSize >= waiting) throw new AppError('workBusy', { retryAfterSeconds: busySeconds })
      const late = AbortSignal.timeout(ms)
      try {
        return asOutput(await pool.run(input, { filename, name, signal: late }))
      } catch (error) {
        if (late.aborted || hasCode(error, outOfMemory)) throw new AppError('workTooLong')
        throw error
      }
    }
  }
}
