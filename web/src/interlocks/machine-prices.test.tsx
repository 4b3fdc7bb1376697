import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '@spacekeeper/contract/devices.ts'
import { drivers } from '@spacekeeper/contract/drivers.ts'
import { interlocks, type MachinePrices } from '@spacekeeper/contract/interlocks.ts'
import { fakeServer } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'
import { makeDevice } from '../devices/make-device.ts'

const saw = makeDevice({ id: 4, kind: 'interlock', name: 'Table saw', serial: 'saw' })

let server: ReturnType<typeof fakeServer>
let prices: MachinePrices
beforeEach(() => {
  server = fakeServer()
  server.on(drivers.get, () => ({ settings: { driver: 'socket' as const }, hasSecret: false, problem: null }))
  prices = {
    costPerSessionCents: 50,
    costPerHourCents: 600,
    costPerKwhCents: 40,
    maxSessionMinutes: null,
    minBalanceCents: null,
  }
  server.on(devices.get, () => saw)
  server.on(interlocks.getPrices, () => prices)
  server.on(interlocks.setPrices, ({ body }) => {
    prices = { ...prices, ...body }
  })
})
const open = () =>
  renderPortal({
    path: '/manage/devices/interlocks/4?tab=settings',
    server,
    profile: aProfile({ staffPermissions: ['devices'] }),
  })

test('a price is saved in cents, and what an hour comes to is said', async () => {
  const { user } = await open()
  const hour = await screen.findByRole('textbox', { name: 'Each hour' })
  expect(screen.getByText('An hour with 2 kWh costs $7.30.')).toBeTruthy()
  await user.clear(hour)
  await user.type(hour, '7.15')
  await waitFor(() => expect(server.sentTo(interlocks.setPrices)[0]?.body).toEqual({ costPerHourCents: 715 }))
  expect(await screen.findByText('An hour with 2 kWh costs $8.45.')).toBeTruthy()
})

test('a limit is a number of minutes, or nothing', async () => {
  const { user } = await open()
  const limit = await screen.findByRole('textbox', { name: 'Longest use, in minutes' })
  await user.type(limit, 'two hours')
  expect(await screen.findByText(/Enter a number of minutes/)).toBeTruthy()
  expect(server.sentTo(interlocks.setPrices)).toEqual([])
  await user.clear(limit)
  await user.type(limit, '120')
  await waitFor(() => expect(server.sentTo(interlocks.setPrices)[0]?.body).toEqual({ maxSessionMinutes: 120 }))
})
