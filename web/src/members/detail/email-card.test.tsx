import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { emptyFields } from '../empty-fields.testing.ts'

const someTime = '2026-01-05T10:00:00.000Z'

let server: ReturnType<typeof fakeServer>

let ann: MemberDetails

beforeEach(() => {
  server = fakeServer()
  const facts = { id: 7, fullName: 'Ann Other', screenName: 'ann', email: 'ann@example.org', state: 'noob' as const }
  server.on(membersApi.get, () => ({ ...facts, isSuspended: false, isAdmin: false, permissions: [], lastSeen: null }))
  server.on(membersApi.getDetails, () => ann)
  server.on(membersApi.listCards, () => ({ cards: [] }))
})

const open = async (login: Partial<MemberDetails>, enableMail = true) => {
  ann = {
    id: 7,
    ...emptyFields('staff'),
    firstName: 'Ann',
    lastName: 'Other',
    screenName: 'ann',
    email: 'ann@example.org',
    isEmailVerified: false,
    wantsNews: true,
    emailState: 'unconfirmed',
    invitationEndsAt: null,
    pendingEmail: null,
    hasPassword: true,
    smsNumber: null,
    permissions: [],
    grantable: [],
    tasks: ['details', 'email', 'cards', 'standing'],
    state: 'noob',
    membershipState: 'noob',
    suspension: null,
    actions: ['makeMember'],
    grantedDoors: 0,
    grantedMachines: 0,
    missingDefaults: 0,
    registeredAt: someTime,
    firstJoinedAt: null,
    lastSeen: null,
    lastInduction: null,
    profileUpdatedAt: null,
    ...login,
  }
  const config = { ...defaultSite, features: { ...defaultSite.features, enableMail } }
  const profile = aProfile({ admin: true })
  const { user } = await renderPortal({ path: '/manage/members/7', server, config, profile })
  return { user, card: within(await screen.findByRole('region', { name: 'Email and login' })) }
}

const buttons = (card: Awaited<ReturnType<typeof open>>['card']) =>
  card.getAllByRole('button').map(({ textContent }) => textContent)

test('staff confirm an address without mail, and the page says so at once', async () => {
  server.on(authApi.confirmEmail, () => {
    ann = { ...ann, emailState: 'confirmed' }
  })
  const { user, card } = await open({}, false)
  card.getByText(/can’t log in until the email address is confirmed.*no mail server/)
  expect(buttons(card)).toEqual(['Confirm email', 'Create a link'])
  await user.click(card.getByRole('button', { name: 'Confirm email' }))
  expect(await screen.findByText('ann@example.org is confirmed')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Confirm email' })).toBeNull())
})

test('a link to hand over is shown once it is made', async () => {
  server.on(authApi.createEmailLink, () => ({
    purpose: 'verifyEmail' as const,
    link: 'http://portal.test/x',
    endsAt: someTime,
  }))
  const { user, card } = await open({})
  await user.click(card.getByRole('button', { name: 'Create a link' }))
  expect(await card.findByText('http://portal.test/x')).toBeTruthy()
  expect(card.getByRole('button', { name: 'Copy link' })).toBeTruthy()
})

test.each<[string, Partial<MemberDetails>, string[]]>([
  [
    'an open invitation is sent again or cancelled',
    { emailState: 'invited', hasPassword: false, invitationEndsAt: someTime },
    ['Send again', 'Create a link', 'Cancel invitation'],
  ],
  ['a member without a password is invited', { hasPassword: false }, ['Invite by email', 'Create a link']],
  [
    'a new address that waits is confirmed, sent its link again or taken back',
    { emailState: 'confirmed', pendingEmail: 'ann@new.example' },
    ['Confirm the new email', 'Send again', 'Create a password link', 'Cancel the change'],
  ],
  ['a confirmed address needs only a password link', { emailState: 'confirmed' }, ['Create a password link']],
])('%s', async (_, login, expected) => {
  const { card } = await open(login)
  expect(buttons(card)).toEqual(expected)
})

test('staff take back an address they mistyped, and the confirmed one stays', async () => {
  server.on(authApi.cancelInvitation, () => {
    ann = { ...ann, pendingEmail: null }
  })
  const { user, card } = await open({ emailState: 'confirmed', pendingEmail: 'anm@example.org' })
  card.getByText(/wants to change to anm@example.org/)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Email/ }).value).toBe('anm@example.org')
  await user.click(card.getByRole('button', { name: 'Cancel the change' }))
  expect(await screen.findByText('Ann Other keeps ann@example.org')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Email/ }).value).toBe('ann@example.org'),
  )
})

test('who may not change the address reads its state and no more', async () => {
  const { card } = await open({ tasks: ['details'] })
  card.getByText('Email not confirmed')
  expect(card.queryAllByRole('button')).toEqual([])
})
