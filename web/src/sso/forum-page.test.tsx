import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
let left: string[]

const original = globalThis.location

beforeEach(() => {
  server = fakeServer()
  left = []
  const { origin, href } = original
  const leave = (address: string) => void left.push(address)
  vi.stubGlobal('location', { origin, href, pathname: '/', search: '', hash: '', assign: leave, replace: leave })
})
afterEach(() => {
  vi.stubGlobal('location', original)
  vi.stubGlobal('mobileShell', undefined)
})

const path = '/login?sso=bm9uY2U%3D&sig=ab12'

test('a member who is logged in goes straight on to the forum, once', async () => {
  server.on(authApi.login, () => ({ redirect: 'https://forum.example.org/session/sso_login?sso=x&sig=y' }))
  await renderPortal({ path, server, profile: aProfile() })
  expect(await screen.findByRole('heading', { name: 'Taking you to forum.example.org' })).toBeTruthy()
  expect(left).toEqual(['https://forum.example.org/session/sso_login?sso=x&sig=y'])
  expect(server.sentTo(authApi.login)).toMatchObject([
    { body: { email: '', password: '', sso: { sso: 'bm9uY2U=', sig: 'ab12' } } },
  ])
})

test.each([
  ['keptOut', 'Your membership is suspended. Please speak to staff.'],
  ['forumForged', /doesn’t come from the forum of this space/],
] as const)('what is refused as %s is said, and leads nowhere', async (code, words) => {
  server.on(authApi.login, () => refuse(code))
  await renderPortal({ path, server, profile: aProfile() })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(left).toEqual([])
})

/** Answers with what the phone's browser is sent to. */
const beInApp = () => {
  const opened: string[] = []
  vi.stubGlobal('mobileShell', {
    kind: 'mobile',
    openOutside: async (url: string) => void opened.push(url),
    hideSplash: async () => {},
  })
  return opened
}

test('the app asks first, asks the portal anew at the press of the button, and opens the phone’s browser', async () => {
  const opened = beInApp()
  let count = 0
  server.on(authApi.login, () => ({ redirect: `https://forum.example.org/session/sso_login?sso=${(count += 1)}` }))
  const { user } = await renderPortal({ path, server, profile: aProfile() })
  expect(await screen.findByRole('heading', { name: 'Log in to forum.example.org?' })).toBeTruthy()
  expect(screen.getByText('You continue to forum.example.org as bo@example.org.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Log in to forum.example.org' }))
  expect(await screen.findByRole('heading', { name: 'Continue in your browser' })).toBeTruthy()
  expect(opened).toEqual(['https://forum.example.org/session/sso_login?sso=2'])
  expect(left).toEqual([])
})

test('a member who was suspended meanwhile reads it in the app, and no browser opens', async () => {
  const opened = beInApp()
  let isSuspended = false
  const address = 'https://forum.example.org/session/sso_login?sso=x&sig=y'
  server.on(authApi.login, () => (isSuspended ? refuse('keptOut') : { redirect: address }))
  const { user } = await renderPortal({ path, server, profile: aProfile() })
  isSuspended = true
  await user.click(await screen.findByRole('button', { name: 'Log in to forum.example.org' }))
  expect(await screen.findByText('Your membership is suspended. Please speak to staff.')).toBeTruthy()
  expect(opened).toEqual([])
})
