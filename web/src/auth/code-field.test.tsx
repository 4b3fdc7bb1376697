import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const fill = async (user: UserEvent) => {
  await user.type(screen.getByLabelText('Email'), 'bo@example.org')
  await user.type(screen.getByLabelText('Password'), 'a good password')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

test('after the right password a member with an app is asked for a code, which goes with the login', async () => {
  server.on(authApi.login, ({ body }) => refuse(body['code'] === undefined ? 'secondFactorNeeded' : 'wrongCode'))
  const { user } = await renderPortal({ path: '/login', server })
  await fill(user)
  const code = await screen.findByLabelText('Code')
  expect(document.activeElement).toBe(code)
  await user.type(code, '123456')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/That code isn’t right/)
  expect(server.sentTo(authApi.login).map(({ body }) => body)).toEqual([
    { email: 'bo@example.org', password: 'a good password' },
    { email: 'bo@example.org', password: 'a good password', code: '123456' },
  ])
})

test('an emailed link asks for the code as well', async () => {
  server.on(authApi.logInByLink, ({ body }) => refuse(body['code'] === undefined ? 'secondFactorNeeded' : 'wrongCode'))
  const { user } = await renderPortal({ path: '/login/link/a-token', server })
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await user.type(await screen.findByLabelText('Code'), '654321')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(await screen.findByText(/That code isn’t right/)).toBeTruthy()
  expect(server.sentTo(authApi.logInByLink).at(-1)?.body).toEqual({ code: '654321' })
})

test.each([
  ['always', true],
  ['blocked', false],
  ['never', false],
] as const)('with links to log in set to %s, whether the login page offers one: %s', async (loginLinks, isOffered) => {
  const config = { ...defaultSite, features: { ...defaultSite.features, loginLinks } }
  await renderPortal({ path: '/login', server, config })
  expect(screen.queryByRole('button', { name: 'Email me a link to log in' }) !== null).toBe(isOffered)
})

test('a link is asked for with an email only', async () => {
  const config = {
    ...defaultSite,
    features: { ...defaultSite.features, loginLinks: 'always' },
  } satisfies typeof defaultSite
  const { user } = await renderPortal({ path: '/login', server, config })
  await user.click(screen.getByRole('button', { name: 'Email me a link to log in' }))
  expect(await screen.findByText('Enter your email first.')).toBeTruthy()
  expect(server.sentTo(authApi.requestLoginLink)).toEqual([])
})
