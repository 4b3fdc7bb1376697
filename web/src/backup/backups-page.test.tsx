import { type BackupArchive, backupApi, type BackupState } from '@spacekeeper/contract/backup/routes.ts'
import { settingsApi } from '@spacekeeper/contract/settings/routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const anArchive = (facts: Partial<BackupArchive>): BackupArchive => ({
  name: 'spacekeeper-2026-11-29T02-20-00Z-v1.4.2.backup',
  madeAt: '2026-11-29T02:20:00.000Z',
  bytes: 12_400_000,
  version: '1.4.2',
  fault: null,
  keyId: 'af5a0c2d',
  proven: { at: '2026-11-29T02:25:00.000Z', fault: null },
  ...facts,
})

const aState = (facts: Partial<BackupState>): BackupState => ({
  isNightly: true,
  proofs: 'nightly',
  archives: [],
  running: null,
  made: null,
  key: null,
  places: [],
  allowsClear: false,
  freeBytes: 9_000_000_000,
  ...facts,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const show = (facts: Partial<BackupState>, profile = aProfile({ admin: true })) => {
  server.on(backupApi.get, () => aState(facts))
  return renderPortal({ path: '/manage/backups', server, profile })
}

test('without a backup the page says when the first is made, and that no copy would outlast the machine', async () => {
  await show({})
  expect(await screen.findByText(/made tonight/)).toBeTruthy()
  expect(screen.getByText(/all backups burn with it/)).toBeTruthy()
  expect(screen.getByText(/Make a key before copies go elsewhere/)).toBeTruthy()
})

test('each backup says how large it is, whether it is encrypted and what came of trying it', async () => {
  await show({
    archives: [
      anArchive({}),
      anArchive({ name: 'b', keyId: null, proven: { at: '2026-11-28T02:25:00.000Z', fault: 'It is damaged.' } }),
      anArchive({ name: 'c', version: null, keyId: null, proven: null, fault: 'c is not whole.' }),
    ],
  })
  const items = within(await screen.findByRole('list', { name: 'Backups on this machine' })).getAllByRole('listitem')
  const texts = items.map((item) => item.textContent ?? '')
  expect(texts[0]).toMatch(/version 1\.4\.2, encrypted with the key af5a0c2d.*all is well/)
  expect(texts[1]).toMatch(/not encrypted.*that failed: It is damaged\./)
  expect(texts[2]).toContain('c is not whole.')
})

test('a small machine says that backups are tried once a week', async () => {
  await show({ proofs: 'weekly' })
  expect(await screen.findByText(/Once a week one is restored for a try, because this machine is small/)).toBeTruthy()
})

test('a backup is asked for, and while it is made the page says how far it is and takes no second', async () => {
  let isRunning = false
  server.on(backupApi.get, () =>
    aState(isRunning ? { running: { step: 'making', startedAt: new Date().toISOString(), bytes: 3_000_000 } } : {}),
  )
  server.on(backupApi.start, () => {
    isRunning = true
  })
  const { user } = await renderPortal({ path: '/manage/backups', server, profile: aProfile({ admin: true }) })
  await user.click(await screen.findByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText(/A backup is being made\. 3 MB/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Back up now' }).hasAttribute('disabled')).toBe(true)
})

test('a key is shown once, and the code is typed in from paper; a wrong one says so at the field', async () => {
  const { user } = await show({})
  server.on(backupApi.createKey, () => ({ id: 'af5a0c2d', code: 'K7QX-0M2D-AAAA' }))
  await user.click(await screen.findByRole('button', { name: 'Make a key' }))
  const question = await screen.findByRole('dialog', { name: 'Make a key for backups?' })
  await user.click(within(question).getByRole('button', { name: 'Make a key' }))
  expect(await screen.findByText('K7QX-0M2D-AAAA')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'I wrote it down' }))
  expect(screen.queryByText('K7QX-0M2D-AAAA')).toBeNull()
  server.on(backupApi.typeKey, () => refuse('badInput', { fields: [{ field: 'code', message: 'Not that code.' }] }))
  await user.type(await screen.findByRole('textbox', { name: /Code of the key af5a0c2d/ }), 'k7qx')
  await user.click(screen.getByRole('button', { name: 'Check the code' }))
  expect(await screen.findByText('Not that code.')).toBeTruthy()
  server.on(backupApi.typeKey, () => undefined)
  await user.click(screen.getByRole('button', { name: 'Check the code' }))
  expect(await screen.findByText(/That’s the code/)).toBeTruthy()
})

test('a backup that is not encrypted is downloaded after a warning, and one is deleted after a question', async () => {
  const { user } = await show({ archives: [anArchive({ keyId: null })] })
  await user.click(await screen.findByRole('button', { name: /^Download the backup/ }))
  const warning = await screen.findByRole('dialog', { name: /not encrypted/ })
  await user.click(within(warning).getByRole('button', { name: 'Cancel' }))
  const removed: string[] = []
  server.on(backupApi.remove, ({ params }) => void removed.push(String(params['name'])))
  await user.click(screen.getByRole('button', { name: /^Delete the backup/ }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The backup is deleted.')).toBeTruthy()
  expect(removed).toEqual(['spacekeeper-2026-11-29T02-20-00Z-v1.4.2.backup'])
})

test('each place for copies is tested, and what is wrong with it is said', async () => {
  const { user } = await show({
    places: [
      { place: 'folder', where: '/mnt/disk', copied: null },
      {
        place: 's3',
        where: 'our-space at s3.example.org',
        copied: { at: '2026-11-29T02:25:00.000Z', fault: 'It is full.' },
      },
    ],
  })
  const tested: string[] = []
  server.on(backupApi.testPlace, ({ params }) => {
    tested.push(String(params['place']))
    return { problem: 'The disk is full.', hostKey: null, isTaken: false }
  })
  const list = await screen.findByRole('list', { name: 'Copies elsewhere' })
  expect(within(list).getByText(/The last copy failed .*: It is full\./)).toBeTruthy()
  expect(within(list).getByText('Nothing was copied there yet.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Test: Folder' }))
  expect(await screen.findByText('The disk is full.')).toBeTruthy()
  expect(tested).toEqual(['folder'])
  expect(screen.getByText(/They wait until there is a key/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'SFTP server' }).getAttribute('href')).toContain('#BACKUP_SFTP_HOST')
})

test('the key of a server that is not trusted is shown, and trusted once a person has compared it', async () => {
  const { user } = await show({ places: [{ place: 'sftp', where: 'space@backup.example.org', copied: null }] })
  const hostKey = `SHA256:${'A'.repeat(43)}`
  server.on(backupApi.testPlace, () => ({ problem: 'The server is not trusted yet.', hostKey, isTaken: false }))
  const saved: unknown[] = []
  server.on(settingsApi.update, ({ params, body }) => {
    saved.push(params['key'], body)
    return { key: 'BACKUP_SFTP_HOST_KEY', value: hostKey, isSet: true }
  })
  await user.click(await screen.findByRole('button', { name: 'Test: SFTP server' }))
  const dialog = await screen.findByRole('dialog', { name: 'Trust this server?' })
  expect(within(dialog).getByText(hostKey)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Trust this key' }))
  expect(await screen.findByText(/is trusted\. Test it again/)).toBeTruthy()
  expect(saved).toEqual(['BACKUP_SFTP_HOST_KEY', { value: hostKey }])
})

test('a place of another portal is taken over once a person says that this one replaces it', async () => {
  const { user } = await show({ places: [{ place: 'folder', where: '/mnt/disk', copied: null }] })
  const problem = 'Another portal puts its copies there.'
  server.on(backupApi.testPlace, () => ({ problem, hostKey: null, isTaken: true }))
  const taken: string[] = []
  server.on(backupApi.takePlace, ({ params }) => void taken.push(String(params['place'])))
  await user.click(await screen.findByRole('button', { name: 'Test: Folder' }))
  const dialog = await screen.findByRole('dialog', { name: 'Does this portal replace the other one?' })
  expect(within(dialog).getByText(problem)).toBeTruthy()
  expect(taken).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Take it over' }))
  expect(await screen.findByText('Copies of this portal go there from now on.')).toBeTruthy()
  expect(taken).toEqual(['folder'])
})
