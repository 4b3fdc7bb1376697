import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

test('an invited person is greeted, chooses a password and is at home', async () => {
  const server = fakeServer()
  server.on(authApi.checkInvitation, () => ({ person: { firstName: 'Ann', email: 'ann@example.org' } }))
  server.on(authApi.acceptInvitation, () => undefined)
  const { user, router } = await renderPortal({ path: '/invitation/a-token', server })
  expect(await screen.findByRole('heading', { name: 'Welcome, Ann' })).toBeTruthy()
  await user.type(screen.getByLabelText(/^Password/), 'short')
  await user.click(screen.getByRole('button', { name: 'Save password and log in' }))
  expect(await screen.findByText('Must be at least 8 characters.')).toBeTruthy()
  server.on(profileApi.get, () => aProfile())
  await user.type(screen.getByLabelText(/^Password/), ' but longer')
  await user.click(screen.getByRole('button', { name: 'Save password and log in' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect(server.sentTo(authApi.acceptInvitation)[0]).toMatchObject({
    params: { token: 'a-token' },
    body: { password: 'short but longer' },
  })
})

test('an invitation that is over says so and whom to ask', async () => {
  const server = fakeServer()
  server.on(authApi.checkInvitation, () => ({ person: null }))
  await renderPortal({ path: '/invitation/a-token', server })
  expect(await screen.findByText(/ask staff for a new one/)).toBeTruthy()
})
