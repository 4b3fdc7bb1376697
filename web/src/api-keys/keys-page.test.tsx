import { apiKeysApi } from '@spacekeeper/contract/api-keys/routes.ts'
import type { ApiKey } from '@spacekeeper/contract/api-keys/shapes.ts'
import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

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
  server.on(apiKeysApi.list, () => ({ keys }))
  server.on(devicesApi.list, () => ({ devices: [] }))
})

const open = () =>
  renderPortal({ path: '/manage/devices/keys', server, profile: aProfile({ staffPermissions: ['devices'] }) })

test('a key stands with what it may do where, who made it and when it was used; ended ones when asked for', async () => {
  const { user } = await open()
  expect(await screen.findByText('Open briefly, Read the state: Gate')).toBeTruthy()
  expect(screen.getByText(/by Ada Okafor, never used/)).toBeTruthy()
  expect(screen.queryByText('Old calendar')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show one ended key' }))
  expect(screen.getByText('Old calendar')).toBeTruthy()
})

test('a new key starts with choosing devices, and is shown once', async () => {
  server.on(apiKeysApi.create, () => ({ keyId: 3, key: secret }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^What it is for/ }), 'Calendar')
  await user.click(dialog.getByRole('checkbox', { name: 'Open briefly' }))
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Which devices it reaches' }).value).toBe('chosen')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Which devices it reaches' }), 'door')
  await user.click(dialog.getByRole('button', { name: 'Make the key' }))
  expect(await dialog.findByText(secret)).toBeTruthy()
  expect(server.sentTo(apiKeysApi.create)).toMatchObject([
    { body: { name: 'Calendar', scopes: ['devices.bump'], kind: 'door', deviceIds: null, expiresAt: null } },
  ])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(secret)).toBeNull()
})

test('what is wrong is said at its field', async () => {
  server.on(apiKeysApi.create, () =>
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
  server.on(apiKeysApi.revoke, () => {
    keys = []
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Revoke the key Bell' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The key of Bell is revoked')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'No API keys yet' })).toBeTruthy()
})
