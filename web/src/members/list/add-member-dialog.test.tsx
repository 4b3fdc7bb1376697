import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aMemberRow, fakeMemberList } from './member-list.testing.ts'

let server: ReturnType<typeof fakeServer>

const endsAt = '2026-01-12T10:00:00.000Z'

beforeEach(() => {
  server = fakeServer()
  fakeMemberList(server, () => [
    aMemberRow(1),
    aMemberRow(2, { emailState: 'unconfirmed' }),
    aMemberRow(3, { emailState: 'invited' }),
  ])
})

const open = async (enableMail: boolean, path = '/manage/members') => {
  const config = { ...defaultSite, features: { ...defaultSite.features, enableMail } }
  return renderPortal({ path, server, config, profile: aProfile({ admin: true }) })
}

const fill = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Add a member' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText(/^First name/), 'Ann')
  await user.type(dialog.getByLabelText(/^Last name/), 'Other')
  await user.type(dialog.getByLabelText(/^Email/, { selector: 'input[type=email]' }), 'ann@example.org')
  await user.click(dialog.getByRole('button', { name: 'Add a member' }))
  return dialog
}

test('without a mail server staff get the link of the invitation to hand over, once', async () => {
  server.on(authApi.invite, () => ({ memberId: 9, link: 'http://portal.test/invitation/abc', endsAt }))
  const { user } = await open(false)
  const dialog = await fill(user)
  expect(await dialog.findByText('http://portal.test/invitation/abc')).toBeTruthy()
  expect(dialog.getByRole('link', { name: 'Open the member’s page' }).getAttribute('href')).toBe('/manage/members/9')
  expect(server.sentTo(authApi.invite)[0]?.body).toEqual({
    firstName: 'Ann',
    lastName: 'Other',
    email: 'ann@example.org',
    makesMember: false,
    sendsMail: false,
  })
})

test('with one the invitation is mailed, and an address that is taken is said at its field', async () => {
  server.on(authApi.invite, () => refuse('emailTaken'))
  const { user } = await open(true)
  const dialog = await fill(user)
  expect(await dialog.findByText('An account with this email exists already.')).toBeTruthy()
  server.on(authApi.invite, () => ({ memberId: 9, link: null, endsAt }))
  await user.click(dialog.getByRole('button', { name: 'Add a member' }))
  expect(await screen.findByText(/An invitation to ann@example.org is on its way/)).toBeTruthy()
})

test('the list marks addresses that are not confirmed and invited people, and is filtered by role and both', async () => {
  await open(true, '/manage/members?role=staff&emailState=unconfirmed')
  expect(await screen.findByRole('button', { name: 'Remove: Role: Staff' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Remove: Email not confirmed' })).toBeTruthy()
  const row = await screen.findByRole('row', { name: /Member 2/ })
  expect(within(row).getByText('Email not confirmed')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Member 3/ })).getByText('Invited')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Member 1/ })).queryByText('Invited')).toBeNull()
})
