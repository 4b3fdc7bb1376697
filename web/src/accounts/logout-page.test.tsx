import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '@spacekeeper/contract/accounts.ts'
import type { Profile } from '@spacekeeper/contract/members.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { sessionQuery } from '#platform/session/session.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const open = (more: Partial<Profile> = {}) => renderPortal({ path: '/logout', server, profile: aProfile(more) })

test.each([{ success: true }, refuse('notSignedIn')])(
  'logging out forgets who was here and leads to the login',
  async (answer) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.on(accounts.logout, () => answer)
    const { client, router } = await open()
    expect(await screen.findByRole('heading', { name: 'You are logged out' })).toBeTruthy()
    expect(client.getQueryData(sessionQuery.queryKey)).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.sentTo(accounts.logout)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  },
)

test('a logout that failed says so and can be tried again', async () => {
  server.on(accounts.logout, () => refuse('serverError'))
  const { user, client } = await open()
  expect(await screen.findByRole('heading', { name: 'You are still logged in' })).toBeTruthy()
  expect(client.getQueryData(sessionQuery.queryKey)).not.toBeNull()
  server.on(accounts.logout, () => ({ success: true }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'You are logged out' })).toBeTruthy()
})

test.each<Partial<Profile>>([
  { state: 'noob' },
  { state: 'accountonly' },
  { state: 'inactive' },
  { suspension: { since: '2026-01-05T10:00:00.000Z', reason: 'Why' } },
])('whoever is no active member (%o) logs out like everybody else', async (more) => {
  server.on(accounts.logout, () => ({ success: true }))
  await open(more)
  expect(await screen.findByRole('heading', { name: 'You are logged out' })).toBeTruthy()
  expect(server.sentTo(accounts.logout)).toHaveLength(1)
})
