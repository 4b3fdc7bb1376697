import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, test, vi, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { sessionQuery } from '#platform/session/session.ts'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const open = (more: Partial<Profile> = {}) => renderPortal({ path: '/logout', server, profile: aProfile(more) })

test.each([{ success: true }, refuse('notSignedIn')])(
  'logging out forgets who was here and leads to the login',
  async (answer) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.on(authApi.logout, () => answer)
    const { client, router } = await open()
    expect(await screen.findByRole('heading', { name: 'You are logged out' })).toBeTruthy()
    expect(client.getQueryData(sessionQuery.queryKey)).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.sentTo(authApi.logout)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  },
)

test('a logout that failed says so and can be tried again', async () => {
  server.on(authApi.logout, () => refuse('serverError'))
  const { user, client } = await open()
  expect(await screen.findByRole('heading', { name: 'You are still logged in' })).toBeTruthy()
  expect(client.getQueryData(sessionQuery.queryKey)).not.toBeNull()
  server.on(authApi.logout, () => ({ success: true }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'You are logged out' })).toBeTruthy()
})

test.each<Partial<Profile>>([
  { state: 'noob' },
  { state: 'accountonly' },
  { state: 'inactive' },
  { suspension: { since: '2026-01-05T10:00:00.000Z', reason: 'Why' } },
])('a member who is not active (%o) logs out like everyone else', async (more) => {
  server.on(authApi.logout, () => ({ success: true }))
  await open(more)
  expect(await screen.findByRole('heading', { name: 'You are logged out' })).toBeTruthy()
  expect(server.sentTo(authApi.logout)).toHaveLength(1)
})

test('logging out ends on its page also when the screens hear of it before its answer comes', async () => {
  const answer = aPromise<{ success: boolean }>()
  server.on(authApi.logout, () => answer.promise)
  const { client, router } = await open()
  server.on(profileApi.get, () => refuse('notSignedIn'))
  await refreshTopic(client, 'profile')
  expect(router.state.location.pathname).toBe('/logout')
  answer.resolve({ success: true })
  expect(await screen.findByRole('heading', { name: 'You are logged out' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/logout')
})
