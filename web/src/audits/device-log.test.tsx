import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { audits, type DeviceLogEntry } from '@spacekeeper/contract/audits.ts'
import { devices } from '@spacekeeper/contract/devices.ts'
import { fakeServer } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'
import { makeDevice } from '../devices/make-device.ts'

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
  server.on(audits.deviceLog, ({ query }) => ({
    entries:
      query['kind'] === 'commands'
        ? []
        : [
            anEntry(20, { awaySince: '2026-01-05T10:05:00.000Z' }),
            anEntry(3, { kind: 'uses', outcome: 'refused', sentence: bo, detail: 'Refused, no grant' }),
          ],
    hasMore: false,
  }))
  server.on(devices.get, () => aDoor)
  return renderPortal({ path: '/manage/devices/doors/1', server, profile })
}

test('a stretch without a line stands between what was before and after it', async () => {
  await open()
  expect(await screen.findByText('15 min')).toBeTruthy()
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const at = rows.findIndex((row) => /Offline .* to /.test(row ?? ''))
  expect(rows[at - 1]).toContain('Connected')
  expect(rows[at + 1]).toContain('Bo Lindqvist')
})

test('a log is narrowed to one sort, and says when there is nothing of it', async () => {
  const { user } = await open()
  await user.click(await screen.findByText('Commands'))
  expect(await screen.findByText('There is nothing of this sort. Choose All to see the rest.')).toBeTruthy()
})

test('names lead to members for those who may go there, and are plain for others', async () => {
  await open()
  expect(await screen.findByRole('link', { name: 'Bo Lindqvist' })).toBeTruthy()
})

test('names are plain for whoever looks after devices alone', async () => {
  await open(aProfile({ staffPermissions: ['devices'] }))
  expect(await screen.findByText('Bo Lindqvist')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Bo Lindqvist' })).toBeNull()
})
