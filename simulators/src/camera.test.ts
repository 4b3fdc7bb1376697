import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { type SimulatedCamera, startCamera } from './camera.ts'

let camera: SimulatedCamera | undefined
afterEach(() => camera?.close())

const at = (second: number) => () => new Date(Date.UTC(2026, 10, 23, 10, 0, second))

const pictureOf = async ({ snapshotUrl }: SimulatedCamera) =>
  Buffer.from(await (await fetch(snapshotUrl)).arrayBuffer())

test('a picture is a JPEG that changes with the time', async () => {
  let now = at(1)
  camera = await startCamera({ now: () => now() })
  const first = await pictureOf(camera)
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
  now = at(2)
  expect((await pictureOf(camera)).equals(first)).toBe(false)
})

test('a stream is one picture after the other, until its reader hangs up', async () => {
  camera = await startCamera({ now: at(1) })
  const stop = new AbortController()
  const answer = await fetch(camera.streamUrl, { signal: stop.signal })
  expect(answer.headers.get('content-type')).toBe('multipart/x-mixed-replace; boundary=frame')
  const { value } = (await answer.body?.getReader().read()) ?? {}
  expect(Buffer.from(value ?? []).toString('latin1')).toContain('content-type: image/jpeg')
  stop.abort()
})

test('without its name and password it shows nothing', async () => {
  camera = await startCamera({ login: 'viewer:secret' })
  expect((await fetch(camera.snapshotUrl)).status).toBe(401)
  const authorization = `Basic ${Buffer.from('viewer:secret').toString('base64')}`
  expect((await fetch(camera.snapshotUrl, { headers: { authorization } })).status).toBe(200)
})

test('it misbehaves as it is told', async () => {
  camera = await startCamera()
  camera.misbehave('redirect')
  expect((await fetch(camera.snapshotUrl, { redirect: 'manual' })).status).toBe(302)
  camera.misbehave('noPicture')
  expect(await (await fetch(camera.snapshotUrl)).text()).toBe('<html>Log in</html>')
  camera.misbehave('down')
  await expect(fetch(camera.snapshotUrl)).rejects.toThrow('fetch failed')
})
