import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import { driversApi } from '@spacekeeper/contract/drivers/routes.ts'
import { interlocksApi } from '@spacekeeper/contract/interlocks/routes.ts'
import type { MachinePrices } from '@spacekeeper/contract/interlocks/shapes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { makeDevice } from '../devices/device.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const saw = makeDevice({ id: 4, kind: 'interlock', name: 'Table saw', serial: 'saw' })

let server: ReturnType<typeof fakeServer>
let prices: MachinePrices
beforeEach(() => {
  server = fakeServer()
  server.on(driversApi.get, () => ({
    settings: { driver: 'socket' as const },
    hasSecret: false,
    problem: null,
    isMeterUnreadable: false,
    sharedWith: [],
  }))
  prices = {
    costPerSessionCents: 50,
    costPerHourCents: 600,
    costPerKwhCents: 40,
    maxSessionMinutes: null,
    minBalanceCents: null,
    maxCostCents: null,
    ratedWatts: null,
  }
  server.on(devicesApi.get, () => saw)
  server.on(interlocksApi.getPrices, () => prices)
  server.on(interlocksApi.setPrices, ({ body }) => {
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
  // At once: on a slow machine there is a pause between two letters.
  await user.tripleClick(hour)
  await user.paste('7.15')
  await waitFor(() => expect(server.sentTo(interlocksApi.setPrices)[0]?.body).toEqual({ costPerHourCents: 715 }))
  expect(await screen.findByText('An hour with 2 kWh costs $8.45.')).toBeTruthy()
})

test('a limit is a number of minutes, or nothing', async () => {
  const { user } = await open()
  const limit = await screen.findByRole('textbox', { name: 'Longest use, in minutes' })
  await user.type(limit, 'two hours')
  expect(await screen.findByText(/Enter a number of minutes/)).toBeTruthy()
  expect(server.sentTo(interlocksApi.setPrices)).toEqual([])
  await user.tripleClick(limit)
  await user.paste('120')
  await waitFor(() => expect(server.sentTo(interlocksApi.setPrices)[0]?.body).toEqual({ maxSessionMinutes: 120 }))
})

test('what a machine can draw is typed in kW, and what a use costs at most in money', async () => {
  const { user } = await open()
  const rated = await screen.findByRole('textbox', { name: 'Maximum power (kW)' })
  await user.type(rated, 'lots')
  expect(await screen.findByText(/Enter a number of kW/)).toBeTruthy()
  await user.tripleClick(rated)
  await user.paste('1001')
  expect(await screen.findByText('Not saved. Sorry, the maximum is 1,000.')).toBeTruthy()
  await user.tripleClick(rated)
  await user.paste('2.5')
  await waitFor(() => expect(server.sentTo(interlocksApi.setPrices)[0]?.body).toEqual({ ratedWatts: 2500 }))
  await user.click(screen.getByRole('textbox', { name: 'Maximum cost of one use' }))
  await user.paste('80')
  await waitFor(() => expect(server.sentTo(interlocksApi.setPrices)[1]?.body).toEqual({ maxCostCents: 8000 }))
})

test('with balances off a machine with a price says that it does not start', async () => {
  await open()
  expect(await screen.findByText(/so this machine doesn’t start while it has a price/)).toBeTruthy()
})
