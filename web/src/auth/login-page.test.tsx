import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, test, expect, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

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

test('the login has two fields and a button, and leads to joining and to a new password', async () => {
  await open()
  for (const label of ['Email', 'Password']) expect(screen.getByLabelText(label)).toBeTruthy()
  for (const name of ['Log in', /Forgot your password/]) expect(screen.getByRole('button', { name })).toBeTruthy()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toContain('/register')
})

test('a browser that keeps no cookies is told so, with what to do, and nothing is sent', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
  const { user } = await open()
  expect(screen.getByText(/keeps no cookies for this site.*Allow cookies for localhost/)).toBeTruthy()
  await fill(user)
  expect(await screen.findByText(/keeps no cookies for this site/)).toBeTruthy()
  expect(server.sentTo(authApi.login)).toEqual([])
})

test('an empty login is refused beside its fields and the focus goes to the first', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText('Please enter a valid email.')).toBeTruthy()
  expect(screen.getByText('Please enter a valid password.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  expect(server.sentTo(authApi.login)).toEqual([])
})

test.each<[ErrorCode, string]>([
  ['wrongLogin', 'Your username or password was incorrect.'],
  ['emailNotVerified', 'Your email address is not verified. We just sent you another link so please try again.'],
  [
    'emailNotVerifiedNoMail',
    'Your email address is not verified. This portal has no mail server, so no link was sent. Staff can confirm your address.',
  ],
  ['serverError', "Sorry, we're having trouble performing that action. Please try again later."],
  ['databaseAway', 'The portal can’t reach its database. Please try again in a moment.'],
  ['forged', "Sorry, we're having trouble performing that action. Please try again later."],
])('a login refused with %s says so, and both fields keep their values', async (code, words) => {
  server.on(authApi.login, () => refuse(code))
  const { user } = await open()
  await fill(user)
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'bo@example.org')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'a good password')
})

test('too many tries say how long to wait', async () => {
  server.on(authApi.login, () => refuse('tooManyRequests', { retryAfterSeconds: 150 }))
  const { user } = await open()
  await fill(user)
  expect((await screen.findByRole('alert')).textContent).toBe('Too many tries. Please wait 3 minutes, then try again.')
})

const waitForLink = async (config?: typeof defaultSite) => {
  server.on(authApi.login, () => refuse('tooManyRequests', { retryAfterSeconds: 150 }))
  const { user } = await renderPortal({ path: '/login', server, ...(config && { config }) })
  await fill(user)
  await screen.findByText(/^Too many tries/)
  return user
}

test('after too many tries a link to log in is emailed, and what is said does not tell whether there is an account', async () => {
  server.on(authApi.requestLoginLink, () => ({ success: true }))
  const user = await waitForLink()
  await user.click(screen.getByRole('button', { name: 'Email me a link to log in' }))
  expect(await screen.findByText(/^If that address has an account.*30 minutes/)).toBeTruthy()
  expect(server.sentTo(authApi.requestLoginLink).map(({ body }) => body)).toEqual([{ email: 'bo@example.org' }])
  expect(screen.queryByRole('button', { name: 'Email me a link to log in' })).toBeNull()
})

test('a link that may not be asked for once more says how long to wait', async () => {
  server.on(authApi.requestLoginLink, () => refuse('tooManyRequests', { retryAfterSeconds: 1800 }))
  const user = await waitForLink()
  await user.click(screen.getByRole('button', { name: 'Email me a link to log in' }))
  expect(await screen.findByText('Too many tries. Please try again in 30 minutes.')).toBeTruthy()
})

test('without a mail server no link to log in is offered', async () => {
  const features = { ...defaultSite.features, enableMail: false }
  await waitForLink({ ...defaultSite, features })
  expect(screen.getByText(/no mail server.*Staff can give you one/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Email me a link to log in' })).toBeNull()
})

test('a double click logs in once', async () => {
  let answer = () => {}
  server.on(authApi.login, () => new Promise<undefined>((resolve) => (answer = () => resolve(undefined))))
  const { user } = await open()
  await user.type(screen.getByLabelText('Email'), 'bo@example.org')
  await user.type(screen.getByLabelText('Password'), 'a good password')
  await user.dblClick(screen.getByRole('button', { name: 'Log in' }))
  expect(server.sentTo(authApi.login)).toHaveLength(1)
  answer()
  expect(await screen.findByText('Logged in', { selector: '[role=status]' })).toBeTruthy()
})

test('a login leads to the screen that asked for it, after it said that it worked', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(authApi.login, () => undefined)
  const { user, router } = await open('/login?nextUrl=%2Ferror%2F403')
  await fill(user)
  expect(await screen.findByText('Logged in', { selector: '[role=status]' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
  server.on(profileApi.get, () => aProfile())
  await vi.advanceTimersByTimeAsync(1000)
  await waitFor(() => expect(router.state.location.pathname).toBe('/error/403'))
})

test('a login is never followed by a screen of another site', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(authApi.login, () => undefined)
  const { user, router } = await open('/login?nextUrl=%2F%2Fevil.example')
  await fill(user)
  expect(await screen.findByText('Logged in', { selector: '[role=status]' })).toBeTruthy()
  server.on(profileApi.get, () => aProfile())
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
  server.on(authApi.resetPassword, () => ({ success: true }))
  const { user, dialog } = await forgot()
  expect(await dialog.findByText(/sent a link/)).toBeTruthy()
  expect(server.sentTo(authApi.resetPassword).map(({ body }) => body)).toEqual([{ email: 'bo@example.org' }])
  expect(dialog.queryByRole('button', { name: 'Send link' })).toBeNull()
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([{ success: false }, refuse('serverError')])('a link that could not be sent says so', async (answer) => {
  server.on(authApi.resetPassword, () => answer)
  const { dialog } = await forgot()
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'There was a problem resetting your password. Check your email address or try again later.',
  )
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy()
})

test('the dialog of a forgotten password is 350 pixels wide and can be left', async () => {
  const { dialog } = await forgot('no email')
  const root = screen.getByRole('dialog').closest('.mantine-Modal-root')
  expect(root?.getAttribute('style')).toContain(`${350 / 16}rem`)
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy()
})

test('a forgotten password without an email asks for one', async () => {
  const { dialog } = await forgot('no email')
  expect(await dialog.findByText('Please enter a valid email.')).toBeTruthy()
  expect(server.sentTo(authApi.resetPassword)).toEqual([])
})

test('without a mail server nothing promises a link to a new password', async () => {
  const features = { ...defaultSite.features, enableMail: false }
  const { user } = await renderPortal({ path: '/login', server, config: { ...defaultSite, features } })
  await user.click(screen.getByRole('button', { name: /Forgot your password/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/no mail server.*Staff can give you one/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Send link' })).toBeNull()
})

test('the address of a new password is filled in at the login', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(authApi.resetPassword, () => ({ success: true, email: 'bo@example.org' }))
  const { user } = await open('/profile/password/reset/a-token')
  await user.type(await screen.findByLabelText('New password'), 'a good password')
  await user.type(screen.getByLabelText('New password again'), 'a good password')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  await screen.findByText('Your password is changed.')
  await vi.advanceTimersByTimeAsync(3000)
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'bo@example.org')
})
