import { issuesApi } from '@spacekeeper/contract/issues/routes.ts'
import type { KnownIssue, OwnIssue } from '@spacekeeper/contract/issues/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(issuesApi.listPlaces, () => ({ devices: [{ id: 7, name: 'Table saw' }], areas: ['Kitchen'] }))
  server.on(issuesApi.listKnown, () => ({ issues: [] }))
  server.on(issuesApi.listOwn, () => ({ issues: [], hasMore: false }))
  server.on(issuesApi.report, () => ({ success: true as const })) // the literal is wanted
})

const open = (path = '/tools/issue') => renderPortal({ path, server, profile: aProfile() })

const known: KnownIssue = {
  id: 3,
  title: 'Fence slips',
  place: 'Table saw',
  state: 'open',
  isUnsafe: false,
  reportedAt: '2027-03-10T10:00:00.000Z',
  members: 2,
  isMine: false,
  isFollowed: false,
}

const own: OwnIssue = {
  ...known,
  state: 'inProgress',
  description: 'It moves by itself.',
  isMine: true,
  pictureIds: [11],
  mergedInto: null,
  doneAt: null,
  entries: [
    { id: 1, at: '2027-03-10T10:00:00.000Z', kind: 'reported', by: null, state: null, text: '' },
    { id: 2, at: '2027-03-11T10:00:00.000Z', kind: 'state', by: null, state: 'inProgress', text: '' },
    { id: 3, at: '2027-03-11T11:00:00.000Z', kind: 'reply', by: null, state: null, text: 'A new one comes on Friday.' },
  ],
}

test('a report needs a title, and goes to the device that was chosen', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /What’s wrong/ }), 'Blade is loose')
  await user.type(screen.getByRole('combobox', { name: /^Where/ }), 'table saw')
  await user.click(screen.getByRole('switch', { name: /It’s unsafe/ }))
  expect(await screen.findByText(/members who use this machine are told/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('Thank you. Staff have your report.')).toBeTruthy()
  expect(server.sentTo(issuesApi.report)[0]?.body).toEqual({
    title: 'Blade is loose',
    description: '',
    area: '',
    deviceId: 7,
    isUnsafe: true,
    pictureIds: [],
  })
})

test('what is no device is an area, and a refused photo keeps what was typed', async () => {
  server.on(issuesApi.report, () =>
    refuse('badInput', { fields: [{ field: 'pictureIds', message: 'A photo is no longer there. Add it again.' }] }),
  )
  const { user } = await open('/tools/issue?place=Roof')
  await user.type(await screen.findByRole('textbox', { name: /What’s wrong/ }), 'Leak')
  await user.click(screen.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('A photo is no longer there. Add it again.')).toBeTruthy()
  expect(server.sentTo(issuesApi.report)[0]?.body).toMatchObject({ area: 'Roof', deviceId: null, title: 'Leak' })
})

test('what is known shows while the device is chosen, and one press says that the member has it, too', async () => {
  let issues = [known]
  server.on(issuesApi.listKnown, () => ({ issues }))
  server.on(issuesApi.follow, () => undefined)
  const { user } = await open('/tools/issue?place=Table%20saw')
  const region = within(await screen.findByRole('region', { name: 'Is it one of these?' }))
  region.getByText('Fence slips')
  issues = [{ ...known, isFollowed: true, members: 3 }]
  await user.click(region.getByRole('button', { name: 'I have this problem too: Fence slips' }))
  await region.findByText('You have this too')
  expect(server.sentTo(issuesApi.follow)[0]).toMatchObject({ params: { issueId: '3' }, body: { isFollowed: true } })
})

test('a member reads what became of their report, and what staff answered', async () => {
  server.on(issuesApi.listOwn, () => ({ issues: [own], hasMore: false }))
  await open()
  const region = within(await screen.findByRole('region', { name: 'Your reports' }))
  region.getByText('In progress')
  region.getByText('It moves by itself.')
  region.getByText('A new one comes on Friday.')
  expect(region.getByRole('img', { name: 'Photo 1' }).getAttribute('src')).toBe('/api/tools/issue/pictures/11/')
})

test('an account whose membership has ended reads the same on a page of its own', async () => {
  server.on(issuesApi.listOwn, () => ({ issues: [own], hasMore: false }))
  const profile = aProfile({ state: 'inactive' })
  const { user, router } = await renderPortal({ path: '/tools/issue', server, profile })
  await user.click(await screen.findByRole('link', { name: 'Follow the problems you reported' }))
  const region = within(await screen.findByRole('region', { name: 'Your reports' }))
  region.getByText('A new one comes on Friday.')
  expect(router.state.location.pathname).toBe('/account/reports')
})

test('without reports it says what will be here', async () => {
  await open()
  expect(await screen.findByText('No reports yet')).toBeTruthy()
})
