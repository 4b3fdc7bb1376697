import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { Holder } from '@spacekeeper/contract/access/shapes.ts'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberSummary } from '@spacekeeper/contract/members/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { anAccessItem } from '../access/access-item.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aDefaultPreview, aDevice, answerForDevice } from './device.testing.ts'

const someTime = '2026-01-05T10:00:00.000Z'
const aHolder = (memberId: number, name: string, more: Partial<Holder> = {}): Holder => ({
  memberId,
  name,
  state: 'active',
  isSuspended: false,
  hasCard: true,
  lacksCertificate: false,
  source: 'hand',
  grantedAt: someTime,
  grantedBy: 'Ada Okafor',
  ...more,
})

const bo: MemberSummary = {
  id: 7,
  fullName: 'Bo Lindqvist',
  screenName: 'bo',
  email: 'bo@example.org',
  state: 'active',
  isSuspended: false,
  isAdmin: false,
  permissions: [],
  lastSeen: null,
}

const anItem = (isGranted: boolean) => ({
  ...anAccessItem(1, isGranted ? {} : { granted: false, access: false, refusal: 'noGrant' as const }),
  source: isGranted ? ('hand' as const) : null,
  grantedAt: isGranted ? someTime : null,
  grantedBy: null,
  isDefault: false,
  isException: false,
})

let server: ReturnType<typeof fakeServer>
let front: Device
beforeEach(() => {
  server = fakeServer()
  front = aDevice(1, 'Front door', { isDefaultAccess: true })
  answerForDevice(server, () => front)
})
const open = (path: string, profile = aProfile({ admin: true })) => renderPortal({ path, server, profile })

test('who has a device is listed with source, since when and by whom, and whether the card works', async () => {
  server.on(accessApi.listHolders, () => ({
    holders: [
      aHolder(1, 'Bo Lindqvist'),
      aHolder(2, 'Cy Moreau', { source: 'default', state: 'inactive' }),
      aHolder(3, 'Di Tanaka', { hasCard: false, grantedBy: null }),
    ],
    total: 3,
  }))
  await open('/manage/devices/doors/1?tab=access')
  expect(await screen.findByText('3 members')).toBeTruthy()
  expect(screen.getByText(/^Granted manually since .*, by Ada Okafor$/)).toBeTruthy()
  expect(screen.getByText(/^By default since/)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Who has access' })).getAllByText('Works')).toHaveLength(2)
  expect(screen.getByText('Refused: membership not active')).toBeTruthy()
  expect(screen.getByText('Refused: no access card')).toBeTruthy()
})

test('one person is given the device and it is taken from another right there, and either can be undone', async () => {
  let isGranted = false
  server.on(membersApi.search, () => ({ members: [bo], total: 1 }))
  server.on(accessApi.getMemberAccess, () => ({ doors: [anItem(isGranted)], interlocks: [] }))
  server.on(accessApi.updateMemberAccess, ({ body }) => {
    isGranted = Array.isArray(body['grant']) && body['grant'].length > 0
  })
  server.on(accessApi.listHolders, () => ({ holders: [aHolder(2, 'Cy Moreau')], total: 1 }))
  const { user } = await open('/manage/devices/doors/1?tab=access')
  const card = within(await screen.findByRole('region', { name: 'Give access to one person' }))
  await user.type(card.getByRole('combobox', { name: 'Member' }), 'bo')
  await user.click(await screen.findByRole('option', { name: 'Bo Lindqvist' }))
  expect(await card.findByText('Not granted')).toBeTruthy()
  await user.click(card.getByRole('button', { name: 'Give access' }))
  expect(await card.findByText('Opens')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await card.findByText('Not granted')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take away Front door from Cy Moreau' }))
  expect(await screen.findByText('Cy Moreau no longer has access to Front door')).toBeTruthy()
  expect(server.sentTo(accessApi.updateMemberAccess).map(({ params, body }) => [params['memberId'], body])).toEqual([
    ['7', { grant: [1], revoke: [] }],
    ['7', { grant: [], revoke: [1] }],
    ['2', { grant: [], revoke: [1] }],
  ])
})

test('those who have a device are narrowed to cards that are refused', async () => {
  const { user } = await open('/manage/devices/doors/1?tab=access')
  await user.click(
    within(await screen.findByRole('radiogroup', { name: 'Whether the card works' })).getByText('Refused'),
  )
  await waitFor(() =>
    expect(server.sentTo(accessApi.listHolders).at(-1)).toMatchObject({ query: { effect: 'refused' } }),
  )
})

test('switching a default off does not act at once: it names who loses it and who keeps it', async () => {
  server.on(accessApi.setDefault, () => ({ count: 2 }))
  const { user } = await open('/manage/devices/doors/1?tab=access')
  await user.click(await screen.findByRole('button', { name: 'Stop giving it by default' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('2 members lose Front door.')).toBeTruthy()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Bo Lindqvist',
    'Eve Halvorsen (suspended)',
  ])
  expect(dialog.getByText('3 members were given it manually and keep it.')).toBeTruthy()
  expect(dialog.getByText('The device is online, so the change reaches it at once.')).toBeTruthy()
  expect(server.sentTo(accessApi.setDefault)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Take it from 2 members' }))
  expect(await screen.findByText('Front door is no longer given by default')).toBeTruthy()
  expect(server.sentTo(accessApi.setDefault)).toMatchObject([{ body: { isDefault: false, fingerprint: 'first' } }])
})

test('a set that changed meanwhile is shown anew instead of being carried out', async () => {
  server.on(accessApi.setDefault, () => refuse('previewOutdated'))
  const { user } = await open('/manage/devices/doors/1?tab=access')
  await user.click(await screen.findByRole('button', { name: 'Stop giving it by default' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('2 members lose Front door.')
  server.on(accessApi.previewDefault, () =>
    aDefaultPreview({ count: 1, members: aDefaultPreview().members.slice(0, 1), fingerprint: 'b' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Take it from 2 members' }))
  expect(await dialog.findByText('One member loses Front door.')).toBeTruthy()
  expect(dialog.getByText(/The affected members have changed/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Take it from one member' }))
  expect(server.sentTo(accessApi.setDefault)[1]).toMatchObject({ body: { fingerprint: 'b' } })
})
