import { doctorApi, type HealthLine } from '@spacekeeper/contract/doctor/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const aLine = (facts: Partial<HealthLine>): HealthLine => ({
  name: 'site.address',
  area: 'site',
  title: 'Address',
  state: 'well',
  says: 'People open https://portal.example.org.',
  at: null,
  todo: null,
  to: null,
  lookedAt: new Date().toISOString(),
  isOld: false,
  ...facts,
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const wrong = aLine({
  name: 'messages.waiting',
  area: 'messages',
  title: 'Waiting messages',
  state: 'wrong',
  says: 'The oldest was written {at}.',
  at: hoursAgo(30),
  todo: 'The outbox shows why it waits.',
  to: '/manage/messages?state=queued',
})
const attention = aLine({
  name: 'site.timeZone',
  title: 'Time zone',
  state: 'attention',
  says: 'No time zone was chosen.',
  todo: 'Choose one.',
  to: '/manage/settings#SITE_TIME_ZONE',
})
const unknown = aLine({
  name: 'backup.newest',
  title: 'Backups',
  state: 'unknown',
  says: 'Nothing is known.',
  todo: 'Look.',
})
const old = aLine({
  name: 'books.sums',
  area: 'money',
  title: 'Books',
  says: 'They add up.',
  lookedAt: hoursAgo(100),
  isOld: true,
})

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const show = async (lines: HealthLine[], profile = aProfile({ staffPermissions: ['settings'] })) => {
  server.on(doctorApi.getReport, () => ({ lines }))
  return renderPortal({ path: '/manage/doctor', server, profile })
}

test('what is wrong comes first, with what to do and the way there; then each area, what is unknown and what is old', async () => {
  await show([aLine({}), attention, unknown, wrong, old], aProfile({ admin: true }))
  const todos = within(await screen.findByRole('list', { name: 'What to do' })).getAllByRole('listitem')
  expect(todos.map((item) => item.textContent?.slice(0, 12))).toEqual(['WrongWaiting', 'Needs attent'])
  expect(todos[0]?.textContent).toContain('The outbox shows why it waits.')
  expect(todos[0]?.textContent).toMatch(/was written [^{]*\d/)
  expect(screen.getAllByRole('link', { name: /^Open/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/manage/messages?state=queued',
    '/manage/settings#SITE_TIME_ZONE',
  ])
  const site = screen.getByRole('list', { name: 'Site' })
  expect(site.textContent).toMatch(/^Well.*Unknown/)
  expect(screen.getByRole('list', { name: 'Money' }).textContent).toMatch(/^Old.*Looked at 4 days ago\./)
  const summary = screen.getByText('1 thing is wrong').closest('[role=status]')
  expect(summary?.textContent).toBe('1 thing is wrong1 thing to look at2 things aren’t known')
})

test('staff read where to go only as far as they may go there', async () => {
  await show([attention, wrong])
  await screen.findByRole('link', { name: 'Open Settings: Time zone' })
  expect(screen.getAllByRole('link', { name: /^Open/ })).toHaveLength(1)
})

test('looking again shows what is found then, and a failure leaves what was there', async () => {
  const { user } = await show([attention])
  server.on(doctorApi.lookAgain, () => refuse('databaseAway'))
  await user.click(await screen.findByRole('button', { name: 'Check again' }))
  await screen.findByRole('alert')
  expect(screen.getByText('Choose one.')).toBeTruthy()
  server.on(doctorApi.lookAgain, () => ({ lines: [aLine({})] }))
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(screen.queryByText('Choose one.')).toBeNull())
  expect(screen.getByText('All is well.')).toBeTruthy()
})

test('a guide that a finding names is a link to it', async () => {
  const todo = 'Set SITE_URL. The guide “Running the portal” shows where.'
  server.on(doctorApi.getReport, () => ({ lines: [aLine({ state: 'attention', todo })] }))
  await renderPortal({ path: '/manage/doctor', server, profile: aProfile({ admin: true }) })
  const link = await screen.findByRole('link', { name: 'Running the portal' })
  expect(link.getAttribute('href')).toBe('/help/running-the-portal')
  expect(link.parentElement?.textContent).toBe(todo)
})
