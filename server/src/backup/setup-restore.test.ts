import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { restorePieceBytes } from '@spacekeeper/contract/backup/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { systemCtx } from '#platform/ctx.ts'
import { createFirstAdmin, setupToken } from '../auth/first-administrator.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { byProgram, command, newFolder, startProcess } from '../test-process.ts'
import { anEmptyFolder, openPortalOn } from './backup-scene.testing.ts'
import { createKey, typeKey } from './keys.ts'

/** A backup with a key of a portal in which Ada can log in. */
const aBackup = async () => {
  const portal = await openPortalOn(anEmptyFolder())
  const { id, code } = await createKey(portal.dataDir, new Date())
  await typeKey(portal.dataDir, code, new Date())
  const passwordHash = await hashPassword('horse-battery-42')
  await aMember(portal.db, { email: 'ada@example.org', isAdmin: true, passwordHash })
  const { name } = await portal.backUp()
  await portal.close()
  return { path: portal.pathOf(name), id, code }
}

const send = (url: string, method: string, body: object) =>
  fetch(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const Answer = z.object({ uploadId: z.string(), code: z.string(), fields: z.unknown() }).partial()

const bodyOf = async (answer: Response) => Answer.parse(await answer.json())

const fieldsOf = async (answer: Response) => (await bodyOf(answer)).fields

/** Sends all pieces of a file; the number of the upload. */
const upload = async (at: string, content: Buffer): Promise<string> => {
  const { uploadId } = await bodyOf(await send(at, 'POST', { bytes: content.length }))
  for (let from = 0; from < content.length; from += restorePieceBytes) {
    const body = new Uint8Array(content.subarray(from, from + restorePieceBytes))
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await fetch(`${at}${uploadId}/${from}/`, { method: 'PUT', headers, body })
    expect(answer.status).toBe(200)
  }
  return String(uploadId)
}

test('an empty portal restores a backup from its page and comes back with it by itself, members and all', async () => {
  const backup = await aBackup()
  const content = readFileSync(backup.path)
  const dataDir = newFolder()
  const portal = await startProcess(dataDir, 0)
  const link = (await command(dataDir, 'admin', 'link')).trim()
  const setup = `${portal.url}/api/setup/${link.split('/').at(-1)}/restore/`

  const cut = await upload(setup, content.subarray(0, content.length - 1000))
  const half = await send(`${setup}${cut}/start/`, 'POST', { code: '' })
  expect([half.status, await fieldsOf(half)]).toMatchObject([
    400,
    [{ message: expect.stringContaining('is not whole') }],
  ])

  const uploadId = await upload(setup, content)
  const start = (code: string) => send(`${setup}${uploadId}/start/`, 'POST', { code })
  expect(await fieldsOf(await start(''))).toMatchObject([
    { field: 'code', message: expect.stringContaining(backup.id) },
  ])
  expect(await fieldsOf(await start('K7QX-0000'))).toMatchObject([
    { field: 'code', message: expect.stringContaining('Wrong key') },
  ])
  expect((await start(backup.code.toLowerCase())).status).toBe(200)
  const second = await send(setup, 'POST', { bytes: 10 })
  expect([second.status, (await bodyOf(second)).code]).toEqual([409, 'restoreRunning'])

  const logIn = () =>
    send(`${portal.url}/api/login/`, 'POST', { email: 'ada@example.org', password: 'horse-battery-42' }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(logIn, byProgram).toBe(200)
  expect(portal.child.exitCode).toBeNull()
  expect((await fetch(setup)).status).toBe(401)
  const former = readdirSync(dataDir).find((name) => name.startsWith('before-'))
  expect(existsSync(join(dataDir, former ?? '', 'postgres/PG_VERSION'))).toBe(true)
  expect(statSync(join(dataDir, 'backups', basename(backup.path))).size).toBe(content.length)
  expect(existsSync(join(dataDir, 'backups/uploaded.draft'))).toBe(false)
  expect(await command(dataDir, 'backup', 'prove', basename(backup.path))).toContain('can be restored')
})

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

/** An empty portal with a database of its own, as far as its pages know, and the token of its link. */
const empty = (hasOwnDatabase = true) => {
  const facts = { hasOwnDatabase, isSiteUrlSet: true, isSecretKeySet: false, trustProxy: false } as const
  portal.services.setup = { dataDir: anEmptyFolder(), ...facts }
  return { token: setupToken(portal.services.secretKey), dataDir: portal.services.setup.dataDir }
}

test('pieces are taken in order, one upload at a time, and a piece whose answer was lost may come again', async () => {
  const { token, dataDir } = empty()
  const { backup } = await portal.as(null)
  const { uploadId } = await backup.beginRestore({ token, bytes: 10 })
  await expect(backup.beginRestore({ token, bytes: 10 })).rejects.toMatchObject({ body: { code: 'restoreRunning' } })
  const add = (at: number, text: string, id = uploadId) =>
    backup.addRestorePiece({ token, uploadId: id, at, file: new Blob([text], { type: 'application/octet-stream' }) })
  await add(0, 'holid')
  await add(0, 'holid')
  await expect(add(7, 'ay')).rejects.toMatchObject({ body: { fields: [{ field: 'at' }] } })
  await expect(add(5, 'ay pictures')).rejects.toMatchObject({ body: { fields: [{ field: 'at' }] } })
  await expect(add(5, 'ay pi', crypto.randomUUID())).rejects.toMatchObject({ status: 404 })
  await expect(backup.startRestore({ token, uploadId, code: '' })).rejects.toMatchObject({
    body: { fields: [{ field: 'bytes', message: expect.stringContaining('not arrived whole') }] },
  })
  await add(5, 'ay pi')
  expect(readFileSync(join(dataDir, 'backups/uploaded.draft'), 'utf8')).toBe('holiday pi')
  await expect(backup.startRestore({ token, uploadId, code: '' })).rejects.toMatchObject({
    body: { fields: [{ field: 'bytes', message: 'This file is no backup of Spacekeeper.' }] },
  })
  expect(await backup.getRestore({ token })).toEqual({ isPossible: true, step: 'none', fault: null })
})

test('of two uploads at once one is refused, a whole one waits for its code, and no piece is read for a wrong link', async () => {
  const { token } = empty()
  const { backup } = await portal.as(null)
  const tries = await Promise.allSettled([1, 2].map(() => backup.beginRestore({ token, bytes: 4 })))
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const begun = tries.find((one) => one.status === 'fulfilled')
  const uploadId = begun?.value.uploadId ?? ''
  const file = new Blob(['hell'], { type: 'application/octet-stream' })
  const piece = { token, uploadId, at: 0, file }
  await expect(backup.addRestorePiece({ ...piece, token: 'guessed' })).rejects.toMatchObject({ status: 401 })
  await Promise.all([backup.addRestorePiece(piece), backup.addRestorePiece(piece)])
  expect(readFileSync(join(portal.services.setup?.dataDir ?? '', 'backups/uploaded.draft'), 'utf8')).toBe('hell')
  await expect(backup.beginRestore({ token, bytes: 4 })).rejects.toMatchObject({ body: { code: 'restoreRunning' } })
  await expect(backup.startRestore({ token, uploadId, code: '' })).rejects.toMatchObject({ status: 400 })
})

test('while a backup is restored no first administrator is created', async () => {
  const { token } = empty()
  if (portal.services.setup) portal.services.setup.isRestoring = true
  const administrator = {
    email: 'ada@example.org',
    firstName: 'Ada',
    lastName: 'Okafor',
    screenName: 'ada',
    mobile: '0400000000',
    password: 'horse-battery-42',
  }
  await expect(
    createFirstAdmin(systemCtx(portal.services), {
      token,
      administrator,
      client: { address: '127.0.0.1', network: '127.0.0.1', userAgent: '' },
    }),
  ).rejects.toMatchObject({ code: 'restoreRunning' })
})

test('a backup that has no room, a database elsewhere, a wrong link and a portal with a member restore nothing', async () => {
  const { token } = empty(false)
  const { backup } = await portal.as(null)
  expect(await backup.getRestore({ token })).toMatchObject({ isPossible: false })
  await expect(backup.beginRestore({ token, bytes: 10 })).rejects.toMatchObject({ body: { code: 'restoreElsewhere' } })
  empty()
  await expect(backup.beginRestore({ token, bytes: 99_000_000_000_000 })).rejects.toMatchObject({ status: 400 })
  for (const method of [
    () => backup.getRestore({ token: 'guessed' }),
    () => backup.beginRestore({ token: 'guessed', bytes: 10 }),
  ])
    await expect(method()).rejects.toMatchObject({ status: 401 })
  await aMember(portal.db)
  await expect(backup.getRestore({ token })).rejects.toMatchObject({ status: 401 })
  await expect(backup.beginRestore({ token, bytes: 10 })).rejects.toMatchObject({ status: 401 })
})
