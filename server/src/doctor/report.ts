import type { HealthLine } from '@spacekeeper/contract/doctor/routes.ts'
import { isFeatureOn } from '@spacekeeper/contract/features.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, record } from '#platform/db/change.ts'
import type { HealthCheck } from '#platform/health-check.ts'
import { examine, type HealthResult } from './examination.ts'
import { forgetOtherResults, keptOf, listResults, storeResults } from './results.ts'
import { isDue, linesOf } from './rules.ts'

/** So long a result is not asked for again, however often the page is opened. */
const keepMs = 10_000

/** Work that is done once for all who ask while it goes on and in the moment after. */
const keepOutcome = <T>(run: (ctx: Ctx) => Promise<T>) => {
  let current: Promise<T> | undefined
  let endedAt: number | undefined
  return (ctx: Ctx): Promise<T> => {
    const isFresh = endedAt === undefined || performance.now() - endedAt < keepMs
    if (current && isFresh) return current
    endedAt = undefined
    const started = run(ctx)
    current = started
    started.then(
      () => (endedAt = performance.now()),
      () => (current = undefined),
    )
    return started
  }
}

/** Keeps what was found on looking at a page. A database that takes nothing more is among what it finds, so that is no failure. */
const keep = async (ctx: Ctx, results: readonly HealthResult[]): Promise<void> => {
  try {
    await record(ctx, async (work) => ({ result: undefined, tell: await storeResults(work, results) }))
  } catch (error) {
    ctx.log.warn({ err: error }, 'what the doctor found was not stored')
  }
}

export type Doctor = {
  /** What is known of all checks; those that cost little are run for it. */
  report: (ctx: Ctx) => Promise<HealthLine[]>
  /** The same after running all of them. */
  lookAgain: (ctx: Ctx) => Promise<HealthLine[]>
}

/** The doctor of one process. */
export const openDoctor = (checks: readonly HealthCheck[]): Doctor => {
  const quick = checks.filter(({ pace }) => pace === 'now')
  const lookQuickly = keepOutcome(async (ctx) => {
    const results = await examine(ctx, quick)
    await keep(ctx, results)
    return results
  })
  const lookAtAll = keepOutcome(async (ctx) => {
    const results = await examine(ctx, checks)
    await change(ctx, 'doctor.looked', async (work) => ({ result: undefined, tell: await storeResults(work, results) }))
    return results
  })
  const withKept = async (ctx: Ctx, results: readonly HealthResult[]) => {
    const kept = await listResults(ctx)
    for (const result of results) {
      const stored = kept.get(result.check.name)
      // Another process, or a press of the button, may have looked since.
      if (!stored || stored.lookedAt <= result.lookedAt) kept.set(result.check.name, keptOf(result))
    }
    const settings = await ctx.settings.all()
    const wanted = checks.filter(({ feature }) => feature === undefined || isFeatureOn(feature, settings))
    return linesOf(wanted, { kept, now: ctx.now() })
  }
  return {
    report: async (ctx) => withKept(ctx, await lookQuickly(ctx)),
    lookAgain: async (ctx) => withKept(ctx, await lookAtAll(ctx)),
  }
}

/** Runs the checks whose time has come and keeps what they find. */
export const lookAround = async (ctx: Ctx, checks: readonly HealthCheck[]): Promise<void> => {
  const kept = await listResults(ctx)
  const due = checks.filter((check) => isDue(check, kept.get(check.name)?.lookedAt ?? null, ctx.now()))
  const results = await examine(ctx, due)
  const names = checks.map(({ name }) => name)
  await record(ctx, async (work) => {
    await forgetOtherResults(work, names)
    return { result: undefined, tell: await storeResults(work, results) }
  })
}
