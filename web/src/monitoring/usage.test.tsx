import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { interlocksApi } from '@spacekeeper/contract/interlocks/routes.ts'
import { monitoringApi } from '@spacekeeper/contract/monitoring/routes.ts'
import type { Usage } from '@spacekeeper/contract/monitoring/shapes.ts'
import { within, screen } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { makeDevice } from '../devices/device.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

const someTime = '2026-01-05T10:00:00.000Z'

const saw = makeDevice({ id: 4, kind: 'interlock', name: 'Table saw', serial: 'saw' })

const aUsage = (memberId: number, name: string, more: Partial<Usage> = {}): Usage => ({
  memberId,
  name,
  count: 1,
  refused: 0,
  seconds: 0,
  costCents: 0,
  held: 0,
  lastAt: someTime,
  ...more,
})

const noSums = { count: 0, refused: 0, unknown: 0, seconds: 0, costCents: 0, held: 0 }

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.on(interlocksApi.getPrices, () => ({
    costPerSessionCents: 0,
    costPerHourCents: 0,
    costPerKwhCents: 0,
    maxSessionMinutes: null,
    minBalanceCents: null,
    maxCostCents: null,
    ratedWatts: null,
  }))
})

const open = async (device: Device) => {
  server.on(devicesApi.get, () => device)
  const path = `/manage/devices/${device.kind === 'door' ? 'doors' : 'interlocks'}/${device.id}?tab=use`
  const { user } = await renderPortal({ path, server, profile: aProfile({ staffPermissions: ['devices'] }) })
  return { user, card: within(await screen.findByRole('region', { name: 'Who used it' })) }
}

test('a machine shows who used it how long and for how much; a head sorts, and sorts the other way', async () => {
  server.on(monitoringApi.listUsage, () => ({
    members: [aUsage(7, 'Bo Lindqvist', { count: 3, seconds: 7500, costCents: 1250 })],
    total: 1,
    sums: { ...noSums, count: 3, seconds: 7500, costCents: 1250 },
  }))
  const { user, card } = await open(saw)
  expect(await card.findByText('3 uses, 2 h 05 min, $12.50')).toBeTruthy()
  expect(card.getByRole('row', { name: /^Bo Lindqvist 3 2 h 05 min \$12\.50/ })).toBeTruthy()
  expect(card.getByRole('columnheader', { name: 'Uses' }).getAttribute('aria-sort')).toBe('descending')
  await user.click(card.getByRole('button', { name: 'Cost' }))
  await user.click(card.getByRole('button', { name: 'Cost' }))
  expect(server.sentTo(monitoringApi.listUsage).map(({ query }) => [query.sort, query.order])).toEqual([
    ['count', 'down'],
    ['cost', 'down'],
    ['cost', 'up'],
  ])
})

test('a door shows whom it let in and refused, within the period that is chosen', async () => {
  server.on(monitoringApi.listUsage, ({ query }) =>
    query.period === 'all'
      ? {
          members: [aUsage(7, 'Bo Lindqvist', { count: 41, refused: 2 })],
          total: 1,
          sums: { ...noSums, count: 41, refused: 2, unknown: 1 },
        }
      : { members: [], total: 0, sums: noSums },
  )
  const { user, card } = await open({ ...saw, kind: 'door' })
  expect(await card.findByText('No one used it')).toBeTruthy()
  await user.click(card.getByText('All'))
  expect(await card.findByText('Opened 41 times, refused 2 times, one unknown card')).toBeTruthy()
  expect(card.getByRole('row', { name: /^Bo Lindqvist 41 2/ })).toBeTruthy()
})
