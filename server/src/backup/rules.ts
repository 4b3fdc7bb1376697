import type { ProofPace } from '@spacekeeper/contract/backup/routes.ts'
import type { HealthFinding } from '#platform/health-check.ts'
import { formatBytes } from '../doctor/machine-checks.ts'

const dayMs = 24 * 60 * 60 * 1000

export type KeptCounts = { daily: number; weekly: number; monthly: number }

type DatedArchive = { name: string; at: Date }

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The Monday of its week. */
const weekOf = (at: Date): string => {
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return dayOf(new Date(at.getTime() - sinceMonday * dayMs))
}

const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

/** The newest archive of each of the last so many days, weeks or months that have one. */
const newestOfEach = (
  archives: readonly DatedArchive[],
  { periodOf, count }: { periodOf: (at: Date) => string; count: number },
): string[] => {
  const newest = new Map<string, string>()
  for (const { name, at } of archives) {
    const period = periodOf(at)
    if (!newest.has(period) && newest.size < count) newest.set(period, name)
  }
  return [...newest.values()]
}

/**
 * The archives that are deleted: what is neither the newest of one of the last days, weeks and months, nor the newest of
 * all, nor the newest that was proven. A portal that was off for a year deletes nothing by that. The one that was made
 * before the last update, with which one goes back to the older version, stays as long as those of the months.
 */
export const thinOut = (
  archives: readonly DatedArchive[],
  { keep, proven, beforeUpdate }: { keep: KeptCounts; proven: ReadonlySet<string>; beforeUpdate: string | null },
): string[] => {
  const sorted = archives.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const kept = new Set([
    ...sorted.slice(0, 1).map(({ name }) => name),
    ...sorted
      .filter(({ name }) => proven.has(name))
      .slice(0, 1)
      .map(({ name }) => name),
    ...newestOfEach(sorted, { periodOf: dayOf, count: keep.daily }),
    ...newestOfEach(sorted, { periodOf: weekOf, count: keep.weekly }),
    ...newestOfEach(sorted, { periodOf: monthOf, count: keep.monthly }),
  ])
  const oldest = sorted.findLast(({ name }) => kept.has(name))
  const isBeforeUpdate = ({ name, at }: DatedArchive) =>
    name === beforeUpdate && oldest !== undefined && dayOf(at) >= dayOf(oldest.at)
  return sorted.flatMap((one) => (kept.has(one.name) || isBeforeUpdate(one) ? [] : [one.name]))
}

/** A machine with less memory does not try a backup every night, nor one that takes longer for it. */
const leastMemory = 900_000_000
const longestMs = 30 * 60 * 1000

/** How often backups are tried on a machine. `tookMs`: how long the last try took. */
export const proofPace = (machine: {
  canProve: boolean
  memoryBytes: number
  tookMs: number | undefined
}): ProofPace => {
  if (!machine.canProve) return 'impossible'
  return machine.memoryBytes < leastMemory || (machine.tookMs ?? 0) > longestMs ? 'weekly' : 'nightly'
}

/** Whether a backup that is made in the night is tried as well. */
export const isProofDue = (pace: ProofPace, { last, now }: { last: Date | null; now: Date }): boolean =>
  pace === 'nightly' || (pace === 'weekly' && (last === null || now.getTime() - last.getTime() > 6.5 * dayMs))

type DatedOutcome = { at: Date; fault: string | null }

/** `archiveAt`: when the last archive that is there was made. */
type DatedCopy = DatedOutcome & { archiveAt: Date | null }

export type BackupFacts = {
  now: Date
  isNightly: boolean
  proofs: ProofPace
  newest: { at: Date; bytes: number } | null
  /** How the last try to make one ended. */
  made: DatedOutcome | null
  /** The newest archive that was tried, and how that ended. */
  proven: DatedOutcome | null
  /** The places elsewhere that are set, and how the last copy to each ended. */
  copies: readonly { where: string; copied: DatedCopy | null }[]
  /** When the code of the key was last typed in; null where there is none. */
  keyTypedAt: Date | null
  /** Copies elsewhere may be without encryption. */
  allowsClear: boolean
}

const page = '/manage/backups'

const isOlder = (at: Date, { now }: BackupFacts, days: number): boolean => now.getTime() - at.getTime() > days * dayMs

/** Judges the backups themselves; null where they are made and can be restored. */
const judgeMaking = (facts: BackupFacts): HealthFinding | null => {
  const { isNightly, newest, made, proven, proofs } = facts
  if (made?.fault)
    return {
      state: 'wrong',
      says: `The last backup failed {at}: ${made.fault}`,
      at: made.at,
      todo: 'Put right what it says, and press Back up now.',
      to: page,
    }
  if (newest === null)
    return {
      state: 'unknown',
      says: 'There is no backup yet.',
      todo: isNightly ? 'The first one is made tonight. You can also press Back up now.' : 'Press Back up now.',
      to: page,
    }
  if (proven?.fault && proofs !== 'impossible')
    return {
      state: 'wrong',
      says: `A backup was restored for a try {at}, and that failed: ${proven.fault}`,
      at: proven.at,
      todo: 'Put right what it says, and press Back up now. Until then don’t rely on the backups.',
      to: page,
    }
  if (!isNightly)
    return {
      state: 'attention',
      says: 'No backup is made at night. The last one was made {at}.',
      at: newest.at,
      todo: 'Turn on nightly backups in the settings.',
      to: '/manage/settings#BACKUP_NIGHTLY',
    }
  if (isOlder(newest.at, facts, 2))
    return {
      state: 'wrong',
      says: 'The last backup was made {at}, though one is due every night.',
      at: newest.at,
      todo: 'Press Back up now, and look whether the portal is on at night.',
      to: page,
    }
  return null
}

const isLate = (copied: Date, newest: Date): boolean => newest.getTime() - copied.getTime() > 2 * dayMs

/** Whether a fire would leave a copy. */
const judgeCopies = (facts: BackupFacts): HealthFinding | null => {
  const { copies, keyTypedAt, allowsClear, newest } = facts
  const failed = copies.find(({ copied }) => copied !== null && copied.fault !== null)
  if (failed)
    return {
      state: 'wrong',
      says: `The last backup could not be copied to ${failed.where}: ${failed.copied?.fault}`,
      todo: 'Put right what it says, and press Test on the page of backups.',
      to: page,
    }
  const late = newest && copies.find(({ copied }) => copied?.archiveAt && isLate(copied.archiveAt, newest.at))
  if (late)
    return {
      state: 'attention',
      says: `The copy at ${late.where} is older than the backups here: it was made {at}.`,
      at: late.copied?.archiveAt ?? undefined,
      todo: 'Press Back up now, and look what is said of that place.',
      to: page,
    }
  if (keyTypedAt === null && !allowsClear)
    return {
      state: 'attention',
      says: 'All backups are on this machine, and would be lost with it.',
      todo: 'Make a key for backups, write it down, and choose a place elsewhere for copies.',
      to: page,
    }
  if (copies.length === 0)
    return {
      state: 'attention',
      says: 'All backups are on this machine, and would be lost with it.',
      todo: 'Choose a place elsewhere for copies: a disk that is connected, a store, or a server. Or download one now and then.',
      to: page,
    }
  if (keyTypedAt !== null && isOlder(keyTypedAt, facts, 365))
    return {
      state: 'attention',
      says: 'The key of backups was last typed in {at}. Without it they can’t be restored.',
      at: keyTypedAt,
      todo: 'Look for the paper it was written on, and type it in on the page of backups. If it is lost, make a new key.',
      to: page,
    }
  return null
}

/** Days after which a try is overdue: a machine may be off at the time. */
const proofDays = { nightly: 4, weekly: 10 } as const

/** Whether backups are tried at all. */
const judgeProofs = (facts: BackupFacts): HealthFinding | null => {
  const { proofs, proven, newest } = facts
  if (proofs !== 'impossible')
    return proven && newest && isOlder(proven.at, facts, proofDays[proofs])
      ? {
          state: 'attention',
          says: 'A backup was last restored for a try {at}.',
          at: proven.at,
          todo: 'Press Back up now, which tries it, and look whether the portal is on at night.',
          to: page,
        }
      : null
  return {
    state: 'attention',
    says: 'Backups are made and can’t be tried here: there is no PostgreSQL of the portal’s own for this machine.',
    todo: 'Restore one on another machine now and then, and look whether all is there.',
    to: page,
  }
}

const triedWords = {
  nightly: 'It can be restored: that is tried every night.',
  weekly: 'Backups can be restored: that is tried once a week, because this machine is small or takes long for it.',
  impossible: '',
} as const

/** The line of the doctor: what is worst. */
export const judgeBackups = (facts: BackupFacts): HealthFinding => {
  const problem = judgeMaking(facts) ?? judgeCopies(facts) ?? judgeProofs(facts)
  if (problem) return problem
  const { newest, proven, proofs } = facts
  const size = formatBytes(newest?.bytes ?? 0)
  const tried = proven === null ? 'It was not tried yet.' : triedWords[proofs]
  return { state: 'well', says: `The last backup was made {at} (${size}). ${tried}`, at: newest?.at }
}
