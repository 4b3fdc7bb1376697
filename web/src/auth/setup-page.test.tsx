import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, test, vi, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const open = () => renderPortal({ path: '/setup/secret', server })

const create = async () => {
  server.on(authApi.checkSetup, () => ({ isUsable: true }))
  const { user, router } = await open()
  await user.type(await screen.findByLabelText(/^Email/), 'ada@example.org')
  await user.type(screen.getByLabelText(/^First name/), 'Ada')
  await user.type(screen.getByLabelText(/^Last name/), 'Lund')
  await user.type(screen.getByLabelText(/^Screen name/), 'ada')
  await user.type(screen.getByLabelText(/^Mobile number/), '0412345678')
  await user.type(screen.getByLabelText(/^Password/), 'a good password')
  await user.click(screen.getByRole('button', { name: 'Create administrator' }))
  return { router }
}

test('the first administrator is created and lands on the dashboard', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(authApi.createFirstAdmin, () => {
    server.on(profileApi.get, () => aProfile({ admin: true }))
  })
  const { router } = await create()
  expect(await screen.findByRole('heading', { name: 'Your portal is ready' })).toBeTruthy()
  expect(server.sentTo(authApi.createFirstAdmin)).toMatchObject([
    { params: { token: 'secret' }, body: { email: 'ada@example.org', screenName: 'ada' } },
  ])
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('a used or wrong link says why and what next, without a form', async () => {
  server.on(authApi.checkSetup, () => ({ isUsable: false }))
  await open()
  expect(await screen.findByRole('heading', { name: 'This link can’t be used' })).toBeTruthy()
  expect(screen.getByText(/npm run cli -- admin link/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each([
  ['alreadySetUp', 'The portal already has an administrator'],
  ['invalidLink', 'This link can’t be used'],
] as const)('that another person was faster is said with %s', async (code, title) => {
  server.on(authApi.createFirstAdmin, () => refuse(code))
  await create()
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test('a name that is taken stands beside its field', async () => {
  server.on(authApi.createFirstAdmin, () => refuse('emailTaken'))
  await create()
  expect(await screen.findByText(/This email is already used/)).toBeTruthy()
})
