import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, test, vi, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { sessionQuery } from '#platform/session/session.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.on(authApi.checkVerification, () => ({ asks: 'nothing' as const, email: 'bo@example.org' }))
})

const open = () => renderPortal({ path: '/profile/email/secret/verify', server })

test('an email is confirmed once and the dashboard follows by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(authApi.verifyEmail, () => {
    server.on(profileApi.get, () => aProfile())
  })
  const { router } = await open()
  expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeTruthy()
  expect(server.sentTo(authApi.verifyEmail)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('who joins here goes on with joining', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(authApi.verifyEmail, () => {
    server.on(profileApi.get, () => aProfile({ state: 'noob' }))
  })
  const features = { ...defaultSite.features, enableMembershipPayments: true }
  const config = { ...defaultSite, features }
  const { router } = await renderPortal({ path: '/profile/email/secret/verify', server, config })
  expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeTruthy()
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/membership-plan'))
})

test.each([
  ['linkExpired', 'This link has expired', /We just sent you a new link/],
  ['invalidLink', 'This link doesn’t work', /logging in sends you a new link/],
  ['emailTaken', 'We could not confirm your email', /already exists/],
] as const)('a link refused with %s says why and leads to the login', async (code, title, text) => {
  server.on(authApi.verifyEmail, () => refuse(code))
  await open()
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
})

test('an answer that did not come can be asked for again', async () => {
  server.on(authApi.verifyEmail, () => refuse('serverError'))
  const { user } = await open()
  expect(await screen.findByRole('heading', { name: 'We could not confirm your email' })).toBeTruthy()
  server.on(authApi.verifyEmail, () => refuse('linkExpired'))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeTruthy()
  expect(server.sentTo(authApi.verifyEmail)).toHaveLength(2)
})

test('a changed email is said by its page, whatever the old session is told meanwhile', async () => {
  const answer = aPromise<undefined>()
  server.on(authApi.verifyEmail, () => answer.promise)
  const { client, router } = await renderPortal({ path: '/profile/email/secret/verify', server, profile: aProfile() })
  // With the old session, and answered only after the new one is there.
  const late = aPromise<ReturnType<typeof refuse>>()
  server.on(profileApi.get, () => refuse('notSignedIn'))
  await refreshTopic(client, 'profile')
  server.on(profileApi.get, () => late.promise)
  void refreshTopic(client, 'profile')
  server.on(profileApi.get, () => aProfile({ email: 'bo@new.example' }))
  answer.resolve(undefined)
  expect(await screen.findByRole('heading', { name: 'Your email is changed' })).toBeTruthy()
  expect(screen.getByText(/bo@new.example/)).toBeTruthy()
  late.resolve(refuse('notSignedIn'))
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(router.state.location.pathname).toBe('/profile/email/secret/verify')
  expect(client.getQueryData(sessionQuery.queryKey)?.email).toBe('bo@new.example')
})

test('in a browser that did not register, the reader chooses a new password, which is checked, and is in', async () => {
  server.on(authApi.checkVerification, () => ({ asks: 'newPassword' as const, email: 'bo@example.org' }))
  const message = 'This password has appeared in data leaks. Please choose another one.'
  server.on(authApi.verifyEmail, () => refuse('badInput', { fields: [{ field: 'password', message }] }))
  const { user } = await open()
  expect(await screen.findByText(/Choose a new password for bo@example.org/)).toBeTruthy()
  expect(server.sentTo(authApi.verifyEmail)).toEqual([])
  const save = screen.getByRole('button', { name: 'Save password and log in' })
  await user.type(screen.getByLabelText(/New password/), 'password1')
  await user.click(save)
  expect(await screen.findByText(message)).toBeTruthy()
  server.on(authApi.verifyEmail, () => {
    server.on(profileApi.get, () => aProfile())
  })
  await user.type(screen.getByLabelText(/New password/), '-otter-51')
  await user.click(save)
  expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeTruthy()
  expect(server.sentTo(authApi.verifyEmail).at(-1)).toMatchObject({ body: { password: 'password1-otter-51' } })
})

test('a new address is confirmed with the password where the member is not logged in', async () => {
  server.on(authApi.checkVerification, () => ({ asks: 'password' as const, email: 'bo@new.example' }))
  server.on(authApi.verifyEmail, () => refuse('wrongPassword'))
  const { user } = await open()
  await user.type(await screen.findByLabelText(/^Password/), 'not it')
  await user.click(screen.getByRole('button', { name: 'Confirm email' }))
  expect(await screen.findByText(/That isn’t your password/)).toBeTruthy()
  server.on(authApi.verifyEmail, () => {
    server.on(profileApi.get, () => aProfile({ email: 'bo@new.example' }))
  })
  await user.click(screen.getByRole('button', { name: 'Confirm email' }))
  expect(await screen.findByRole('heading', { name: 'Your email is changed' })).toBeTruthy()
})

test('a link that was used meanwhile says so under the form', async () => {
  server.on(authApi.checkVerification, () => ({ asks: 'newPassword' as const, email: 'bo@example.org' }))
  server.on(authApi.verifyEmail, () => refuse('invalidLink'))
  const { user } = await open()
  await user.type(await screen.findByLabelText(/New password/), 'window-otter-51')
  await user.click(screen.getByRole('button', { name: 'Save password and log in' }))
  expect(await screen.findByText(/This link is invalid/)).toBeTruthy()
})

test('where no session came of the link, the page says that the email is confirmed and asks to log in', async () => {
  server.on(authApi.verifyEmail, () => undefined)
  await open()
  expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})
