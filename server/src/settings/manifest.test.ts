import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from './settings.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const Manifest = z.looseObject({ icons: z.array(z.looseObject({ src: z.string(), purpose: z.string() })) })

const get = (url: string) => portal.app.inject({ url })
const manifest = async () => Manifest.parse((await get('/manifest.webmanifest')).json())

test('the manifest names the space and its colours, for every browser alike and from a cache', async () => {
  await changeSetting(portal.ctx, { key: 'SITE_NAME', value: 'Riverbend Makers' })
  await changeSetting(portal.ctx, { key: 'SITE_OWNER', value: 'Riverbend' })
  await changeSetting(portal.ctx, { key: 'THEME_TOOLBAR', value: '#123456' })
  await expect.poll(async () => (await manifest()).theme_color).toBe('#123456')
  const answer = await get('/manifest.webmanifest')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.json()).toMatchObject({
    name: 'Riverbend Makers',
    short_name: 'Riverbend',
    start_url: '/dashboard',
    display: 'standalone',
    shortcuts: [{ url: '/account/digital-id' }, { url: '/tools/issue' }],
  })
})

test('a space without a picture has the icons of the portal, also where its logo stands on another server', async () => {
  await changeSetting(portal.ctx, { key: 'SITE_LOGO', value: 'https://example.org/logo.png' })
  await expect.poll(() => portal.ctx.settings.get('SITE_LOGO')).not.toBe('')
  expect((await manifest()).icons.map(({ src }) => src)).toEqual([
    '/icon-small.png',
    '/icon-large.png',
    '/icon-maskable.png',
  ])
  expect((await get('/apple-touch-icon.png')).headers.location).toBe('/icon-touch.png')
})

test('icons are drawn from the picture of the space in the sizes that phones want', async () => {
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const picture = sharp({
    create: { width: 400, height: 100, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 1 } },
  })
  const file = new Blob([new Uint8Array(await picture.png().toBuffer())], { type: 'image/png' })
  await admin.settings.uploadImage({ key: 'SITE_LOGO', file })
  await expect.poll(async () => (await manifest()).icons[0]?.src).toContain('/api/images/app/')
  const { icons } = await manifest()
  const sizes: unknown[] = []
  for (const { src } of icons) {
    const answer = await get(src)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    const { width, height, hasAlpha } = await sharp(answer.rawPayload).metadata()
    sizes.push([width, height, hasAlpha])
  }
  expect(sizes).toEqual([
    [192, 192, true],
    [512, 512, true],
    [512, 512, false],
  ])
  // The corners of a maskable icon may be cut off: nothing stands there.
  const tile = await get(icons[2]?.src ?? '')
  const { data, info } = await sharp(tile.rawPayload).raw().toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  const middle = (256 * info.width + 256) * info.channels
  expect(data[middle]).toBeGreaterThan(150)
  expect(data[middle + 1]).toBeLessThan(100)
  const touch = (await get('/apple-touch-icon.png')).headers.location
  expect(await sharp((await get(String(touch))).rawPayload).metadata()).toMatchObject({ width: 180, height: 180 })
})

test.each([
  '/api/images/app/x.png',
  `/api/images/app/${'a'.repeat(32)}-large.png`,
  `/api/images/app/${'a'.repeat(32)}-huge.png`,
])('there is no icon at %s', async (address) => {
  expect((await get(address)).statusCode).toBe(404)
})
