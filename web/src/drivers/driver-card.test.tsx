import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '@spacekeeper/contract/devices.ts'
import { drivers, type Driver } from '@spacekeeper/contract/drivers.ts'
import { interlocks } from '@spacekeeper/contract/interlocks.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'
import { makeDevice } from '../devices/make-device.ts'

const extractor = makeDevice({ id: 7, kind: 'interlock', name: 'Dust extractor', serial: 'dust' })

let server: ReturnType<typeof fakeServer>
let driver: Driver
beforeEach(() => {
  server = fakeServer()
  driver = { settings: { driver: 'socket' }, hasSecret: false, problem: null }
  server.on(devices.get, () => extractor)
  server.on(interlocks.getPrices, () => ({
    costPerSessionCents: 0,
    costPerHourCents: 0,
    costPerKwhCents: 0,
    maxSessionMinutes: null,
    minBalanceCents: null,
  }))
  server.on(drivers.get, () => driver)
})
const open = () =>
  renderPortal({
    path: '/manage/devices/interlocks/7?tab=settings',
    server,
    profile: aProfile({ staffPermissions: ['devices'] }),
  })

test('a machine is put behind a relay, and the connection is tested', async () => {
  server.on(drivers.set, () => {
    driver = {
      settings: { driver: 'tasmota', address: 'http://10.0.0.5', output: 1, openSeconds: 5 },
      hasSecret: true,
      problem: null,
    }
  })
  server.on(drivers.test, () => ({ problem: null, isOn: false, energyKwh: 120.5, powerWatts: 0 }))
  const { user } = await open()
  await user.selectOptions(await screen.findByLabelText('Driver'), 'A relay with Tasmota')
  expect(screen.queryByLabelText('Seconds that an opening lasts')).toBeNull()
  await user.clear(screen.getByLabelText('Address'))
  await user.type(screen.getByLabelText('Address'), 'http://10.0.0.5')
  await user.type(screen.getByLabelText('Password'), 'sesame')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.sentTo(drivers.set)[0]?.body).toEqual({
      settings: { driver: 'tasmota', address: 'http://10.0.0.5', output: 1, openSeconds: 5 },
      secret: 'sesame',
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Test the connection' }))
  expect(await screen.findByText('It answered: switched off. Its meter shows 120.5 kWh.')).toBeTruthy()
})

test('what the server finds wrong stands beside its field, and a number has to be one', async () => {
  server.on(drivers.set, () => refuse('badInput', { fields: [{ field: 'settings.address', message: 'Not there.' }] }))
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
    hasSecret: true,
    problem: 'unreachable',
  }
  const answer = { problem: 'wrongSecret', isOn: null, energyKwh: null, powerWatts: null } as const
  server.on(drivers.test, () => answer)
  const { user } = await open()
  expect(await screen.findByText(/Nobody answers at this address/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Test the connection' }))
  expect(await screen.findByText('It does not accept the password or token.')).toBeTruthy()
  await user.click(screen.getByLabelText('Remove what is set'))
  expect(screen.getByRole('button', { name: 'Test the connection' }).hasAttribute('disabled')).toBe(true)
  screen.getByText('Save first; then the connection can be tested.')
})
