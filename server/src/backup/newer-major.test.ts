import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { connectDatabase } from '#platform/db/open-database.ts'
import { otherMajors } from '#platform/db/other-postgres.testing.ts'
import { invocation } from '#platform/db/postgres-account.ts'
import { embeddedMajor, findBinOf } from '#platform/db/postgres-binaries.ts'
import { openPostgresHome } from '#platform/db/postgres-home.ts'
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts'
import { createLog } from '#platform/log/log.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { afterThis, byProgram, end } from '../test-process.ts'
import { anEmptyFolder, openCopy, openPortalOn } from './backup-scene.testing.ts'
import { bringOverMajor, type MajorRequest } from './newer-major.ts'

const log = createLog('silent')
const [major = 0] = otherMajors()
const ours = embeddedMajor()
const cli = join(import.meta.dirname, '../cli.ts')

/** A folder whose database an earlier PostgreSQL has written, with a member and what they paid. */
const aFormerPortal = async (): Promise<string> => {
  const dataDir = anEmptyFolder()
  const bin = findBinOf(major) ?? ''
  const home = openPostgresHome(dataDir)
  mkdirSync(home.folder)
  if (home.account) execFileSync('chown', [`${home.account.uid}:${home.account.gid}`, home.folder])
  const args = ['-D', home.folder, '--username=spacekeeper', '--auth=scram-sha-256', `--pwfile=${home.passwordPath}`]
  const file = join(bin, 'initdb')
  const create = invocation(
    { file, args: [...args, '--encoding=UTF8', '--locale=C', '--no-sync'], folder: home.folder },
    home.account,
  )
  execFileSync(create.file, create.args, { ...create.options, stdio: 'ignore' })
  const server = await startEmbeddedPostgres({ dataDir, bin, settings: { fsync: 'off' } }, log)
  await migrate({ connectionString: server.ownerUrl, log })
  await migrateJobs({ connectionString: server.ownerUrl, log })
  const { db, close } = connectDatabase({ connectionString: server.ownerUrl }, log)
  const { id } = await aMember(db, { firstName: 'Ada "Löwe"', cards: ['4711'] })
  for (const amountCents of [1250, -75]) await anEntry(db, { memberId: id, amountCents })
  await close()
  await server.close()
  return dataDir
}

/** Brings the database of a folder over, as a start does. */
const bringOver = (dataDir: string, cut: Partial<MajorRequest> = {}) =>
  bringOverMajor({ dataDir, open: openCopy, log, now: new Date(), ...cut })

const writtenBy = (dataDir: string) => Number(readFileSync(join(dataDir, 'postgres/PG_VERSION'), 'utf8'))
const formerIn = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('before-'))

/** Starts a portal on a folder, and reads members and the sums of their entries. */
const lookInto = async (dataDir: string) => {
  const portal = await openPortalOn(dataDir)
  const { rows } = await sql<{ name: string; sum: number }>`select first_name as name, sum(amount_cents)::int as sum
    from members join ledger_entries as e on e.member_id = members.id group by first_name`.execute(portal.db)
  await portal.close()
  return rows
}
const ada = [{ name: 'Ada "Löwe"', sum: 1175 }]

const found = major === 0 ? ' (skipped: there is no other PostgreSQL)' : ''

test.skipIf(major === 0)(
  `a start brings over what an earlier PostgreSQL has written, and keeps that until a backup is proven${found}`,
  async () => {
    const dataDir = await aFormerPortal()
    mkdirSync(join(dataDir, 'ballot-keys'))
    writeFileSync(join(dataDir, 'ballot-keys/7.key'), 'a key')
    expect(await lookInto(dataDir)).toEqual(ada)
    expect(writtenBy(dataDir)).toBe(ours)
    expect(readFileSync(join(dataDir, 'ballot-keys/7.key'), 'utf8')).toBe('a key')
    const [former = '', ...others] = formerIn(dataDir)
    expect(others).toEqual([])
    expect(writtenBy(join(dataDir, former))).toBe(major)
    expect(existsSync(join(dataDir, former, 'ballot-keys'))).toBe(false)
    expect(existsSync(join(dataDir, 'restoring'))).toBe(false)

    const portal = await openPortalOn(dataDir)
    await portal.backUp()
    expect(formerIn(dataDir)).toEqual([former])
    await portal.backUp({ isProven: true })
    expect(formerIn(dataDir)).toEqual([])
    await portal.close()
  },
)

test.skipIf(major === 0)(
  `cut off at any step, a start leaves one whole database, and the next one goes on${found}`,
  async () => {
    const dataDir = await aFormerPortal()
    const cutOff = () => {
      throw new Error('cut off')
    }
    for (const at of ['exported', 'imported'] as const) {
      await expect(bringOver(dataDir, { onStep: (step) => (step === at ? cutOff() : undefined) })).rejects.toThrow(
        /could not be brought over from PostgreSQL \d+ to \d+\. Nothing was changed\. cut off/,
      )
      expect(writtenBy(dataDir)).toBe(major)
    }
    const atReady: MajorRequest['onStep'] = async (step) => {
      if (step !== 'ready') return
      await expect(bringOver(dataDir)).rejects.toThrow('over to a newer PostgreSQL. Wait until it is done')
      cutOff()
    }
    await expect(bringOver(dataDir, { onStep: atReady })).rejects.toThrow('cut off')
    const states = join(anEmptyFolder(), 'state')
    cpSync(dataDir, states, { recursive: true, preserveTimestamps: true })
    const names = readdirSync(join(states, 'restoring')).length
    for (let moves = 0; moves < 2 * names; moves += 1) {
      const copy = join(anEmptyFolder(), 'data')
      cpSync(states, copy, { recursive: true, preserveTimestamps: true })
      let left = moves
      const move: typeof rename = async (from, to) => {
        if (left === 0) cutOff()
        left -= 1
        await rename(from, to)
      }
      await bringOver(copy, { move }).catch(() => undefined)
      await bringOver(copy)
      expect(writtenBy(copy)).toBe(ours)
      expect(formerIn(copy)).toHaveLength(1)
    }
    expect(await lookInto(dataDir)).toEqual(ada)
  },
)

test.skipIf(major === 0)(`a start that is killed as the newer database is filled begins anew${found}`, async () => {
  const dataDir = await aFormerPortal()
  const env = { ...process.env, DATA_DIR: dataDir }
  const child = spawn(process.execPath, [cli, 'migrate'], { env, stdio: 'ignore' })
  afterThis(() => end(child, 'SIGKILL'))
  await expect.poll(() => existsSync(join(dataDir, 'restoring/postgres/PG_VERSION')), byProgram).toBe(true)
  await end(child, 'SIGKILL')
  expect(writtenBy(dataDir)).toBe(major)
  expect(await lookInto(dataDir)).toEqual(ada)
  expect(writtenBy(dataDir)).toBe(ours)
})

test('without the program of the earlier PostgreSQL the start says which is needed, and changes nothing', async () => {
  const dataDir = anEmptyFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '9\n')
  await expect(bringOver(dataDir)).rejects.toThrow(
    /was written by PostgreSQL 9,[^]*Nothing was changed\.[^]*apt-get install postgresql-9, or the package postgres-9-/,
  )
  expect(readdirSync(dataDir)).toEqual(['postgres'])
})
