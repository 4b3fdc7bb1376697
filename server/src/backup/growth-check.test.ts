import { expect, test } from 'vitest'
import { type DiskGrowth, judgeGrowth } from './growth-check.ts'

const megabytes = (count: number) => count * 1_000_000
const backups = { bytes: megabytes(100), newest: megabytes(50), willKeep: 17 }
const aCard: DiskGrowth = { free: megabytes(20_000), backups, wal: megabytes(250), former: null }

test.each<[string, Partial<DiskGrowth>, string, string]>([
  ['room for all', {}, 'well', 'Backups take 100 MB, and about 850 MB at most. The database’s log of changes'],
  ['all backups', { backups: { ...backups, willKeep: 2 } }, 'well', 'Backups take 100 MB. The'],
  ['a database elsewhere', { wal: null }, 'well', 'about 850 MB at most.'],
  ['a former database', { former: megabytes(90) }, 'well', 'The database of the earlier PostgreSQL takes 90 MB, until'],
  ['an unknown disk', { free: null }, 'well', 'Backups take 100 MB'],
  ['backups that won’t fit', { free: megabytes(700) }, 'attention', 'only 700 MB are free.'],
  ['a log that grows', { wal: megabytes(1_600) }, 'attention', 'takes 1.6 GB, more than'],
])('of a disk with %s the doctor says what fills it', (_, facts, state, words) => {
  const finding = judgeGrowth({ ...aCard, ...facts })
  expect(finding.state).toBe(state)
  expect(finding.says).toContain(words)
})
