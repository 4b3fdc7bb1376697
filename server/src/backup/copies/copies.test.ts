import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { changeSetting } from '../../settings/settings.ts'
import { backupFolder, readOutcomes } from '../backup-folder.ts'
import { anEmptyFolder, openPortalOn, restore } from '../backup-scene.testing.ts'
import { createKey, typeKey } from '../keys.ts'
import { fetchCopies, givenCopySettings } from './fetch-copies.ts'
import { startS3 } from './s3-server.testing.ts'

/** Settings that a person has on paper when the machine is gone. */
const onPaper = ({ settings }: Awaited<ReturnType<typeof startS3>>) => ({
  BACKUP_S3_ENDPOINT: settings.endpoint,
  BACKUP_S3_REGION: settings.region,
  BACKUP_S3_BUCKET: settings.bucket,
  BACKUP_S3_PREFIX: settings.prefix,
  BACKUP_S3_ACCESS_KEY: settings.accessKey,
  BACKUP_S3_SECRET_KEY: settings.secretKey,
})

test('a copy is in the store though the server does not answer, and a bare machine comes back with it', async () => {
  const s3 = await startS3()
  const portal = await openPortalOn(anEmptyFolder())
  const { code } = await createKey(portal.dataDir, new Date())
  await typeKey(portal.dataDir, code, new Date())
  await aMember(portal.db, { firstName: 'Ada' })
  const values = { ...onPaper(s3), BACKUP_SFTP_HOST: '127.0.0.1', BACKUP_SFTP_PORT: 1, BACKUP_SFTP_USER: 'space' }
  const set = Object.entries({ ...values, BACKUP_SFTP_PASSWORD: 'walnut', BACKUP_KEEP_DAILY: 1 })
  for (const [key, value] of set) await changeSetting(portal.ctx, { key: key as SettingKey, value }) // keys of settings
  const old = 'portal/spacekeeper-2026-11-01T02-20-00Z-v1.2.3.backup'
  for (const key of [old, old.replace('T02', 'T01'), 'portal/ours.txt']) s3.files.set(key, Buffer.from('older'))
  mkdirSync(join(backupFolder(portal.dataDir), 'erased-accounts'), { recursive: true })
  writeFileSync(
    join(backupFolder(portal.dataDir), 'erased-accounts/7'),
    `${new Date(Date.now() + 60_000).toISOString()}\n`,
  )
  const { name, copies, problems } = await portal.backUp()
  expect(copies).toEqual([expect.stringContaining('our-space at 127.0.0.1')])
  expect(problems).toEqual([expect.stringContaining('refused the connection')])
  expect((await readOutcomes(portal.dataDir)).copies).toMatchObject({
    s3: { fault: null },
    sftp: { fault: expect.stringContaining('refused the connection') },
  })
  const kept = [old, 'portal/ours.txt', 'portal/spacekeeper-portal.json', `portal/${name}`, 'portal/erased-accounts/7']
  expect([...s3.files.keys()].toSorted()).toEqual(kept.toSorted())
  await portal.close()

  const dataDir = anEmptyFolder()
  const folder = backupFolder(dataDir)
  const settings = givenCopySettings(onPaper(s3))
  if (settings === null) throw new Error('Nothing was read from the environment.')
  const lines: string[] = []
  const fetch = (wanted?: string) =>
    fetchCopies({ settings, name: wanted, folder, dataDir, say: (line) => void lines.push(line) })
  await fetch()
  expect(lines.join('\n')).toContain(name)
  await expect(fetch('spacekeeper-2020')).rejects.toThrow('No place has')
  await fetch(name)
  expect(existsSync(join(folder, 'erased-accounts/7'))).toBe(true)
  await restore(join(folder, name), { dataDir, code })
  const restored = await openPortalOn(dataDir)
  expect(await restored.db.selectFrom('members').select('first_name').execute()).toEqual([{ first_name: 'Ada' }])
  expect(await restored.ctx.settings.get('BACKUP_S3_SECRET_KEY')).toBe(s3.settings.secretKey)
  // Another machine with the same settings may be one for tests.
  const files = [...s3.files.keys()]
  expect((await restored.backUp()).problems).toContainEqual(
    expect.stringContaining('Another portal puts its copies there'),
  )
  expect([...s3.files.keys()]).toEqual(files)
})

test('a copy that was changed in the store is refused when it is fetched', async () => {
  const s3 = await startS3()
  s3.files.set('portal/spacekeeper-2026-11-01T02-20-00Z-v1.2.3.backup', Buffer.from('holiday pictures'))
  const settings = givenCopySettings(onPaper(s3))
  if (settings === null) throw new Error('Nothing was read from the environment.')
  const name = 'spacekeeper-2026-11-01T02-20-00Z-v1.2.3.backup'
  const order = { settings, name, folder: anEmptyFolder(), dataDir: anEmptyFolder(), say: () => undefined }
  await expect(fetchCopies(order)).rejects.toThrow('is no backup of Spacekeeper')
})

test('nothing is read from an environment without places, and what is wrong in one is named', () => {
  expect(givenCopySettings({ PATH: '/bin' })).toBeNull()
  expect(() => givenCopySettings({ BACKUP_SFTP_HOST: 'box', BACKUP_SFTP_PORT: 'many' })).toThrow('BACKUP_SFTP_PORT')
})
