import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, test, expect, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const open = () => renderPortal({ path: '/profile/password/reset/secret', server })

const allow = (use: Parameters<typeof server.on<typeof authApi.resetPassword>>[1]) =>
  server.on(authApi.resetPassword, (sent) => ('password' in sent.body ? use(sent) : { success: true }))

const choose = async (password: string, confirm = password) => {
  const { user, router } = await open()
  await user.type(await screen.findByLabelText('New password'), password)
  await user.type(screen.getByLabelText('New password again'), confirm)
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  return { user, router }
}

const used = () => server.sentTo(authApi.resetPassword).filter(({ body }) => 'password' in body)

test('the link is checked on arrival and an invalid one leads to a new one', async () => {
  server.on(authApi.resetPassword, () => ({ success: false }))
  const { user } = await open()
  expect(await screen.findByText('Your password reset link is invalid.')).toBeTruthy()
  expect(server.sentTo(authApi.resetPassword).map(({ body }) => body)).toEqual([{ token: 'secret' }])
  expect(screen.queryByLabelText('New password')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Get a new link' }))
  expect(within(await screen.findByRole('dialog')).getByLabelText('Email')).toBeTruthy()
})

test('something turns while the link is checked, and then the form stands there with the way back to the login', async () => {
  let answer = () => {}
  server.on(
    authApi.resetPassword,
    () => new Promise<{ success: boolean }>((resolve) => (answer = () => resolve({ success: true }))),
  )
  await open()
  expect(await screen.findByLabelText('Checking your link')).toBeTruthy()
  answer()
  for (const label of ['New password', 'New password again']) expect(await screen.findByLabelText(label)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
})

test('a link that could not be checked can be tried again', async () => {
  server.on(authApi.resetPassword, () => refuse('serverError'))
  const { user } = await open()
  expect(await screen.findByText(/having trouble/)).toBeTruthy()
  server.on(authApi.resetPassword, () => ({ success: true }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('New password')).toBeTruthy()
})

test('two different passwords are refused beside the second', async () => {
  allow(() => ({ success: true }))
  await choose('a good password', 'a good passwort')
  expect(await screen.findByText("Sorry, but your passwords don't match.")).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New password again')))
  expect(used()).toEqual([])
})

test('a password of seven characters is too short', async () => {
  allow(() => ({ success: true }))
  await choose('seven77')
  expect(await screen.findByText('Must be at least 8 characters.')).toBeTruthy()
  expect(used()).toEqual([])
})

test('a new password is saved, and the login follows by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  allow(() => ({ success: true }))
  const { router } = await choose('a good password')
  expect(await screen.findByRole('heading', { name: 'Your password is changed.' })).toBeTruthy()
  expect(used().map(({ body }) => body)).toEqual([{ token: 'secret', password: 'a good password' }])
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  expect(router.state.location.pathname).toBe('/profile/password/reset/secret')
  await vi.advanceTimersByTimeAsync(3000)
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

test.each([{ success: false }, refuse('serverError')])('a password that was not saved says so', async (answer) => {
  allow(() => answer)
  await choose('a good password')
  expect((await screen.findByRole('alert')).textContent).toBe('There was a problem resetting your password.')
})

test('a leaked password is refused beside the field', async () => {
  const message = 'This password has appeared in data leaks. Please choose another one.'
  allow(() => refuse('badInput', { fields: [{ field: 'password', message }] }))
  await choose('password1')
  expect(await screen.findByText(message)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New password')))
})
