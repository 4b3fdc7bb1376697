import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { doorsApi } from '@spacekeeper/contract/doors/routes.ts'
import { monitoringApi } from '@spacekeeper/contract/monitoring/routes.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aDevice, aListState, answerForDevice } from './device.testing.ts'

const someTime = '2026-01-05T10:00:00.000Z'

let server: ReturnType<typeof fakeServer>
let front: Device
beforeEach(() => {
  server = fakeServer()
  front = aDevice(1, 'Front door', { isDefaultAccess: true })
  answerForDevice(server, () => front)
})
const open = (path: string, profile = aProfile({ admin: true })) => renderPortal({ path, server, profile })

test('devices stand in one list, trouble first, with state, who has them and how often they were used today', async () => {
  server.on(devicesApi.list, () => ({
    devices: [
      aDevice(3, 'Drinks fridge', { kind: 'memberbucks', isOffline: true, lastSeen: null }),
      aDevice(1, 'Front door', { grantsByDefault: 1195 }),
      aDevice(4, 'Kiln', { kind: 'interlock' }),
      aDevice(2, 'Laser cutter', { kind: 'interlock', lockout: { since: someTime, reason: 'Belt' }, isHidden: true }),
      aDevice(5, 'Shed', { isOffline: true, lastSeen: new Date(Date.now() - 4 * 3_600_000).toISOString() }),
    ],
  }))
  server.on(monitoringApi.listActivity, () => ({
    activity: [
      { deviceId: 1, uses: 1412, inUseSince: null },
      { deviceId: 4, uses: 3, inUseSince: someTime },
    ],
  }))
  server.on(monitoringApi.listCardLists, () => ({ lists: [aListState({ deviceId: 1, state: 'behind', missing: 2 })] }))
  const { user } = await open('/manage/devices')
  expect(await screen.findByText('3 of 5 online, 1 behind')).toBeTruthy()
  const row = (name: RegExp) => within(screen.getByRole('row', { name }))
  expect(await row(/^Front door/).findByText('1,412')).toBeTruthy()
  expect(screen.getAllByRole('link').flatMap(({ textContent }) => textContent ?? [])).toEqual(
    expect.arrayContaining(['Shed', 'Front door', 'Laser cutter', 'Drinks fridge', 'Kiln']),
  )
  const order = screen
    .getAllByRole('row')
    .map(({ textContent }) => /^(Device|Shed|Front|Laser|Drinks|Kiln)/.exec(textContent ?? '')?.[0])
  expect(order).toEqual(['Device', 'Shed', 'Front', 'Laser', 'Drinks', 'Kiln'])
  expect(row(/^Shed/).getByText(/^Offline 4.h$/)).toBeTruthy()
  expect(row(/^Front door/).getByText('1,198 people')).toBeTruthy()
  expect(row(/^Front door/).getByText('2 cards behind')).toBeTruthy()
  expect(row(/^Laser cutter/).getByText('Locked')).toBeTruthy()
  expect(screen.getByText('Machine, hidden from members')).toBeTruthy()
  expect(row(/^Drinks fridge/).getByText('Never connected')).toBeTruthy()
  expect(row(/^Kiln/).getByText('In use')).toBeTruthy()
  await user.click(screen.getByText('Machines 2'))
  expect(screen.queryByRole('link', { name: 'Front door' })).toBeNull()
})

test('a door is opened briefly from the list after a question; one that is offline says why it cannot be', async () => {
  server.on(doorsApi.bump, () => ({ success: true }))
  server.on(devicesApi.list, () => ({ devices: [aDevice(1, 'Front door'), aDevice(5, 'Shed', { isOffline: true })] }))
  const { user } = await open('/manage/devices')
  await user.click(await screen.findByRole('button', { name: 'Open briefly: Front door' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Open briefly' }))
  expect(await screen.findByText('Open briefly: delivered to Front door')).toBeTruthy()
  const shed = screen.getByRole('button', { name: 'Open briefly: Shed' })
  expect(shed.getAttribute('aria-disabled')).toBe('true')
  await user.hover(shed)
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/^Offline, so it can’t be opened from here/)
  await user.click(shed)
  expect(server.sentTo(doorsApi.bump)).toMatchObject([{ params: { doorId: '1' } }])
})

test('the menu of a row holds the other commands and the lockout, each with its icon', async () => {
  server.on(doorsApi.sync, () => ({ success: true }))
  server.on(devicesApi.list, () => ({ devices: [aDevice(1, 'Front door')] }))
  const { user } = await open('/manage/devices')
  await user.click(await screen.findByRole('button', { name: 'More actions for Front door' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Unlock',
    'Lock',
    'Send card list',
    'Restart',
    'Lock for maintenance',
  ])
  for (const item of screen.getAllByRole('menuitem')) expect(item.querySelector('svg')).not.toBeNull()
  await user.click(screen.getByRole('menuitem', { name: 'Send card list' }))
  expect(await screen.findByText('Send card list: delivered to Front door')).toBeTruthy()
})

/** The page scrolls in the window, which lays out nothing here. */
const scrollTo = (top: number) => {
  vi.stubGlobal('scrollY', top)
  fireEvent.scroll(window)
}

test('of 1,000 devices only those near the window are drawn; the focus and what opens from its row stay when it is scrolled away', async () => {
  const devices = Array.from({ length: 1000 }, (_, n) => aDevice(n + 1, `Door ${n + 1}`))
  server.on(devicesApi.list, () => ({ devices }))
  server.on(devicesApi.setLockout, () => undefined)
  const { user } = await open('/manage/devices')
  const table = await screen.findByRole('table', { name: 'Devices' })
  expect(table.getAttribute('aria-rowcount')).toBe('1001')
  expect(within(table).getAllByRole('row').length).toBeLessThan(60)
  onTestFinished(() => scrollTo(0))
  screen.getByRole('link', { name: 'Door 2' }).focus()
  scrollTo(32_000)
  const button = await screen.findByRole('button', { name: 'More actions for Door 500' })
  expect(document.activeElement?.textContent).toBe('Door 2')
  expect(screen.queryByRole('link', { name: 'Door 100' })).toBeNull()
  expect(within(table).getAllByRole('row').length).toBeLessThan(60)
  await user.tab()
  await user.tab()
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Door 3')
  await user.click(button)
  const item = await screen.findByRole('menuitem', { name: 'Lock for maintenance' })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  scrollTo(0)
  await screen.findByRole('link', { name: 'Door 1' })
  expect(button.isConnected).toBe(true)
  await user.click(item)
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'Belt')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.sentTo(devicesApi.setLockout)).toMatchObject([{ params: { deviceId: '500' } }]))
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

test('the search of devices holds each letter, however fast they come', async () => {
  server.on(devicesApi.list, () => ({ devices: [aDevice(1, 'Front door'), aDevice(2, 'Laser cutter')] }))
  await open('/manage/devices')
  await screen.findByRole('link', { name: 'Laser cutter' })
  const field = screen.getByRole('searchbox')
  for (const typed of ['l', 'la', 'las']) {
    fireEvent.change(field, { target: { value: typed } })
    expect(field).toHaveProperty('value', typed)
  }
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Front door' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Laser cutter' })).toBeTruthy()
})

test('a space without devices is told where they come from', async () => {
  server.on(devicesApi.list, () => ({ devices: [] }))
  await open('/manage/devices')
  expect(await screen.findByRole('heading', { name: 'No devices yet' })).toBeTruthy()
  expect(screen.getByText(/connect to ws:\/\/localhost.*\/ws\/access\/door\/SERIAL, and it appears here/)).toBeTruthy()
  expect(screen.getByText(/^localhost only works on this computer/)).toBeTruthy()
})

test('a lockout asks for the reason first, and unlocking can be taken back', async () => {
  server.on(devicesApi.setLockout, ({ body }) => {
    front = { ...front, lockout: body.isLockedOut ? { since: someTime, reason: String(body.reason) } : null }
  })
  const { user } = await open('/manage/devices/doors/1')
  await user.click(await screen.findByRole('button', { name: 'Lock for maintenance' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(server.sentTo(devicesApi.setLockout)).toEqual([])
  await user.type(dialog.getByRole('textbox'), 'New belt')
  await user.click(dialog.getByRole('button', { name: 'Lock for maintenance' }))
  await user.click(await screen.findByRole('button', { name: 'End the lockout' }))
  await screen.findByText('Front door works again')
  const undo = screen.getAllByRole('button', { name: 'Undo' }).at(-1)
  if (undo) await user.click(undo)
  await screen.findAllByText(/New belt/)
  expect(server.sentTo(devicesApi.setLockout).map(({ body }) => body)).toEqual([
    { isLockedOut: true, reason: 'New belt' },
    { isLockedOut: false, reason: '' },
    { isLockedOut: true, reason: 'New belt' },
  ])
})

test.each<[string, Partial<Device>, string]>([
  ['has heard of its lockout', { lockoutDelivery: { isHeard: true, at: someTime } }, 'Told at'],
  ['is about to hear', { lockoutDelivery: { isHeard: false, at: someTime } }, 'Not told yet, since'],
  [
    'is offline',
    { isOffline: true, lockoutDelivery: { isHeard: false, at: someTime } },
    'it opens for the cards it knows until it reconnects',
  ],
  [
    'has not heard of the end',
    { lockout: null, lockoutDelivery: { isHeard: false, at: someTime } },
    'Not told yet that the lockout ended',
  ],
])('the page of a door that %s says so', async (_, facts, text) => {
  front = { ...front, lockout: { since: someTime, reason: null }, ...facts }
  await open('/manage/devices/doors/1')
  expect(await screen.findByText(text, { exact: false })).toBeTruthy()
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
