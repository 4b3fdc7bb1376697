import type { SiteImage } from '@spacekeeper/contract/settings/shapes.ts'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, afterAll, test, expect } from 'vitest'
import { mailLook } from '#platform/mail/mail-look.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { forgetImages } from './images.ts'

const dayMs = 24 * 60 * 60 * 1000

let portal: TestPortal

let admin: TestClient

let aheadMs = 0

beforeAll(async () => {
  portal = await startTestPortal({ now: () => new Date(Date.now() + aheadMs) })
  admin = await portal.as((await aMember(portal.db, { isAdmin: true, firstName: 'Ada', lastName: 'Okafor' })).id)
})

afterAll(() => portal.close())

const aPicture = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })

const asFile = (content: Uint8Array | string, type: string) =>
  new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type })

const upload = async (key: SiteImage, file: Blob) => String((await admin.settings.uploadImage({ key, file })).value)

const get = (address: string) => portal.app.inject({ method: 'GET', url: address })

test.each(['png', 'webp', 'jpeg'] as const)(
  'a %s becomes the logo, small and for ever at its address',
  async (kind) => {
    const file = asFile(await aPicture(1600, 400).toFormat(kind).toBuffer(), `image/${kind}`)
    const address = await upload('SITE_LOGO', file)
    expect(address).toMatch(/^\/api\/images\/[0-9a-f]{32}\.png$/)
    expect((await (await portal.as(null)).home.getConfig()).images.siteLogo).toBe(address)
    expect((await mailLook(portal.ctx)).logoUrl).toBe(`http://localhost:8000${address}`)
    expect((await get(address.replace('/api', ''))).statusCode, 'the address it had before').toBe(200)
    const answer = await get(address)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 480, height: 120 })
  },
)

test('where a photograph was taken and by whom is gone, and it stands upright', async () => {
  const taken = await aPicture(300, 200)
    .flatten()
    .jpeg()
    .withExif({ IFD0: { Artist: 'Secret Artist', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const address = await upload('MENU_BACKGROUND', asFile(taken, 'image/jpeg'))
  const { rawPayload } = await get(address)
  expect(rawPayload.toString('latin1')).not.toContain('Secret Artist')
  const { exif, orientation, width, height, format } = await sharp(rawPayload).metadata()
  expect({ exif, orientation, width, height, format }).toEqual({ width: 200, height: 300, format: 'jpeg' })
})

test('an icon is a square', async () => {
  const address = await upload('SITE_FAVICON', asFile(await aPicture(90, 30).png().toBuffer(), 'image/png'))
  expect(await sharp((await get(address)).rawPayload).metadata()).toMatchObject({ width: 192, height: 192 })
})

test.each<[string, string | Buffer]>([
  ['a drawing with script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
  ['nothing', ''],
])('%s that calls itself a PNG is refused with words', async (_, content) => {
  const file = asFile(content, 'image/png')
  await expect(upload('SITE_LOGO', file)).rejects.toMatchObject({
    code: 'badInput',
    body: { fields: [{ field: 'SITE_LOGO', message: 'This isn’t a PNG, JPEG or WebP picture.' }] },
  })
})

test('a picture that is cut off is refused', async () => {
  const whole = await aPicture(200, 200).png().toBuffer()
  const cut = asFile(whole.subarray(0, whole.length / 2), 'image/png')
  await expect(upload('SITE_LOGO', cut)).rejects.toMatchObject({
    body: { fields: [{ message: 'This picture is damaged and cannot be read.' }] },
  })
})

const ofSize = (width: number, height: number, bits: 8 | 16) => {
  const black = sharp({ create: { width, height, channels: 3, background: '#000' } })
  return (bits === 16 ? black.toColourspace('rgb16') : black).png({ compressionLevel: 9 }).toBuffer()
}

test.each([
  ['too many pixels', 8_000, 5_100, 8],
  ['a side that is too long', 12_001, 10, 8],
  ['16 bits a colour', 5_200, 5_200, 16],
] as const)('a small file that unpacks to far too much is refused: %s', async (_, width, height, bits) => {
  const bomb = await ofSize(width, height, bits)
  expect(bomb.length).toBeLessThan(1_000_000)
  await expect(upload('SITE_LOGO', asFile(bomb, 'image/png'))).rejects.toMatchObject({
    body: { fields: [{ message: expect.stringContaining('too many pixels') }] },
  })
})

test('while many large pictures are uploaded at once the others are answered, and no upload fails without a sentence', async () => {
  const large = asFile(await ofSize(2_000, 2_000, 16), 'image/png')
  const uploads = Promise.allSettled(Array.from({ length: 24 }, () => upload('MENU_BACKGROUND', large)))
  const logIns = Array.from({ length: 3 }, async () => {
    // A portal that has just opened its pool logs in to the database.
    const other = await portal.another()
    const { statusCode } = await other.app.inject({ method: 'GET', url: '/api/config/' })
    await other.close()
    return statusCode
  })
  expect(await Promise.all(logIns)).toEqual(logIns.map(() => 200))
  const outcomes = await uploads
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(outcomes.length)
  for (const { reason } of refused)
    expect(reason).toMatchObject({
      status: 429,
      body: { code: 'tooManyRequests', detail: expect.stringContaining('Try again in a minute') },
    })
  expect(await upload('MENU_BACKGROUND', large), 'once they are done').toMatch(/^\/api\/images\//)
})

test('a file that is too large, or of another kind, is refused', async () => {
  const large = asFile(Buffer.alloc(5_000_001, 1), 'image/png')
  await expect(upload('SITE_LOGO', large)).rejects.toMatchObject({ code: 'tooLarge' })
  await expect(upload('SITE_LOGO', asFile('<svg/>', 'image/svg+xml'))).rejects.toMatchObject({ code: 'wrongType' })
  await expect(upload('SITE_LOGO', asFile('{}', 'application/json'))).rejects.toMatchObject({ code: 'wrongType' })
})

test('a caller who may not change settings is told so before the file is read', async () => {
  const { id } = await aMember(portal.db)
  const file = asFile(Buffer.alloc(6_000_000), 'image/png')
  await expect((await portal.as(id)).settings.uploadImage({ key: 'SITE_LOGO', file })).rejects.toMatchObject({
    code: 'notAllowed',
  })
  await expect((await portal.as(null)).settings.uploadImage({ key: 'SITE_LOGO', file })).rejects.toMatchObject({
    code: 'notSignedIn',
  })
})

test('who set a picture stands in its history, and removing it goes back to the default', async () => {
  const address = await upload('SITE_LOGO', asFile(await aPicture(50, 50).png().toBuffer(), 'image/png'))
  await admin.settings.reset({ key: 'SITE_LOGO' })
  expect((await (await portal.as(null)).home.getConfig()).images.siteLogo).toBe('')
  const { changes } = await admin.settings.listChanges({ key: 'SITE_LOGO' })
  expect(changes.slice(0, 2)).toMatchObject([{ isReset: true }, { value: address, by: 'Ada Okafor' }])
})

test('a picture that nothing shows any more is kept for a month and then forgotten', async () => {
  const old = await upload('SITE_LOGO', asFile(await aPicture(60, 60).png().toBuffer(), 'image/png'))
  const kept = await upload('SITE_LOGO', asFile(await aPicture(70, 70).png().toBuffer(), 'image/png'))
  await forgetImages(portal.ctx)
  aheadMs = 29 * dayMs
  await forgetImages(portal.ctx)
  expect((await get(old)).statusCode).toBe(200)
  aheadMs = 31 * dayMs
  await forgetImages(portal.ctx)
  expect((await get(old)).statusCode).toBe(404)
  expect((await get(kept)).statusCode).toBe(200)
  aheadMs = 0
})

test.each(['/images/nothing.png', '/images/../etc/passwd', `/api/images/${'0'.repeat(32)}.png`, '/api/images/%00.png'])(
  'there is no picture at %s',
  async (address) => {
    expect((await get(address)).statusCode).toBe(404)
  },
)
