import { attendanceApi } from '@spacekeeper/contract/meetings/attendance-routes.ts'
import type { Attendee, MeetingRoll } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { staffMeetingsApi } from '@spacekeeper/contract/meetings/staff-routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aStaffMeeting } from '../meeting.testing.ts'
import { aMeter, anAttendance, anOutcome } from './attendance.testing.ts'

const noor: Attendee = {
  attendanceId: 91,
  memberId: 12,
  name: 'Noor Haddad',
  arrivedAt: '2027-03-01T18:05:00.000Z',
  leftAt: null,
  firstArrivedAt: '2027-03-01T18:05:00.000Z',
  how: 'card',
  recordedBy: null,
  isOnRoll: true,
  proxies: 2,
}

const roll: MeetingRoll = {
  frozenAt: '2027-02-15T00:00:00.000Z',
  freezesAt: '2027-02-15T00:00:00.000Z',
  canFreeze: false,
  canCorrect: true,
  rule: { states: ['active'], months: 3, plans: [] },
  onRoll: 1,
  found: 1,
  rows: [{ memberId: 12, name: 'Noor Haddad', isOn: true, reason: null, isByHand: false, note: '' }],
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(staffMeetingsApi.get, () => aStaffMeeting({ id: 7, phase: 'on' }))
  server.on(attendanceApi.getAttendance, () => anAttendance({ people: [noor] }))
})
const open = (tab: string) =>
  renderPortal({
    path: `/manage/meetings/7?tab=${tab}`,
    server,
    profile: aProfile({ staffPermissions: ['meetings'] }),
  })

test('staff tick a member by name in one tap, and read what it means for their vote', async () => {
  server.on(attendanceApi.findAttendees, () => ({
    members: [{ memberId: 13, name: 'Zoë Quill', isHere: false, isOnRoll: false }],
  }))
  server.on(attendanceApi.recordArrival, () => anOutcome({ name: 'Zoë Quill', mayVote: false, reason: 'recent' }))
  const { user } = await open('attendance')
  await user.type(await screen.findByRole('searchbox', { name: 'Name' }), 'zoe')
  await user.click(await screen.findByRole('button', { name: 'Check in Zoë Quill' }))
  await screen.findByText('Zoë Quill is checked in')
  screen.getByText('Guest without a vote: Not a member for long enough')
  expect(server.sentTo(attendanceApi.recordArrival)[0]?.body).toEqual({ memberId: 13 })
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Name' }))
})

test('the meter says how many are there, and a lost quorum is said at once', async () => {
  const changes = [
    { at: '2027-03-01T18:10:00.000Z', isReached: true, present: 3, represented: 0 },
    { at: '2027-03-01T19:10:00.000Z', isReached: false, present: 2, represented: 0 },
  ]
  const meter = aMeter({ changes, since: '2027-03-01T19:10:00.000Z', guests: 1 })
  server.on(attendanceApi.getAttendance, () => anAttendance({ meter, people: [noor] }))
  await open('attendance')
  await screen.findByText(/^Quorum lost/)
  expect(screen.getByRole('meter', { name: 'Quorum' }).getAttribute('aria-valuetext')).toBe('2 counted, 3 needed')
  screen.getByText('2 present · 1 guest · 40 on the roll')
  const history = within(screen.getByRole('list', { name: 'History of the quorum' }))
  history.getByText('Reached')
  history.getByText('Lost')
})

test('a member leaves in one tap, and a wrong tick is undone after a question', async () => {
  server.on(attendanceApi.recordLeaving, () => anOutcome({ result: 'left' }))
  server.on(attendanceApi.removeAttendance, () => refuse('voteUsed'))
  const { user } = await open('attendance')
  const people = within(await screen.findByRole('list', { name: 'Here now' }))
  people.getByText('2 proxies')
  await user.click(people.getByRole('button', { name: 'Check out Noor Haddad' }))
  await screen.findByText('Noor Haddad has left')
  await user.click(people.getByRole('button', { name: 'Actions for Noor Haddad' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Undo' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/This member has voted here/)).toBeDefined()
})

test('the meeting moves on, and closing says who leaves', async () => {
  server.on(attendanceApi.callItem, () => undefined)
  server.on(attendanceApi.closeMeeting, () => refuse('votesOpen'))
  const { user } = await open('attendance')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'On the agenda now' }), '2. Elections')
  await waitFor(() => expect(server.sentTo(attendanceApi.callItem)[0]?.body).toEqual({ itemId: 5 }))
  await user.click(screen.getByRole('button', { name: 'Close meeting' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/The member who is here leaves/)
  await user.click(dialog.getByRole('button', { name: 'Close meeting' }))
  expect(await dialog.findByText('A vote is still open. Close it first.')).toBeDefined()
})

test('a code is pasted where the browser reads none, and a wrong one is said', async () => {
  server.on(attendanceApi.recordArrival, () =>
    refuse('badInput', { fields: [{ field: 'code', message: 'This is no code of a digital ID.' }] }),
  )
  const { user } = await open('attendance')
  await user.click(await screen.findByRole('button', { name: 'Scan code' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/can’t read QR codes with its camera/)
  await user.type(dialog.getByRole('textbox', { name: 'Code' }), 'nonsense')
  await user.click(dialog.getByRole('button', { name: 'Check in' }))
  await dialog.findByText('This is no code of a digital ID.')
  expect(server.sentTo(attendanceApi.recordArrival)[0]?.body).toEqual({ code: 'nonsense' })
})

test('a code before the camera ticks its member once, and the camera is off after it', async () => {
  const stop = vi.fn<() => void>()
  class FakeDetector {
    detect() {
      return Promise.resolve([{ rawValue: 'https://portal.example.org/verify/abc' }])
    }
  }
  vi.stubGlobal('BarcodeDetector', FakeDetector)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const getUserMedia = () => Promise.resolve({ getTracks: () => [{ stop }] })
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  server.on(attendanceApi.recordArrival, () => anOutcome({ proxies: 1 }))
  const { user } = await open('attendance')
  await user.click(await screen.findByRole('button', { name: 'Scan code' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Noor Haddad is checked in')
  dialog.getByText('May vote, and for 1 other')
  expect(server.sentTo(attendanceApi.recordArrival).map(({ body }) => body)).toEqual([
    { code: 'https://portal.example.org/verify/abc' },
  ])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(stop).toHaveBeenCalled())
  Reflect.deleteProperty(navigator, 'mediaDevices')
  Reflect.deleteProperty(window, 'BarcodeDetector')
})

test('a kiosk is set to the meeting', async () => {
  server.on(attendanceApi.listCheckInKiosks, () => ({
    kiosks: [{ kioskId: 3, name: 'Foyer', isOnline: false, state: 'elsewhere' as const }],
  }))
  server.on(attendanceApi.setCheckInKiosk, () => undefined)
  const { user } = await open('attendance')
  await user.click(await screen.findByRole('button', { name: 'Kiosks' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Offline · Set to another meeting')
  const foyer = dialog.getByRole('switch', { name: 'Check in at Foyer' })
  fireEvent.click(foyer)
  expect(foyer).toHaveProperty('checked', true)
  await waitFor(() => expect(server.sentTo(attendanceApi.setCheckInKiosk)[0]?.body).toEqual({ isSet: true }))
})

test('before anyone came the list says how members get there', async () => {
  server.on(attendanceApi.getAttendance, () => anAttendance())
  await open('attendance')
  expect(await screen.findByRole('heading', { name: 'No member is here yet' })).toBeDefined()
})

test('the roll says its rule, and a member is taken off with a reason', async () => {
  server.on(attendanceApi.getRoll, () => roll)
  server.on(attendanceApi.correctRoll, () => undefined)
  const { user } = await open('roll')
  await screen.findByText('1 on the roll')
  screen.getByText(/Who may vote: Active members; members for at least 3 months/)
  await user.click(screen.getByRole('button', { name: 'Take Noor Haddad off the roll' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Take off' }))
  await dialog.findByText('This field cannot be empty.')
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Resigned')
  await user.click(dialog.getByRole('button', { name: 'Take off' }))
  await screen.findByText('Noor Haddad is off the roll')
  expect(server.sentTo(attendanceApi.correctRoll)[0]?.body).toEqual({ isOn: false, reason: 'Resigned' })
})

test('the preview of a roll says why members are not on it', async () => {
  server.on(attendanceApi.getRoll, () => ({
    ...roll,
    frozenAt: null,
    canFreeze: true,
    canCorrect: false,
    rows: [{ memberId: 12, name: 'Noor Haddad', isOn: false, reason: 'suspended' as const, isByHand: false, note: '' }],
  }))
  server.on(attendanceApi.freezeRoll, () => undefined)
  const { user } = await open('roll')
  await screen.findByText(/This is a preview that follows the members/)
  screen.getByText('Suspended')
  expect(screen.queryByRole('button', { name: /Noor Haddad/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Freeze now' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Freeze now' }))
  await screen.findByText('The roll is frozen')
})
