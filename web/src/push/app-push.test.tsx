import type { MobileShell, NativePush, PushPermission, PushRegistration } from '@spacekeeper/contract/mobile-shell.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { pushApi } from '@spacekeeper/contract/push/routes.ts'
import type { PushState } from '@spacekeeper/contract/push/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { keepPushMemory, readPushMemory } from './device-memory.ts'
import { renewPush, turnOffPush } from './this-device.ts'

const someTime = '2026-01-05T10:00:00.000Z'
const aDevice = (more: Partial<PushState['devices'][number]> = {}) => ({
  id: 1,
  isCurrent: true,
  platform: 'android' as const,
  app: 'Pixel 9',
  browser: null,
  system: null,
  addedAt: someTime,
  lastSentAt: null,
  failure: null,
  ...more,
})

/** The push service of a phone, as the app offers it. */
const aPhone = (facts: { permission?: PushPermission; registration?: PushRegistration | null } = {}) => {
  const { permission = 'granted', registration = { platform: 'android', token: 'token-of-phone-1' } } = facts
  const listeners = new Set<(path: string) => void>()
  const push: NativePush = {
    permission: () => Promise.resolve(permission),
    register: vi.fn<NativePush['register']>(() => Promise.resolve(registration)),
    unregister: vi.fn<NativePush['unregister']>(() => Promise.resolve()),
    onOpened: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { push, tap: (path: string) => listeners.forEach((listener) => listener(path)), listeners }
}

const putInApp = (push: NativePush | undefined) => {
  const shell: Pick<MobileShell, 'kind' | 'platform' | 'version' | 'hideSplash'> & { push?: NativePush } = {
    kind: 'mobile',
    platform: 'android',
    version: '1.0.0',
    hideSplash: () => Promise.resolve(),
    ...(push && { push }),
  }
  vi.stubGlobal('mobileShell', shell)
}

let server: ReturnType<typeof fakeServer>
let state: PushState

beforeEach(() => {
  server = fakeServer()
  state = { publicKey: 'key', appPlatforms: ['android'], occasions: ['refusedCard'], devices: [] }
  server.on(profileApi.listSessions, () => ({ sessions: [] }))
  server.on(profileApi.getEmailChange, () => ({ pending: null }))
  server.on(pushApi.getState, () => state)
  server.on(pushApi.addAppDevice, () => {
    state = { ...state, devices: [aDevice()] }
  })
})
afterEach(() => {
  vi.stubGlobal('mobileShell', undefined)
  localStorage.clear()
})

const config = { ...defaultSite, features: { ...defaultSite.features, enablePush: true } }
const open = () => renderPortal({ path: '/account/profile', server, profile: aProfile(), config })
const card = () => screen.findByRole('region', { name: 'Notifications on your devices' })

test('in the app notifications are turned on through the phone, and the device has the name of the phone', async () => {
  putInApp(aPhone().push)
  const { user } = await open()
  await user.click(within(await card()).getByRole('button', { name: 'Turn on for this device' }))
  expect(await screen.findByText('The app on Pixel 9')).toBeTruthy()
  expect(server.sentTo(pushApi.addAppDevice)[0]?.body).toEqual({ platform: 'android', token: 'token-of-phone-1' })
  expect(readPushMemory()).toEqual({ memberId: 1, hasRefusals: true })
})

test('a phone whose owner does not allow it says where to allow it', async () => {
  putInApp(aPhone({ registration: null }).push)
  const { user } = await open()
  await user.click(within(await card()).getByRole('button', { name: 'Turn on for this device' }))
  expect(await screen.findByText(/Allow them in the phone’s settings/)).toBeTruthy()
  expect(server.sentTo(pushApi.addAppDevice)).toEqual([])
  expect(readPushMemory()).toBeNull()
})

test.each([
  ['built without it', undefined, ['android']],
  ['of a space that has not set it up for this phone', aPhone().push, ['ios']],
] as const)('an app %s shows nothing of notifications', async (_what, push, appPlatforms) => {
  putInApp(push)
  state = { ...state, appPlatforms: [...appPlatforms] }
  await open()
  await screen.findByLabelText('First name')
  await waitFor(() => expect(server.sentTo(pushApi.getState)).not.toHaveLength(0))
  expect(screen.queryByRole('region', { name: 'Notifications on your devices' })).toBeNull()
})

test.each([
  ['wrongKey', 'doesn’t accept the portal’s key'],
  ['wrongApp', 'belongs to another project'],
  ['notSetUp', 'aren’t set up any more'],
] as const)('a device that was not reached says why: %s', async (failure, words) => {
  state = { ...state, devices: [aDevice({ failure, app: null, platform: 'ios' })] }
  await open()
  expect((await card()).textContent).toContain(words)
  expect((await card()).textContent).toContain('The app on an iPhone')
})

test('after another login the phone is told again, unless it asks first', async () => {
  const { push } = aPhone()
  putInApp(push)
  await renewPush(1)
  expect(push.register).not.toHaveBeenCalled()
  keepPushMemory({ memberId: 1, hasRefusals: false })
  await renewPush(1)
  expect(server.sentTo(pushApi.addAppDevice)).toHaveLength(1)
  const asking = aPhone({ permission: 'prompt' }).push
  putInApp(asking)
  await renewPush(1)
  expect(asking.register).not.toHaveBeenCalled()
})

test('turned off, the phone lets go of its token', async () => {
  const { push } = aPhone()
  putInApp(push)
  keepPushMemory({ memberId: 1, hasRefusals: false })
  await turnOffPush()
  expect(push.unregister).toHaveBeenCalledTimes(1)
  expect(readPushMemory()).toBeNull()
})

test('a notification that is tapped opens its page', async () => {
  const phone = aPhone()
  putInApp(phone.push)
  const { router } = await open()
  await card()
  expect(phone.listeners.size).toBe(1)
  phone.tap('/account/access')
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/access'))
})
