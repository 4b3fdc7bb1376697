import { apiKeysApi } from '@spacekeeper/contract/api-keys/routes.ts'
import type { HeldKey } from '@spacekeeper/contract/api-keys/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aMemberDetails, answerForMember } from './member-details.testing.ts'

const aKey = (more: Partial<HeldKey>): HeldKey => ({
  kind: 'api',
  id: 1,
  name: 'Bell',
  prefix: 'ABCDEFGH',
  device: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  createdBy: 'Noah Kaur',
  owner: { id: 7, name: 'Noah Kaur', lapse: null },
  lastUsedAt: null,
  ...more,
})

let server: ReturnType<typeof fakeServer>
let keys: HeldKey[]
beforeEach(() => {
  server = fakeServer()
  keys = []
  answerForMember(server, () => aMemberDetails())
  server.on(apiKeysApi.listHeld, () => ({ keys }))
})

const open = async (staffPermissions: ('members' | 'devices')[]) => {
  await renderPortal({ path: '/manage/members/7', server, profile: aProfile({ staffPermissions }) })
  await screen.findByRole('heading', { name: 'Profile' })
}

test('a member’s page says whose keys stop without them, and leads staff for devices to where they decide', async () => {
  const owner = { id: 7, name: 'Noah Kaur', lapse: 'suspended' as const }
  const gate = aKey({ kind: 'device', id: 2, name: 'Gate', device: { id: 3, kind: 'door' }, owner })
  keys = [aKey({ owner }), gate, aKey({ id: 4, name: 'Calendar', owner: { id: 5, name: 'Kim Keeper', lapse: null } })]
  await open(['members', 'devices'])
  const card = within(await screen.findByRole('region', { name: 'Keys' }))
  expect(card.getByText(/no longer looks after devices\. Staff decide/)).toBeTruthy()
  const rows = card.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^API key: BellMade .*Stopped$/)
  expect(rows[1]).toMatch(/^Key of GateMade .*Still works, needs a decision$/)
  expect(rows[2]).toMatch(/, owned by Kim Keeper$/)
  expect(card.getByRole('link', { name: 'Change owners or revoke keys' }).getAttribute('href')).toBe(
    '/manage/devices/keys',
  )
})

test('staff who look after members alone read of the keys, before anything is done, and decide nothing', async () => {
  keys = [aKey({})]
  await open(['members'])
  const card = within(await screen.findByRole('region', { name: 'Keys' }))
  expect(card.getByText(/their API keys stop\. Device keys still work/)).toBeTruthy()
  expect(card.queryByRole('link')).toBeNull()
})
