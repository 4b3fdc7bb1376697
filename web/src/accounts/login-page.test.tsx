import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '@spacekeeper/contract/accounts.ts'
import { members } from '@spacekeeper/contract/members.ts'
import type { ErrorCode } from '@spacekeeper/contract/errors.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const open = (path = '/login') => renderPortal({ path, server })
const fill = async (user: Awaited<ReturnType<typeof open>>['user'], password = 'a good password') => {
  await user.type(screen.getByLabelText('Email'), 'bo@example.org')
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

test('an empty login is refused beside its fields and the focus goes to the first', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText('Please enter a valid email.')).toBeTruthy()
  expect(screen.getByText('Please enter a valid password.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  expect(server.sentTo(accounts.login)).toEqual([])
})

test.each<[ErrorCode, string]>([
  ['wrongLogin', 'Your username or password was incorrect.'],
  ['emailNotVerified', 'Your email address is not verified. We just sent you another link so please try again.'],
  ['serverError', "Sorry, we're having trouble performing that action. Please try again later."],
  ['forged', "Sorry, we're having trouble performing that action. Please try again later."],
])('a login refused with %s says so, and both fields keep their values', async (code, words) => {
  server.on(accounts.login, () => refuse(code))
  const { user } = await open()
  await fill(user)
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'bo@example.org')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'a good password')
})

test('too many tries say how long to wait', async () => {
  server.on(accounts.login, () => refuse('tooManyRequests', { retryAfterSeconds: 150 }))
  const { user } = await open()
  await fill(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tries. Please wait 3 minutes, then try again.')
})

test('a double click logs in once', async () => {
  let answer = () => {}
  server.on(accounts.login, () => new Promise<void>((resolve) => (answer = resolve)))
  const { user } = await open()
  await user.type(screen.getByLabelText('Email'), 'bo@example.org')
  await user.type(screen.getByLabelText('Password'), 'a good password')
  await user.dblClick(screen.getByRole('button', { name: 'Log in' }))
  expect(server.sentTo(accounts.login)).toHaveLength(1)
  answer()
  expect(await screen.findByText('Logged in', { selector: '[role=status]' })).toBeTruthy()
})

test('a login leads to the screen that asked for it, after it said that it worked', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(accounts.login, () => undefined)
  const { user, router } = await open('/login?nextUrl=%2Ferror%2F403')
  await fill(user)
  expect(await screen.findByText('Logged in', { selector: '[role=status]' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
  server.on(members.getProfile, () => aProfile())
  await vi.advanceTimersByTimeAsync(1000)
  await waitFor(() => expect(router.state.location.pathname).toBe('/error/403'))
})

test('a login is never followed by a screen of another site', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(accounts.login, () => undefined)
  const { user, router } = await open('/login?nextUrl=%2F%2Fevil.example')
  await fill(user)
  expect(await screen.findByText('Logged in', { selector: '[role=status]' })).toBeTruthy()
  server.on(members.getProfile, () => aProfile())
  await vi.advanceTimersByTimeAsync(1000)
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('joining lists only the steps that the site uses', async () => {
  const { signup } = defaultSite.features
  const config = {
    ...defaultSite,
    features: { ...defaultSite.features, signup: { ...signup, requireAccessCard: true } },
  }
  await renderPortal({ path: '/', server, config })
  const steps = within(screen.getByRole('complementary')).getAllByRole('listitem')
  expect(steps.map((step) => step.textContent)).toEqual([
    expect.stringContaining('Create an account'),
    expect.stringContaining('Confirm your email'),
    expect.stringContaining('Pick up your card'),
  ])
})

const forgot = async (email = 'bo@example.org') => {
  const { user } = await open()
  await user.type(screen.getByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: /Forgot your password/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Send link' }))
  return { user, dialog }
}

test('a forgotten password starts from the typed email and ends with a way to close', async () => {
  server.on(accounts.resetPassword, () => ({ success: true }))
  const { user, dialog } = await forgot()
  expect(await dialog.findByText(/a link is on its way/)).toBeTruthy()
  expect(server.sentTo(accounts.resetPassword).map(({ body }) => body)).toEqual([{ email: 'bo@example.org' }])
  expect(dialog.getByRole('button', { name: 'Send link' })).toHaveProperty('disabled', true)
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([{ success: false }, refuse('serverError')])('a link that could not be sent says so', async (answer) => {
  server.on(accounts.resetPassword, () => answer)
  const { dialog } = await forgot()
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'There was a problem resetting your password. Check your email address or try again later.',
  )
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy()
})

test('a forgotten password without an email asks for one', async () => {
  const { dialog } = await forgot('no email')
  expect(await dialog.findByText('Please enter a valid email.')).toBeTruthy()
  expect(server.sentTo(accounts.resetPassword)).toEqual([])
})
