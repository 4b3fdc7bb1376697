import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const open = async () => {
  const portal = await renderPortal({ path: '/login/link/a-token', server })
  return { ...portal, logIn: () => portal.user.click(screen.getByRole('button', { name: 'Log in' })) }
}

test('an emailed link logs in at the press of a button, not when it is opened, and leads to the dashboard', async () => {
  const { logIn, router } = await open()
  expect(server.sentTo(authApi.logInByLink)).toEqual([])
  server.on(authApi.logInByLink, () => undefined)
  server.on(profileApi.get, () => aProfile())
  await logIn()
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
  expect(server.sentTo(authApi.logInByLink)).toHaveLength(1)
})

test('a link that was used or is too old says so and leads back to the login', async () => {
  server.on(authApi.logInByLink, () => refuse('invalidLink'))
  const { logIn } = await open()
  await logIn()
  expect((await screen.findByRole('alert')).textContent).toMatch(/work once and expire after 30 minutes/)
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
})

test('at a kiosk the link says that it does not work there, and stays good', async () => {
  server.on(authApi.logInByLink, () => refuse('notOnKiosk'))
  const { logIn } = await open()
  await logIn()
  expect((await screen.findByRole('alert')).textContent).toMatch(/your own device/)
  expect(screen.getByRole('button', { name: 'Log in' })).toBeTruthy()
})
