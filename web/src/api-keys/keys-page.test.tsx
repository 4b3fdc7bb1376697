import { apiKeysApi } from '@spacekeeper/contract/api-keys/routes.ts'
import type { ApiKey, HeldKey } from '@spacekeeper/contract/api-keys/shapes.ts'
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
  owner: { id: 4, name: 'Ada Okafor', lapse: null },
  expiresAt: null,
  isExpired: false,
  lastUsedAt: null,
  revokedAt: null,
}

let server: ReturnType<typeof fakeServer>

let keys: ApiKey[]

let held: HeldKey[]

const aDeviceKey: HeldKey = {
  kind: 'device',
  id: 8,
  name: 'Gate',
  prefix: 'ZYXWVUTS',
  device: { id: 3, kind: 'door' },
  createdAt: someTime,
  createdBy: 'Noah Kaur',
  owner: { id: 7, name: 'Noah Kaur', lapse: 'suspended' },
  lastUsedAt: null,
}

beforeEach(() => {
  server = fakeServer()
  keys = [aKey, { ...aKey, id: 2, name: 'Old calendar', revokedAt: someTime }]
  server.on(apiKeysApi.list, () => ({ keys }))
  server.on(devicesApi.list, () => ({ devices: [] }))
  held = []
  server.on(apiKeysApi.listHeld, () => ({ keys: held }))
  server.on(devicesApi.listKeyOwners, () => ({
    owners: [
      { id: 1, name: 'Root Admin' },
      { id: 5, name: 'Kim Keeper' },
    ],
  }))
})

const open = () =>
  renderPortal({ path: '/manage/devices/keys', server, profile: aProfile({ staffPermissions: ['devices'] }) })

test('a key stands with what it may do where, who made it and when it was used; ended ones when asked for', async () => {
  const { user } = await open()
  expect(await screen.findByText('Open briefly, Read the state: Gate')).toBeTruthy()
  expect(screen.getByText(/by Ada Okafor, owned by Ada Okafor, never used/)).toBeTruthy()
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

test('a key whose owner is suspended has stopped, says why, and is given to another owner', async () => {
  keys = [{ ...aKey, owner: { id: 7, name: 'Noah Kaur', lapse: 'suspended' } }]
  server.on(apiKeysApi.give, () => {
    keys = [{ ...aKey, owner: { id: 5, name: 'Kim Keeper', lapse: null } }]
  })
  const { user } = await open()
  expect(await screen.findByText('Stopped')).toBeTruthy()
  expect(screen.getByText('Noah Kaur is suspended')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change owner of the key Bell' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'New owner' }), 'Kim Keeper')
  expect(dialog.getByText(/may still know it/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Change owner' }))
  expect(await screen.findByText('Works')).toBeTruthy()
  expect(server.sentTo(apiKeysApi.give)).toMatchObject([{ params: { keyId: '1' }, body: { memberId: 5 } }])
})

test('keys of devices wait for a decision where their owner left, and the others are shown when asked for', async () => {
  held = [aDeviceKey, { ...aDeviceKey, id: 9, name: 'Lathe', owner: null, createdBy: null }]
  server.on(devicesApi.giveKey, () => {
    held = held.map((key) => ({ ...key, owner: { id: 1, name: 'Root Admin', lapse: null } }))
  })
  const { user } = await open()
  const list = () => within(screen.getByRole('list', { name: 'Keys of devices' }))
  expect(await screen.findByText('Noah Kaur is suspended')).toBeTruthy()
  expect(list().queryByText('Lathe')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show one other key' }))
  expect(list().getByText(/made .*, no owner known, never used/)).toBeTruthy()
  await user.click(list().getByRole('button', { name: 'Change owner of the key Gate' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Change owner' }))
  expect(await screen.findByText('No key of a device needs a decision.')).toBeTruthy()
  expect(server.sentTo(devicesApi.giveKey)).toMatchObject([
    { params: { deviceId: '3', keyId: '8' }, body: { memberId: 1 } },
  ])
})

test('a key is revoked after a question', async () => {
  server.on(apiKeysApi.revoke, () => {
    keys = []
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Revoke the key Bell' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The key of Bell is revoked')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'No keys at devices yet' })).toBeTruthy()
})
