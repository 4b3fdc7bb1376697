import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import { auditApi } from '@spacekeeper/contract/audit/routes.ts'
import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import type { DeviceKey, Device } from '@spacekeeper/contract/devices/shapes.ts'
import { doorsApi } from '@spacekeeper/contract/doors/routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'
import { makeDevice } from './device.testing.ts'

const someTime = '2026-01-05T10:00:00.000Z'

const aDoor = makeDevice({ serial: 'aabbcc', ipAddress: '10.0.4.7' })

const aKey: DeviceKey = {
  id: 7,
  prefix: 'ABCDEFGH',
  createdAt: someTime,
  createdBy: 'Ada Okafor',
  owner: { id: 4, name: 'Ada Okafor', lapse: null },
  lastUsedAt: null,
  revokedAt: null,
}

const secret = 'ABCDEFGH.0123456789abcdefghijklmnopqrstuv'

const siteUrl = 'http://localhost:8000'

let server: ReturnType<typeof fakeServer>

let door: Device

let keys: DeviceKey[]

beforeEach(() => {
  server = fakeServer()
  door = aDoor
  keys = [aKey]
  server.on(devicesApi.get, () => door)
  server.on(devicesApi.list, () => ({ devices: [door] }))
  server.on(accessApi.listHolders, () => ({ holders: [], total: 0 }))
  server.on(devicesApi.listPending, () => ({ pending: [], siteUrl }))
  server.on(devicesApi.listKeys, () => ({ keys }))
  server.on(auditApi.deviceLog, () => ({ entries: [], hasMore: false }))
})

const open = (path: string) => renderPortal({ path, server, profile: aProfile({ staffPermissions: ['devices'] }) })

test('a device that knocked is added from a form filled in, and its key is shown once', async () => {
  let pending = [
    {
      kind: 'interlock' as const,
      serial: 'ddeeff',
      ipAddress: '10.0.4.57',
      firstSeen: someTime,
      lastSeen: someTime,
      attempts: 3,
    }, // narrows the kind
  ]
  server.on(devicesApi.listPending, () => ({ pending, siteUrl }))
  server.on(devicesApi.add, () => {
    pending = []
    return { deviceId: 2, key: secret }
  })
  const { user } = await open('/manage/devices')
  expect(await screen.findByRole('heading', { name: 'One device wants to join' })).toBeTruthy()
  expect(screen.getByText(/^Machine at 10.0.4.57\. Tried to connect 3 times since/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add ddeeff' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByDisplayValue('ddeeff')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Bandsaw')
  await user.click(dialog.getByRole('button', { name: 'Add device' }))
  expect(await dialog.findByText(secret)).toBeTruthy()
  expect(dialog.getByText(/"host": "localhost".*"path": "\/ws\/access\/interlock\/ddeeff"/s)).toBeTruthy()
  expect(dialog.getByText(/^localhost only works on this computer/)).toBeTruthy()
  expect(dialog.getByRole('img', { name: /^QR code/ })).toBeTruthy()
  expect(server.sentTo(devicesApi.add)).toMatchObject([
    { body: { kind: 'interlock', name: 'Bandsaw', serial: 'ddeeff', isHidden: false } },
  ])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(secret)).toBeNull()
  expect(screen.queryByRole('heading', { name: 'One device wants to join' })).toBeNull()
})

test('a device is given the address that the portal calls its own', async () => {
  server.on(devicesApi.listPending, () => ({ pending: [], siteUrl: 'https://portal.example.org' }))
  server.on(devicesApi.createKey, () => ({ key: secret }))
  const { user } = await open('/manage/devices/doors/1?tab=settings')
  await user.click(await screen.findByRole('button', { name: 'Make a new key' }))
  expect(await screen.findByText(/"host": "portal.example.org",\s+"port": 443/)).toBeTruthy()
  expect(screen.queryByText(/^Only this computer/)).toBeNull()
})

test('a serial number that is taken is said at its field', async () => {
  server.on(devicesApi.add, () =>
    refuse('badInput', { fields: [{ field: 'serial', message: 'Another device has this serial number.' }] }),
  )
  const { user } = await open('/manage/devices')
  await user.click(await screen.findByRole('button', { name: 'Add a device' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Bandsaw')
  await user.type(dialog.getByRole('textbox', { name: /^Serial/ }), 'aabbcc')
  await user.click(dialog.getByRole('button', { name: 'Add device' }))
  expect(await dialog.findByText('Another device has this serial number.')).toBeTruthy()
})

test('a key is revoked after a question, and those revoked are shown when asked for', async () => {
  server.on(devicesApi.revokeKey, () => {
    keys = [{ ...aKey, revokedAt: someTime }]
  })
  const { user } = await open('/manage/devices/doors/1?tab=settings')
  expect(await screen.findByText(/^Made .* by Ada Okafor, never used$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Revoke the key ABCDEFGH' }))
  expect(server.sentTo(devicesApi.revokeKey)).toEqual([])
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  await user.click(await screen.findByRole('button', { name: 'Show one revoked key' }))
  expect(screen.getByText(/never used, revoked/)).toBeTruthy()
})

test('a command that opens something asks first, and says whether it was delivered', async () => {
  server.on(doorsApi.unlock, () => ({ success: true }))
  const { user } = await open('/manage/devices/doors/1')
  await user.click(await screen.findByRole('button', { name: 'Unlock' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Unlock' }))
  expect(await screen.findByText('Unlock: delivered to Front door')).toBeTruthy()
  server.on(doorsApi.reboot, () => refuse('deviceOffline'))
  await user.click(await screen.findByRole('button', { name: 'Restart' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restart' }))
  expect(await screen.findByText(/^This device is offline/)).toBeTruthy()
})

test('a command that opens nothing is given at once', async () => {
  server.on(doorsApi.sync, () => ({ success: true }))
  const { user } = await open('/manage/devices/doors/1')
  await user.click(await screen.findByRole('button', { name: 'Send card list' }))
  expect(await screen.findByText('Send card list: delivered to Front door')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an offline device takes no commands, and it says why', async () => {
  door = { ...aDoor, isOffline: true }
  await open('/manage/devices/doors/1')
  expect(await screen.findByText('The device is offline, so commands can’t reach it.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open briefly' })).toHaveProperty('disabled', true)
})

test('a device is removed only once its name was typed', async () => {
  server.on(devicesApi.removeDoor, () => undefined)
  const { user } = await open('/manage/devices/doors/1?tab=settings')
  await user.click(await screen.findByRole('button', { name: 'Remove the device' }))
  const dialog = within(await screen.findByRole('dialog'))
  const button = dialog.getByRole('button', { name: 'Remove the device' })
  expect(button).toHaveProperty('disabled', true)
  await user.type(dialog.getByRole('textbox'), 'front DOOR')
  await user.click(button)
  expect(await screen.findByText('Front door is out of use')).toBeTruthy()
})

test('what is out of use is read and not changed', async () => {
  door = { ...aDoor, removedAt: someTime }
  await open('/manage/devices/doors/1')
  expect(await screen.findByText(/^Out of use since/)).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Log' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Options' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Keys' })).toBeNull()
})
