import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { onceADay } from '#platform/jobs/daily-work.ts'
import { handle, job } from '#platform/jobs/job.ts'
import { backupFolder, lastProof, paceOf, readOutcomes } from './backup-folder.ts'
import { ownSetup } from './backup-run.ts'
import { withinLimit } from './copies/copy-store.ts'
import { claimPlace } from './copies/place-owner.ts'
import { openStore, placesOf } from './copies/stores.ts'
import { erasedName, noteErased } from './erased-accounts.ts'
import { isProofDue } from './rules.ts'

const newMs = 60 * 60 * 1000

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))

const run = promisify(execFile)

/** Below that of the portal: doors come first. */
const niceness = 10

/**
 * Backs up in a process of its own: it takes minutes on a small machine, and gives its memory back. What else went wrong
 * once the archive was made is no reason to make another; the doctor says it.
 */
const backUp = async (ctx: Ctx, isProven: boolean): Promise<void> => {
  const { dataDir } = ownSetup(ctx)
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
  const running = run(
    process.execPath,
    ['--max-old-space-size=256', cli, 'backup', '--by-portal', ...(isProven ? ['--prove'] : [])],
    { env },
  )
  if (running.child.pid !== undefined) setPriority(running.child.pid, niceness)
  try {
    await running
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(said === '' ? 'The backup ended by itself.' : said, { cause: error })
  }
}

export const backUpNow = job('backUpNow', z.object({}))

export const nightlyBackup = job('nightlyBackup', z.object({}))

export const noteErasedAccount = job(
  'noteErasedAccount',
  z.object({ memberId: z.number().int(), at: z.iso.datetime() }),
)

/** The work of the day is asked for at each start, also at the first one, when there is nothing to lose yet. */
const isNew = async (ctx: Ctx): Promise<boolean> => {
  const [row] = await readRows(ctx, sql<{ first: Date }>`select min(applied_at) as first from schema_migrations`)
  return row === undefined || ctx.now().getTime() - row.first.getTime() < newMs
}

const isDue = async (ctx: Ctx): Promise<boolean> =>
  ctx.setup !== undefined && (await ctx.settings.get('BACKUP_NIGHTLY')) && !(await isNew(ctx))

/** Others wait for the worker of the portal. */
const tellMs = 20_000

/** Where it fails, the next backup brings it. */
const tellStores = async (ctx: Ctx, name: string): Promise<void> => {
  const { dataDir } = ownSetup(ctx)
  const settings = await ctx.settings.all()
  for (const { place, where } of placesOf(settings)) {
    const store = await openStore(place, settings, { dataDir, patience: 'brief' })
    const tell = async () => {
      await claimPlace(ctx, store, { folder: backupFolder(dataDir) })
      await store.put(join(backupFolder(dataDir), name), name)
    }
    try {
      await withinLimit(tellMs, tell())
    } catch (error) {
      ctx.log.warn({ where, reason: store.explain(error) }, 'an erased account was not noted beside the copies')
    } finally {
      await store.close()
    }
  }
}

const outcomesOf = (ctx: Ctx) => readOutcomes(ownSetup(ctx).dataDir)

/** Whether tonight's backup is restored for a try. */
const isTried = async (ctx: Ctx): Promise<boolean> => {
  const outcomes = await outcomesOf(ctx)
  const last = lastProof(outcomes.proofs)
  return isProofDue(paceOf(ownSetup(ctx), outcomes), { last: last ? new Date(last.at) : null, now: ctx.now() })
}

export const backupJobs = [
  handle(backUpNow, async (ctx) => backUp(ctx, paceOf(ownSetup(ctx), await outcomesOf(ctx)) !== 'impossible')),
  onceADay(
    handle(nightlyBackup, async (ctx) => {
      if (await isDue(ctx)) await backUp(ctx, await isTried(ctx))
    }),
    '02:20',
  ),
  handle(noteErasedAccount, async (ctx, { memberId, at }) => {
    const folder = backupFolder(ownSetup(ctx).dataDir)
    await noteErased(folder, { memberId, at: new Date(at) })
    await tellStores(ctx, erasedName(memberId))
  }),
]
