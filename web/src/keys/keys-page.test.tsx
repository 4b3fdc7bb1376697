import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { devices } from '@spacekeeper/contract/devices.ts'
import { type ApiKey, keys as keyRoutes } from '@spacekeeper/contract/keys.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

const someTime = '2026-01-05T10:00:00.000Z'
const secret = 'ABCDEFGH.0123456789abcdefghijklmnopqrstuv'
const aKey: ApiKey = {
  id: 1,
  name: 'Bell',
  prefix: 'ABCDEFGH',
  scopes: ['devices.bump', 'devices.read'],
  kind: null,
  devices: [{ id: 3, name: 'Gate' }],
  createdAt: someTime,
  createdBy: 'Ada Okafor',
  expiresAt: null,
  isExpired: false,
  lastUsedAt: null,
  revokedAt: null,
}

let server: ReturnType<typeof fakeServer>
let keys: ApiKey[]
beforeEach(() => {
  server = fakeServer()
  keys = [aKey, { ...aKey, id: 2, name: 'Old calendar', revokedAt: someTime }]
  server.on(keyRoutes.list, () => ({ keys }))
  server.on(devices.list, () => ({ devices: [] }))
})
const open = () =>
  renderPortal({ path: '/manage/devices/keys', server, profile: aProfile({ staffPermissions: ['devices'] }) })

test('a key stands with what it may do where, who made it and when it was used; ended ones when asked for', async () => {
  const { user } = await open()
  expect(await screen.findByText('Bump, Read the state: Gate')).toBeTruthy()
  expect(screen.getByText(/by Ada Okafor, never used/)).toBeTruthy()
  expect(screen.queryByText('Old calendar')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show one ended key' }))
  expect(screen.getByText('Old calendar')).toBeTruthy()
})

test('a new key is shown once', async () => {
  server.on(keyRoutes.create, () => ({ keyId: 3, key: secret }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^What it is for/ }), 'Calendar')
  await user.click(dialog.getByRole('checkbox', { name: 'Bump' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Which devices it reaches' }), 'door')
  await user.click(dialog.getByRole('button', { name: 'Make the key' }))
  expect(await dialog.findByText(secret)).toBeTruthy()
  expect(server.sentTo(keyRoutes.create)).toMatchObject([
    { body: { name: 'Calendar', scopes: ['devices.bump'], kind: 'door', deviceIds: null, expiresAt: null } },
  ])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(secret)).toBeNull()
})

test('what is wrong is said at its field', async () => {
  server.on(keyRoutes.create, () =>
    refuse('badInput', { fields: [{ field: 'scopes', message: 'Choose at least one.' }] }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Make the key' }))
  expect(await dialog.findByText('This field cannot be empty.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: /^What it is for/ }), 'Calendar')
  await user.click(dialog.getByRole('button', { name: 'Make the key' }))
  expect(await dialog.findByText('Choose at least one.')).toBeTruthy()
})

test('a key is revoked after a question', async () => {
  server.on(keyRoutes.revoke, () => {
    keys = []
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Revoke the key Bell' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The key of Bell is revoked')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'No API keys yet' })).toBeTruthy()
})
