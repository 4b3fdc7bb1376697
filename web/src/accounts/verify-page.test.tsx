import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '@spacekeeper/contract/accounts.ts'
import { members } from '@spacekeeper/contract/members.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const open = () => renderPortal({ path: '/profile/email/secret/verify', server })

test('an email is confirmed once and the dashboard follows by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(accounts.verifyEmail, () => {
    server.on(members.getProfile, () => aProfile())
  })
  const { router } = await open()
  expect(await screen.findByRole('heading', { name: 'Your email is confirmed' })).toBeTruthy()
  expect(server.sentTo(accounts.verifyEmail)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test.each([
  ['linkExpired', 'This link has expired', /We just sent you a new link/],
  ['invalidLink', 'This link does not work', /logging in sends you a new link/],
  ['emailTaken', 'We could not confirm your email', /already exists/],
] as const)('a link refused with %s says why and leads to the login', async (code, title, text) => {
  server.on(accounts.verifyEmail, () => refuse(code))
  await open()
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the login' }).getAttribute('href')).toBe('/login')
})

test('an answer that did not come can be asked for again', async () => {
  server.on(accounts.verifyEmail, () => refuse('serverError'))
  const { user } = await open()
  expect(await screen.findByRole('heading', { name: 'We could not confirm your email' })).toBeTruthy()
  server.on(accounts.verifyEmail, () => refuse('linkExpired'))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeTruthy()
  expect(server.sentTo(accounts.verifyEmail)).toHaveLength(2)
})
