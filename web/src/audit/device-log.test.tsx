import { auditApi } from '@spacekeeper/contract/audit/routes.ts'
import type { DeviceLogEntry } from '@spacekeeper/contract/audit/shapes.ts'
import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import { screen } from '@testing-library/react'
import { test, expect } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { makeDevice } from '../devices/device.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const anEntry = (minute: number, more: Partial<DeviceLogEntry> = {}): DeviceLogEntry => ({
  cursor: `${minute}~1~1`,
  at: `2026-01-05T10:${String(minute).padStart(2, '0')}:00.000Z`,
  kind: 'connections',
  outcome: 'fine',
  sentence: [{ text: 'Connected', memberId: null }],
  detail: 'From 10.0.4.7',
  endedAt: null,
  facts: [],
  awaySince: null,
  ...more,
})

const aDoor = makeDevice({
  serial: 'aabbcc',
  isAuthorised: false,
  isOffline: true,
  lastSeen: '2026-01-05T10:30:00.000Z',
  removedAt: '2026-01-06T10:00:00.000Z',
})

const open = async (profile = aProfile({ staffPermissions: ['access'] })) => {
  const server = fakeServer()
  const bo = [{ text: 'Bo Lindqvist', memberId: 4 }]
  server.on(auditApi.deviceLog, ({ query }) => ({
    entries:
      query['kind'] === 'commands'
        ? []
        : [
            anEntry(20, { awaySince: '2026-01-05T10:05:00.000Z' }),
            anEntry(12, { kind: 'commands', outcome: 'info', detail: '', sentence: [{ text: 'Ada', memberId: 1 }] }),
            anEntry(3, { kind: 'uses', outcome: 'refused', sentence: bo, detail: 'Refused, no grant' }),
          ],
    hasMore: false,
  }))
  server.on(devicesApi.get, () => aDoor)
  return renderPortal({ path: '/manage/devices/doors/1', server, profile })
}

test('a stretch without a line stands between what was before and after it', async () => {
  await open()
  expect(await screen.findByText('15 min')).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const at = rows.findIndex((row) => /Offline .* to /.test(row ?? ''))
  expect(rows[at - 1]).toContain('Connected')
  const times = screen.getAllByRole('listitem').map((row) => row.querySelector('time')?.dateTime ?? '')
  expect(times).toEqual(times.toSorted((a, b) => b.localeCompare(a)))
  expect(times[at]).toBe('2026-01-05T10:20:00.000Z')
  expect(rows[at + 1]).toContain('Ada')
})

test('a log is narrowed to one sort, and says when there is nothing of it', async () => {
  const { user } = await open()
  await user.click(await screen.findByText('Commands'))
  expect(await screen.findByText('Nothing of this kind. Choose All to see the rest.')).toBeTruthy()
})

test('names lead to members for those who may go there, and are plain for others', async () => {
  await open()
  expect(await screen.findByRole('link', { name: 'Bo Lindqvist' })).toBeTruthy()
})

test('names are plain for staff for devices alone', async () => {
  await open(aProfile({ staffPermissions: ['devices'] }))
  expect(await screen.findByText('Bo Lindqvist')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Bo Lindqvist' })).toBeNull()
})
