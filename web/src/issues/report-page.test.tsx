import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import { issuesApi } from '@spacekeeper/contract/issues/routes.ts'
import type { StaffIssue, StaffIssueDetail } from '@spacekeeper/contract/issues/shapes.ts'
import { staffIssuesApi } from '@spacekeeper/contract/issues/staff-routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

const issue: StaffIssue = {
  id: 5,
  title: 'Blade is loose',
  device: { id: 7, name: 'Table saw' },
  area: '',
  state: 'open',
  isUnsafe: true,
  reportedAt: '2027-03-10T10:00:00.000Z',
  reporter: 'Bo Berg',
  isMaintenance: false,
  owner: null,
  dueOn: null,
  isOverdue: false,
  members: 2,
  pictures: 1,
  failedChannels: ['trello'],
}

const detail: StaffIssueDetail = {
  ...issue,
  description: 'It wobbles.',
  reporterId: 2,
  doneAt: null,
  mergedInto: null,
  isLockedOut: true,
  hasLocked: true,
  pictureIds: [11],
  channels: [
    { channel: 'email', state: 'sent', url: null, error: null, tries: 1, triedAt: issue.reportedAt, nextTryAt: null },
    {
      channel: 'trello',
      state: 'failed',
      url: null,
      error: 'Trello doesn’t accept the key or the token (401).',
      tries: 1,
      triedAt: issue.reportedAt,
      nextTryAt: null,
    },
  ],
  entries: [{ id: 1, at: issue.reportedAt, kind: 'reported', by: 'Bo Berg', state: null, text: '' }],
}

beforeEach(() => {
  server = fakeServer()
  server.on(issuesApi.listPlaces, () => ({ devices: [{ id: 7, name: 'Table saw' }], areas: [] }))
  server.on(staffIssuesApi.listIssueOwners, () => ({ owners: [{ id: 9, name: 'Di Day' }] }))
  server.on(staffIssuesApi.getReport, () => detail)
  server.on(staffIssuesApi.listReports, () => ({ issues: [issue], count: 1, hasMore: false }))
})

const profile = aProfile({ staffPermissions: ['devices'] })

test('the list shows what needs a look, and is narrowed by its filters', async () => {
  const { user } = await renderPortal({ path: '/manage/issues', server, profile })
  const list = within(await screen.findByRole('list', { name: 'Issues' }))
  expect(list.getByRole('link', { name: 'Blade is loose' }).getAttribute('href')).toBe('/manage/issues/5')
  list.getByText('Unsafe')
  list.getByText('Not sent to Trello')
  server.on(staffIssuesApi.listReports, () => ({ issues: [], count: 0, hasMore: false }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Done')
  await screen.findByText('Nothing matches')
  expect(server.sentTo(staffIssuesApi.listReports).at(-1)?.query).toMatchObject({ which: 'done' })
})

test('staff take a report on, and what they choose is sent', async () => {
  server.on(staffIssuesApi.changeReport, () => undefined)
  const { user } = await renderPortal({ path: '/manage/issues/5', server, profile })
  const work = within(await screen.findByRole('region', { name: 'Work on it' }))
  await user.selectOptions(work.getByRole('combobox', { name: 'State' }), 'In progress')
  await user.selectOptions(work.getByRole('combobox', { name: 'Owner' }), 'Di Day')
  await user.click(work.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Saved')
  expect(server.sentTo(staffIssuesApi.changeReport)[0]?.body).toEqual({ state: 'inProgress', ownerId: 9, dueOn: null })
})

test('what another changes meanwhile shows, and what was chosen here stays', async () => {
  let known = detail
  server.on(staffIssuesApi.getReport, () => known)
  const { client, user } = await renderPortal({ path: '/manage/issues/5', server, profile })
  const work = within(await screen.findByRole('region', { name: 'Work on it' }))
  await user.selectOptions(work.getByRole('combobox', { name: 'State' }), 'In progress')
  known = { ...detail, state: 'done', owner: { id: 9, name: 'Di Day' } }
  await client.invalidateQueries()
  await waitFor(() => expect(work.getByRole('combobox', { name: 'Owner' })).toHaveProperty('value', '9'))
  expect(work.getByRole('combobox', { name: 'State' })).toHaveProperty('value', 'inProgress')
})

test('a channel that refused the report says why, and gets it again', async () => {
  server.on(staffIssuesApi.sendAgain, () => undefined)
  const { user } = await renderPortal({ path: '/manage/issues/5', server, profile })
  const channels = within(await screen.findByRole('region', { name: 'Sent to' }))
  channels.getByText(/Trello doesn’t accept the key or the token/)
  expect(channels.queryByRole('button', { name: 'Send again to Email' })).toBeNull()
  await user.click(channels.getByRole('button', { name: 'Send again to Trello' }))
  await screen.findByText('It’s being sent to Trello')
  expect(server.sentTo(staffIssuesApi.sendAgain)[0]?.params).toEqual({ issueId: '5', channel: 'trello' })
})

test('a note is for the reporter or for staff, and a machine that was locked is unlocked from here', async () => {
  server.on(staffIssuesApi.writeNote, () => undefined)
  server.on(devicesApi.setLockout, () => undefined)
  const { user } = await renderPortal({ path: '/manage/issues/5', server, profile })
  const write = within(await screen.findByRole('region', { name: 'Write' }))
  await user.click(write.getByText('Staff only'))
  await user.type(write.getByRole('textbox', { name: 'Note' }), 'Ask the landlord')
  await user.click(write.getByRole('button', { name: 'Keep note' }))
  await screen.findByText('Note kept')
  expect(server.sentTo(staffIssuesApi.writeNote)[0]?.body).toEqual({ text: 'Ask the landlord', isInternal: true })
  await user.click(screen.getByRole('button', { name: 'Unlock Table saw' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Unlock Table saw' }))
  await screen.findByText('Table saw is unlocked')
  expect(server.sentTo(devicesApi.setLockout)[0]?.body).toEqual({ isLockedOut: false })
})

test('a duplicate is merged into a report that is found by its words', async () => {
  server.on(staffIssuesApi.mergeReport, () => undefined)
  server.on(staffIssuesApi.listReports, () => ({
    issues: [issue, { ...issue, id: 6, title: 'Saw wobbles' }],
    count: 2,
    hasMore: false,
  }))
  const { user } = await renderPortal({ path: '/manage/issues/5', server, profile })
  await user.click(await screen.findByRole('button', { name: 'Same as another issue' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('radio', { name: /Blade is loose/ }), 'not into itself').toBeNull()
  await user.click(await dialog.findByRole('radio', { name: /Saw wobbles/ }))
  await user.click(dialog.getByRole('button', { name: 'Merge issues' }))
  await screen.findByText('Merged into Saw wobbles')
  expect(server.sentTo(staffIssuesApi.mergeReport)[0]?.body).toEqual({ intoId: 6 })
})
