import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { MemberAccessItem, MemberAccess } from '@spacekeeper/contract/access/shapes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberSummary } from '@spacekeeper/contract/members/shapes.ts'
import { within, screen, waitFor } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { z } from 'zod'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { renderPortal, aProfile } from '../../portal.testing.tsx'

const noah: MemberSummary = {
  id: 7,
  fullName: 'Noah Kaur',
  screenName: 'noahk',
  email: 'noah@example.org',
  state: 'active',
  isSuspended: false,
  isAdmin: false,
  permissions: [],
  lastSeen: null,
}

const aDoor = (id: number, name: string, more: Partial<MemberAccessItem> = {}): MemberAccessItem => ({
  id,
  name,
  access: true,
  locked_out: false,
  offline: false,
  granted: true,
  refusal: null,
  lastSeen: '2026-01-05T10:00:00.000Z',
  lockedOutSince: null,
  lockoutReason: null,
  missingCertificates: [],
  use: null,
  relay: null,
  source: 'hand',
  grantedAt: '2026-01-05T10:00:00.000Z',
  grantedBy: null,
  isDefault: false,
  isException: false,
  ...more,
})

const notGranted = { granted: false, access: false, refusal: 'noGrant' } as const

let server: ReturnType<typeof fakeServer>

let access: MemberAccess

beforeEach(() => {
  server = fakeServer()
  access = { doors: [aDoor(1, 'Front door'), aDoor(2, 'Woodshop', notGranted)], interlocks: [] }
  server.on(membersApi.get, () => noah)
  server.on(accessApi.getMemberAccess, () => access)
  server.on(accessApi.listRefusals, () => ({ refusals: [] }))
  server.on(accessApi.updateMemberAccess, ({ body }) => {
    const has = (key: string, id: number) => z.array(z.number()).parse(body[key]).includes(id)
    const change = (device: MemberAccessItem): MemberAccessItem => {
      const granted = has('grant', device.id) || (device.granted && !has('revoke', device.id))
      return { ...device, granted, source: granted ? 'hand' : null, refusal: granted ? null : 'noGrant' }
    }
    access = { doors: access.doors.map(change), interlocks: access.interlocks.map(change) }
  })
})

const open = async (path = '/manage/members/7?tab=access') => {
  const opened = await renderPortal({ path, server, profile: aProfile({ admin: true }) })
  return opened
}

const row = (name: string) => within(screen.getByRole('switch', { name }).closest('li') ?? document.body)

const toggle = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(await screen.findByRole('switch', { name }))

const preview = () => within(screen.getByRole('region', { name: 'What will change' }))

test('a member is shown with the state and the grants', async () => {
  await open()
  expect(await screen.findByRole('heading', { name: 'Noah Kaur' })).toBeTruthy()
  expect(screen.getByText(/noahk, noah@example.org, never seen on site/)).toBeTruthy()
  expect(await screen.findByRole('switch', { name: 'Front door' })).toHaveProperty('checked', true)
  expect(row('Front door').getByText('Opens')).toBeTruthy()
  expect(row('Woodshop').getByText('Not granted')).toBeTruthy()
  expect(screen.getByText('1 of 2 granted')).toBeTruthy()
})

test('a suspension stands apart from the state of the membership', async () => {
  server.on(membersApi.get, () => ({ ...noah, isSuspended: true }))
  await open()
  expect(await screen.findByText('Suspended by staff')).toBeTruthy()
  expect(screen.getByText('Active')).toBeTruthy()
})

test.each<[string, Partial<MemberAccessItem>, string | RegExp]>([
  ['locked', { locked_out: true, refusal: 'lockedOut' }, 'Locked for everyone'],
  ['offline', { offline: true }, /^Offline since/],
  ['never connected', { offline: true, lastSeen: null }, 'Offline, never connected'],
  ['closed to who does not pay', { refusal: 'notActive' }, 'Refused: membership not active'],
  ['closed to who has no card', { refusal: 'noCard' }, 'Refused: no access card'],
  ['closed to who is suspended', { refusal: 'suspended' }, 'Refused: suspended by staff'],
  ['closed until signed in', { refusal: 'notSignedIn' }, 'Refused: not signed in on site'],
])('a granted door that is %s says so', async (_what, more, words) => {
  access = { doors: [aDoor(1, 'Front door', more)], interlocks: [] }
  await open()
  expect(await screen.findByRole('switch', { name: 'Front door' })).toBeTruthy()
  expect(row('Front door').getByText(words)).toBeTruthy()
})

test('of many devices what keeps the card out everywhere is said once, and they are searched', async () => {
  const doors = Array.from({ length: 12 }, (_, n) => aDoor(n + 1, `Door ${n + 1}`, { refusal: 'notActive' }))
  access = { doors, interlocks: [] }
  const { user } = await open()
  expect(await screen.findByText('Refused on 12 doors and machines: membership not active')).toBeTruthy()
  expect(screen.getAllByText(/membership not active/)).toHaveLength(1)
  await user.type(screen.getByRole('searchbox', { name: 'Search doors and machines' }), 'door 12')
  expect(screen.getAllByRole('switch')).toHaveLength(1)
})

test('a machine is granted beside the doors, in the same save', async () => {
  access = { ...access, interlocks: [aDoor(3, 'Laser cutter', notGranted)] }
  const { user } = await open()
  await toggle(user, 'Laser cutter')
  await toggle(user, 'Front door')
  expect(preview().getByText(/works for Noah Kaur with the next swipe/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save 2 changes' }))
  expect(await screen.findByText('2 changes saved for Noah Kaur')).toBeTruthy()
  expect(server.sentTo(accessApi.updateMemberAccess)).toMatchObject([{ body: { grant: [3], revoke: [1] } }])
})

test('each grant says where it comes from, since when and by whom', async () => {
  access = {
    doors: [
      aDoor(1, 'Front door', { source: 'default', isDefault: true }),
      aDoor(2, 'Woodshop', { grantedBy: 'Ada Okafor' }),
      aDoor(3, 'Kiln', { ...notGranted, source: null, grantedAt: null, isDefault: true, isException: true }),
    ],
    interlocks: [],
  }
  const { user } = await open()
  await screen.findByRole('switch', { name: 'Kiln' })
  expect(row('Front door').getByText(/^By default since/)).toBeTruthy()
  expect(row('Woodshop').getByText(/^Granted manually since .*, by Ada Okafor$/)).toBeTruthy()
  expect(row('Kiln').getByText(/staff took it away/)).toBeTruthy()
  await toggle(user, 'Front door')
  expect(preview().getByText(/only staff can give it back/)).toBeTruthy()
})

test('what doors refused lately stands below, with the reason', async () => {
  server.on(accessApi.listRefusals, () => ({
    refusals: [{ id: 1, name: 'Server room', date: '2026-01-05T10:00:00.000Z', refusal: 'noGrant' as const }],
  }))
  await open()
  const list = within(await screen.findByRole('region', { name: 'Recently refused' }))
  expect(await list.findByText('Server room')).toBeTruthy()
  expect(list.getByText('not granted')).toBeTruthy()
})

test('changes wait, say what they mean, and are saved together', async () => {
  const { user } = await open()
  await toggle(user, 'Front door')
  await toggle(user, 'Woodshop')
  expect(row('Front door').getByText('Refuses once saved')).toBeTruthy()
  expect(row('Woodshop').getByText('Opens once saved')).toBeTruthy()
  const sentences = preview().getAllByRole('listitem')
  expect(sentences.map(({ textContent }) => textContent)).toEqual([
    'Loses: Front door refuses Noah Kaur from now on.',
    'Gains: Woodshop opens for Noah Kaur with the next swipe.',
  ])
  expect(preview().getByText('All 2 are online, so the change reaches them at once.')).toBeTruthy()
  expect(server.sentTo(accessApi.updateMemberAccess)).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Save 2 changes' }))
  expect(await screen.findByText('2 changes saved for Noah Kaur')).toBeTruthy()
  expect(server.sentTo(accessApi.updateMemberAccess)).toMatchObject([
    { params: { memberId: '7' }, body: { grant: [2], revoke: [1] } },
  ])
  expect(screen.getByRole('switch', { name: 'Woodshop' })).toHaveProperty('checked', true)
  expect(row('Front door').getByText('Not granted')).toBeTruthy()
  expect(preview().getByText(/^Nothing yet/)).toBeTruthy()
})

test('an offline door is said to go on opening until it is back', async () => {
  access = { doors: [aDoor(1, 'Front door', { offline: true })], interlocks: [] }
  const { user } = await open()
  await toggle(user, 'Front door')
  expect(preview().getByText(/Until then it may still open for Noah Kaur/)).toBeTruthy()
  expect(preview().queryByText(/at once/)).toBeNull()
})

test('a grant that changes nothing yet says what else is in the way', async () => {
  access = { doors: [aDoor(1, 'Front door', { ...notGranted, refusal: 'notActive' })], interlocks: [] }
  const { user } = await open()
  await toggle(user, 'Front door')
  expect(row('Front door').getByText('Granted once saved, still refused: membership not active')).toBeTruthy()
  expect(preview().getByText(/still refuses: membership not active/)).toBeTruthy()
})

test('the name of a door is text, whatever it contains', async () => {
  access = { doors: [aDoor(1, '<b>R&D</b>')], interlocks: [] }
  const { user } = await open()
  await toggle(user, '<b>R&D</b>')
  expect(preview().getByRole('listitem').textContent).toBe('Loses: <b>R&D</b> refuses Noah Kaur from now on.')
})

test('undo drops all changes, and so does switching back', async () => {
  const { user } = await open()
  await toggle(user, 'Front door')
  await toggle(user, 'Woodshop')
  await toggle(user, 'Woodshop')
  expect(preview().getByRole('button', { name: 'Save one change' })).toBeTruthy()
  await user.click(preview().getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('switch', { name: 'Front door' })).toHaveProperty('checked', true)
  expect(preview().queryByRole('button')).toBeNull()
})

test('changes that failed say why and wait, all of them', async () => {
  server.on(accessApi.updateMemberAccess, () => refuse('notFound'))
  const { user } = await open()
  await toggle(user, 'Front door')
  await toggle(user, 'Woodshop')
  await user.click(screen.getByRole('button', { name: 'Save 2 changes' }))
  expect(await screen.findByText(/^Nothing was saved: We can’t find that/)).toBeTruthy()
  expect(screen.getByRole('switch', { name: 'Woodshop' })).toHaveProperty('checked', true)
  expect(preview().getByRole('button', { name: 'Save 2 changes' })).toBeTruthy()
})

test('what another member of staff changed shows at once and keeps the changes that wait', async () => {
  const { user, client } = await open()
  await toggle(user, 'Woodshop')
  access = { ...access, doors: [...access.doors, aDoor(3, 'Kiln')] }
  await refreshTopic(client, 'access')
  expect(await screen.findByRole('switch', { name: 'Kiln' })).toBeTruthy()
  expect(preview().getByRole('button', { name: 'Save one change' })).toBeTruthy()

  access = { ...access, doors: access.doors.map((door) => ({ ...door, granted: true, refusal: null })) }
  await refreshTopic(client, 'access')
  await waitFor(() => expect(preview().queryByRole('button')).toBeNull())
})

test('leaving with changes asks first', async () => {
  const { user, router } = await open()
  await toggle(user, 'Front door')
  void router.navigate({ to: '/manage/members' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Changes are not saved' }))
  await user.click(dialog.getByRole('button', { name: 'Stay here' }))
  expect(router.state.location.pathname).toBe('/manage/members/7')
  expect(screen.getByRole('switch', { name: 'Front door' })).toHaveProperty('checked', false)
})

test('an unknown member leads back to the list', async () => {
  server.on(membersApi.get, () => refuse('notFound'))
  await open()
  expect(await screen.findByRole('heading', { name: 'This member doesn’t exist' })).toBeTruthy()
})

test('an address without a number asks nothing of the server', async () => {
  await open('/manage/members/new')
  expect(await screen.findByRole('heading', { name: 'This member doesn’t exist' })).toBeTruthy()
  expect(server.sentTo(membersApi.get)).toEqual([])
})

test('a space without doors is told where they come from', async () => {
  access = { doors: [], interlocks: [] }
  await open()
  expect(await screen.findByRole('heading', { name: 'No doors yet' })).toBeTruthy()
})
