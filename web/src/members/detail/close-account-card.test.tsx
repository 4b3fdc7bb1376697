import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { AccountClosing } from '@spacekeeper/contract/profile/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { fakeMemberList } from '../list/member-list.testing.ts'
import { aMemberDetails, answerForMember } from './member-details.testing.ts'

let server: ReturnType<typeof fakeServer>
let noah: MemberDetails
let closing: AccountClosing

beforeEach(() => {
  server = fakeServer()
  noah = aMemberDetails()
  closing = {
    cards: 2,
    devices: 1,
    isOnSite: true,
    uses: 1,
    balanceCents: 1250,
    isSuspended: true,
    isLastAdministrator: false,
  }
  fakeMemberList(server, () => [])
  answerForMember(server, () => noah)
  server.on(profileApi.getMemberClosing, () => closing)
})

const openPage = () =>
  renderPortal({ path: '/manage/members/7', server, profile: aProfile({ staffPermissions: ['members'] }) })

const openDialog = async () => {
  const portal = await openPage()
  await portal.user.click(await screen.findByRole('button', { name: 'Close account…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close the account of Noah Kaur?' }))
  return { ...portal, dialog }
}

test('what closing an account erases and keeps is said before it is asked for', async () => {
  const { dialog } = await openDialog()
  expect(await dialog.findByText('Their 2 cards stop working. They lose access to one door or machine.')).toBeTruthy()
  expect(dialog.getByText(/signed out on site/)).toBeTruthy()
  expect(dialog.getByText(/Their balance of \$12.50. Pay it out before/)).toBeTruthy()
  expect(dialog.getByText(/The suspension and its reason, for three years/)).toBeTruthy()
  expect(dialog.getByText(/Erased: Email, First name, .*, and the names of their guests/)).toBeTruthy()
})

test('an account is closed once its address is typed, and staff are back at the list', async () => {
  server.on(profileApi.closeMember, () => {
    server.on(membersApi.get, () => refuse('memberClosed'))
  })
  const { user, dialog, router } = await openDialog()
  const field = await dialog.findByLabelText('Type noah@example.org to confirm')
  await user.type(field, 'someone@example.org')
  await user.click(dialog.getByRole('button', { name: 'Close account' }))
  expect(await dialog.findByText('Please type “noah@example.org”.')).toBeTruthy()
  expect(server.sentTo(profileApi.closeMember)).toEqual([])
  await user.clear(field)
  await user.type(field, 'Noah@example.org')
  await user.click(dialog.getByRole('button', { name: 'Close account' }))
  expect(await screen.findByText('The account of Noah Kaur is closed')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/manage/members'))
  expect(server.sentTo(profileApi.closeMember)).toMatchObject([
    { params: { memberId: '7' }, body: { confirmation: 'noah@example.org' } },
  ])
})

test('staff who may not close an account are not offered it', async () => {
  noah = aMemberDetails({ tasks: [], isAdmin: true })
  await openPage()
  expect(await screen.findByRole('region', { name: 'Dates' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Close account…' })).toBeNull()
})
