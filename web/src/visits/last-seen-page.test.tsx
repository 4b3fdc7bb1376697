import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import type { LastSeenRow } from '@spacekeeper/contract/visits/shapes.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const row = (id: number, more: Partial<LastSeenRow> = {}): LastSeenRow => ({
  id,
  user: `Member ${id}`,
  never: false,
  date: new Date(Date.now() - id * 60_000).toISOString(),
  isHidden: false,
  ...more,
})
const open = (more = {}) => renderPortal({ path: '/tools/swipes/lastseen', server, profile: aProfile(more) })

test('members stand there with how long ago they were seen, and the full date on the keyboard’s focus', async () => {
  server.on(visitsApi.listLastSeen, () => [row(3), row(7, { never: true, date: undefined })])
  const { user } = await open()
  const ago = await screen.findByText('3 min ago')
  screen.getByText('Never')
  ago.focus()
  await user.hover(ago)
  expect(await screen.findByRole('tooltip')).toBeTruthy()
})

test('a swipe anywhere brings the list up to date by itself', async () => {
  server.on(visitsApi.listLastSeen, () => [row(1)])
  const { client } = await open()
  await screen.findByText('Member 1')
  server.on(visitsApi.listLastSeen, () => [row(2), row(1)])
  await refreshTopic(client, 'swipes')
  expect(await screen.findByText('Member 2')).toBeTruthy()
})

test('the search asks the server, and says when no member matches', async () => {
  server.on(visitsApi.listLastSeen, ({ query }) => (query['text'] ? [] : [row(1)]))
  const { user } = await open()
  await screen.findByText('Member 1')
  await user.type(screen.getByRole('searchbox'), 'zoe')
  await screen.findByText('No name contains “zoe”.')
  await user.clear(screen.getByRole('searchbox'))
  expect(await screen.findByText('Member 1')).toBeTruthy()
})

test('a refresh that fails keeps the list and says that it may be old; a first load that fails can be repeated', async () => {
  server.on(visitsApi.listLastSeen, () => refuse('serverError'))
  const { client, user } = await open()
  await screen.findByText('This couldn’t be loaded')
  server.on(visitsApi.listLastSeen, () => [row(1)])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Member 1')
  server.on(visitsApi.listLastSeen, () => refuse('serverError'))
  await refreshTopic(client, 'visits')
  await screen.findByText(/may not be up to date/)
  expect(screen.getByText('Member 1')).toBeTruthy()
})

test('a long list is drawn a hundred rows at a time', async () => {
  server.on(visitsApi.listLastSeen, () => Array.from({ length: 250 }, (_, index) => row(index + 1)))
  await open()
  await screen.findByText('Member 1')
  expect(screen.getAllByRole('row')).toHaveLength(101)
})

test('a member hides from others with a switch, which goes back when the server refuses', async () => {
  server.on(visitsApi.listLastSeen, () => [row(1, { user: 'Bo Berg' })])
  server.on(profileApi.setVisibility, () => refuse('serverError'))
  const { user } = await open()
  await screen.findByText('(you)')
  await user.click(screen.getByRole('button', { name: 'Who sees me' }))
  const hide = await screen.findByRole('switch', { name: 'Hide me from other members' })
  fireEvent.click(hide)
  expect(hide).toHaveProperty('checked', true)
  await screen.findByText(/^Nothing was changed\./)
  await waitFor(() => expect(hide).toHaveProperty('checked', false))
  expect(server.sentTo(profileApi.setVisibility)[0]?.body).toEqual({ isHiddenFromMembers: true })
  server.on(profileApi.setVisibility, () => undefined)
  await user.click(hide)
  await screen.findByText('You are hidden from other members')
})

test('a shared screen does not ask who sees its reader', async () => {
  server.on(visitsApi.listLastSeen, () => [row(1)])
  await renderPortal({
    path: '/tools/swipes/lastseen',
    server,
    profile: aProfile(),
    config: { ...defaultSite, kiosk: 'authorised' },
  })
  await screen.findByText('Member 1')
  expect(screen.queryByRole('button', { name: 'Who sees me' })).toBeNull()
})

test('hidden people are marked for staff who may see them', async () => {
  server.on(visitsApi.listLastSeen, () => [row(2, { isHidden: true })])
  await open({ admin: true })
  expect(await screen.findByText('Hidden from members')).toBeTruthy()
})

test('without an active membership one is told why there is no list', async () => {
  const { router } = await open({ state: 'noob' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/error/403MemberOnly'))
})
