import { meetingsApi } from '@spacekeeper/contract/meetings/routes.ts'
import type { MemberMeeting } from '@spacekeeper/contract/meetings/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aMemberMeeting } from './meeting.testing.ts'

let server: ReturnType<typeof fakeServer>
let meeting: MemberMeeting
beforeEach(() => {
  server = fakeServer()
  meeting = aMemberMeeting()
  server.on(meetingsApi.getForMembers, () => meeting)
})

const open = (id = '7') => renderPortal({ path: `/tools/meetings/${id}`, server, profile: aProfile() })

test('a meeting shows its agenda, and takes apologies', async () => {
  server.on(meetingsApi.setAway, ({ body }) => {
    meeting = aMemberMeeting({ isAway: body['isAway'] === true })
  })
  const { user } = await open()
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
  await open()
  const minutes = within(await screen.findByRole('region', { name: 'Minutes' }))
  minutes.getByText('We met.')
  minutes.getByText('We agreed.')
  expect(screen.queryByRole('button', { name: 'I can’t come' })).toBeNull()
})

test('without an agenda the page says so, and documents of the meeting stand below it', async () => {
  const addedAt = '2026-01-05T10:00:00.000Z'
  const file = { id: 3, itemId: null, name: 'Budget.pdf', mediaType: 'application/pdf', bytes: 12_000, addedAt }
  meeting = aMemberMeeting({ items: [], files: [file] })
  await open()
  const agenda = within(await screen.findByRole('region', { name: 'Agenda' }))
  agenda.getByRole('heading', { name: 'Documents' })
  expect(agenda.getByText(/Budget\.pdf/)).toBeTruthy()
  expect(agenda.queryAllByRole('listitem').length).toBe(1)
})

test.each(['8', 'next', '99999999999'])('a meeting that does not exist is not found: %s', async (id) => {
  server.on(meetingsApi.getForMembers, () => refuse('notFound'))
  await open(id)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Agenda' })).toBeNull()
})
