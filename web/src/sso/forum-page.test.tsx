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
afterEach(() => void vi.stubGlobal('location', original))

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
