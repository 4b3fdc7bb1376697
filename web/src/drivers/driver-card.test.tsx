import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import { driversApi } from '@spacekeeper/contract/drivers/routes.ts'
import type { Driver } from '@spacekeeper/contract/drivers/shapes.ts'
import { interlocksApi } from '@spacekeeper/contract/interlocks/routes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { makeDevice } from '../devices/device.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const extractor = makeDevice({ id: 7, kind: 'interlock', name: 'Dust extractor', serial: 'dust' })

const fine = { hasSecret: false, problem: null, isMeterUnreadable: false, sharedWith: [] }

let server: ReturnType<typeof fakeServer>
let driver: Driver
beforeEach(() => {
  server = fakeServer()
  driver = { settings: { driver: 'socket' }, ...fine }
  server.on(devicesApi.get, () => extractor)
  server.on(interlocksApi.getPrices, () => ({
    costPerSessionCents: 0,
    costPerHourCents: 0,
    costPerKwhCents: 0,
    maxSessionMinutes: null,
    minBalanceCents: null,
    maxCostCents: null,
    ratedWatts: null,
  }))
  server.on(driversApi.get, () => driver)
})
const open = () =>
  renderPortal({
    path: '/manage/devices/interlocks/7?tab=settings',
    server,
    profile: aProfile({ staffPermissions: ['devices'] }),
  })

test('a machine is put behind a relay, and the connection is tested', async () => {
  server.on(driversApi.set, () => {
    driver = {
      settings: { driver: 'tasmota', address: 'http://10.0.0.5', output: 1, openSeconds: 5 },
      ...fine,
      hasSecret: true,
      sharedWith: [{ id: 9, name: 'Old saw' }],
    }
    return { sharedWith: driver.sharedWith }
  })
  server.on(driversApi.test, () => ({ problem: null, isOn: false, hasMeter: true, energyKwh: 120.5, powerWatts: 0 }))
  const { user } = await open()
  await user.selectOptions(await screen.findByLabelText('Driver'), 'A relay with Tasmota')
  expect(screen.queryByLabelText('Seconds the door stays open')).toBeNull()
  await user.clear(screen.getByLabelText('Address'))
  await user.type(screen.getByLabelText('Address'), 'http://10.0.0.5')
  await user.type(screen.getByLabelText('Password'), 'sesame')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.sentTo(driversApi.set)[0]?.body).toEqual({
      settings: { driver: 'tasmota', address: 'http://10.0.0.5', output: 1, openSeconds: 5 },
      secret: 'sesame',
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Test the connection' }))
  expect(await screen.findByText('It answered: switched off. Its meter shows 120.5 kWh.')).toBeTruthy()
  // In the toast and on the page.
  expect(screen.getAllByText(/The same relay is also set up for Old saw/)).toHaveLength(2)
})

test('what the server finds wrong stands beside its field, and a number has to be one', async () => {
  server.on(driversApi.set, () =>
    refuse('badInput', { fields: [{ field: 'settings.address', message: 'Not there.' }] }),
  )
  const { user } = await open()
  await user.selectOptions(await screen.findByLabelText('Driver'), 'A relay with Tasmota')
  await user.clear(screen.getByLabelText('Relay number'))
  await user.type(screen.getByLabelText('Relay number'), 'two')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter a whole number.')).toBeTruthy()
  await user.clear(screen.getByLabelText('Relay number'))
  await user.type(screen.getByLabelText('Relay number'), '2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not there.')).toBeTruthy()
})

test('a relay that cannot be asked says why, and what is typed has to be saved before it is tested', async () => {
  driver = {
    settings: { driver: 'tasmota', address: 'http://10.0.0.5', output: 1, openSeconds: 5 },
    ...fine,
    hasSecret: true,
    problem: 'unreachable',
  }
  const answer = { problem: 'wrongSecret', isOn: null, hasMeter: null, energyKwh: null, powerWatts: null } as const
  server.on(driversApi.test, () => answer)
  const { user } = await open()
  expect(await screen.findByText(/Nothing answers at this address/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Test the connection' }))
  expect(await screen.findByText('It doesn’t accept the password or token.')).toBeTruthy()
  await user.click(screen.getByLabelText('Remove it'))
  expect(screen.getByRole('button', { name: 'Test the connection' }).hasAttribute('disabled')).toBe(true)
  screen.getByText('Save first, then test the connection.')
})

test('a meter that cannot be read is said, and not called none', async () => {
  driver = {
    settings: { driver: 'tasmota', address: 'http://10.0.0.5', output: 2, openSeconds: 5 },
    ...fine,
    isMeterUnreadable: true,
  }
  server.on(driversApi.test, () => ({
    problem: null,
    isOn: true,
    hasMeter: true,
    energyKwh: null,
    powerWatts: null,
  }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Test the connection' }))
  expect(await screen.findByText('It answered: switched on.')).toBeTruthy()
  expect(screen.getAllByText(/Its meter can’t be read right now/)).toHaveLength(2)
  expect(screen.queryByText(/It has no meter/)).toBeNull()
})

test('a machine that costs by the hour warns that a plug without an availability topic is charged on', async () => {
  server.on(interlocksApi.getPrices, () => ({
    costPerSessionCents: 0,
    costPerHourCents: 600,
    costPerKwhCents: 0,
    maxSessionMinutes: null,
    minBalanceCents: null,
    maxCostCents: null,
    ratedWatts: null,
  }))
  const { user } = await open()
  await user.selectOptions(await screen.findByLabelText('Driver'), 'mqtt')
  expect(await screen.findByText(/is charged until it’s switched off in the portal/)).toBeTruthy()
  await user.type(screen.getByLabelText('Topic for online or offline (optional)'), 'saw/LWT')
  expect(screen.queryByText(/is charged until/)).toBeNull()
})
