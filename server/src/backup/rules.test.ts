import type { ProofPace } from '@spacekeeper/contract/backup/routes.ts'
import { expect, test } from 'vitest'
import { instantInName, isArchiveName, nameOfArchive } from './archive-file.ts'
import { idOfCode, readKeyCode } from './keys.ts'
import { roomNeeded } from './room.ts'
import { type BackupFacts, isProofDue, judgeBackups, proofPace, thinOut } from './rules.ts'

const at = (text: string) => ({ name: text, at: new Date(`${text}Z`) })

const everyNight = (days: number) =>
  Array.from({ length: days }, (_, ago) =>
    at(new Date(Date.UTC(2026, 10, 29, 2) - ago * 86_400_000).toISOString().slice(0, -5)),
  )

const keep = { daily: 7, weekly: 4, monthly: 6 }

type KeptMore = { proven?: readonly string[]; beforeUpdate?: string; counts?: typeof keep }

const left = (
  archives: readonly { name: string; at: Date }[],
  { proven = [], beforeUpdate, counts = keep }: KeptMore = {},
) => {
  const gone = new Set(thinOut(archives, { keep: counts, proven: new Set(proven), beforeUpdate: beforeUpdate ?? null }))
  return archives.map(({ name }) => name).filter((name) => !gone.has(name))
}

test('of a year of nights the last of seven days, four weeks and six months are left', () => {
  expect(left(everyNight(365)).map((name) => name.slice(0, 10))).toEqual([
    '2026-11-29',
    '2026-11-28',
    '2026-11-27',
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
    '2026-11-23',
    '2026-11-22',
    '2026-11-15',
    '2026-11-08',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
  ])
})

test.each([
  ['nothing is deleted where there is nothing', [], [], []],
  [
    'of several of one day the last is left',
    ['2026-11-29T02:00:00', '2026-11-29T18:00:00'],
    [],
    ['2026-11-29T18:00:00'],
  ],
  [
    'the last that was proven is left beside it',
    ['2026-11-29T02:00:00', '2026-11-29T08:00:00', '2026-11-29T18:00:00'],
    ['2026-11-29T02:00:00', '2026-11-29T08:00:00'],
    ['2026-11-29T08:00:00', '2026-11-29T18:00:00'],
  ],
  [
    'a portal that was off for years deletes nothing by that',
    ['2019-02-01T02:00:00', '2024-05-01T02:00:00'],
    [],
    ['2019-02-01T02:00:00', '2024-05-01T02:00:00'],
  ],
] as const)('%s', (_, names, proven, expected) => {
  expect(left(names.map(at), { proven })).toEqual(expected)
})

test('the newest is left whatever the settings say', () => {
  expect(left(everyNight(3), { counts: { daily: 0, weekly: 0, monthly: 0 } })).toHaveLength(1)
})

test('the one that was made before an update is left beside later ones of its day, for as long as those of the months', () => {
  const [before, after] = ['2026-11-29T10:00:00', '2026-11-29T18:00:00']
  expect(left([at(before), at(after)], { beforeUpdate: before })).toEqual([before, after])
  const old = '2025-03-01T10:00:00'
  expect(left([at(old), ...everyNight(365)], { beforeUpdate: old })).not.toContain(old)
})

test.each([
  ['K7QX-0M2D-AAAA-BBBB-CCCC-DDDD-EEEE', 'k7qx 0m2d aaaa bbbb cccc dddd eeee'],
  ['K7QX-0M2D-1111', 'K7QXOM2DIiLl'],
])('the code %s is read from %s', (code, typed) => {
  expect(readKeyCode(typed)).toBe(code)
  expect(idOfCode(readKeyCode(typed))).toMatch(/^[0-9a-f]{8}$/)
})

test('names of archives say when and by which version they were made, and sort by it', () => {
  const name = nameOfArchive({ madeAt: new Date('2027-01-31T03:00:05.678Z'), version: '1.4.2' })
  expect(name).toBe('spacekeeper-2027-01-31T03-00-05Z-v1.4.2.backup')
  expect(isArchiveName(name)).toBe(true)
  for (const other of [`${name}.draft`, `../${name}`, 'outcomes.json', instantInName(new Date())])
    expect(isArchiveName(other)).toBe(false)
})

test('a restore needs room for all that is in the archive, and two and a half times the archive at least', () => {
  expect(roomNeeded({ archiveBytes: 1e9, rawBytes: 1e9 })).toBe(2.5e9)
  expect(roomNeeded({ archiveBytes: 1e9, rawBytes: 10e9 })).toBeGreaterThan(10e9)
})

const now = new Date('2026-11-29T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

const backedUp: BackupFacts = {
  now,
  isNightly: true,
  proofs: 'nightly',
  newest: { at: ago(10), bytes: 12_000_000 },
  made: { at: ago(10), fault: null },
  proven: { at: ago(9), fault: null },
  copies: [
    { where: '/mnt/disk', copied: { at: ago(9), fault: null, archiveAt: ago(10) } },
    { where: 'backups at s3.example.org', copied: null },
  ],
  keyTypedAt: ago(2400),
  allowsClear: false,
}

test.each<[string, Partial<BackupFacts>, string]>([
  ['a backup that was proven and copied', {}, 'well'],
  ['a backup that was not tried yet', { proven: null }, 'well'],
  ['a small machine', { proofs: 'weekly' }, 'well'],
  ['a machine on which none can be tried', { proofs: 'impossible', proven: { at: ago(1), fault: 'No.' } }, 'attention'],
  ['no backup yet', { newest: null, made: null, proven: null }, 'unknown'],
  ['a backup that failed', { made: { at: ago(1), fault: 'The disk is full.' } }, 'wrong'],
  ['a backup that could not be restored', { proven: { at: ago(1), fault: 'It is damaged.' } }, 'wrong'],
  ['an old backup', { newest: { at: ago(72), bytes: 1 } }, 'wrong'],
  ['no nightly backup', { isNightly: false }, 'attention'],
  [
    'a copy that failed',
    { copies: [{ where: '/mnt/disk', copied: { at: ago(1), fault: 'There is no such folder.', archiveAt: ago(34) } }] },
    'wrong',
  ],
  [
    'a copy that is older than the backups here',
    { copies: [{ where: '/mnt/disk', copied: { at: ago(80), fault: null, archiveAt: ago(80) } }] },
    'attention',
  ],
  ['tries that ended', { proven: { at: ago(24 * 5), fault: null } }, 'attention'],
  ['weekly tries that ended', { proofs: 'weekly', proven: { at: ago(24 * 11), fault: null } }, 'attention'],
  ['a try of last week', { proofs: 'weekly', proven: { at: ago(24 * 7), fault: null } }, 'well'],
  ['no key', { keyTypedAt: null }, 'attention'],
  ['copies that may be read', { keyTypedAt: null, allowsClear: true }, 'well'],
  ['no place for copies', { copies: [] }, 'attention'],
  ['a key that was not typed in for a year', { keyTypedAt: ago(9600) }, 'attention'],
])('of %s the doctor says what there is to do', (_, facts, state) => {
  const finding = judgeBackups({ ...backedUp, ...facts })
  expect(finding.state).toBe(state)
  expect(finding.says).toMatch(/^[A-Z].*\.$/)
  expect(finding.says.includes('{at}')).toBe(finding.at !== undefined)
  expect(finding.state === 'well' ? 'Nothing.' : finding.todo).toMatch(/^[A-Z].*\.$/)
})

test.each([
  [{ canProve: true, memoryBytes: 8e9, tookMs: 60_000 }, 'nightly'],
  [{ canProve: true, memoryBytes: 8e9, tookMs: undefined }, 'nightly'],
  [{ canProve: true, memoryBytes: 512e6, tookMs: 60_000 }, 'weekly'],
  [{ canProve: true, memoryBytes: 8e9, tookMs: 45 * 60_000 }, 'weekly'],
  [{ canProve: false, memoryBytes: 8e9, tookMs: undefined }, 'impossible'],
] as const)('of a machine like %j backups are tried %s', (machine, pace) => {
  expect(proofPace(machine)).toBe(pace)
})

test('a backup is tried every night, or once a week, or where nothing can be tried never', () => {
  const due = (pace: ProofPace) => [null, ago(20), ago(24 * 7)].map((last) => isProofDue(pace, { last, now }))
  expect(due('nightly')).toEqual([true, true, true])
  expect(due('weekly')).toEqual([true, false, true])
  expect(due('impossible')).toEqual([false, false, false])
})
