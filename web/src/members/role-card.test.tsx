import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { cards } from '@spacekeeper/contract/cards.ts'
import { members } from '@spacekeeper/contract/members.ts'
import { MemberChanges, memberships, type MemberDetails } from '@spacekeeper/contract/memberships.ts'
import { permissionMeanings } from '@spacekeeper/contract/roles.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

const someTime = '2024-02-14T10:00:00.000Z'

let server: ReturnType<typeof fakeServer>
let noah: MemberDetails
beforeEach(() => {
  server = fakeServer()
  noah = {
    id: 7,
    firstName: 'Noah',
    lastName: 'Kaur',
    screenName: 'noahk',
    email: 'noah@example.org',
    isEmailVerified: true,
    phone: '',
    smsNumber: null,
    vehicleRegistrationPlate: null,
    excludeFromEmailExport: false,
    profileUpdateRequired: false,
    isAdmin: false,
    permissions: [],
    grantable: ['members', 'access', 'settings'],
    tasks: ['details', 'email', 'cards', 'standing', 'office'],
    state: 'active',
    membershipState: 'active',
    suspension: null,
    actions: ['deactivate', 'suspend'],
    grantedDoors: 0,
    grantedMachines: 0,
    missingDefaults: 0,
    registeredAt: someTime,
    firstJoinedAt: someTime,
    lastSeen: null,
    lastInduction: null,
    profileUpdatedAt: null,
  }
  const { id, screenName, email, state } = noah
  server.on(members.get, () => ({
    id,
    screenName,
    email,
    state,
    fullName: 'Noah Kaur',
    isSuspended: false,
    lastSeen: null,
    isAdmin: noah.isAdmin,
    permissions: noah.permissions,
  }))
  server.on(memberships.getDetails, () => noah)
  server.on(cards.list, () => ({ cards: [] }))
  server.on(memberships.changePermissions, ({ body }) => {
    const { grant, revoke } = memberships.changePermissions.body.parse(body)
    noah = { ...noah, permissions: [...noah.permissions, ...grant].filter((one) => !revoke.includes(one)) }
  })
  server.on(memberships.changeDetails, ({ body }) => {
    noah = { ...noah, isAdmin: MemberChanges.parse(body).isAdmin ?? noah.isAdmin }
  })
})

const asAdministrator = aProfile({ admin: true })
const open = async (profile = asAdministrator) => {
  const opened = await renderPortal({ path: '/manage/members/7', server, profile })
  await screen.findByRole('heading', { name: 'Profile' })
  return opened
}
const toggle = (name: string) => screen.getByRole('switch', { name })

test('a permission is given by a switch that says what it allows, and can be taken back', async () => {
  const { user } = await open()
  expect(screen.getByText(permissionMeanings.access)).toBeTruthy()
  expect(screen.queryByRole('switch', { name: 'Money' })).toBeNull()
  await user.click(toggle('Access'))
  expect(await screen.findByText('Staff: access')).toBeTruthy()
  await user.click(toggle('Members'))
  expect(await screen.findByText('Staff: access, members')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo the change of Members' }))
  expect(await screen.findByText('Staff: access')).toBeTruthy()
  expect(server.sentTo(memberships.changePermissions).map(({ body }) => body)).toEqual([
    { grant: ['access'] },
    { grant: ['members'] },
    { revoke: ['members'] },
  ])
})

test('making somebody an administrator says first what that means, and whom it meets', async () => {
  const { user } = await open()
  await user.click(toggle('Administrator'))
  const dialog = await screen.findByRole('dialog', { name: 'Make administrator' })
  expect(within(dialog).getByText(/Noah Kaur \(noah@example.org\) will see and change everything/)).toBeTruthy()
  await user.click(within(dialog).getByText('Cancel'))
  expect(server.sentTo(memberships.changeDetails)).toEqual([])
  await user.click(toggle('Administrator'))
  await user.click(await screen.findByRole('button', { name: 'Make administrator' }))
  expect(await screen.findByText('Noah Kaur is an administrator now')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('switch', { name: 'Access' })).toBeNull())
})

test('the last administrator stays one, and the dialog says why', async () => {
  noah = { ...noah, isAdmin: true, permissions: ['members'] }
  server.on(memberships.changeDetails, () => refuse('lastAdministrator'))
  const { user } = await open()
  await user.click(toggle('Administrator'))
  const dialog = await screen.findByRole('dialog', { name: 'Take administration away' })
  expect(within(dialog).getByText(/loses it at once.* What stays: members\./)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Take administration away' }))
  expect(await within(dialog).findByText('This is the last administrator. Make somebody else one first.')).toBeTruthy()
})

test('other staff read what somebody may do, and change nothing of whoever may do more', async () => {
  noah = { ...noah, isAdmin: true, tasks: [], actions: [] }
  await open(aProfile({ staffPermissions: ['members'] }))
  expect(screen.getByText('Administrator: sees and changes everything.')).toBeTruthy()
  expect(screen.getByText('You can look at this account, not change it. Only administrators do.')).toBeTruthy()
  expect(screen.queryByRole('switch', { name: 'Administrator' })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('noah@example.org')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
})

test('the page of an ordinary member says nothing of roles to other staff, who see only the tabs they may use', async () => {
  noah = { ...noah, tasks: ['details', 'email', 'cards', 'standing'] }
  await open(aProfile({ staffPermissions: ['members'] }))
  expect(screen.queryByRole('heading', { name: 'Role' })).toBeNull()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Profile', 'Log'])
})
