import { kiosksApi } from '@spacekeeper/contract/kiosks/routes.ts'
import { attendanceApi } from '@spacekeeper/contract/meetings/attendance-routes.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aMeter, anOutcome, anOwnAttendance, aWall } from './attendance.testing.ts'

const config = { ...defaultSite, kiosk: 'authorised' as const } // the literal is wanted

/** The reader beside the screen, which never fails here. */
class FakeSocket extends EventTarget {
  static last: FakeSocket | null = null
  constructor() {
    super()
    FakeSocket.last = this
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }
  send() {
    // readers are greeted, which matters nothing here
  }
  close() {
    this.dispatchEvent(new Event('close'))
  }
}
const hold = (card: string) =>
  act(() => void FakeSocket.last?.dispatchEvent(new MessageEvent('message', { data: `c:${card}` })))

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('WebSocket', FakeSocket)
  server = fakeServer()
  server.on(kiosksApi.register, () => ({
    kind: 'kiosk' as const,
    nextOpening: null,
    state: 'authorised' as const,
    name: 'Foyer',
    kioskId: 'screen',
    pairingCode: null,
    onSite: 0,
    guestsOnSite: 0,
    visitorsOnSite: 0,
    meetingId: 7,
  }))
})

test('the wall shows the quorum, the item, the open vote and the code to check in', async () => {
  server.on(attendanceApi.getWall, () =>
    aWall({
      meter: aMeter({ present: 20, represented: 3, needed: 23, isReached: true, since: '2027-03-01T18:00:00.000Z' }),
      currentItem: 'Elections',
      vote: { title: 'Buy a lathe', isSecret: false, cast: 12, entitled: 23 },
    }),
  )
  await renderPortal({
    path: '/meetings/7/wall',
    server,
    profile: aProfile({ staffPermissions: ['meetings'] }),
  })
  await screen.findByRole('heading', { level: 1, name: 'Spring meeting' })
  screen.getByText(/^Quorum reached/)
  screen.getByText('20 present · 3 by proxy')
  screen.getByText('Elections')
  screen.getByText('Buy a lathe')
  screen.getByText('12 of 23 votes cast')
  screen.getByRole('img', { name: 'QR code to check in with your phone' })
  expect(screen.queryByText('Hold your card to the reader')).toBeNull()
})

test('a kiosk that staff set to a meeting shows its wall and takes cards', async () => {
  server.on(attendanceApi.getWall, () => aWall({ isCheckInKiosk: true }))
  server.on(attendanceApi.checkInWithCard, ({ body }) =>
    body.card === '1044' ? anOutcome({ name: 'noor', proxies: 2 }) : refuse('cardUnknown'),
  )
  const { user } = await renderPortal({ path: '/kiosk', server, config })
  await screen.findByText('Hold your card to the reader')
  hold('1044')
  await screen.findByText('Welcome, noor')
  screen.getByText('You may vote, and for 2 other members.')
  hold('9999')
  await screen.findByText('We don’t know this card. Ask staff.')
  await user.click(screen.getByRole('button', { name: 'I’m leaving' }))
  hold('1044')
  await waitFor(() =>
    expect(server.sentTo(attendanceApi.checkInWithCard).map(({ body }) => body)).toEqual([
      { card: '1044', isLeaving: false },
      { card: '9999', isLeaving: false },
      { card: '1044', isLeaving: true },
    ]),
  )
})

test('a number is typed with its PIN', async () => {
  server.on(attendanceApi.getWall, () => aWall({ isCheckInKiosk: true }))
  server.on(attendanceApi.checkInWithCard, () => anOutcome({ name: 'noor', mayVote: false }))
  const { user } = await renderPortal({ path: '/meetings/7/wall', server, config })
  await user.click(await screen.findByRole('button', { name: 'Type card number' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const digit of '1044') await user.click(dialog.getByRole('button', { name: digit }))
  await user.click(dialog.getByRole('button', { name: 'Next' }))
  for (const digit of '4831') await user.click(dialog.getByRole('button', { name: digit }))
  await user.click(dialog.getByRole('button', { name: 'Check in' }))
  await screen.findByText(/You’re here as a guest, without a vote/)
  expect(server.sentTo(attendanceApi.checkInWithCard)[0]?.body).toEqual({
    card: '1044',
    pin: '4831',
    isTyped: true,
    isLeaving: false,
  })
})

test('a wall that may not be shown says why', async () => {
  server.on(attendanceApi.getWall, () => refuse('notCheckInKiosk'))
  await renderPortal({ path: '/meetings/7/wall', server, profile: aProfile() })
  expect(await screen.findByText('Members can’t check in at this screen any more. Ask staff.')).toBeDefined()
})

test('a phone checks its member in with a tap', async () => {
  server.on(attendanceApi.getOwnAttendance, () => anOwnAttendance())
  server.on(attendanceApi.checkIn, () => anOutcome({ name: 'bo', hasEndedProxy: true }))
  const { user } = await renderPortal({ path: '/meetings/7/here/abc.def', server, profile: aProfile() })
  await screen.findByRole('heading', { name: 'Check in to Spring meeting' })
  screen.getByText('You’re logged in as Bo Berg.')
  expect(server.sentTo(attendanceApi.checkIn)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'I’m here' }))
  await screen.findByText('Welcome, bo')
  screen.getByText('The proxy you gave has ended.')
  expect(server.sentTo(attendanceApi.checkIn)[0]?.body).toEqual({ code: 'abc.def' })
})

test('a code that has run out says to scan again', async () => {
  server.on(attendanceApi.getOwnAttendance, () => anOwnAttendance())
  server.on(attendanceApi.checkIn, () => refuse('checkInCodeOld'))
  const { user } = await renderPortal({ path: '/meetings/7/here/abc.def', server, profile: aProfile() })
  await user.click(await screen.findByRole('button', { name: 'I’m here' }))
  expect(await screen.findByText('This code has expired. Scan the one on the wall again.')).toBeDefined()
})
