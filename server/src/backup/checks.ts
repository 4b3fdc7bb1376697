import type { Ctx } from '#platform/ctx.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { gaugeGroup } from '#platform/metrics/gauges.ts'
import { dateOfArchive } from './archive-file.ts'
import {
  backupFolder,
  copiedTo,
  type CopyOutcome,
  lastProof,
  listArchives,
  paceOf,
  readOutcomes,
} from './backup-folder.ts'
import { placesOf } from './copies/stores.ts'
import { currentKey } from './keys.ts'
import { judgeBackups } from './rules.ts'

type StoredOutcome = { at: string; fault: string | null }

const outcomeOf = (stored: StoredOutcome | null | undefined) =>
  stored ? { at: new Date(stored.at), fault: stored.fault } : null

const copiedOf = (stored: CopyOutcome | null) =>
  stored === null
    ? null
    : {
        at: new Date(stored.at),
        fault: stored.fault,
        archiveAt: stored.archive === null ? null : dateOfArchive(stored.archive),
      }

const none = { newest: null, made: null, proven: null, keyTypedAt: null, proofs: 'nightly' } as const

const findBackups = async (ctx: Ctx): Promise<HealthFinding> => {
  const settings = await ctx.settings.all()
  const set = {
    now: ctx.now(),
    isNightly: settings.BACKUP_NIGHTLY,
    allowsClear: settings.BACKUP_COPY_IN_CLEAR,
  }
  const places = placesOf(settings)
  if (!ctx.setup) return judgeBackups({ ...set, ...none, copies: places.map(({ where }) => ({ where, copied: null })) })
  const { dataDir } = ctx.setup
  const [outcomes, archives, key] = await Promise.all([
    readOutcomes(dataDir),
    listArchives(backupFolder(dataDir)),
    currentKey(dataDir),
  ])
  return judgeBackups({
    ...set,
    newest: archives.find(({ manifest }) => manifest !== null) ?? null,
    made: outcomeOf(outcomes.made),
    proofs: paceOf(ctx.setup, outcomes),
    proven: outcomeOf(lastProof(outcomes.proofs)),
    copies: places.map(({ place, where }) => ({ where, copied: copiedOf(copiedTo(outcomes, { place, where })) })),
    keyTypedAt: key?.typedAt ? new Date(key.typedAt) : null,
  })
}

export const backupChecks: readonly HealthCheck[] = [
  { name: 'backup.newest', area: 'site', title: 'Backups', pace: 'now', timeoutMs: 5000, find: findBackups },
]

export const backupGauges = gaugeGroup({
  measures: {
    backup_proven_age_seconds: { help: 'How long ago a backup was last restored for a try, and all was well.' },
    backup_bytes: { help: 'How large the newest backup is.' },
  },
  keptMs: 60_000,
  read: async ({ setup, now }) => {
    if (!setup) return { backup_proven_age_seconds: [], backup_bytes: [] }
    const [{ proofs }, archives] = await Promise.all([
      readOutcomes(setup.dataDir),
      listArchives(backupFolder(setup.dataDir)),
    ])
    const good = lastProof(Object.fromEntries(Object.entries(proofs).filter(([, { fault }]) => fault === null)))
    const [newest] = archives
    return {
      backup_proven_age_seconds: good ? [{ value: (now().getTime() - Date.parse(good.at)) / 1000 }] : [],
      backup_bytes: newest ? [{ value: newest.bytes }] : [],
    }
  },
})
