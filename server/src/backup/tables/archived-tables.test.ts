import { cpSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { createEmptyTestDatabase } from '#platform/db/test-database.ts'
import { anEntry } from '../../memberbucks/factory.ts'
import { aMember } from '../../members/factory.ts'
import { changeSetting } from '../../settings/settings.ts'
import { headBytes, readManifest } from '../archive-file.ts'
import { backupFolder, provingFolder, readOutcomes } from '../backup-folder.ts'
import { anEmptyFolder, openPortalOn, restore } from '../backup-scene.testing.ts'
import { noteErased } from '../erased-accounts.ts'
import { createKey, typeKey } from '../keys.ts'

const emptyUrl = async () => (await createEmptyTestDatabase()).connectionString

/** A portal at DATABASE_URL with a member, money and a secret, backed up and tried, with a key; it is closed. */
const aBackedUpPortal = async () => {
  const portal = await openPortalOn(anEmptyFolder(), await emptyUrl())
  const { id } = await aMember(portal.db, { firstName: 'Ada', cards: ['4711'] })
  await anEntry(portal.db, { memberId: id, amountCents: 1250 })
  await changeSetting(portal.ctx, { key: 'TWILIO_AUTH_TOKEN', value: 'walnut-lathe-51' })
  const { code } = await createKey(portal.dataDir, new Date())
  await typeKey(portal.dataDir, code, new Date())
  const { name, problems } = await portal.backUp({ isProven: true })
  expect(problems).toEqual([])
  await portal.close()
  return { ...portal, id, code, file: portal.pathOf(name) }
}

test('a portal at DATABASE_URL is backed up, tried in a database of its own, and restored into another empty one', async () => {
  const { dataDir, file, code } = await aBackedUpPortal()
  expect(existsSync(provingFolder(dataDir))).toBe(false)
  expect((await readOutcomes(dataDir)).proofs[basename(file)]).toMatchObject({ fault: null })
  const manifest = await readManifest(file)
  expect(manifest).toMatchObject({ form: 'tables', hasSecretKey: true, cents: { ledger: [1250, 1250] } })

  const [bare, url] = [anEmptyFolder(), await emptyUrl()]
  await expect(restore(file, { dataDir: bare, databaseUrl: url, code: 'K7QX-0000' })).rejects.toThrow('Wrong key')
  const said = await restore(file, { dataDir: bare, databaseUrl: url, code })
  expect(said).toContain('1 entries, 12.50 altogether')
  expect(said).toContain('this portal does not know')
  const restored = await openPortalOn(bare, url)
  expect(await restored.db.selectFrom('members').select('first_name').execute()).toEqual([{ first_name: 'Ada' }])
  expect(await restored.ctx.settings.get('TWILIO_AUTH_TOKEN')).toBe('walnut-lathe-51')
  const events = await restored.db.selectFrom('audit_events').select('event').execute()
  expect(events.map(({ event }) => event)).toContain('backup.restored')
  await restored.close()
  await expect(restore(file, { dataDir: bare, databaseUrl: url, code })).rejects.toThrow('it has 1 members')
})

test('such a backup is also restored into a database of the portal’s own, and one of files into no other', async () => {
  const { file, code } = await aBackedUpPortal()
  const bare = anEmptyFolder()
  await restore(file, { dataDir: bare, code })
  const portal = await openPortalOn(bare)
  expect(await portal.db.selectFrom('members').select('first_name').execute()).toEqual([{ first_name: 'Ada' }])
  expect(await portal.ctx.settings.get('TWILIO_AUTH_TOKEN')).toBe('walnut-lathe-51')
  const { name } = await portal.backUp()
  await portal.close()
  const elsewhere = { dataDir: anEmptyFolder(), databaseUrl: await emptyUrl(), code }
  await expect(restore(portal.pathOf(name), elsewhere)).rejects.toThrow('Unset DATABASE_URL')
})

test('a backup of tables that was cut or changed is refused, and the database stays empty', async () => {
  const { file, code } = await aBackedUpPortal()
  const folder = anEmptyFolder()
  const copy = join(folder, basename(file))
  const [dataDir, databaseUrl] = [anEmptyFolder(), await emptyUrl()]
  cpSync(file, copy)
  truncateSync(copy, 70_000)
  await expect(restore(copy, { dataDir, databaseUrl, code })).rejects.toThrow('is not whole')
  cpSync(file, copy)
  const bytes = readFileSync(copy)
  const middle = headBytes + Math.floor((bytes.length - headBytes) / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(copy, bytes)
  await expect(restore(copy, { dataDir, databaseUrl, code })).rejects.toThrow('is damaged')
  expect(readdirSync(dataDir)).toEqual([])
  await restore(file, { dataDir, databaseUrl, code })
})

test('an account that was erased since is erased again, and a restore that was cut off before that is begun anew', async () => {
  const { dataDir, file, code, id } = await aBackedUpPortal()
  await noteErased(backupFolder(dataDir), { memberId: id, at: new Date(Date.now() + 60_000) })
  const elsewhere = { dataDir: anEmptyFolder(), databaseUrl: await emptyUrl(), code }
  const killed = () => Promise.reject(new Error('killed'))
  await expect(restore(file, { ...elsewhere, erase: killed })).rejects.toThrow('killed')
  await expect(openPortalOn(elsewhere.dataDir, elsewhere.databaseUrl)).rejects.toThrow('Run the same command again')
  const erased: number[] = []
  const said = await restore(file, {
    ...elsewhere,
    erase: (_, memberIds) => Promise.resolve(erased.push(...memberIds)),
  })
  expect(erased).toEqual([id])
  expect(said).toContain('are erased again: 1.')
})
