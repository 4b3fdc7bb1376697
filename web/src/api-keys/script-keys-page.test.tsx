import { scriptKeysApi } from '@spacekeeper/contract/api-keys/script-routes.ts'
import type { ScriptKey } from '@spacekeeper/contract/api-keys/script-shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const someTime = '2026-01-05T10:00:00.000Z'
const secret = 'ABCDEFGH.0123456789abcdefghijklmnopqrstuv'

const aKey: ScriptKey = {
  id: 1,
  name: 'Nightly report',
  prefix: 'ABCDEFGH',
  scopes: ['members:read', 'money:read', 'money:write'],
  owner: { id: 4, name: 'Ada Okafor', lapse: null },
  createdAt: someTime,
  expiresAt: '2099-01-05T10:00:00.000Z',
  isExpired: false,
  endsSoon: false,
  lastUsedAt: null,
  revokedAt: null,
}

const offered: ScriptKey['scopes'] = ['own:read', 'own:write', 'members:read', 'members:write', 'meetings:read']

let server: ReturnType<typeof fakeServer>
let keys: ScriptKey[]

beforeEach(() => {
  server = fakeServer()
  keys = [aKey, { ...aKey, id: 2, name: 'Old import', revokedAt: someTime }]
  server.on(scriptKeysApi.listScriptKeys, () => ({
    keys,
    offered,
  }))
})

const open = () =>
  renderPortal({ path: '/manage/api-keys', server, profile: aProfile({ staffPermissions: ['members'] }) })

test('a key stands with what it may do and when it was used; ended ones when asked for', async () => {
  const { user } = await open()
  expect(await screen.findByText('Members: read, Money: read and change')).toBeTruthy()
  expect(screen.getByText(/by Ada Okafor, never used/)).toBeTruthy()
  expect(screen.queryByText('Old import')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show one ended key' }))
  expect(screen.getByText('Old import')).toBeTruthy()
})

test('a new key is let into what its maker may do, chosen in words, and is shown once', async () => {
  keys = []
  server.on(scriptKeysApi.createScriptKey, () => ({ keyId: 3, key: secret }))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^What it is for/ }), 'Import')
  expect(dialog.queryByRole('combobox', { name: 'Money' })).toBeNull()
  const meetings = within(dialog.getByRole('combobox', { name: 'Meetings' }))
  expect(meetings.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Nothing', 'Read'])
  await user.click(dialog.getByRole('button', { name: 'Make the key' }))
  expect(await dialog.findByText('Choose at least one.')).toBeTruthy()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Members' }), 'Read and change')
  await user.click(dialog.getByRole('button', { name: 'Make the key' }))
  expect(await dialog.findByText(secret)).toBeTruthy()
  expect(server.sentTo(scriptKeysApi.createScriptKey)).toMatchObject([
    { body: { name: 'Import', scopes: ['members:read', 'members:write'], expiresAt: expect.any(String) } },
  ])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText(secret)).toBeNull()
})

test('a key for the own account of its maker is chosen like any other area, and stands so in the list', async () => {
  keys = []
  server.on(scriptKeysApi.createScriptKey, ({ body }) => {
    keys = [{ ...aKey, ...body }]
    return { keyId: 1, key: secret }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog'))
  const own = dialog.getByRole('combobox', { name: 'Own account' })
  expect(own.getAttribute('aria-describedby')).toBeTruthy()
  expect(dialog.getByText(/^What you see and do as a member/)).toBeTruthy()
  expect(dialog.getByText(/^No key can pay, sign or vote for you/)).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: /^What it is for/ }), 'Home automation')
  await user.selectOptions(own, 'Read and change')
  await user.click(dialog.getByRole('button', { name: 'Make the key' }))
  await user.click(await dialog.findByRole('button', { name: 'Done' }))
  expect(await screen.findByText('Own account: read and change')).toBeTruthy()
})

test('what the server refuses is said at its field', async () => {
  server.on(scriptKeysApi.createScriptKey, () =>
    refuse('badInput', { fields: [{ field: 'scopes', message: 'Not so much.' }] }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /^What it is for/ }), 'Import')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Members' }), 'Read')
  await user.click(dialog.getByRole('button', { name: 'Make the key' }))
  expect(await dialog.findByText('Not so much.')).toBeTruthy()
})

test('a key that ends soon or has stopped says so, and is revoked after a question', async () => {
  keys = [
    { ...aKey, endsSoon: true },
    { ...aKey, id: 5, name: 'Sync', owner: { id: 7, name: 'Noah Kaur', lapse: 'suspended' } },
  ]
  server.on(scriptKeysApi.revokeScriptKey, () => {
    keys = []
  })
  const { user } = await open()
  expect(await screen.findByText(/^Ends .*2099/)).toBeTruthy()
  expect(screen.getByText('Noah Kaur is suspended')).toBeTruthy()
  expect(screen.getByText('Stopped')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Revoke the key Sync' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('The key “Sync” is revoked')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'No keys for scripts' })).toBeTruthy()
})
