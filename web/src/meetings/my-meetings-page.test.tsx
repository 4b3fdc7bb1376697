import { meetingsApi } from '@spacekeeper/contract/meetings/routes.ts'
import type { CalendarAddress, MemberMeeting, MemberMeetingRow } from '@spacekeeper/contract/meetings/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aMemberMeeting } from './meeting.testing.ts'

const row: MemberMeetingRow = {
  id: 7,
  name: 'Annual general meeting',
  startsAt: '2099-03-01T09:00:00.000Z',
  place: '12 River Road',
  phase: 'planned',
  isPast: false,
  hasMinutes: false,
}

let server: ReturnType<typeof fakeServer>
let lists: { coming: MemberMeetingRow[]; past: MemberMeetingRow[] }
let address: CalendarAddress | null
let meeting: MemberMeeting
beforeEach(() => {
  server = fakeServer()
  lists = {
    coming: [row],
    past: [{ ...row, id: 3, name: 'Winter meeting', phase: 'over', isPast: true, hasMinutes: true }],
  }
  address = null
  meeting = aMemberMeeting()
  server.on(meetingsApi.listForMembers, () => lists)
  server.on(meetingsApi.getCalendar, () => ({ address }))
  server.on(meetingsApi.getForMembers, () => meeting)
})

const open = (path = '/tools/meetings') => renderPortal({ path, server, profile: aProfile() })

test('members see what is planned, and read the minutes of what was', async () => {
  await open()
  const coming = within(await screen.findByRole('region', { name: 'Coming' }))
  coming.getByRole('link', { name: 'Annual general meeting' })
  const past = within(screen.getByRole('region', { name: 'Past' }))
  expect(past.getByText('Minutes')).toBeTruthy()
})

test('without a meeting the list says what would be here', async () => {
  lists = { coming: [], past: [] }
  await open()
  await screen.findByRole('heading', { name: 'No meeting is planned' })
  expect(screen.getByText('There was no meeting yet.')).toBeTruthy()
})

test('a calendar address is shown once, replaced and turned off', async () => {
  let made = 0
  server.on(meetingsApi.makeCalendar, () => {
    made += 1
    address = { madeAt: '2026-01-05T10:00:00.000Z', readAt: null }
    return { url: `https://portal.test/api/calendar/secret${made}.ics` }
  })
  server.on(meetingsApi.removeCalendar, () => {
    address = null
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Make a calendar address' }))
  await screen.findByText('https://portal.test/api/calendar/secret1.ics')
  expect(screen.getByRole('link', { name: 'Open in my calendar' }).getAttribute('href')).toBe(
    'webcal://portal.test/api/calendar/secret1.ics',
  )
  await user.click(await screen.findByRole('button', { name: 'Make a new address' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Make a new calendar address?' }))
  await user.click(dialog.getByRole('button', { name: 'Make a new address' }))
  await screen.findByText('https://portal.test/api/calendar/secret2.ics')
  expect(screen.queryByText('https://portal.test/api/calendar/secret1.ics')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Turn it off' }))
  const question = within(await screen.findByRole('dialog', { name: 'Turn the calendar address off?' }))
  await user.click(question.getByRole('button', { name: 'Turn it off' }))
  await screen.findByRole('button', { name: 'Make a calendar address' })
  expect(screen.queryByText(/secret2/)).toBeNull()
})

test('a meeting shows its agenda, and takes apologies', async () => {
  server.on(meetingsApi.setAway, ({ body }) => {
    meeting = aMemberMeeting({ isAway: body['isAway'] === true })
  })
  const { user } = await open('/tools/meetings/7')
  const agenda = within(await screen.findByRole('region', { name: 'Agenda' }))
  agenda.getByText('Margit explains them.')
  await user.click(screen.getByRole('button', { name: 'I can’t come' }))
  await screen.findByText('We’ve noted that you can’t come.')
  await waitFor(() => expect(screen.getByRole('button', { name: 'I can come after all' })).toBeTruthy())
})

test('published minutes are read in paragraphs', async () => {
  meeting = aMemberMeeting({
    phase: 'over',
    isPast: true,
    hasBegun: true,
    minutes: 'We met.\n\nWe agreed.',
    minutesPublishedAt: '2026-01-05T10:00:00.000Z',
  })
  await open('/tools/meetings/7')
  const minutes = within(await screen.findByRole('region', { name: 'Minutes' }))
  minutes.getByText('We met.')
  minutes.getByText('We agreed.')
  expect(screen.queryByRole('button', { name: 'I can’t come' })).toBeNull()
})
