import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { headOf, nameOfArchive } from './archive-file.ts'
import { backupFolder, noteOutcomes } from './backup-folder.ts'
import { anEmptyFolder } from './backup-scene.testing.ts'
import { listErased } from './erased-accounts.ts'

let portal: TestPortal
let adminId: number
beforeAll(async () => {
  portal = await startTestPortal()
  adminId = (await aMember(portal.db, { isAdmin: true })).id
})
afterAll(() => portal.close())

/** A portal with a database of its own, as far as its pages know. */
const ownDatabase = (): string => {
  const dataDir = anEmptyFolder()
  const facts = { hasOwnDatabase: true, isSiteUrlSet: true, isSecretKeySet: false, trustProxy: false } as const
  portal.services.setup = { dataDir, ...facts }
  mkdirSync(backupFolder(dataDir))
  return dataDir
}

const body = Buffer.from('what is inside')

const putArchive = (dataDir: string, madeAt: Date): string => {
  const name = nameOfArchive({ madeAt, version: '1.2.3' })
  const sha256 = createHash('sha256').update(body).digest('hex')
  const head = headOf({
    madeAt: madeAt.toISOString(),
    version: '1.2.3',
    form: 'files',
    migration: '0001_first',
    postgres: 18,
    key: null,
    hasSecretKey: true,
    rawBytes: 1,
    rows: {},
    cents: {},
    body: { bytes: body.length, sha256 },
  })
  writeFileSync(join(backupFolder(dataDir), name), Buffer.concat([head, body]))
  return name
}

const events = async (event: string) =>
  portal.db.selectFrom('audit_events').select(['actor_id', 'data']).where('event', '=', event).execute()

test('administrators see the backups, the newest first, with what became of them, and one that is damaged says so', async () => {
  const dataDir = ownDatabase()
  const older = putArchive(dataDir, new Date('2026-11-28T02:20:00Z'))
  const newer = putArchive(dataDir, new Date('2026-11-29T02:20:00Z'))
  const broken = nameOfArchive({ madeAt: new Date('2026-11-27T02:20:00Z'), version: '1.2.3' })
  writeFileSync(join(backupFolder(dataDir), broken), 'half')
  await noteOutcomes(dataDir, { proofs: { [older]: { at: '2026-11-28T03:00:00.000Z', fault: null } } })
  const { archives, running, key } = await (await portal.as(adminId)).backup.get()
  expect({ running, key }).toEqual({ running: null, key: null })
  expect(archives.map(({ name, fault, proven }) => [name, fault === null, proven?.fault])).toEqual([
    [newer, true, undefined],
    [older, true, null],
    [broken, false, undefined],
  ])
})

test('a backup is downloaded and deleted by administrators only, and the audit names who and which', async () => {
  const dataDir = ownDatabase()
  const name = putArchive(dataDir, new Date('2026-11-29T02:20:00Z'))
  const { id: staffId } = await aMember(portal.db, { permissions: ['settings', 'members', 'money'] })
  await expect((await portal.as(staffId)).backup.download({ name })).rejects.toMatchObject({ status: 403 })
  const admin = await portal.as(adminId)
  const file = await admin.backup.download({ name })
  expect(file.name).toBe(name)
  await admin.backup.remove({ name })
  expect((await admin.backup.get()).archives).toEqual([])
  await expect(admin.backup.download({ name })).rejects.toMatchObject({ status: 404 })
  await expect(admin.backup.download({ name: '../secret-key' })).rejects.toMatchObject({ status: 400 })
  for (const event of ['backup.downloaded', 'backup.removed'])
    expect(await events(event)).toEqual([{ actor_id: adminId, data: { name } }])
})

test('the code of a key is shown once, counts once it was typed in again, and is in no other answer, audit or log', async () => {
  ownDatabase()
  const admin = await portal.as(adminId)
  const { id, code } = await admin.backup.createKey()
  expect((await admin.backup.get()).key).toMatchObject({ id, typedAt: null })
  await expect(admin.backup.typeKey({ code: 'AAAA-BBBB' })).rejects.toMatchObject({
    status: 400,
    body: { fields: [{ field: 'code' }] },
  })
  await admin.backup.typeKey({ code: code.toLowerCase() })
  const state = await admin.backup.get()
  expect(state.key).toMatchObject({ id, typedAt: expect.any(String) })
  const audit = await portal.db.selectFrom('audit_events').select('data').execute()
  for (const text of [JSON.stringify(state), JSON.stringify(audit), portal.logLines.join('\n')])
    expect(text).not.toContain(code)
})

test('a backup is asked for once, as a background task', async () => {
  ownDatabase()
  const admin = await portal.as(adminId)
  await admin.backup.start()
  await admin.backup.start()
  expect((await admin.backup.get()).running).toMatchObject({ step: 'waiting' })
  const { rows } = await portal.services.pool.query(
    "select from graphile_worker.jobs where task_identifier = 'backUpNow'",
  )
  expect(rows).toHaveLength(1)
  await portal.runAsOwner("delete from graphile_worker._private_jobs where key = 'backUpNow'")
})

test('an account that is closed is noted beside the backups, here and elsewhere, by its number alone', async () => {
  const [dataDir, elsewhere] = [ownDatabase(), anEmptyFolder('elsewhere')]
  await changeSetting(portal.ctx, { key: 'BACKUP_FOLDER', value: elsewhere })
  const { id, email } = await aMember(portal.db)
  await (await portal.as(adminId)).profile.closeMember({ memberId: id, confirmation: email })
  await portal.runJobs()
  for (const folder of [backupFolder(dataDir), elsewhere]) expect(await listErased([folder], new Date(0))).toEqual([id])
  await changeSetting(portal.ctx, { key: 'BACKUP_FOLDER', value: '' })
})

test('a place for copies is tested where it is set, and one of another portal has to be taken over', async () => {
  ownDatabase()
  const admin = await portal.as(adminId)
  const testFolder = () => admin.backup.testPlace({ place: 'folder' })
  await expect(testFolder()).rejects.toMatchObject({ status: 404 })
  await changeSetting(portal.ctx, { key: 'BACKUP_FOLDER', value: anEmptyFolder('elsewhere') })
  expect(await testFolder()).toEqual({ problem: null, hostKey: null, isTaken: false })
  ownDatabase()
  expect(await testFolder()).toEqual({
    problem: expect.stringMatching(/Another portal puts its copies there \(http.*take it over/),
    hostKey: null,
    isTaken: true,
  })
  await admin.backup.takePlace({ place: 'folder' })
  expect(await events('backup.placeTaken')).toHaveLength(1)
  expect(await testFolder()).toEqual({ problem: null, hostKey: null, isTaken: false })
  await changeSetting(portal.ctx, { key: 'BACKUP_FOLDER', value: '/nonexistent/disk' })
  expect((await testFolder()).problem).toContain('There is no such folder')
  expect((await admin.backup.get()).places).toEqual([{ place: 'folder', where: '/nonexistent/disk', copied: null }])
})
