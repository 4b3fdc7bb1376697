import { settings } from '@spacekeeper/contract/index.ts'
import type { KeptData, RetentionState } from '@spacekeeper/contract/retention/routes.ts'
import type { Setting } from '@spacekeeper/contract/setting.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Domains } from '#platform/domain.ts'
import { daysOf } from '#platform/retention/clean-up.ts'
import type { Retention } from '#platform/retention/retention.ts'

const reasonOf = (retention: Retention): string => {
  if ('reason' in retention) return retention.reason
  const setting: Setting = settings[retention.setting]
  return setting.reason ?? setting.help
}

const retentionsOf = (domains: Domains) => domains.flatMap(({ retentions = [] }) => retentions)

const tablesOf = (domains: Domains) => domains.flatMap(({ personalData }) => Object.values(personalData?.tables ?? {}))

/** What nothing deletes, and why not. Several tables may share one line. */
const unlimited = (domains: Domains): KeptData[] => {
  const lines = tablesOf(domains).flatMap(({ kept }) => ('title' in kept ? [kept] : []))
  return [...new Map(lines.map((line) => [line.title, line])).values()].map(({ title, reason }) => ({
    title,
    days: null,
    reason,
  }))
}

/** All of it, with what the clean-up did last. */
export const listKeptData = async (
  ctx: Ctx,
  domains: Domains,
): Promise<{ limited: RetentionState[]; others: KeptData[] }> => {
  const rows = await ctx.db.selectFrom('retention_runs').selectAll().execute()
  const runs = new Map(rows.map((row) => [row.name, row]))
  const limited = await Promise.all(
    retentionsOf(domains).map(async (retention): Promise<RetentionState> => {
      const run = runs.get(retention.name)
      return {
        name: retention.name,
        title: retention.title,
        days: await daysOf(ctx, retention),
        reason: reasonOf(retention),
        setting: 'setting' in retention ? retention.setting : null,
        lastRun: run?.ran_at ? { at: run.ran_at.toISOString(), deleted: run.deleted } : null,
        total: run?.total ?? 0,
      }
    }),
  )
  return { limited, others: unlimited(domains) }
}

/** What is kept about members: of each table of theirs what ends its rows, or why nothing does. */
export const listOwnKeptData = async (ctx: Ctx, domains: Domains): Promise<KeptData[]> => {
  const names = new Set(tablesOf(domains).flatMap(({ kept }) => ('title' in kept ? [] : kept)))
  const limited = retentionsOf(domains).filter(({ name }) => names.has(name))
  return [
    ...(await Promise.all(
      limited.map(async (retention) => ({
        title: retention.title,
        days: await daysOf(ctx, retention),
        reason: reasonOf(retention),
      })),
    )),
    ...unlimited(domains),
  ]
}
