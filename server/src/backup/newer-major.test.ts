import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'
import { connectDatabase } from '#platform/db/open-database.ts'
import { otherMajors } from '#platform/db/other-postgres.testing.ts'
import { portalPidOf } from '#platform/db/portal-lock.ts'
import { invocation } from '#platform/db/postgres-account.ts'
import { embeddedMajor, findBinOf } from '#platform/db/postgres-binaries.ts'
import { openPostgresHome } from '#platform/db/postgres-home.ts'
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts'
import { createLog } from '#platform/log/log.ts'
import { readConfig } from '../config.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { openOwnStores } from '../services.ts'
import { waitsForMove } from '../stores.ts'
import { anEmptyFolder, openCopy, openPortalOn } from './backup-scene.testing.ts'
import { bringOverMajor, type MajorRequest, removeFormerMajors } from './newer-major.ts'

const log = createLog('silent')
const [major = 0] = otherMajors()
const ours = embeddedMajor()

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
  const own = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'newer-major.ts')))
  const logs = JSON.stringify(pathToFileURL(join(import.meta.dirname, '../platform/log/log.ts')))
  const program = `import { bringOverMajor } from ${own}; import { createLog } from ${logs}
    await bringOverMajor({ dataDir: process.argv[1], log: createLog('silent'), now: new Date(),
      onStep: (step) => { if (step === 'filled') process.kill(process.pid, 'SIGKILL') } })`
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program, dataDir], { stdio: 'inherit' })
  expect(signal).toBe('SIGKILL')
  expect(existsSync(join(dataDir, 'restoring/postgres/PG_VERSION'))).toBe(true)
  expect(writtenBy(dataDir)).toBe(major)
  expect(await lookInto(dataDir)).toEqual(ada)
  expect(writtenBy(dataDir)).toBe(ours)
})

test.skipIf(major === 0)(
  `a copy that is ready is thrown away when an older portal has worked since, and what was done then is brought over${found}`,
  async () => {
    const dataDir = await aFormerPortal()
    const cutOff = (step: string) => {
      if (step === 'ready') throw new Error('cut off')
    }
    await expect(bringOver(dataDir, { onStep: cutOff })).rejects.toThrow('cut off')
    expect(existsSync(join(dataDir, 'restoring/ready.json'))).toBe(true)
    const older = await startEmbeddedPostgres({ dataDir, bin: findBinOf(major) ?? '' }, log)
    const { db, close } = connectDatabase({ connectionString: older.ownerUrl }, log)
    const { id } = await db.selectFrom('members').select('id').executeTakeFirstOrThrow()
    await anEntry(db, { memberId: id, amountCents: 25 })
    await close()
    await older.close()
    expect(await lookInto(dataDir)).toEqual([{ name: 'Ada "Löwe"', sum: 1200 }])
    expect(writtenBy(dataDir)).toBe(ours)
  },
)

test.skipIf(major === 0)(
  `while the database is brought over no command works with the former one${found}`,
  async () => {
    const dataDir = await aFormerPortal()
    const config = readConfig({ DATA_DIR: dataDir })
    const asked: string[] = []
    const onStep = async (step: string) => {
      expect({ step, portal: portalPidOf(dataDir) }).toEqual({ step, portal: process.pid })
      await expect(openOwnStores(config, { joinsRunningPortal: true }, log)).rejects.toThrow('Wait until it is done')
      asked.push(step)
    }
    await bringOver(dataDir, { onStep })
    expect(asked).toEqual(['exported', 'filled', 'imported', 'ready'])
    expect(waitsForMove(config)).toBe(false)
  },
)

test('keys of ballot boxes that a killed start left in a former folder are erased by the next one', async () => {
  const dataDir = anEmptyFolder()
  const keys = join(dataDir, `before-postgresql-${ours}-2026-11-29T12-00-00Z`, 'ballot-keys')
  mkdirSync(keys, { recursive: true })
  writeFileSync(join(keys, '7-a'), randomBytes(32))
  const config = readConfig({ DATA_DIR: dataDir })
  expect(waitsForMove(config)).toBe(true)
  await bringOver(dataDir)
  expect(existsSync(keys)).toBe(false)
  expect(waitsForMove(config)).toBe(false)
})

test('a former database goes only with a proven backup of the one that took its place', async () => {
  const dataDir = anEmptyFolder()
  const former = `before-postgresql-${ours}-2026-11-29T12-00-00Z`
  mkdirSync(join(dataDir, former))
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), `${ours}\n`)
  const proven = { form: 'files', postgres: ours, madeAt: '2026-11-30T02:00:00.000Z' } as const
  for (const other of [{ form: 'tables' }, { postgres: ours - 1 }, { madeAt: '2026-11-29T11:59:00.000Z' }] as const) {
    await removeFormerMajors({ dataDir, log }, { ...proven, ...other })
    expect(formerIn(dataDir)).toEqual([former])
  }
  await removeFormerMajors({ dataDir, log }, proven)
  expect(formerIn(dataDir)).toEqual([])
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
