import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { domains } from '../domains.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { eraseAgain } from '../profile/closing.ts'
import { changeSetting } from '../settings/settings.ts'
import { headBytes, headOf, type Manifest, readManifest } from './archive-file.ts'
import { backupFolder, listArchives, provingFolder, readOutcomes } from './backup-folder.ts'
import { runProof } from './backup-run.ts'
import { anEmptyFolder, openCopy, openPortalOn, restore } from './backup-scene.testing.ts'
import { tryStore } from './copies/copy-store.ts'
import { folderStore } from './copies/folder-store.ts'
import { noteErased } from './erased-accounts.ts'
import { createKey, currentKey, readKeyCode, typeKey } from './keys.ts'

const namesOf = async (dataDir: string) => {
  const portal = await openPortalOn(dataDir)
  const rows = await portal.db.selectFrom('members').select('first_name').orderBy('id').execute()
  await portal.close()
  return rows.map(({ first_name: name }) => name)
}

test('an archive of a portal that goes on writing is restored into an empty folder, with every row, its secrets and its money', async () => {
  const portal = await openPortalOn(anEmptyFolder())
  const { id } = await aMember(portal.db, { firstName: 'Ada', cards: ['4711'] })
  await anEntry(portal.db, { memberId: id, amountCents: 1250 })
  await changeSetting(portal.ctx, { key: 'TWILIO_AUTH_TOKEN', value: 'walnut-lathe-51' })
  let isWriting = true
  const writing = (async () => {
    while (isWriting) await aMember(portal.db, { firstName: 'Meanwhile' })
  })()
  const { name, problems } = await portal.backUp({ isProven: true })
  isWriting = false
  await writing
  expect(problems).toEqual([])
  expect(existsSync(provingFolder(portal.dataDir))).toBe(false)
  expect((await readOutcomes(portal.dataDir)).proofs[name]).toMatchObject({ fault: null })
  expect(statSync(portal.pathOf(name)).mode & 0o777).toBe(0o600)
  await portal.close()

  const elsewhere = anEmptyFolder()
  const said = await restore(portal.pathOf(name), { dataDir: elsewhere })
  expect(said).toContain('1 entries, 12.50 altogether')
  expect(said).toContain('this portal does not know')
  const restored = await openPortalOn(elsewhere)
  expect((await restored.db.selectFrom('members').select('first_name').where('id', '=', id).execute())[0]).toEqual({
    first_name: 'Ada',
  })
  expect(await restored.ctx.settings.get('TWILIO_AUTH_TOKEN')).toBe('walnut-lathe-51')
  const events = await restored.db.selectFrom('audit_events').select('event').execute()
  expect(events.map(({ event }) => event)).toContain('backup.restored')
})

test('what was there is kept beside what is restored, and archives and keys stay where they are', async () => {
  const dataDir = anEmptyFolder()
  const portal = await openPortalOn(dataDir)
  await aMember(portal.db, { firstName: 'Before' })
  const { name } = await portal.backUp()
  await aMember(portal.db, { firstName: 'After' })
  await expect(restore(portal.pathOf(name), { dataDir })).rejects.toThrow('already works in')
  await portal.close()
  const said = await restore(portal.pathOf(name), { dataDir, now: new Date('2026-11-29T10:00:00Z') })
  expect(said).toContain('before-2026-11-29T10-00-00Z')
  expect(await namesOf(dataDir)).toEqual(['Before'])
  expect(existsSync(portal.pathOf(name))).toBe(true)
  expect(existsSync(join(dataDir, 'before-2026-11-29T10-00-00Z/postgres/PG_VERSION'))).toBe(true)
  expect(existsSync(join(dataDir, 'restoring'))).toBe(false)
})

test('with a key that was typed in archives are encrypted as age does, and only its code opens them, however it is typed', async () => {
  const portal = await openPortalOn(anEmptyFolder())
  const { id, code } = await createKey(portal.dataDir, new Date('2026-11-01T00:00:00Z'))
  expect((await readManifest(portal.pathOf((await portal.backUp()).name))).key).toBeNull()
  expect(await typeKey(portal.dataDir, 'another code', new Date())).toBeNull()
  await typeKey(portal.dataDir, code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'), new Date())
  const { name, problems } = await portal.backUp({ isProven: true })
  expect(problems).toEqual([])
  await portal.close()
  const path = portal.pathOf(name)
  const text = readFileSync(path).toString('latin1')
  expect(text).toContain('age-encryption.org/v1')
  expect(text).not.toContain(code)
  const age = new Decrypter()
  age.addPassphrase(readKeyCode(code))
  const body = await age.decrypt(readFileSync(path).subarray(headBytes))
  expect(Buffer.from(zstdDecompressSync(body)).includes(readFileSync(join(portal.dataDir, 'secret-key')))).toBe(true)

  const dataDir = anEmptyFolder()
  await expect(restore(path, { dataDir })).rejects.toThrow(`encrypted with the key ${id} of 2026-11-01`)
  await expect(restore(path, { dataDir, code: 'K7QX-0000' })).rejects.toThrow('Wrong key')
  expect(readdirSync(dataDir)).toEqual([])
  const typed = ['mistyped', code.toLowerCase()]
  const said = await restore(path, { dataDir, askCode: () => Promise.resolve(typed.shift() ?? '') })
  expect(said).toMatch(/^Wrong key/)
  // The portal that came back goes on with the key.
  expect(await currentKey(dataDir)).toMatchObject({ id, madeAt: '2026-11-01T00:00:00.000Z' })
  expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true)
})

test('a file that is no archive, cut, changed, of another PostgreSQL or of a newer portal is refused in a sentence, and nothing is left', async () => {
  const portal = await openPortalOn(anEmptyFolder())
  const { name } = await portal.backUp()
  await portal.close()
  const good = portal.pathOf(name)
  const folder = anEmptyFolder()
  const file = join(folder, name)
  const dataDir = anEmptyFolder()
  const rewritten = async (facts: Partial<Manifest>) => {
    cpSync(good, file)
    const bytes = readFileSync(file)
    headOf({ ...(await readManifest(good)), ...facts }).copy(bytes)
    writeFileSync(file, bytes)
  }
  const refused = (sentence: string | RegExp) => expect(restore(file, { dataDir })).rejects.toThrow(sentence)

  await refused('There is no file')
  writeFileSync(file, 'holiday pictures')
  await refused('is no backup of Spacekeeper')
  writeFileSync(file, 'spacekeeper backup 2\n{}\n')
  await refused('newer Spacekeeper')
  cpSync(good, file)
  truncateSync(file, statSync(file).size - 1000)
  await refused('is not whole')
  cpSync(good, file)
  const bytes = readFileSync(file)
  const middle = headBytes + Math.floor((bytes.length - headBytes) / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(file, bytes)
  await refused('is damaged')
  await rewritten({ postgres: 12 })
  await refused('PostgreSQL 12')
  await rewritten({ migration: '9999_from_the_future', version: '7.0.0' })
  await refused('made by Spacekeeper 7.0.0')
  await rewritten({ hasSecretKey: false })
  await refused('Set the same SECRET_KEY')
  await rewritten({ rawBytes: 1e15 })
  await refused('too little room')
  const { rows, cents } = await readManifest(good)
  await rewritten({ rows: { ...rows, members: [7, 9] }, cents: { ...cents, ledger: [5, 5] } })
  await refused(/number of rows of members is 0 and should be 7 to 9[^]*sum of ledger in cents is 0 and should be 5/)
  expect(readdirSync(dataDir)).toEqual([])
})

test('an account that was erased after the archive is erased again, though it comes back with it', async () => {
  const portal = await openPortalOn(anEmptyFolder())
  const { id } = await aMember(portal.db, { firstName: 'Zebulon' })
  const { id: otherId } = await aMember(portal.db, { firstName: 'Stays' })
  const { name } = await portal.backUp()
  await noteErased(backupFolder(portal.dataDir), { memberId: id, at: new Date(Date.now() + 60_000) })
  await noteErased(backupFolder(portal.dataDir), { memberId: otherId, at: new Date(0) })
  await portal.close()
  const dataDir = anEmptyFolder()
  const said = await restore(portal.pathOf(name), {
    dataDir,
    erase: async (ctx, memberIds) => {
      let count = 0
      for (const memberId of memberIds) if (await eraseAgain(ctx, { memberId, domains })) count += 1
      return count
    },
  })
  expect(said).toContain('are erased again: 1.')
  expect(await namesOf(dataDir)).toEqual(['Former', 'Stays'])
})

test('no key of a ballot box and no key of backups is in an archive', async () => {
  const portal = await openPortalOn(anEmptyFolder())
  mkdirSync(join(portal.dataDir, 'ballot-keys'))
  writeFileSync(join(portal.dataDir, 'ballot-keys/1-abc'), 'the-key-of-a-ballot-box-is-not-in')
  const { code } = await createKey(portal.dataDir, new Date())
  const { name } = await portal.backUp()
  const inside = Buffer.from(zstdDecompressSync(readFileSync(portal.pathOf(name)).subarray(headBytes)))
  expect(inside.includes('secret-key')).toBe(true)
  for (const hidden of ['the-key-of-a-ballot-box', 'ballot-keys', 'backup-keys', code])
    expect(inside.includes(hidden), hidden).toBe(false)
})

test('copies elsewhere need a key, or the word that they may be read; a folder that takes none is said, and the archive here stays', async () => {
  const portal = await openPortalOn(anEmptyFolder())
  const folder = anEmptyFolder('elsewhere')
  const first = await portal.backUp({ to: folder })
  expect(first.problems).toEqual([expect.stringContaining('there is no key yet')])
  expect(readdirSync(folder)).toEqual([])
  await changeSetting(portal.ctx, { key: 'BACKUP_COPY_IN_CLEAR', value: true })
  await changeSetting(portal.ctx, { key: 'BACKUP_FOLDER', value: join(folder, 'not-there') })
  const second = await portal.backUp({ to: folder })
  expect(second.copies).toEqual([folder])
  expect(second.problems).toEqual([expect.stringContaining('There is no such folder')])
  expect((await readOutcomes(portal.dataDir)).copies.folder?.fault).toContain('There is no such folder')
  expect(readFileSync(join(folder, second.name)).equals(readFileSync(portal.pathOf(second.name)))).toBe(true)
  const problemOf = async (at: string) => (await tryStore(folderStore(at, portal.dataDir), portal.dataDir)).problem
  expect(await problemOf(folder)).toBeNull()
  expect(readdirSync(folder)).toEqual([second.name, 'spacekeeper-portal.json'])
  expect(await problemOf(backupFolder(portal.dataDir))).toContain('within DATA_DIR')
  expect(await problemOf('/proc/1')).not.toBeNull()
})

test('a proof of a damaged archive fails and is remembered, and older archives are thinned out', async () => {
  const portal = await openPortalOn(anEmptyFolder())
  for (const key of ['BACKUP_KEEP_DAILY', 'BACKUP_KEEP_WEEKLY', 'BACKUP_KEEP_MONTHLY'] as const)
    await changeSetting(portal.ctx, { key, value: 1 })
  const { name } = await portal.backUp()
  const bytes = readFileSync(portal.pathOf(name))
  bytes[bytes.length - 5] = (bytes.at(-5) ?? 0) ^ 255
  writeFileSync(portal.pathOf(name), bytes)
  const order = { to: undefined, isProven: true, open: openCopy, log: portal.ctx.log }
  await expect(runProof(portal.ctx, { ...order, name })).rejects.toThrow('is damaged')
  expect((await readOutcomes(portal.dataDir)).proofs[name]?.fault).toContain('is damaged')
  await expect.poll(async () => (await portal.backUp()).name).not.toBe(name)
  const left = await listArchives(backupFolder(portal.dataDir))
  expect(left.map((archive) => archive.name)).not.toContain(name)
})
