import { meetingsApi } from '@spacekeeper/contract/meetings/routes.ts'
import type { CalendarAddress, MemberMeetingRow } from '@spacekeeper/contract/meetings/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

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
beforeEach(() => {
  server = fakeServer()
  lists = {
    coming: [row],
    past: [{ ...row, id: 3, name: 'Winter meeting', phase: 'over', isPast: true, hasMinutes: true }],
  }
  address = null
  server.on(meetingsApi.listForMembers, () => lists)
  server.on(meetingsApi.getCalendar, () => ({ address }))
})

const open = () => renderPortal({ path: '/tools/meetings', server, profile: aProfile() })

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
  expect(screen.getByText('No past meetings.')).toBeTruthy()
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
