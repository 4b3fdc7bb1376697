import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { doors, type AccessItem } from '@spacekeeper/contract/doors.ts'
import { drivers } from '@spacekeeper/contract/drivers.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
let door: AccessItem
let machine: AccessItem
const item = (more: Partial<AccessItem>): AccessItem => ({
  id: 1,
  name: 'Back gate',
  access: true,
  locked_out: false,
  offline: false,
  granted: true,
  refusal: null,
  lastSeen: '2026-01-05T10:00:00.000Z',
  lockedOutSince: null,
  relay: { canOpen: true, canStart: false, canEnd: false, inUseSince: null },
  ...more,
})
const unused = { canOpen: false, canStart: true, canEnd: false, inUseSince: null }
const used = { canOpen: false, canStart: false, canEnd: true, inUseSince: '2026-01-05T10:00:00.000Z' }
beforeEach(() => {
  server = fakeServer()
  door = item({})
  machine = item({ id: 2, name: 'Dust extractor', relay: unused })
  server.on(doors.permissions, () => ({ doors: [door], interlocks: [machine] }))
})
const open = () => renderPortal({ path: '/account/access', server, profile: aProfile({}) })

test('a door without a reader is opened with a button, and that it is open is said once it is', async () => {
  server.on(drivers.open, () => ({ refusedBecause: null }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Open Back gate' }))
  expect(await screen.findByText('Back gate is open')).toBeTruthy()
})

test('a door that did not answer is not said to be open', async () => {
  server.on(drivers.open, () => refuse('deviceOffline'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Open Back gate' }))
  expect(await screen.findByText(/Back gate did not answer/)).toBeTruthy()
})

test('who is refused after all hears so, and the list says why', async () => {
  server.on(drivers.open, () => {
    door = { ...door, refusal: 'lockedOut' }
    return { refusedBecause: 'lockedOut' as const }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Open Back gate' }))
  expect(await screen.findByText(/Back gate was refused/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open Back gate' })).toBeNull())
})

test('a machine is started and stopped, and shows that it is in use', async () => {
  server.on(drivers.start, () => {
    machine = { ...machine, relay: used }
    return { refusedBecause: null }
  })
  server.on(drivers.end, () => {
    machine = { ...machine, relay: unused }
    return { isSwitchedOff: true }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Start Dust extractor' }))
  expect(await screen.findByText(/You have used it since/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Stop Dust extractor' }))
  expect(await screen.findByText('Dust extractor is off, and your use has ended')).toBeTruthy()
})

test('what did not hear that the use is over has to be switched off by hand', async () => {
  machine = { ...machine, refusal: 'balanceTooLow', offline: true, relay: used }
  server.on(drivers.end, () => ({ isSwitchedOff: false }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Stop Dust extractor' }))
  expect(await screen.findByText(/switch it off by hand/)).toBeTruthy()
})

test('a machine somebody else uses has no button', async () => {
  machine = { ...machine, relay: { ...used, canEnd: false } }
  await open()
  expect(await screen.findByText(/^In use since/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Dust extractor/ })).toBeNull()
})
