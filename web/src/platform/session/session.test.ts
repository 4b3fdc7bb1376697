import { homeApi } from '@spacekeeper/contract/home/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { loadSession } from './session.ts'
import { defaultSite } from './site.ts'

const load = () => loadSession(new QueryClient({ defaultOptions: { queries: { retry: false } } }))

test('a member whose session cannot be looked up is not taken for logged out', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const server = fakeServer()
  server.on(homeApi.getConfig, () => refuse('databaseAway'))
  server.on(profileApi.get, () => refuse('databaseAway'))
  await expect(load()).rejects.toMatchObject({ code: 'databaseAway' })
})

test('a caller without a session is logged out', async () => {
  const server = fakeServer()
  server.on(homeApi.getConfig, () => ({ ...defaultSite, loggedIn: true }))
  server.on(profileApi.get, () => refuse('notSignedIn'))
  expect(await load()).toMatchObject({ profile: null })
})

test('a configuration that does not come is warned of in the console, and the portal opens without it', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const server = fakeServer()
  server.on(homeApi.getConfig, () => refuse('serverError'))
  server.on(profileApi.get, () => refuse('notSignedIn'))
  expect(await load()).toEqual({ site: null, profile: null })
  expect(warn).toHaveBeenCalledOnce()
})
