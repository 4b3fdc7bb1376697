import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { AccessItem } from '@spacekeeper/contract/access/shapes.ts'
import { driversApi } from '@spacekeeper/contract/drivers/routes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { anAccessItem } from '../access/access-item.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
let door: AccessItem
let machine: AccessItem
const unused = { canOpen: false, canStart: true, canEnd: false }
const used = { canOpen: false, canStart: false, canEnd: true }
const use = { since: '2026-01-05T10:00:00.000Z', isOwn: true, name: null }
beforeEach(() => {
  server = fakeServer()
  door = anAccessItem(1, { name: 'Back gate', relay: { canOpen: true, canStart: false, canEnd: false } })
  machine = anAccessItem(2, { name: 'Dust extractor', relay: unused })
  server.on(accessApi.listOwn, () => ({ doors: [door], interlocks: [machine] }))
})
const open = () => renderPortal({ path: '/account/access', server, profile: aProfile({}) })

test('a door without a reader is opened with a button, and that it is open is said once it is', async () => {
  server.on(driversApi.open, () => ({ refusedBecause: null }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Open Back gate' }))
  expect(await screen.findByText('Back gate is open')).toBeTruthy()
})

test('a door that did not answer is not said to be open', async () => {
  server.on(driversApi.open, () => refuse('deviceOffline'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Open Back gate' }))
  expect(await screen.findByText(/Back gate didn’t answer/)).toBeTruthy()
})

test('who is refused after all hears so, and the list says why', async () => {
  server.on(driversApi.open, () => {
    door = { ...door, refusal: 'lockedOut' }
    return { refusedBecause: 'lockedOut' as const }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Open Back gate' }))
  expect(await screen.findByText(/Back gate was refused/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open Back gate' })).toBeNull())
})

test('a machine is started and stopped, and shows that it is in use', async () => {
  server.on(driversApi.start, () => {
    machine = { ...machine, use, relay: used }
    return { refusedBecause: null }
  })
  server.on(driversApi.end, () => {
    machine = { ...machine, use: null, relay: unused }
    return { isSwitchedOff: true }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Start Dust extractor' }))
  expect(await screen.findByText(/^In use by you since/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Stop Dust extractor' }))
  expect(await screen.findByText('Dust extractor is off. Session ended.')).toBeTruthy()
})

test('what did not hear that the use is over has to be switched off by hand', async () => {
  machine = { ...machine, refusal: 'balanceTooLow', offline: true, use, relay: used }
  server.on(driversApi.end, () => ({ isSwitchedOff: false }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Stop Dust extractor' }))
  expect(await screen.findByText(/switch it off yourself/)).toBeTruthy()
})

test('a machine another member uses has no button', async () => {
  machine = { ...machine, use: { ...use, isOwn: false, name: 'Mia' }, relay: { ...used, canEnd: false } }
  await open()
  expect(await screen.findByText('In use by Mia')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Dust extractor/ })).toBeNull()
})
