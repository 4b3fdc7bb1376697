import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { loginHint } from '#platform/session/login-hint.ts'
import { defaultSite } from '#platform/session/site.ts'
import { FirstPage } from './first-page.tsx'

const site = { ...defaultSite, general: { ...defaultSite.general, siteName: 'Riverbend Makers' } }

// Other files of the worker may have left a hint of who was here.
beforeEach(loginHint.clear)
afterEach(() => globalThis.history.replaceState(null, '', '/'))

const open = (path: string) => {
  globalThis.history.replaceState(null, '', path)
  const server = fakeServer()
  const openPortal = vi.fn<(opening: { path: string; site: typeof site }) => void>()
  const onTouched = vi.fn<() => void>()
  render(<FirstPage site={site} openPortal={openPortal} onTouched={onTouched} />)
  return { server, openPortal, onTouched, user: userEvent.setup({ delay: null }) }
}

test.each([
  ['/login', '/dashboard'],
  ['/login?nextUrl=%2Faccount%2Faccess%3Fa%3D1', '/account/access?a=1'],
  ['/login?nextUrl=%2F%2Fevil.example.org', '/dashboard'],
])('the login that stands before the portal leads from %s to %s', async (path, next) => {
  const { server, openPortal, user } = open(path)
  server.on(authApi.login, () => undefined)
  await user.type(screen.getByLabelText('Email'), 'bo@example.org')
  await user.type(screen.getByLabelText('Password'), 'a good password')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(openPortal).toHaveBeenCalledWith({ path: next, site: { ...site, loggedIn: true } }))
})

test('its links open the portal at their page, and a tab of their own with a key held', async () => {
  const { openPortal, user } = open('/login')
  const [link] = screen.getAllByRole('link', { name: 'Create an account' })
  if (!link) throw new Error('There is no way to register.')
  await user.click(link)
  expect(openPortal).toHaveBeenCalledExactlyOnceWith({ path: '/register', site })
  document.addEventListener('click', (event) => event.preventDefault(), { once: true }) // jsdom opens no tabs
  await user.keyboard('{Control>}')
  await user.click(link)
  await user.keyboard('{/Control}')
  expect(openPortal).toHaveBeenCalledTimes(1)
})

test('it has the title of the site, and the portal comes once it is touched', async () => {
  const { onTouched, user } = open('/login')
  expect(document.title).toBe('Log in – Riverbend Makers')
  expect(onTouched).not.toHaveBeenCalled()
  await user.tab()
  expect(onTouched).toHaveBeenCalled()
})

test('a forgotten password is answered there, without the portal', async () => {
  const { server, user } = open('/login')
  server.on(authApi.resetPassword, () => ({ success: true }))
  await user.type(screen.getByLabelText('Email'), 'bo@example.org')
  await user.click(screen.getByRole('button', { name: /Forgot your password/ }))
  await user.click(await screen.findByRole('button', { name: 'Send link' }))
  expect(await screen.findByText(/we’ve sent a link/)).toBeTruthy()
})
