import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../auth/browser.testing.ts'
import { anAccount } from '../../auth/factory.ts'
import type { TestClient } from '../../client.testing.ts'
import { aKiosk, aPin } from '../../kiosks/factory.ts'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { aMeeting } from '../factory.ts'

const startsAt = new Date('2027-03-01T18:00:00Z')
const joined = new Date('2020-01-01T00:00:00Z')
const clock = { now: new Date('2027-03-01T17:30:00Z') }
let portal: TestPortal
let staff: TestClient
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  staff = await portal.as((await aMember(portal.db, { permissions: ['meetings'], registeredAt: joined })).id)
})
afterAll(() => portal.close())

const screenOf = (claim: string) => {
  const screen = openBrowser(portal.app)
  screen.cookies.set('kiosk', claim)
  return screen
}

const entrance = async () => {
  const { id: meetingId } = await aMeeting(portal.db, { startsAt, name: 'Spring meeting' })
  const kiosk = await aKiosk(portal.db, { isCardEnough: false })
  await staff.meetings.setCheckInKiosk({ meetingId, kioskId: kiosk.id, isSet: true })
  const screen = screenOf(kiosk.claim)
  await screen.get('/api/loggedin/')
  const hold = (card: string, more: Record<string, unknown> = {}) =>
    screen.post(`/api/meetings/${meetingId}/check-in/card/`, { card, ...more })
  return { meetingId, kiosk, screen, hold }
}

test('a card held at the entrance ticks its owner, and starts no session', async () => {
  const { meetingId, screen, hold } = await entrance()
  const { id } = await aMember(portal.db, { registeredAt: joined, screenName: 'noor', cards: ['card noor'] })
  const first = await hold('card noor')
  expect(first.json()).toMatchObject({ result: 'arrived', mayVote: true, name: 'noor' })
  expect((await hold('card noor')).json()).toMatchObject({ result: 'alreadyHere' })
  expect(await screen.isLoggedIn()).toBe(false)
  const { people } = await staff.meetings.getAttendance({ meetingId })
  expect(people).toMatchObject([{ memberId: id, how: 'card', recordedBy: null, leftAt: null }])
  expect((await hold('card noor', { isLeaving: true })).json()).toMatchObject({ result: 'left' })
  expect((await hold('card noor', { isLeaving: true })).json()).toMatchObject({ result: 'notHere' })
})

test('unknown and ended cards are refused, and the room is not told why a member may not vote', async () => {
  const { hold } = await entrance()
  const { id } = await aMember(portal.db, { registeredAt: joined, cards: ['card lost'] })
  await portal.db.updateTable('cards').set({ state: 'lost', ended_at: clock.now }).where('member_id', '=', id).execute()
  await aMember(portal.db, { registeredAt: joined, state: 'noob', cards: ['card newcomer'] })
  expect((await hold('card 404')).json()).toMatchObject({ code: 'cardUnknown' })
  expect((await hold('card lost')).json()).toMatchObject({ code: 'cardEnded' })
  expect((await hold('card newcomer')).json()).toMatchObject({ result: 'arrived', mayVote: false, reason: null })
})

test('a number that was typed needs the PIN, and the answer tells nothing of the card', async () => {
  const { hold } = await entrance()
  const { id } = await anAccount(portal.db, { password: 'correct horse battery', cards: ['1234567'] })
  await aPin(portal.db, { memberId: id, pin: '4831' })
  expect((await hold('1234567', { isTyped: true })).json()).toMatchObject({ fields: [{ field: 'pin' }] })
  expect((await hold('1234567', { isTyped: true, pin: '0000' })).json()).toMatchObject({ code: 'wrongPin' })
  expect((await hold('7654321', { isTyped: true, pin: '4831' })).json()).toMatchObject({ code: 'wrongPin' })
  expect((await hold('1234567', { isTyped: true, pin: '4831' })).json()).toMatchObject({ result: 'arrived' })
})

test('only a kiosk that staff set to the meeting takes cards and shows the wall', async () => {
  const { meetingId, kiosk, screen, hold } = await entrance()
  await aMember(portal.db, { registeredAt: joined, cards: ['card five'] })
  expect((await screen.get(`/api/meetings/${meetingId}/wall/`)).json()).toMatchObject({
    name: 'Spring meeting',
    isCheckInKiosk: true,
    checkInUrl: expect.stringContaining(`/meetings/${meetingId}/here/`),
  })
  const others = [
    ['kioskUnknown', openBrowser(portal.app)],
    ['kioskPending', screenOf((await aKiosk(portal.db, { isAuthorised: false })).claim)],
    ['notCheckInKiosk', screenOf((await aKiosk(portal.db)).claim)],
  ] as const
  for (const [code, other] of others) {
    await other.get('/api/loggedin/')
    const answer = await other.post(`/api/meetings/${meetingId}/check-in/card/`, { card: 'card five' })
    expect(answer.json()).toMatchObject({ code })
    expect((await other.get(`/api/meetings/${meetingId}/wall/`)).statusCode).toBeGreaterThanOrEqual(401)
  }
  await staff.meetings.setCheckInKiosk({ meetingId, kioskId: kiosk.id, isSet: false })
  expect((await hold('card five')).json()).toMatchObject({ code: 'notCheckInKiosk' })
})

test('a kiosk learns which meeting it is the entrance of, and is free again when that is closed', async () => {
  const { meetingId, kiosk, screen } = await entrance()
  const other = await aMeeting(portal.db, { startsAt })
  const register = () => screen.put('/api/kiosks/', { kioskId: kiosk.screenId, name: kiosk.name })
  const stateOf = async (id: number) =>
    (await staff.meetings.listCheckInKiosks({ meetingId: id })).kiosks.find(({ kioskId }) => kioskId === kiosk.id)
      ?.state
  expect((await register()).json()).toMatchObject({ meetingId })
  expect([await stateOf(meetingId), await stateOf(other.id)]).toEqual(['here', 'elsewhere'])
  await staff.meetings.setCheckInKiosk({ meetingId: other.id, kioskId: kiosk.id, isSet: true })
  expect((await register()).json()).toMatchObject({ meetingId: other.id })
  await staff.meetings.setCheckInKiosk({ meetingId, kioskId: kiosk.id, isSet: true })
  await staff.meetings.openMeeting({ meetingId })
  await staff.meetings.closeMeeting({ meetingId })
  expect((await register()).json()).toMatchObject({ meetingId: null })
  expect(await stateOf(meetingId)).toBe('off')
  await expect(staff.meetings.setCheckInKiosk({ meetingId, kioskId: kiosk.id, isSet: true })).rejects.toMatchObject({
    code: 'meetingEnded',
  })
  await expect(
    staff.meetings.setCheckInKiosk({ meetingId: other.id, kioskId: 2_000_000_000, isSet: true }),
  ).rejects.toMatchObject({ code: 'notFound' })
})
