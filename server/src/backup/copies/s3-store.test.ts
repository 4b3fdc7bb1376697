import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headOf } from '../archive-file.ts'
import { anEmptyFolder } from '../backup-scene.testing.ts'
import { copyErased, fetchArchive, listCopies, tryStore } from './copy-store.ts'
import { type S3Fault, startS3 } from './s3-server.testing.ts'
import { type S3Settings, s3Store } from './s3-store.ts'

const pace = { partBytes: 1000, pauseMs: 1 }

const aFile = (bytes: number) => {
  const path = join(anEmptyFolder(), 'archive')
  const content = randomBytes(bytes)
  writeFileSync(path, content)
  return { path, content }
}

/** An archive as far as it is looked at when it is fetched. */
const anArchive = (folder: string) => {
  const name = archive('01')
  const body = randomBytes(2000)
  const head = headOf({
    form: 'files',
    madeAt: '2026-11-01T02:20:00.000Z',
    version: '1.2.3+4',
    migration: '',
    postgres: 18,
    key: null,
    hasSecretKey: true,
    rawBytes: 1,
    rows: {},
    cents: {},
    body: { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') },
  })
  writeFileSync(join(folder, name), Buffer.concat([head, body]))
  return { name }
}

const archive = (day: string) => `spacekeeper-2026-11-${day}T02-20-00Z-v1.2.3+4.backup`

const putting = (settings: S3Settings) => {
  const store = s3Store(settings, pace)
  const { path } = aFile(3500)
  return store.put(path, archive('01')).then(() => null, store.explain)
}

test('a copy goes to a store in parts, is listed over several pages, read back as it was and removed', async () => {
  const s3 = await startS3()
  const store = s3Store(s3.settings, pace)
  const { path, content } = aFile(3500)
  for (const day of ['01', '03', '02']) await store.put(path, archive(day))
  await store.put(aFile(10).path, 'spacekeeper-notes')
  expect(s3.requests.filter((asked) => asked.includes('partNumber=4'))).toHaveLength(3)
  expect(s3.files.get(`portal/${archive('01')}`)?.equals(content)).toBe(true)
  const copies = await listCopies(store)
  expect(copies.map(({ name }) => name)).toEqual(['03', '02', '01'].map(archive))
  expect(copies[0]?.at.toISOString()).toBe('2026-11-03T02:20:00.000Z')
  const pieces = await Array.fromAsync(store.read(archive('02')))
  expect(pieces).toHaveLength(4)
  expect(Buffer.concat(pieces).equals(content)).toBe(true)
  await store.remove(archive('02'))
  expect((await listCopies(store)).map(({ name }) => name)).toEqual(['03', '01'].map(archive))
})

test('a test writes, reads back and deletes, in the root of a bucket too', async () => {
  const s3 = await startS3()
  for (const prefix of ['portal', ''])
    expect(await tryStore(s3Store({ ...s3.settings, prefix }), anEmptyFolder())).toEqual({
      problem: null,
      hostKey: null,
    })
  expect(s3.files.size).toBe(0)
  expect(s3.requests.map((asked) => asked.split(' ')[0])).toEqual([
    'PUT',
    'GET',
    'GET',
    'DELETE',
    'PUT',
    'GET',
    'GET',
    'DELETE',
  ])
})

test('what fails for a moment is tried again: a store without time, and a line that is cut', async () => {
  const s3 = await startS3()
  s3.faults.push(
    { times: 2, fits: /partNumber=2/, status: 503, code: 'SlowDown' },
    { times: 2, fits: /partNumber=3/ },
    { times: 1, fits: /^POST/, status: 500, code: 'InternalError' },
  )
  expect(await putting(s3.settings)).toBeNull()
  expect(s3.files.size).toBe(1)
})

test('parts of a copy that failed are given up, and so are those of one that was killed', async () => {
  const s3 = await startS3()
  s3.uploads.set('killed', { key: `portal/${archive('02')}`, parts: new Map() })
  s3.uploads.set('strange', { key: 'portal/pictures.zip', parts: new Map() })
  s3.faults.push({ times: 9, fits: /partNumber=2/, status: 403, code: 'AccessDenied' })
  expect(await putting(s3.settings)).toContain('doesn’t let this access key')
  expect([...s3.uploads.keys()]).toEqual(['strange'])
  expect(s3.files.size).toBe(0)
})

const always = (status: number, code: string): S3Fault => ({ times: 99, status, code })

test.each<[string, { fault?: S3Fault; settings?: Partial<S3Settings>; says: RegExp }]>([
  ['an access key that is not known', { settings: { accessKey: 'AKIDOTHER' }, says: /knows no such access key/ }],
  ['a wrong secret key', { settings: { secretKey: 'oak' }, says: /signature is wrong/ }],
  ['no secret key', { settings: { secretKey: '' }, says: /Enter the secret key/ }],
  ['another region', { settings: { region: 'us-east-1' }, says: /in another region: eu-central-1/ }],
  ['no such bucket', { settings: { bucket: 'their-space' }, says: /no such bucket/ }],
  ['a full store', { fault: always(507, 'XMinioStorageFull'), says: /store is full/ }],
  ['a quota that is used up', { fault: always(403, 'QuotaExceeded'), says: /store is full/ }],
  ['a store without time', { fault: always(503, 'SlowDown'), says: /had no time, also when it was asked again/ }],
  ['a line that is always cut', { fault: { times: 99 }, says: /closed the connection/ }],
  ['an answer that is none of S3', { fault: always(418, 'Tea<Pot>'), says: /^The store refused it \(418\)\.$/ }],
  ['a clock that is wrong', { fault: always(403, 'RequestTimeTooSkewed'), says: /Set the clock/ }],
])('%s is said in a sentence', async (_, { fault, settings, says }) => {
  const s3 = await startS3()
  if (fault) s3.faults.push(fault)
  const said = await putting({ ...s3.settings, ...settings })
  expect(said).toMatch(says)
  expect(said).not.toContain(s3.settings.secretKey)
})

test('a store that is off, has no name in the world, or is a metadata service of a data centre is said', async () => {
  const s3 = await startS3()
  await s3.close()
  expect(await putting(s3.settings)).toMatch(/refused the connection/)
  expect(await putting({ ...s3.settings, endpoint: 'http://8.8.8.8' })).toMatch(/without encryption/)
  expect(await putting({ ...s3.settings, endpoint: 'http://169.254.169.254' })).toMatch(/never connects/)
})

test('numbers of erased accounts go with the copies, and leave with the last that holds them', async () => {
  const s3 = await startS3()
  const store = s3Store(s3.settings, pace)
  const folder = anEmptyFolder()
  mkdirSync(join(folder, 'erased-accounts'))
  writeFileSync(join(folder, 'erased-accounts/7'), '2026-11-05T00:00:00.000Z\n')
  await copyErased(folder, store, new Date('2026-11-01'))
  expect(s3.files.get('portal/erased-accounts/7')?.toString()).toBe(
    readFileSync(join(folder, 'erased-accounts/7'), 'utf8'),
  )
  await copyErased(anEmptyFolder(), store, new Date('2026-11-06'))
  expect(s3.files.size).toBe(0)
})

test('a store that names files elsewhere gets nothing written outside of the folder, and no name of its own', async () => {
  const s3 = await startS3()
  const archived = anEmptyFolder()
  const { name } = anArchive(archived)
  s3.files.set(`portal/${name}`, readFileSync(join(archived, name)))
  for (const strange of ['../../evil', '7/../../evil', 'evil', '7'])
    s3.files.set(`portal/erased-accounts/${strange}`, Buffer.from('2026-11-05T00:00:00.000Z\n'))
  const folder = join(anEmptyFolder(), 'backups')
  await fetchArchive(s3Store(s3.settings, { pauseMs: 1 }), name, folder)
  expect(readdirSync(folder)).toHaveLength(2)
  expect(readdirSync(join(folder, 'erased-accounts'))).toEqual(['7'])
  expect(readdirSync(join(folder, '..'))).toEqual(['backups'])
})
