import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type DefaultPreview, type Device, devices, type Holder } from '@spacekeeper/contract/devices.ts'
import { drivers } from '@spacekeeper/contract/drivers.ts'
import { enrolments } from '@spacekeeper/contract/enrolments.ts'
import { audits } from '@spacekeeper/contract/audits.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'
import { makeDevice } from './make-device.ts'

const someTime = '2026-01-05T10:00:00.000Z'
const aDevice = (id: number, name: string, more: Partial<Device> = {}): Device =>
  makeDevice({ id, name, serial: `serial-${id}`, ipAddress: '10.0.4.7', grantsByHand: 3, ...more })
const aPreview = (more: Partial<DefaultPreview> = {}): DefaultPreview => ({
  isDefault: false,
  count: 2,
  members: [
    { id: 1, name: 'Bo Lindqvist', state: 'active', isSuspended: false },
    { id: 2, name: 'Eve Halvorsen', state: 'inactive', isSuspended: true },
  ],
  byHand: 3,
  exceptions: 0,
  isOffline: false,
  lastSeen: someTime,
  fingerprint: 'first',
  ...more,
})
const aHolder = (memberId: number, name: string, more: Partial<Holder> = {}): Holder => ({
  memberId,
  name,
  state: 'active',
  isSuspended: false,
  hasCard: true,
  source: 'hand',
  grantedAt: someTime,
  grantedBy: 'Ada Okafor',
  ...more,
})

let server: ReturnType<typeof fakeServer>
let front: Device
beforeEach(() => {
  server = fakeServer()
  server.on(drivers.get, () => ({ settings: { driver: 'socket' as const }, hasSecret: false, problem: null }))
  front = aDevice(1, 'Front door', { isDefaultAccess: true })
  server.on(enrolments.listPending, () => ({ pending: [] }))
  server.on(enrolments.listKeys, () => ({ keys: [] }))
  server.on(audits.deviceLog, () => ({ entries: [], hasMore: false }))
  server.on(devices.get, () => front)
  server.on(devices.listHolders, () => ({ holders: [], total: 0 }))
  server.on(devices.previewDefault, () => aPreview())
})
const open = (path: string, profile = aProfile({ admin: true })) => renderPortal({ path, server, profile })

test('devices stand in one list with state, lockout and who has them, and are narrowed by kind', async () => {
  server.on(devices.list, () => ({
    devices: [
      front,
      aDevice(2, 'Laser cutter', { kind: 'interlock', lockout: { since: someTime, reason: 'Belt' }, isHidden: true }),
      aDevice(3, 'Drinks fridge', { kind: 'memberbucks', isOffline: true, lastSeen: null }),
    ],
  }))
  const { user } = await open('/manage/devices')
  expect(await screen.findByText('2 of 3 online')).toBeTruthy()
  expect(within(screen.getByRole('link', { name: /Front door/ })).getByText('Members by default')).toBeTruthy()
  expect(within(screen.getByRole('link', { name: /Laser cutter/ })).getByText(/^Locked since/)).toBeTruthy()
  expect(screen.getByText('Interlock, Hidden from members')).toBeTruthy()
  expect(within(screen.getByRole('link', { name: /Drinks fridge/ })).getByText('Never connected')).toBeTruthy()
  await user.click(screen.getByText('Interlocks 1'))
  expect(screen.queryByRole('link', { name: /Front door/ })).toBeNull()
})

test('a space without devices is told where they come from', async () => {
  server.on(devices.list, () => ({ devices: [] }))
  await open('/manage/devices')
  expect(await screen.findByRole('heading', { name: 'No devices yet' })).toBeTruthy()
})

test('who has a device is listed with source, since when and by whom, and whether the card works', async () => {
  server.on(devices.listHolders, () => ({
    holders: [
      aHolder(1, 'Bo Lindqvist'),
      aHolder(2, 'Cy Moreau', { source: 'default', state: 'inactive' }),
      aHolder(3, 'Di Tanaka', { hasCard: false, grantedBy: null }),
    ],
    total: 3,
  }))
  await open('/manage/devices/doors/1?tab=access')
  expect(await screen.findByText('3 members')).toBeTruthy()
  expect(screen.getByText(/^By hand since .*, by Ada Okafor$/)).toBeTruthy()
  expect(screen.getByText(/^By default since/)).toBeTruthy()
  expect(screen.getByText('Works')).toBeTruthy()
  expect(screen.getByText('Refused: membership not active')).toBeTruthy()
  expect(screen.getByText('Refused: no access card')).toBeTruthy()
})

test('switching a default off does not act at once: it names who loses it and who keeps it', async () => {
  server.on(devices.setDefault, () => ({ count: 2 }))
  const { user } = await open('/manage/devices/doors/1?tab=access')
  await user.click(await screen.findByRole('button', { name: 'Stop giving it by default' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('2 members lose Front door.')).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Bo Lindqvist',
    'Eve Halvorsen (suspended)',
  ])
  expect(dialog.getByText('3 members have it by hand and keep it.')).toBeTruthy()
  expect(dialog.getByText('The device is online and hears of it at once.')).toBeTruthy()
  expect(server.sentTo(devices.setDefault)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Take it from 2 members' }))
  expect(await screen.findByText('Front door is not given by default any more')).toBeTruthy()
  expect(server.sentTo(devices.setDefault)).toMatchObject([{ body: { isDefault: false, fingerprint: 'first' } }])
})

test('a set that changed meanwhile is shown anew instead of being carried out', async () => {
  server.on(devices.setDefault, () => refuse('previewOutdated'))
  const { user } = await open('/manage/devices/doors/1?tab=access')
  await user.click(await screen.findByRole('button', { name: 'Stop giving it by default' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('2 members lose Front door.')
  server.on(devices.previewDefault, () =>
    aPreview({ count: 1, members: aPreview().members.slice(0, 1), fingerprint: 'b' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Take it from 2 members' }))
  expect(await dialog.findByText('One member loses Front door.')).toBeTruthy()
  expect(dialog.getByText(/Who is concerned has changed meanwhile/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Take it from one member' }))
  expect(server.sentTo(devices.setDefault)[1]).toMatchObject({ body: { fingerprint: 'b' } })
})

test('a lockout asks for the reason first, and unlocking can be taken back', async () => {
  server.on(devices.setLockout, ({ body }) => {
    front = { ...front, lockout: body.isLockedOut ? { since: someTime, reason: String(body.reason) } : null }
  })
  const { user } = await open('/manage/devices/doors/1')
  await user.click(await screen.findByRole('button', { name: 'Lock for maintenance' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(server.sentTo(devices.setLockout)).toEqual([])
  await user.type(dialog.getByRole('textbox'), 'New belt')
  await user.click(dialog.getByRole('button', { name: 'Lock for maintenance' }))
  await user.click(await screen.findByRole('button', { name: 'End the lockout' }))
  await screen.findByText('Front door works again')
  const undo = screen.getAllByRole('button', { name: 'Undo' }).at(-1)
  if (undo) await user.click(undo)
  await screen.findAllByText(/New belt/)
  expect(server.sentTo(devices.setLockout).map(({ body }) => body)).toEqual([
    { isLockedOut: true, reason: 'New belt' },
    { isLockedOut: false, reason: '' },
    { isLockedOut: true, reason: 'New belt' },
  ])
})

test('staff see only what they may do: devices without access, access without devices', async () => {
  await open('/manage/devices/doors/1', aProfile({ staffPermissions: ['devices'] }))
  expect(await screen.findByRole('button', { name: 'Lock for maintenance' })).toBeTruthy()
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Overview', 'Use', 'Settings'])
  cleanup()
  await open('/manage/devices/doors/1?tab=settings', aProfile({ staffPermissions: ['access'] }))
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Access',
    'Use',
  ])
  expect(screen.queryByRole('button', { name: 'Lock for maintenance' })).toBeNull()
})

test('an unknown device, or one of another kind, leads back to the list', async () => {
  await open('/manage/devices/interlocks/1')
  expect(await screen.findByRole('heading', { name: 'There is no such device' })).toBeTruthy()
})
