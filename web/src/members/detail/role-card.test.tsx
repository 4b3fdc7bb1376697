import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { type MemberDetails, MemberChanges } from '@spacekeeper/contract/members/shapes.ts'
import { permissionMeanings } from '@spacekeeper/contract/permissions.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aMemberDetails, answerForMember } from './member-details.testing.ts'

let server: ReturnType<typeof fakeServer>

let noah: MemberDetails

beforeEach(() => {
  server = fakeServer()
  noah = aMemberDetails()
  answerForMember(server, () => noah)
  server.on(membersApi.updatePermissions, ({ body }) => {
    const { grant, revoke } = membersApi.updatePermissions.body.parse(body)
    noah = { ...noah, permissions: [...noah.permissions, ...grant].filter((one) => !revoke.includes(one)) }
  })
  server.on(membersApi.updateDetails, ({ body }) => {
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
  expect(await screen.findByText('Staff: Access')).toBeTruthy()
  await user.click(toggle('Members'))
  expect(await screen.findByText('Staff: Access and Members')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo the change to Members' }))
  expect(await screen.findByText('Staff: Access')).toBeTruthy()
  expect(server.sentTo(membersApi.updatePermissions).map(({ body }) => body)).toEqual([
    { grant: ['access'] },
    { grant: ['members'] },
    { revoke: ['members'] },
  ])
})

test('making a member an administrator says first what that means, and whom it meets', async () => {
  const { user } = await open()
  await user.click(toggle('Administrator'))
  const dialog = await screen.findByRole('dialog', { name: 'Make administrator' })
  expect(
    within(dialog).getByText(/Noah Kaur \(noah@example.org\) will be able to see and change everything/),
  ).toBeTruthy()
  await user.click(within(dialog).getByText('Cancel'))
  expect(server.sentTo(membersApi.updateDetails)).toEqual([])
  await user.click(toggle('Administrator'))
  await user.click(await screen.findByRole('button', { name: 'Make administrator' }))
  expect(await screen.findByText('Noah Kaur is now an administrator')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('switch', { name: 'Access' })).toBeNull())
})

test('the last administrator stays one, and the dialog says why', async () => {
  noah = { ...noah, isAdmin: true, permissions: ['members'] }
  server.on(membersApi.updateDetails, () => refuse('lastAdministrator'))
  const { user } = await open()
  await user.click(toggle('Administrator'))
  const dialog = await screen.findByRole('dialog', { name: 'Remove as administrator' })
  expect(
    within(dialog).getByText(/loses administrator rights at once.* These permissions stay: Members\./),
  ).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Remove as administrator' }))
  expect(
    await within(dialog).findByText('This is the last administrator. Make another member an administrator first.'),
  ).toBeTruthy()
})

test('other staff read what a member may do, and change nothing of one who may do more', async () => {
  noah = { ...noah, isAdmin: true, tasks: [], actions: [] }
  await open(aProfile({ staffPermissions: ['members'] }))
  expect(screen.getByText('Administrator: can see and change everything.')).toBeTruthy()
  expect(screen.getByText('You can view this account. Only administrators can change it.')).toBeTruthy()
  expect(screen.queryByRole('switch', { name: 'Administrator' })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('noah@example.org')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
})

test('the page of an ordinary member says nothing of roles to other staff, who see only the tabs they may use', async () => {
  noah = { ...noah, tasks: ['details', 'email', 'cards', 'standing'] }
  await open(aProfile({ staffPermissions: ['members'] }))
  expect(screen.queryByRole('heading', { name: 'Role' })).toBeNull()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Profile', 'Certificates', 'Log'])
})
