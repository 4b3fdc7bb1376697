import type { DisplayView } from '@spacekeeper/contract/display/shapes.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../auth/browser.testing.ts'
import { anAccount } from '../auth/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { countQueries } from '../count-queries.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { setSpaceState } from '../directory/space-state.ts'
import { aReport } from '../issues/factory.ts'
import { aKiosk } from '../kiosks/factory.ts'
import { aMeeting } from '../meetings/factory.ts'
import { aMember } from '../members/factory.ts'
import { anOpening } from '../openings/factory.ts'
import { screens as events } from '../platform/live/screens.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { forgetImages } from '../settings/images.ts'
import { changeSetting } from '../settings/settings.ts'

/** A Tuesday, 15:30 in Berlin. */
let now = new Date('2027-02-02T14:30:00Z')
const hourMs = 3_600_000
let portal: TestPortal
let staff: TestClient

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  await changeSetting(portal.ctx, { key: 'SITE_TIME_ZONE', value: 'Europe/Berlin' })
  await changeSetting(portal.ctx, { key: 'ENABLE_OPENINGS', value: true })
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.db.deleteFrom('visits').execute()
  await portal.db.deleteFrom('openings').execute()
  await portal.db.deleteFrom('display_slides').execute()
})

let screens = 0
const browse = () => {
  screens += 1
  return openBrowser(portal.app, `10.4.0.${screens}`)
}

/** A browser that staff authorised as a display. */
const aDisplay = async () => {
  const screen = browse()
  const kioskId = `display-${screens}`
  await screen.put('/api/kiosks/', { kioskId, name: 'Wall', kind: 'display' })
  const row = (await staff.kiosks.list()).find((one) => one.kioskId === kioskId)
  await staff.kiosks.update({ kioskId: row?.id ?? 0, authorised: true })
  return { ...screen, id: row?.id ?? 0, kioskId }
}

const view = async (screen: ReturnType<typeof browse>): Promise<DisplayView> =>
  (await screen.get('/api/display/')).json()

test('a screen is a wall display once staff authorise it, and is none after they revoke it', async () => {
  const screen = browse()
  const ask = async () => (await screen.put('/api/kiosks/', { kioskId: 'wall', name: 'Wall', kind: 'display' })).json()
  expect(await ask()).toMatchObject({ kind: 'display', state: 'pending' })
  expect((await screen.get('/api/display/')).json()).toMatchObject({ code: 'notDisplay' })
  const row = (await staff.kiosks.list()).find((one) => one.kioskId === 'wall')
  expect(row).toMatchObject({ kind: 'display', isCardEnough: false })
  await staff.kiosks.update({ kioskId: row?.id ?? 0, authorised: true })
  expect(await ask()).toMatchObject({ kind: 'display', state: 'authorised', onSite: null })
  expect((await screen.get('/api/display/')).statusCode).toBe(200)
  // Pages do not take it for a kiosk, where members log in.
  expect((await screen.get('/api/config/')).json().kiosk).toBeNull()
  await staff.kiosks.update({ kioskId: row?.id ?? 0, authorised: false })
  expect((await screen.get('/api/display/')).statusCode).toBe(403)
})

test('a display asks staff who set it up to log out, and lets no one log in', async () => {
  const account = await anAccount(portal.db, { email: 'dis@example.org', password: 'correct-horse-9' })
  const display = await aDisplay()
  expect((await display.logIn('dis@example.org', 'correct-horse-9')).json()).toMatchObject({ code: 'notOnKiosk' })
  const card = await display.post('/api/login/kiosk/', { cardId: '1', kioskId: display.kioskId })
  expect(card.json()).toMatchObject({ code: 'kioskPending' })
  expect(account.id).toBeGreaterThan(0)
  expect(await display.isLoggedIn()).toBe(false)
})

test('no administrator turns a display into a screen where a card is enough', async () => {
  const admin = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const { id } = await aDisplay()
  await expect(admin.kiosks.update({ kioskId: id, isCardEnough: true })).rejects.toMatchObject({ code: 'notAllowed' })
})

test('a waiting screen becomes what was opened on it last; an authorised one stays what it is', async () => {
  const screen = browse()
  const ask = async (kind: string) =>
    (await screen.put('/api/kiosks/', { kioskId: 'either', name: 'Either', kind })).json().kind
  expect([await ask('kiosk'), await ask('display'), await ask('kiosk')]).toEqual(['kiosk', 'display', 'kiosk'])
  const row = (await staff.kiosks.list()).find((one) => one.kioskId === 'either')
  await staff.kiosks.update({ kioskId: row?.id ?? 0, authorised: true })
  expect(await ask('display')).toBe('kiosk')
})

test('members and strangers read nothing; kiosks and staff do', async () => {
  const member = await portal.as((await aMember(portal.db)).id)
  await expect(member.display.getView()).rejects.toMatchObject({ code: 'notDisplay' })
  await expect((await portal.as(null)).display.getView()).rejects.toMatchObject({ code: 'notDisplay' })
  expect(await staff.display.getView()).toMatchObject({ scheme: 'dark', seconds: 15, timeZone: 'Europe/Berlin' })
  const kiosk = await aKiosk(portal.db)
  const screen = browse()
  screen.cookies.set('kiosk', kiosk.claim)
  expect((await screen.get('/api/display/')).statusCode).toBe(200)
})

test('it shows what is planned, soonest first, and nothing that is cancelled', async () => {
  const { id: memberId } = await aMember(portal.db)
  await anOpening(portal.db, { memberId, startsAt: new Date(now.getTime() + 2 * hourMs), note: 'Cake' })
  await anOpening(portal.db, { memberId, startsAt: new Date(now.getTime() + hourMs), cancelledAt: now })
  await aMeeting(portal.db, { name: 'Budget', startsAt: new Date(now.getTime() + 5 * hourMs), place: 'Hall' })
  await aMeeting(portal.db, { name: 'Off', startsAt: new Date(now.getTime() + 6 * hourMs), cancelledAt: now })
  const shown = await view(await aDisplay())
  expect(shown.openings).toEqual([
    { startsAt: '2027-02-02T16:30:00.000Z', endsAt: '2027-02-02T19:30:00.000Z', note: 'Cake' },
  ])
  expect(shown.meetings).toEqual([{ name: 'Budget', startsAt: '2027-02-02T19:30:00.000Z', place: 'Hall' }])
})

test('the space is open by hand, or else while an opening runs', async () => {
  const display = await aDisplay()
  expect((await view(display)).space).toEqual({ isOpen: null, message: '' })
  const { id: memberId } = await aMember(portal.db)
  await anOpening(portal.db, { memberId, startsAt: new Date(now.getTime() - hourMs) })
  expect((await view(display)).space.isOpen).toBe(true)
  await setSpaceState(portal.ctx, { isOpen: false, message: 'Power cut' })
  expect((await view(display)).space).toEqual({ isOpen: false, message: 'Power cut' })
})

const arrive = (memberId: number, guests: string[] = []) =>
  portal.db.insertInto('visits').values({ member_id: memberId, signed_in_at: now, guests }).execute()

test('it counts who is here, and names members only where the space says so: never in full, and no hidden ones', async () => {
  const display = await aDisplay()
  const bo = await aMember(portal.db, { firstName: 'Bo', lastName: 'Berg', screenName: 'Bobby' })
  const hidden = await aMember(portal.db, { firstName: 'Hid', screenName: 'Ghost', isHidden: true })
  await arrive(bo.id, ['Kim'])
  await arrive(hidden.id)
  expect((await view(display)).here).toEqual({ members: 2, guests: 1, visitors: 0, names: [] })
  await changeSetting(portal.ctx, { key: 'DISPLAY_NAMES', value: true })
  expect((await view(display)).here?.names).toEqual([])
  await changeSetting(portal.ctx, { key: 'ENABLE_PORTAL_MEMBERS_ON_SITE', value: true })
  await changeSetting(portal.ctx, { key: 'SHOWN_NAME', value: 'fullName' })
  expect((await view(display)).here).toMatchObject({ members: 2, names: ['Bobby'] })
})

test('what is out of order is named with its reason and not with what members wrote', async () => {
  await aDevice(portal.db, { name: 'Fine saw' })
  await aDevice(portal.db, { name: 'Secret', isHidden: true, isLockedOut: true })
  const { id: laser } = await aDevice(portal.db, { name: 'Laser' })
  const { id: kiln } = await aDevice(portal.db, { name: 'Kiln' })
  const { id: lathe } = await aDevice(portal.db, { name: 'Lathe' })
  await portal.db
    .updateTable('devices')
    .set({ is_locked_out: true, locked_out_since: now, lockout_reason: 'Bo broke it' })
    .where('id', '=', lathe)
    .execute()
  await aReport(portal.db, { title: 'Bo left it on', deviceId: kiln, isUnsafe: true, at: now })
  await aReport(portal.db, { title: 'Squeaks', deviceId: laser, at: now })
  await aReport(portal.db, { title: 'Was mended', deviceId: laser, state: 'done', doneAt: now, at: now })
  const { broken } = await view(await aDisplay())
  expect(broken.total).toBe(3)
  expect(broken.devices.map(({ name, why }) => [name, why])).toEqual([
    ['Lathe', 'locked'],
    ['Kiln', 'unsafe'],
    ['Laser', 'reported'],
  ])
  expect(JSON.stringify(broken)).not.toMatch(/Bo|Squeaks/)
})

const slide = { title: 'Open day', text: 'Saturday, 10 to 16', seconds: 20 }

test('slides are shown in their order, on their days, while they are on', async () => {
  const { slideId: first } = await staff.display.addSlide(slide)
  const { slideId: second } = await staff.display.addSlide({ title: 'Second' })
  await staff.display.addSlide({ title: 'Off', isOn: false })
  await staff.display.addSlide({ title: 'Later', showsFrom: '2027-02-03' })
  await staff.display.orderSlides({ slideIds: [second] })
  const display = await aDisplay()
  const titles = async () => (await view(display)).slides.map(({ title }) => title)
  expect(await titles()).toEqual(['Second', 'Open day'])
  expect((await staff.display.listSlides()).slides.map(({ isShown }) => isShown)).toEqual([true, true, false, false])
  await staff.display.updateSlide({ slideId: first, ...slide, title: 'Open week', showsUntil: '2027-02-02' })
  expect(await titles()).toEqual(['Second', 'Open week'])
  await staff.display.removeSlide({ slideId: second })
  await expect(staff.display.removeSlide({ slideId: second })).rejects.toMatchObject({ code: 'notFound' })
  const before = now
  now = new Date('2027-02-03T10:00:00Z')
  const next = await portal.as((await aMember(portal.db, { permissions: ['settings'] })).id)
  expect((await next.display.getView()).slides.map(({ title }) => title)).toEqual(['Later'])
  now = before
})

test('a slide is its picture, drawn anew, which is kept as long as the slide is', async () => {
  const file = new Blob(
    [
      new Uint8Array(
        await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      ),
    ],
    { type: 'image/png' },
  )
  const { hash, address } = await staff.display.uploadPicture({ file })
  await staff.display.addSlide({ pictureHash: hash })
  const before = now
  now = new Date(now.getTime() + 90 * 24 * hourMs)
  await forgetImages(portal.ctx)
  now = new Date(now.getTime() + 90 * 24 * hourMs)
  await forgetImages(portal.ctx)
  now = before
  expect((await view(await aDisplay())).slides[0]?.picture).toBe(address)
  expect((await portal.app.inject({ url: address })).headers['content-type']).toBe('image/jpeg')
})

test.each([
  ['nothing to show', {}, 'title'],
  ['a picture that is not there', { pictureHash: '0'.repeat(32) }, 'pictureHash'],
  ['days the wrong way round', { title: 'A', showsFrom: '2027-02-03', showsUntil: '2027-02-02' }, 'showsUntil'],
  ['too few seconds', { title: 'A', seconds: 1 }, 'seconds'],
])('a slide with %s names the field', async (_, body, field) => {
  await expect(staff.display.addSlide(body)).rejects.toMatchObject({
    code: 'badInput',
    body: { fields: [expect.objectContaining({ field })] },
  })
})

test('there are as many slides as displays can show', async () => {
  for (let count = 0; count < 50; count += 1) await staff.display.addSlide({ title: `Slide ${count}` })
  await expect(staff.display.addSlide(slide)).rejects.toMatchObject({ code: 'tooManySlides' })
  const member = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  await expect(member.display.listSlides()).rejects.toMatchObject({ code: 'notAllowed' })
})

test('the answer takes as many queries in a large space as in a small one', async () => {
  const ask = () => staff.display.getView()
  const few = await countQueries(portal, ask)
  const members = await Promise.all(Array.from({ length: 60 }, () => aMember(portal.db)))
  for (const { id } of members) {
    await arrive(id)
    await aDevice(portal.db, { isLockedOut: true })
    await anOpening(portal.db, { memberId: id, startsAt: new Date(now.getTime() + id * 24 * hourMs) })
  }
  expect(await countQueries(portal, ask)).toBe(few)
  const shown = await ask()
  expect(shown.here?.names).toHaveLength(36)
  expect(shown.broken.devices).toHaveLength(8)
  expect(shown.broken.total).toBeGreaterThan(60)
  expect(shown.openings.length).toBeLessThanOrEqual(5)
})

test('a display hears that it is stale and nothing else, and no more once staff revoke it', async () => {
  const url = await portal.listen()
  const display = await aDisplay()
  const listen = (screen: ReturnType<typeof browse>) => {
    const cookie = [...screen.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return fetch(`${url}/api/display/events/`, { headers: { cookie } })
  }
  expect((await listen(browse())).status).toBe(403)
  const answer = await listen(display)
  let text = ''
  const ended = (async () => {
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
  })()
  const heard = () => [...text.matchAll(/"topic":"(\w+)"/g)].map(([, topic]) => topic)
  await expect.poll(() => text).toContain('event: beat')
  const member = await aMember(portal.db)
  await portal.services.live.send([events.notice({ topic: 'swipes', audience: 'activeMembers' })])
  await portal.services.live.send([events.notice({ topic: 'meetings', audience: { memberId: member.id } })])
  await portal.services.live.send([events.notice({ topic: 'visits', audience: 'activeMembers' })])
  await expect.poll(heard).toEqual(['display'])
  await setSpaceState(portal.ctx, { isOpen: true, message: '' })
  await expect.poll(heard).toEqual(['display', 'display'])
  await staff.kiosks.update({ kioskId: display.id, authorised: false })
  await ended
  expect((await listen(display)).status).toBe(403)
})
