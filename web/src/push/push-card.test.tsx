import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { pushApi } from '@spacekeeper/contract/push/routes.ts'
import type { PushState } from '@spacekeeper/contract/push/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, afterEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { keepPushMemory, readPushMemory } from './device-memory.ts'
import { obstacleOf } from './this-device.ts'

const someTime = '2026-01-05T10:00:00.000Z'
const aDevice = (id: number, more: Partial<PushState['devices'][number]> = {}) => ({
  id,
  isCurrent: false,
  platform: 'web' as const,
  app: null,
  browser: 'Firefox',
  system: 'Linux',
  addedAt: someTime,
  lastSentAt: null,
  failure: null,
  ...more,
})

let server: ReturnType<typeof fakeServer>
let state: PushState

beforeEach(() => {
  server = fakeServer()
  state = { publicKey: 'key', appPlatforms: [], occasions: [], devices: [] }
  server.on(profileApi.listSessions, () => ({ sessions: [] }))
  server.on(profileApi.getEmailChange, () => ({ pending: null }))
  server.on(pushApi.getState, () => state)
})
afterEach(() => localStorage.clear())

const open = (isOn = true) => {
  const features = { ...defaultSite.features, enablePush: isOn }
  return renderPortal({ path: '/account/profile', server, profile: aProfile(), config: { ...defaultSite, features } })
}

const card = () => screen.findByRole('region', { name: 'Notifications on your devices' })

test('where the space has turned notifications off there is no card', async () => {
  await open(false)
  await screen.findByLabelText('First name')
  expect(screen.queryByRole('region', { name: 'Notifications on your devices' })).toBeNull()
})

test('a browser that cannot is told so instead of offered a button', async () => {
  await open()
  expect((await card()).textContent).toContain('Notifications need a portal with an https address.')
  expect(within(await card()).queryByRole('button', { name: 'Turn on for this device' })).toBeNull()
})

test('every device is named, with why it was not reached, and can be turned off', async () => {
  state.devices = [
    aDevice(1, { failure: 'refused' }),
    aDevice(2, { browser: null, system: null, lastSentAt: someTime }),
  ]
  server.on(pushApi.removeDevice, () => {
    state.devices = state.devices.slice(1)
  })
  const { user } = await open()
  expect((await card()).textContent).toContain('The last notification was refused.')
  expect((await card()).textContent).toContain('Another browser')
  await user.click(within(await card()).getByRole('button', { name: 'Turn off notifications on Firefox on Linux' }))
  expect(await screen.findByText('Firefox on Linux gets no more notifications')).toBeTruthy()
  expect(server.sentTo(pushApi.removeDevice)).toHaveLength(1)
})

test('an occasion is chosen by its switch, and one that has devices and no occasion says that nothing is sent', async () => {
  state.devices = [aDevice(1)]
  keepPushMemory({ memberId: 1, hasRefusals: false })
  server.on(pushApi.choose, () => {
    state.occasions = ['refusedCard']
  })
  const { user } = await open()
  expect((await card()).textContent).toContain('Choose at least one; until then, nothing is sent.')
  await user.click(within(await card()).getByRole('switch', { name: 'My card is refused' }))
  await waitFor(() => expect(server.sentTo(pushApi.choose)).toHaveLength(1))
  await waitFor(() => expect(readPushMemory()).toEqual({ memberId: 1, hasRefusals: true }))
})

test.each([
  [{ isSecure: false, hasPush: false, isApple: false, isInstalled: false }, 'needsHttps'],
  [{ isSecure: true, hasPush: false, isApple: true, isInstalled: false }, 'needsApp'],
  [{ isSecure: true, hasPush: false, isApple: true, isInstalled: true }, 'unable'],
  [{ isSecure: true, hasPush: false, isApple: false, isInstalled: false }, 'unable'],
  [{ isSecure: true, hasPush: true, isApple: true, isInstalled: true }, null],
  [{ isSecure: true, hasPush: true, isApple: false, isInstalled: false }, null],
] as const)('a browser with %j is kept from it by %s', (facts, obstacle) => {
  expect(obstacleOf(facts)).toBe(obstacle)
})
