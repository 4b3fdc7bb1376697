import type { Ctx } from '#platform/ctx.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'

const usualTimeoutMs = 10_000

/** What a check found; null where there is nothing to look at. */
export type HealthResult = { check: HealthCheck; finding: HealthFinding | null; lookedAt: Date }

const lateFinding = (timeoutMs: number): HealthFinding => ({
  state: 'unknown',
  says: `There was no answer within ${Math.round(timeoutMs / 1000)} seconds.`,
  todo: 'Press Check again. If it stays like this, something is very slow or doesn’t answer at all.',
})

const failedFinding: HealthFinding = {
  state: 'unknown',
  says: 'This check couldn’t run.',
  todo: 'Press Check again. If it stays like this, the log of the portal says why.',
}

/** One check. It never throws and never takes longer than its time; what it finds after that is not heard. */
const runCheck = async (ctx: Ctx, check: HealthCheck): Promise<HealthResult> => {
  const timeoutMs = check.timeoutMs ?? usualTimeoutMs
  const limit = new AbortController()
  const { promise: late, resolve } = Promise.withResolvers<HealthFinding>()
  const timer = setTimeout(() => {
    resolve(lateFinding(timeoutMs))
    limit.abort()
  }, timeoutMs)
  const look = async () => {
    try {
      return await check.find(ctx, limit.signal)
    } catch (error) {
      if (!limit.signal.aborted) ctx.log.warn({ err: error, check: check.name }, 'a check of the doctor failed')
      return failedFinding
    }
  }
  const finding = await Promise.race([look(), late]).finally(() => clearTimeout(timer))
  return { check, finding, lookedAt: ctx.now() }
}

/** Runs checks side by side. */
export const examine = (ctx: Ctx, checks: readonly HealthCheck[]): Promise<HealthResult[]> =>
  Promise.all(checks.map((check) => runCheck(ctx, check)))
