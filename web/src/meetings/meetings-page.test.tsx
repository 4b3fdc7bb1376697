import { meetingsApi } from '@spacekeeper/contract/meetings/routes.ts'
import type { MeetingSummary, StaffMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { staffMeetingsApi } from '@spacekeeper/contract/meetings/staff-routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aMeetingSummary, aStaffMeeting } from './meeting.testing.ts'

let server: ReturnType<typeof fakeServer>
let list: MeetingSummary[]
let meeting: StaffMeeting
beforeEach(() => {
  server = fakeServer()
  list = [aMeetingSummary()]
  meeting = aStaffMeeting()
  server.on(staffMeetingsApi.list, () => list)
  server.on(staffMeetingsApi.get, () => meeting)
  server.on(staffMeetingsApi.previewInvitation, () => ({
    count: 2,
    someNames: ['Ada Hall', 'Bo Berg'],
    unverified: 1,
    subject: 'You’re invited',
    html: '<p>Hi</p>',
    isMailConfigured: true,
  }))
})

const open = (path = '/manage/meetings') =>
  renderPortal({ path, server, profile: aProfile({ staffPermissions: ['meetings'] }) })

test('a space without meetings is offered its first one', async () => {
  list = []
  await open()
  await screen.findByRole('heading', { name: 'No meetings yet' })
  expect(screen.getAllByRole('button', { name: 'New meeting' })).toHaveLength(1)
})

test('coming meetings stand apart from past ones, with who came', async () => {
  list = [
    aMeetingSummary({ id: 9, name: 'Spring meeting', isInvited: true }),
    aMeetingSummary({
      id: 3,
      name: 'Winter meeting',
      phase: 'over',
      isPast: true,
      attendeeCount: 12,
      proxyList: [{ name: 'Bo Berg', proxyName: 'Cy Young', date: '2026-01-05T10:00:00.000Z' }],
    }),
  ]
  await open()
  const coming = within(await screen.findByText('Meetings to come').then((title) => title.closest('section') ?? title))
  coming.getByRole('link', { name: 'Spring meeting' })
  coming.getByText('Invited')
  const past = within(screen.getByText('Past meetings').closest('section') ?? document.body)
  past.getByText('12 attendees, 1 proxy')
  expect(screen.getByText(/Proxy voting is turned off/)).toBeTruthy()
})

test('a new meeting goes to the server with the time as it was typed; what it refuses stands at its field', async () => {
  server.on(staffMeetingsApi.create, () =>
    refuse('badInput', { fields: [{ field: 'date', message: 'There is no such time of the day.' }] }),
  )
  const { user, router } = await open()
  await user.click(await screen.findByRole('button', { name: 'New meeting' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New meeting' }))
  await user.click(dialog.getByRole('button', { name: 'New meeting' }))
  await dialog.findByText('This field cannot be empty.')
  expect(server.sentTo(staffMeetingsApi.create)).toEqual([])
  fireEvent.change(dialog.getByLabelText(/Date and time/), { target: { value: '2098-03-01T19:00' } })
  await user.click(dialog.getByRole('button', { name: 'New meeting' }))
  await dialog.findByText('There is no such time of the day.')
  server.on(staffMeetingsApi.create, () => ({ success: true as const, id: 7 }))
  fireEvent.change(dialog.getByLabelText(/Date and time/), { target: { value: '2099-03-01T19:00' } })
  await user.click(dialog.getByRole('button', { name: 'New meeting' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/meetings/7'))
  expect(server.sentTo(staffMeetingsApi.create).at(-1)?.body).toMatchObject({
    type: { value: 'general' },
    date: '2099-03-01 19:00',
    invitesItself: true,
  })
})

test('a date that is over is said as its field is left, before anything is sent', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New meeting' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New meeting' }))
  const date = dialog.getByLabelText(/Date and time/)
  fireEvent.change(date, { target: { value: '2020-03-01T19:00' } })
  fireEvent.blur(date)
  await dialog.findByText('Date must be today or in the future.')
  await user.click(dialog.getByRole('button', { name: 'New meeting' }))
  await waitFor(() => expect(document.activeElement).toBe(date))
  expect(server.sentTo(staffMeetingsApi.create)).toEqual([])
})

test('the agenda is put in order with the keyboard', async () => {
  server.on(staffMeetingsApi.orderItems, () => undefined)
  const { user } = await open('/manage/meetings/7')
  const down = await screen.findByRole('button', { name: 'Move Welcome down' })
  expect(screen.getByRole('button', { name: 'Move Welcome up' })).toHaveProperty('disabled', true)
  down.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.sentTo(staffMeetingsApi.orderItems)[0]?.body).toEqual({ itemIds: [2, 1, 3] }))
})

test('an item needs a title', async () => {
  server.on(staffMeetingsApi.addItem, () => ({ id: 4 }))
  const { user } = await open('/manage/meetings/7')
  await user.click(await screen.findByRole('button', { name: 'Add item' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an item' }))
  await user.click(dialog.getByRole('button', { name: 'Add item' }))
  await dialog.findByText('This field cannot be empty.')
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'A new kiln')
  await user.click(dialog.getByRole('button', { name: 'Add item' }))
  await waitFor(() =>
    expect(server.sentTo(staffMeetingsApi.addItem)[0]?.body).toEqual({ title: 'A new kiln', details: '' }),
  )
})

test('before deleting it says what goes with it, and who is told', async () => {
  meeting = aStaffMeeting({
    invitedAt: '2099-02-08T09:00:00.000Z',
    invitedCount: 40,
    goesWithIt: { proxies: 3, attendance: 0, motions: 1 },
  })
  server.on(staffMeetingsApi.remove, () => undefined)
  const { user, router } = await open('/manage/meetings/7')
  await user.click(await screen.findByRole('button', { name: 'Delete meeting' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Annual general meeting?' }))
  for (const words of ['3 items of the agenda', '3 proxies', '1 vote']) dialog.getByText(words)
  dialog.getByText(/We email the 40 members/)
  await user.click(dialog.getByRole('button', { name: 'Delete meeting' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/meetings'))
})

test('a meeting that took place can’t be cancelled or deleted, and its date stays', async () => {
  const held = { phase: 'over', isPast: true, hasBegun: true, openedAt: '2026-01-01T09:00:00.000Z' } as const
  meeting = aStaffMeeting({ ...held, closedAt: '2026-01-01T11:00:00.000Z' })
  const { user } = await open('/manage/meetings/7')
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  expect(screen.queryByRole('button', { name: 'Delete meeting' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel meeting' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: /^Edit / }))
  expect(dialog.getByLabelText(/Date and time/)).toHaveProperty('disabled', true)
  dialog.getByText('The type can’t be changed.')
})

test('the invitation shows who gets it and how it looks before it is sent', async () => {
  server.on(staffMeetingsApi.invite, () => ({ count: 2 }))
  const { user } = await open('/manage/meetings/7?tab=invitation')
  await screen.findByText('2 members get the invitation: Ada Hall, Bo Berg.')
  screen.getByText(/1 active member has not confirmed/)
  await user.click(screen.getByRole('button', { name: 'Send 2 invitations' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send the invitations now?' }))
  await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }))
  expect(await screen.findByText('2 invitations are on their way')).toBeTruthy()
})

test('minutes are saved, then published', async () => {
  server.on(staffMeetingsApi.writeMinutes, ({ body }) => {
    meeting = aStaffMeeting({ minutes: String(body['minutes']), minutesVersion: 'v2' })
    return { version: 'v2' }
  })
  server.on(staffMeetingsApi.publishMinutes, () => {
    meeting = { ...meeting, minutesPublishedAt: '2099-03-02T09:00:00.000Z' }
  })
  const { user } = await open('/manage/meetings/7?tab=minutes')
  const publish = await screen.findByRole('button', { name: 'Publish' })
  expect(publish).toHaveProperty('disabled', true)
  await user.type(screen.getByRole('textbox', { name: /Minutes/ }), 'We met.')
  await user.click(screen.getByRole('button', { name: 'Save minutes' }))
  await screen.findByText('The minutes are saved')
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish the minutes?' }))
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await screen.findByText('Published: all members read them')
})

test('of two who write the minutes the second is told, with both texts, and can save theirs over the first', async () => {
  server.on(staffMeetingsApi.writeMinutes, ({ body }) =>
    body['version'] === meeting.minutesVersion ? { version: 'v3' } : refuse('changedMeanwhile'),
  )
  const { user } = await open('/manage/meetings/7?tab=minutes')
  const mine = await screen.findByRole('textbox', { name: /Minutes/ })
  await user.type(mine, 'We met.')
  meeting = aStaffMeeting({ minutes: 'They met.', minutesVersion: 'v2' })
  await user.click(screen.getByRole('button', { name: 'Save minutes' }))
  const told = within(await screen.findByRole('group', { name: 'Another editor has saved this' }))
  expect(told.getByLabelText('What they saved')).toHaveProperty('value', 'They met.')
  expect(mine).toHaveProperty('value', 'We met.')
  await user.click(told.getByRole('button', { name: 'Save mine instead' }))
  await screen.findByText('The minutes are saved')
  expect(server.sentTo(staffMeetingsApi.writeMinutes).map(({ body }) => body)).toEqual([
    { minutes: 'We met.', version: 'v1' },
    { minutes: 'We met.', version: 'v2' },
  ])
  expect(screen.queryByText('Another editor has saved this')).toBeNull()
})

test('minutes that are discarded for those of another editor leave no error behind', async () => {
  server.on(staffMeetingsApi.writeMinutes, () => refuse('changedMeanwhile'))
  const { user } = await open('/manage/meetings/7?tab=minutes')
  const mine = await screen.findByRole('textbox', { name: /Minutes/ })
  await user.type(mine, 'We met.')
  meeting = aStaffMeeting({ minutes: 'They met.', minutesVersion: 'v2' })
  await user.click(screen.getByRole('button', { name: 'Save minutes' }))
  await user.click(await screen.findByRole('button', { name: 'Discard mine' }))
  const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }))
  await user.click(question.getByRole('button', { name: 'Discard mine' }))
  expect(mine).toHaveProperty('value', 'They met.')
  expect(screen.queryByText(/another editor/)).toBeNull()
})

test('only staff for meetings get there', async () => {
  server.on(meetingsApi.listForMembers, () => ({ coming: [], past: [] }))
  await renderPortal({ path: '/manage/meetings', server, profile: aProfile() })
  expect(screen.queryByRole('button', { name: 'New meeting' })).toBeNull()
})
