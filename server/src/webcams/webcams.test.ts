import { type SimulatedCamera, startCamera } from '@spacekeeper/simulators/camera.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { record } from '#platform/db/change.ts'
import { pictureKind } from '#platform/images/picture-kind.ts'
import { removeBatch } from '#platform/retention/retention.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { webcamsDomain } from './domain.ts'
import { firstFrame } from './fetch-frame.ts'

const clock = { now: new Date('2026-11-23T10:00:00Z') }
const wait = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}

let portal: TestPortal
let member: TestClient
let staff: TestClient
let camera: SimulatedCamera

beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  await changeSetting(portal.ctx, { key: 'ENABLE_WEBCAMS', value: true })
})
afterAll(() => portal.close())

const show = (...cameras: (readonly [string, string])[]) =>
  changeSetting(portal.ctx, { key: 'WEBCAM_PAGE_URLS', value: cameras })

beforeEach(async () => {
  camera = await startCamera({ now: () => clock.now })
  wait(3600)
  // Sessions of tests last an hour.
  member = await portal.as((await aMember(portal.db)).id)
  staff = await portal.as((await aMember(portal.db, { permissions: ['settings'] })).id)
})
afterEach(() => camera.close())

const pictureOf = async (number: number, api = member) => (await api.webcams.getPicture({ number })).content

/** Once no camera is being asked any more. */
const settled = async (api = member) => {
  await expect.poll(async () => (await api.webcams.list()).webcams.every(({ isBusy }) => !isBusy)).toBe(true)
  return (await api.webcams.list()).webcams
}

test('a member sees a picture that the portal fetched and drew anew', async () => {
  await show(['Workshop', camera.snapshotUrl])
  const picture = await pictureOf(1)
  expect(pictureKind(picture)).toBe('jpeg')
  expect(await settled()).toEqual([
    { number: 1, name: 'Workshop', takenAt: clock.now.toISOString(), isDown: false, isBusy: false, problem: null },
  ])
})

test('no one learns where a camera is: configuration and list name addresses of the portal', async () => {
  await show(['Workshop', camera.snapshotUrl])
  const { webcamLinks } = await (await portal.as(null)).home.getConfig()
  expect(webcamLinks).toEqual([['Workshop', '/api/webcams/1/picture/']])
  expect(JSON.stringify([await member.webcams.list(), webcamLinks])).not.toContain('127.0.0.1')
  await expect((await portal.as(null)).webcams.list()).rejects.toMatchObject({ code: 'notSignedIn' })
})

test('a hundred who look at once cost one fetch, and another a minute later', async () => {
  await show(['Workshop', camera.snapshotUrl])
  await Promise.all(Array.from({ length: 100 }, () => pictureOf(1)))
  expect(camera.requests).toHaveLength(1)
  wait(59)
  await Promise.all([pictureOf(1), member.webcams.list()])
  expect(camera.requests).toHaveLength(1)
  wait(1)
  await member.webcams.list()
  await settled()
  expect(camera.requests).toHaveLength(2)
})

test('of a stream the first frame is taken, and the portal hangs up', async () => {
  await show(['Stream', camera.streamUrl])
  expect(pictureKind(await pictureOf(1))).toBe('jpeg')
  expect(camera.requests).toEqual(['/stream.mjpg'])
})

test('the first frame of a stream is found wherever it begins', () => {
  const frame = Buffer.from([0xff, 0xd8, 1, 2, 0xff, 0xd9])
  expect(firstFrame(Buffer.concat([Buffer.from('--frame\r\n\r\n'), frame, Buffer.from('\r\n--frame')]))).toEqual(frame)
  expect(firstFrame(frame.subarray(0, 5))).toBeNull()
  expect(firstFrame(Buffer.from('no picture'))).toBeNull()
})

test.each([
  ['down', 'The server closed the connection.'],
  ['flood', 'The answer is larger than 5000000 bytes.'],
  ['redirect', 'The camera sends the portal elsewhere (302). Enter that address instead.'],
  ['noPicture', 'The camera sent something that is no JPEG, PNG or WebP picture.'],
  ['hang', 'The server did not answer within 5 seconds.'],
] as const)('a camera that does this: %s', async (fault, problem) => {
  await show(['Workshop', camera.snapshotUrl])
  const before = await pictureOf(1)
  const takenAt = clock.now.toISOString()
  camera.misbehave(fault)
  wait(600)
  // The last picture is shown, with its age.
  expect(await pictureOf(1)).toEqual(before)
  expect(await settled(staff)).toMatchObject([{ takenAt, isDown: true, problem }])
  expect(await settled()).toMatchObject([{ takenAt, isDown: true, problem: null }])
  expect(camera.requests).toHaveLength(2)
  camera.misbehave('none')
  wait(60)
  await pictureOf(1)
  expect(await settled(staff)).toMatchObject([{ isDown: false, problem: null }])
})

test('a metadata address is refused as it is entered', async () => {
  await expect(show(['Cloud', 'http://169.254.169.254/latest/meta-data/'])).rejects.toMatchObject({ code: 'badInput' })
})

test('a camera that asks for a name and a password gets them, and they stand nowhere', async () => {
  const guarded = await startCamera({ login: 'viewer:s p@ce' })
  await show(['Guarded', guarded.snapshotUrl])
  await expect(pictureOf(1)).rejects.toMatchObject({ code: 'noPicture' })
  const login = guarded.url.replace('http://', 'http://viewer:s%20p%40ce@')
  await changeSetting(portal.ctx, { key: 'WEBCAM_LOGINS', value: `http://a:b@10.0.0.9 ${login}` })
  wait(60)
  expect(pictureKind(await pictureOf(1))).toBe('jpeg')
  const { rows } = await portal.services.pool.query('select * from settings, audit_events')
  expect(JSON.stringify(rows)).not.toMatch(/s%20p|s p@ce/)
  await guarded.close()
})

test('an address with a password, or none of the web, is refused at the field', async () => {
  const bad = (value: unknown) => changeSetting(portal.ctx, { key: 'WEBCAM_PAGE_URLS', value })
  await expect(bad([['Door', 'http://admin:secret@10.0.0.4/now.jpg']])).rejects.toMatchObject({
    facts: { fields: [{ message: expect.stringContaining('Webcam logins') }] },
  })
  await expect(bad([['Door', 'file:///etc/passwd']])).rejects.toMatchObject({ code: 'badInput' })
  await expect(bad([['', camera.snapshotUrl]])).rejects.toMatchObject({ code: 'badInput' })
})

test('only administrators say which cameras there are', async () => {
  const write = staff.settings.update({ key: 'WEBCAM_PAGE_URLS', value: [['Router', 'http://10.0.0.1/']] })
  await expect(write).rejects.toMatchObject({ code: 'notAllowed' })
})

test('the last picture outlives a restart, and a day', async () => {
  await show(['Workshop', camera.snapshotUrl])
  const before = await pictureOf(1)
  camera.misbehave('down')
  wait(120)
  const other = await portal.another()
  const { id } = await aMember(portal.db)
  expect(await pictureOf(1, await other.as(id))).toEqual(before)
  wait(24 * 3600)
  await expect(pictureOf(1, await other.as(id))).rejects.toMatchObject({ code: 'noPicture' })
  const [retention] = webcamsDomain.retentions ?? []
  if (!retention) throw new Error('there is no retention')
  const removed = await record(portal.ctx, async (work) => ({
    result: await removeBatch(work, retention, { before: new Date(clock.now.getTime() - 1000), most: 100 }),
  }))
  expect(removed).toBeGreaterThan(0)
  await other.close()
})

test('there is no picture beyond the list, and none while webcams are off', async () => {
  await show(['Workshop', camera.snapshotUrl])
  await expect(pictureOf(2)).rejects.toMatchObject({ code: 'notFound' })
  await changeSetting(portal.ctx, { key: 'ENABLE_WEBCAMS', value: false })
  await expect(pictureOf(1)).rejects.toMatchObject({ code: 'featureOff' })
  expect((await (await portal.as(null)).home.getConfig()).webcamLinks).toEqual([])
  await changeSetting(portal.ctx, { key: 'ENABLE_WEBCAMS', value: true })
})
