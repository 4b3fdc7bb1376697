import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { audits } from '@spacekeeper/contract/audits.ts'
import { type Device, devices } from '@spacekeeper/contract/devices.ts'
import { doors } from '@spacekeeper/contract/doors.ts'
import { type DeviceKey, enrolments } from '@spacekeeper/contract/enrolments.ts'
import { inventories } from '@spacekeeper/contract/inventories.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'
import { makeDevice } from '../devices/make-device.ts'

const someTime = '2026-01-05T10:00:00.000Z'
const aDoor = makeDevice({ serial: 'aabbcc', ipAddress: '10.0.4.7' })
const aKey: DeviceKey = {
  id: 7,
  prefix: 'ABCDEFGH',
  createdAt: someTime,
  createdBy: 'Ada Okafor',
  lastUsedAt: null,
  revokedAt: null,
}
const secret = 'ABCDEFGH.0123456789abcdefghijklmnopqrstuv'

let server: ReturnType<typeof fakeServer>
let door: Device
let keys: DeviceKey[]
beforeEach(() => {
  server = fakeServer()
  door = aDoor
  keys = [aKey]
  server.on(devices.get, () => door)
  server.on(devices.list, () => ({ devices: [door] }))
  server.on(devices.listHolders, () => ({ holders: [], total: 0 }))
  server.on(enrolments.listPending, () => ({ pending: [] }))
  server.on(enrolments.listKeys, () => ({ keys }))
  server.on(audits.deviceLog, () => ({ entries: [], hasMore: false }))
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
  server.on(enrolments.listPending, () => ({ pending }))
  server.on(enrolments.add, () => {
    pending = []
    return { deviceId: 2, key: secret }
  })
  const { user } = await open('/manage/devices')
  expect(await screen.findByRole('heading', { name: 'One device wants to join' })).toBeTruthy()
  expect(screen.getByText(/^Interlock at 10.0.4.57\. Heard of 3 times since/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add ddeeff' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByDisplayValue('ddeeff')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Bandsaw')
  await user.click(dialog.getByRole('button', { name: 'Add and make a key' }))
  expect(await dialog.findByText(secret)).toBeTruthy()
  expect(dialog.getByText(/"path": "\/ws\/access\/interlock\/ddeeff"/)).toBeTruthy()
  expect(dialog.getByRole('img', { name: /^QR code/ })).toBeTruthy()
  expect(server.sentTo(enrolments.add)).toMatchObject([
    { body: { kind: 'interlock', name: 'Bandsaw', serial: 'ddeeff', isHidden: false } },
  ])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(secret)).toBeNull()
  expect(screen.queryByRole('heading', { name: 'One device wants to join' })).toBeNull()
})

test('a serial number that is taken is said at its field', async () => {
  server.on(enrolments.add, () =>
    refuse('badInput', { fields: [{ field: 'serial', message: 'Another device has this serial number.' }] }),
  )
  const { user } = await open('/manage/devices')
  await user.click(await screen.findByRole('button', { name: 'Add a device' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Bandsaw')
  await user.type(dialog.getByRole('textbox', { name: /^Serial/ }), 'aabbcc')
  await user.click(dialog.getByRole('button', { name: 'Add and make a key' }))
  expect(await dialog.findByText('Another device has this serial number.')).toBeTruthy()
})

test('a key is revoked after a question, and those revoked are shown when asked for', async () => {
  server.on(enrolments.revokeKey, () => {
    keys = [{ ...aKey, revokedAt: someTime }]
  })
  const { user } = await open('/manage/devices/doors/1?tab=settings')
  expect(await screen.findByText(/^Made .* by Ada Okafor, never connected with$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Revoke the key ABCDEFGH' }))
  expect(server.sentTo(enrolments.revokeKey)).toEqual([])
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  await user.click(await screen.findByRole('button', { name: 'Show one revoked key' }))
  expect(screen.getByText(/never connected with, revoked/)).toBeTruthy()
})

test('a command that opens something asks first, and says whether it was delivered', async () => {
  server.on(doors.unlock, () => ({ success: true }))
  const { user } = await open('/manage/devices/doors/1')
  await user.click(await screen.findByRole('button', { name: 'Unlock' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Unlock' }))
  expect(await screen.findByText('Unlock: delivered to Front door')).toBeTruthy()
  server.on(doors.reboot, () => refuse('deviceOffline'))
  await user.click(await screen.findByRole('button', { name: 'Restart' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restart' }))
  expect(await screen.findByText(/^This device is offline/)).toBeTruthy()
})

test('an offline device takes no commands, and it says why', async () => {
  door = { ...aDoor, isOffline: true }
  await open('/manage/devices/doors/1')
  expect(await screen.findByText('The device is offline, so nothing would reach it.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Bump' })).toHaveProperty('disabled', true)
})

test('a device is removed only once its name was typed', async () => {
  server.on(inventories.removeDoor, () => undefined)
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
